// The event streams, created once and patched for each call. JSON allows spaces after the id and the token, so the length never changes.
import { Buffer } from 'node:buffer';

const PAD = 24;
const hole = ' '.repeat(PAD);

/** The streams, by the tool that sends them: the number of progress events before the result. */
export const STREAMS = {
  'warm-up': { title: 'warm-up', events: 2_000, make: () => progressStream(2_000, '') },
  small: { title: '200,000 small progress events', events: 200_000, make: () => progressStream(200_000, '') },
  // The same with fewer, for a slower processor.
  fewer: { title: '50,000 small progress events', events: 50_000, make: () => progressStream(50_000, '') },
  paced: {
    title: '10,000 small progress events a second',
    events: 50_000,
    perSecond: 10_000,
    make: () => progressStream(50_000, ''),
  },
  large: { title: '2,000 events of 64 KiB', events: 2_000, make: () => progressStream(2_000, filler(64 * 1024)) },
  huge: { title: 'one event of 50 MB', events: 0, make: () => concatenate([result(filler(50_000_000))]) },
};

function progressStream(events, text) {
  const parts = [];
  for (let step = 1; step <= events; step++) {
    const params = `"progress":${step},"total":${events},"message":${text || `"Step ${step} of ${events}"`}`;
    parts.push([
      'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":',
      `,${params}}}\n\n`,
    ]);
  }
  parts.push(result('"done"'));
  return concatenate(parts);
}

const result = (text) => [
  'event: message\ndata: {"jsonrpc":"2.0","id":',
  `,"result":{"resultType":"complete","content":[{"type":"text","text":${text}}]}}\n\n`,
];

/** A JSON string of about this many bytes, with escapes, as lines of text have. */
function filler(bytes) {
  const line = JSON.stringify(
    '2026-07-28T12:00:00.000Z INFO worker "indexer" read 128 documents and skipped 3\n',
  ).slice(1, -1);
  return `"${line
    .repeat(Math.ceil(bytes / line.length))
    .slice(0, bytes - 2)
    .replace(/\\$/, '.')}"`;
}

/** Each part is what comes before and after a number that depends on the call: its progress token or, at the end, its id. */
function concatenate(parts) {
  const positions = [];
  let length = 0;
  const bytes = Buffer.from(
    parts
      .map(([before, after]) => {
        positions.push(length + before.length);
        length += before.length + PAD + after.length;
        return `${before}${hole}${after}`;
      })
      .join(''),
    'latin1',
  );
  return { bytes, positions };
}

/** Cuts a stream into pieces of this many events. */
export function pieces({ bytes, positions }, events) {
  // Each event begins as far before its hole as the first does.
  const starts = positions
    .filter((_position, index) => index % events === 0)
    .map((position) => position - positions[0]);
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

/** Writes a call's token and id into a stream. */
export function address({ bytes, positions }, progressToken, id) {
  const token = JSON.stringify(progressToken ?? 0).padEnd(PAD);
  for (const position of positions) bytes.latin1Write(token, position);
  bytes.latin1Write(JSON.stringify(id).padEnd(PAD), positions.at(-1));
  return bytes;
}
