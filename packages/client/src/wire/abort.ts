/** Waiting that a signal can end. */

/** Resolves as `promise` does, or rejects with the signal's reason when that aborts first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onabort = (): void => reject(signal.reason);
    if (signal.aborted) onabort();
    signal.addEventListener('abort', onabort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onabort));
  });
}

/** Waits; rejects with the signal's reason when that aborts first. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onabort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onabort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onabort, { once: true });
  });
}
