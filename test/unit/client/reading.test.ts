import { assert } from 'chai';
import { readText } from '../../../packages/client/src/wire/body.ts';

/** A body that comes in these chunks, and what happened to it. */
function answerOf(chunks: readonly Uint8Array<ArrayBuffer>[], error?: Error): Response {
  const left = [...chunks];
  return new Response(
    new ReadableStream({
      pull: (controller) => {
        const next = left.shift();
        if (next) controller.enqueue(next);
        else if (error) controller.error(error);
        else controller.close();
      },
    }),
  );
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function cut(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < bytes.length; start += length) chunks.push(bytes.subarray(start, start + length));
  return chunks;
}

describe('the text of an answer', () => {
  it('is the same however it is cut: short or long, in few or many chunks, within a character', async () => {
    const short = '{"größe":"😀 € ü","leer":""}';
    const long = short.repeat(Math.ceil(300_000 / short.length));
    for (const [text, lengths] of [
      ['', [1]],
      [short, [1, 2, 3, 5, 7, 1_000]],
      [long, [65_537, 131_071, 131_072, 131_073, 1_000_000]],
    ] as const) {
      const bytes = bytesOf(text);
      for (const length of lengths) {
        const read = await readText(answerOf(cut(bytes, length)));
        assert.isTrue(read === text, `${text.length} characters in chunks of ${length} bytes`);
      }
    }
  });

  it('has no byte order mark, and a replacement where a character is cut off', async () => {
    const cutOff = bytesOf('a€').subarray(0, 2);
    for (const chunks of [[cutOff], cut(cutOff, 1)]) assert.equal(await readText(answerOf(chunks)), 'a\uFFFD');
    const marked = bytesOf('\uFEFF{}');
    for (const chunks of [[marked], cut(marked, 1)]) assert.equal(await readText(answerOf(chunks)), '{}');
    // Nothing of the one before is left.
    assert.equal(await readText(answerOf([bytesOf('€')])), '€');
  });

  it('rejects with what broke the connection, at its beginning and later', async () => {
    const broken = new TypeError('The connection broke');
    for (const chunks of [[], [bytesOf('{')], cut(bytesOf('x'.repeat(300_000)), 100_000)]) {
      const error: unknown = await readText(answerOf(chunks, broken)).catch((reason: unknown) => reason);
      assert.strictEqual(error, broken);
    }
  });
});
