/** Streams the parts of an answer. */
import type { SamplingPart, SamplingModel } from './model.ts';

/**
 * A stream of the parts that `produce` says. It ends or fails when `produce` does, which aborts when nobody reads any
 * more.
 *
 * @param signal the caller's: when it aborts, the stream fails with its reason
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

/** Makes a model of a function and its properties. */
export function describe(
  model: SamplingModel,
  { title, supportsTools }: Pick<SamplingModel, 'title' | 'supportsTools'>,
): SamplingModel {
  return Object.freeze(Object.assign((...args: Parameters<SamplingModel>) => model(...args), { title, supportsTools }));
}
