/** A value that user interfaces watch. */

/**
 * Holds one frozen snapshot and tells its listeners, once per microtask, that there is a new one.
 * `getSnapshot` and `subscribe` are bound: hand them to React's `useSyncExternalStore` as they are.
 */
export class Store<S extends object> {
  #snapshot: Readonly<S>;
  readonly #listeners = new Set<() => void>();
  #isNotifying = false;

  constructor(initial: S) {
    this.#snapshot = Object.freeze(initial);
  }

  readonly getSnapshot = (): Readonly<S> => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    // Its own function, so that one listener subscribed twice is two subscriptions.
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  };

  update(change: Partial<S>): void {
    this.#snapshot = Object.freeze({ ...this.#snapshot, ...change });
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) notify(listener);
    });
  }
}

/** One listener's mistake is reported and does not keep the others from hearing. */
export function notify(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
