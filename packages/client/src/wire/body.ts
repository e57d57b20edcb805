/** Reads response bodies as text, up to a limit. */
import { McpError } from '../errors.ts';
import { MAX_EXCERPT_LENGTH, MAX_MESSAGE_LENGTH } from './limits.ts';
import { Slices } from './slices.ts';

/** A long chunk is cut after at least this many bytes, at the end of a line. Within a long line, it is cut after exactly this many. */
const PIECE_LENGTH = 128 * 1024;

/** So many chunks are read without a look at the clock. */
const FEW_CHUNKS = 8;

const LINE_FEED = 10;

/** Decodes whole bodies, and remembers nothing of them. Making a decoder takes longer than decoding a short answer. */
const wholeDecoder = new TextDecoder();

export type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body as UTF-8 text, piece by piece, and lets the page paint in between when that takes long. `onpiece`
 * returns whether to read on.
 *
 * @param leave gets the rest of the body if not; by default, it is discarded
 */
export function readPieces(
  body: ReadableStream<Uint8Array>,
  onpiece: (text: string) => boolean,
  leave?: (rest: Reader) => void,
): Promise<void> {
  return readOn(body.getReader(), [], onpiece, leave);
}

/** @param chunks what was read already */
async function readOn(
  reader: Reader,
  chunks: Uint8Array[],
  onpiece: (text: string) => boolean,
  leave: (rest: Reader) => void = discard,
): Promise<void> {
  const decoder = new TextDecoder();
  // Most bodies are one piece and need no clock.
  let isFirst = true;
  let isInLongLine = false;
  let isOver = false;
  let slices: Slices | undefined;
  try {
    for (;;) {
      const chunk = chunks.shift();
      const { done, value } = chunk
        ? { done: false as const, value: chunk }
        : await (slices ? slices.waitFor(reader.read()) : reader.read());
      if (done) {
        isOver = true;
        const rest = decoder.decode();
        if (rest) onpiece(rest);
        return;
      }
      for (let start = 0, end; start < value.length; start = end) {
        if (isFirst) isFirst = false;
        else if ((slices ??= new Slices()).isOver) await slices.pause();
        // One chunk can hold thousands of events.
        const least = start + PIECE_LENGTH;
        // Searching many megabytes of bytes takes longer than decoding them, and the text is searched much faster.
        end = isInLongLine ? Math.min(least, value.length) : value.indexOf(LINE_FEED, least) + 1 || value.length;
        const text = decoder.decode(value.subarray(start, end), { stream: true });
        isInLongLine = !text.includes('\n');
        if (text && !onpiece(text)) {
          isOver = true;
          return leave(reader);
        }
      }
    }
  } finally {
    if (!isOver) discard(reader);
  }
}

/** Frees the connection. */
export function discard(rest: Reader): void {
  rest.cancel().catch(() => {});
}

/**
 * The whole body.
 *
 * @throws {McpError} `too-large`
 */
export async function readText({ body }: Response): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  // Most answers are short. Reading one takes 50 µs less without what long ones need.
  for (let bytes = 0; bytes <= PIECE_LENGTH && chunks.length < FEW_CHUNKS;) {
    const { done, value } = await reader.read();
    if (done) return wholeDecoder.decode(joined(chunks, bytes));
    chunks.push(value);
    bytes += value.length;
  }
  const pieces: string[] = [];
  let length = 0;
  await readOn(reader, chunks, (piece) => {
    length += piece.length;
    if (length > MAX_MESSAGE_LENGTH) throw tooLarge();
    pieces.push(piece);
    return true;
  });
  return pieces.join('');
}

function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array | undefined {
  if (chunks.length < 2) return chunks[0];
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The beginning of a body, for an error message. Empty if it cannot be read. */
export async function readExcerpt(response: Response): Promise<string> {
  let text = '';
  try {
    if (response.body) {
      await readPieces(response.body, (piece) => {
        text += piece;
        return text.length < MAX_EXCERPT_LENGTH;
      });
    }
  } catch {
    // The status says enough.
  }
  return text.slice(0, MAX_EXCERPT_LENGTH);
}

export function tooLarge(cause?: unknown): McpError {
  return new McpError(
    'too-large',
    `The server sent a message of more than ${MAX_MESSAGE_LENGTH} characters: request less data, or fetch it page by page.`,
    { cause },
  );
}
