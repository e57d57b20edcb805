/** A stream of parts from something that takes its time. */
import type { SamplingPart, SamplingModel } from './model.ts';

/**
 * Parts as `produce` says them. Ends with it, fails with it, and aborts it when nobody reads any more.
 *
 * @param signal the caller's; the stream then fails with its reason
 */
export function streamParts(
  signal: AbortSignal,
  produce: (say: (part: SamplingPart) => void, signal: AbortSignal) => Promise<void>,
): ReadableStream<SamplingPart> {
  const left = new AbortController();
  return new ReadableStream({
    start(controller) {
      const isLeft = (): boolean => left.signal.aborted;
      void produce((part) => isLeft() || controller.enqueue(part), AbortSignal.any([signal, left.signal])).then(
        () => isLeft() || controller.close(),
        (error: unknown) => isLeft() || controller.error(signal.aborted ? signal.reason : error),
      );
    },
    cancel(reason) {
      left.abort(reason);
    },
  });
}

/** A model of a function, and what is to be known of it. */
export function describe(
  model: SamplingModel,
  { title, supportsTools }: Pick<SamplingModel, 'title' | 'supportsTools'>,
): SamplingModel {
  return Object.freeze(Object.assign((...args: Parameters<SamplingModel>) => model(...args), { title, supportsTools }));
}
