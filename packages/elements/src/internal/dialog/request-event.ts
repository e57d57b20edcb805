/** What {@link McpRequestEvent.respondWith} takes. */
export type Response<T> = T | PromiseLike<T> | ((options: { signal: AbortSignal }) => T | PromiseLike<T>);

/**
 * A request to the page, which answers with `respondWith()`, as in the `fetch` event of a service worker.
 * If nobody answers, the user is asked. `preventDefault()` without an answer refuses the request.
 */
export class McpRequestEvent<T> extends Event {
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
  #response: Promise<T | undefined> | undefined;

  constructor(type: string, signal: AbortSignal) {
    super(type, { bubbles: true, composed: true, cancelable: true });
    this.signal = signal;
  }

  /** The answer of the page, once a listener has called `respondWith()`. */
  get response(): Promise<T | undefined> | undefined {
    return this.#response;
  }

  /**
   * Answers the request. To leave it to the user, answer with `undefined`, or with a promise that resolves to it.
   *
   * @param response the answer, a promise of it, or a function that takes the signal and returns either
   * @throws {DOMException} `InvalidStateError` if the event is no longer being dispatched, or already has an answer.
   *
   * @example
   * ```ts
   * host.addEventListener('mcp-consent-request', (event) => {
   *   if (event.tool.name === 'get_time') event.respondWith({ action: 'allow' });
   * });
   * ```
   */
  respondWith(response: Response<T | undefined>): void {
    if (this.eventPhase === Event.NONE)
      throw new DOMException(
        'respondWith() has to be called while the event is dispatched. To answer later, call it with a promise.',
        'InvalidStateError',
      );
    if (this.#response) throw new DOMException('This request already has an answer.', 'InvalidStateError');
    this.preventDefault();
    this.stopImmediatePropagation();
    this.#response = Promise.resolve(isFunction(response) ? callLater(response, this.signal) : response);
  }
}

// An answer is data, so a function can only be a way to get one.
function isFunction<T>(response: Response<T>): response is (options: { signal: AbortSignal }) => T | PromiseLike<T> {
  return typeof response === 'function';
}

async function callLater<T>(
  respond: (options: { signal: AbortSignal }) => T | PromiseLike<T>,
  signal: AbortSignal,
): Promise<T> {
  return respond({ signal });
}
