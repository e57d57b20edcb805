/** Waits that a signal can end. */

/** Settles like `promise`, or rejects with the signal's reason if the signal aborts first. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onabort = (): void => reject(signal.reason);
    if (signal.aborted) onabort();
    signal.addEventListener('abort', onabort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onabort));
  });
}

/** Waits, or rejects with the signal's reason if the signal aborts first. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const waiting = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      waiting.abort();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end, { signal: waiting.signal });
  });
}

/** Waits for a promise, but no longer than this, in ms. Resolves with whether it settled in time. */
export function settlesWithin(limitMs: number, promise: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), limitMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(end, end);
  });
}

/** Calls `listener` when the signal aborts, or at once if it has. */
export function onabort(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener();
  else signal.addEventListener('abort', () => listener(), { once: true });
}
