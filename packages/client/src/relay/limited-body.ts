/** Bodies that are no larger than they may be. */

/**
 * A request's body is one message. It is read whole, so that nothing of one that is too large is sent.
 *
 * @throws the signal's reason when it aborts before all has come
 */
export async function readLimited(
  request: Request,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  const cancel = (): void => void reader?.cancel().catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || !value) break;
      length += value.byteLength;
      if (length > maxBytes) {
        cancel();
        return 'too-large';
      }
      pieces.push(value);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  // A reader that is canceled only says that nothing more comes.
  signal.throwIfAborted();
  const whole = new Uint8Array(length);
  let position = 0;
  for (const piece of pieces) {
    whole.set(piece, position);
    position += piece.byteLength;
  }
  return whole;
}

/**
 * Hands a body on as it arrives, and only as fast as it is read. One that is too large breaks off.
 *
 * @param onend called once when nothing more will come, with the reason if nobody wants the rest
 */
export function limited(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  onend: (unwanted?: Error) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let length = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            onend();
            return controller.close();
          }
          length += value.byteLength;
          if (length > maxBytes) throw new RangeError(`The answer is larger than ${maxBytes} bytes.`);
          controller.enqueue(value);
        } catch (error) {
          onend(error instanceof Error ? error : new Error(String(error)));
          controller.error(error);
        }
      },
      async cancel(reason) {
        onend(new Error('The page does not want the rest of the answer.'));
        await reader.cancel(reason).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
