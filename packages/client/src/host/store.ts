/** A value that user interfaces watch for changes. */

/**
 * Has one frozen snapshot. Calls its listeners once per microtask when there is a new one. `getSnapshot` and
 * `subscribe` are bound, so they fit React's `useSyncExternalStore` as they are.
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
    // A new function, so that a listener that is subscribed twice has two subscriptions.
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

/** Calls a listener. Reports its errors, so that the other listeners are still called. */
export function notify(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
