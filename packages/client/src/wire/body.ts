/** Reads response bodies as text, up to a limit. */
import { McpError } from '../errors.ts';
import { MAX_EXCERPT_LENGTH, MAX_MESSAGE_LENGTH } from './limits.ts';

/**
 * Reads a body as UTF-8 text, chunk by chunk. `onchunk` returns whether to read on. If not, the rest of the body is
 * discarded.
 */
export async function readChunks(
  body: ReadableStream<Uint8Array>,
  onchunk: (text: string) => boolean | Promise<boolean>,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (text) {
        const wantsMore = onchunk(text);
        if (!(typeof wantsMore === 'boolean' ? wantsMore : await wantsMore)) return;
      }
      if (done) return;
    }
  } finally {
    // Frees the connection when the reader leaves early; a no-op after the end.
    reader.cancel().catch(() => {});
  }
}

/**
 * The whole body.
 *
 * @throws {McpError} `too-large`
 */
export async function readText(response: Response): Promise<string> {
  const chunks: string[] = [];
  let length = 0;
  if (response.body) {
    await readChunks(response.body, (chunk) => {
      length += chunk.length;
      if (length > MAX_MESSAGE_LENGTH) throw tooLarge();
      chunks.push(chunk);
      return true;
    });
  }
  return chunks.join('');
}

/** The beginning of a body, for an error message. Empty if it cannot be read. */
export async function readExcerpt(response: Response): Promise<string> {
  let text = '';
  try {
    if (response.body) {
      await readChunks(response.body, (chunk) => {
        text += chunk;
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
