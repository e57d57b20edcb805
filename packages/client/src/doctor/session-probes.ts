/** What follows `initialize` in the legacy era: the end of the handshake, a request, the stream, the end of the session. */
import type { Revision } from '../protocol/revisions.ts';
import { revisionsOf, supports } from '../protocol/supports.ts';
import { type Examination, isAnswered, note, refusedHeaders } from './examination.ts';
import type { Outcome } from './probe.ts';
import { initialize, initialized, ping } from './sent-messages.ts';

/** How long a stream may take to open, in ms. */
const STREAM_MS = 1_500;
/** The same where that cannot be seen before the first event. */
const UNSEEN_STREAM_MS = 300;

/** Firefox reports an answer only after the first bytes of its body, which no feature tells. */
const reportsStreamsLate = (): boolean => /\bGecko\/\d/.test(globalThis.navigator?.userAgent ?? '');

export async function examineSession(
  examination: Examination,
  revision: Revision,
  sessionId: string | undefined,
): Promise<void> {
  const { probe } = examination;
  const headers = {
    ...(sessionId !== undefined && { 'Mcp-Session-Id': sessionId }),
    ...(supports(revision, 'versionHeader') && { 'MCP-Protocol-Version': revision }),
  };
  const end = await probe.send(initialized(headers));
  if (end.kind === 'refused') await examineRefusedHeaders(examination, headers);
  else if (isAnswered(end) && end.status >= 400) refuse(examination, end, sessionId);
  else if (end.kind === 'late') note(examination, 'no-answer');
  else {
    const [answer, stream, unlisted] = await Promise.all([
      probe.send(ping(headers)),
      probe.send({
        headers: { Accept: 'text/event-stream', ...headers },
        timeoutMs: reportsStreamsLate() ? UNSEEN_STREAM_MS : STREAM_MS,
      }),
      refusedHeaders(examination, ['Last-Event-ID'], (more) => ping({ ...headers, ...more })),
    ]);
    if (isAnswered(answer) && answer.status >= 400) refuse(examination, answer, sessionId);
    else if (answer.kind === 'late') note(examination, 'no-answer');
    examineStream(examination, stream);
    if (unlisted.length > 0) note(examination, 'cors-headers', { headers: unlisted, isBlocking: false });
  }
  if (sessionId === undefined) return;
  const left = await probe.send({ method: 'DELETE', headers });
  // Where a header is not allowed, DELETE would fail for the same reason.
  if (left.kind === 'refused' && end.kind !== 'refused') note(examination, 'cors-methods', { isBlocking: false });
}

async function examineRefusedHeaders(
  examination: Examination,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const refused = await refusedHeaders(examination, Object.keys(headers), ping);
  if (refused.length === 0) return note(examination, 'cors-origin');
  const isBlocking = refused.includes('Mcp-Session-Id') || !(await canDoWithout(examination));
  note(examination, 'cors-headers', { headers: refused, isBlocking });
}

/** Whether the server speaks a revision that does without the header that names it. */
async function canDoWithout(examination: Examination): Promise<boolean> {
  const plain = revisionsOf('legacy').find((one) => !supports(one, 'versionHeader') && !supports(one, 'httpSse'));
  if (!plain) return false;
  const answer = await examination.probe.send(initialize(plain));
  const isSpoken = isAnswered(answer) && answer.result?.['protocolVersion'] === plain;
  if (isSpoken) {
    examination.revision = plain;
    const id = answer.headers.get('mcp-session-id');
    if (id) await examination.probe.send({ method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
  }
  return isSpoken;
}

/** The server does not take a message of the session. */
function refuse(examination: Examination, { status }: { status: number }, sessionId: string | undefined): void {
  const isAboutSession = status === 400 || status === 404;
  const cause = !isAboutSession ? 'session-refused' : sessionId === undefined ? 'session-not-exposed' : 'session-lost';
  note(examination, cause, { status });
}

function examineStream(examination: Examination, stream: Outcome): void {
  if (stream.kind === 'refused') note(examination, 'cors-stream', { isBlocking: false });
  if (stream.kind === 'late' && !reportsStreamsLate()) note(examination, 'stream-buffered', { isBlocking: false });
  if (!isAnswered(stream)) return;
  const { status, type } = stream;
  const isStream = status === 200 && type === 'text/event-stream';
  if (!isStream && status !== 405) note(examination, 'stream-refused', { status, isBlocking: false });
}
