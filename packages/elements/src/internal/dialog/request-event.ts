/** What {@link McpRequestEvent.respondWith} takes. */
export type Response<T> = T | PromiseLike<T> | ((options: { signal: AbortSignal }) => T | PromiseLike<T>);

/**
 * A question to the page, which answers with `respondWith`, as in a Service Worker's `fetch` event.
 * A question that nobody answers is put to the user. `preventDefault()` without an answer is a no.
 */
export class McpRequestEvent<T> extends Event {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  #response: Promise<T | undefined> | undefined;

  constructor(type: string, signal: AbortSignal) {
    super(type, { bubbles: true, composed: true, cancelable: true });
    this.signal = signal;
  }

  /** The page's answer, once one listener gave it. */
  get response(): Promise<T | undefined> | undefined {
    return this.#response;
  }

  /**
   * Answers the question. `undefined`, now or later, means: ask the user.
   *
   * @param response the answer, a promise of it, or a function that gets the signal and gives one of these
   * @throws {DOMException} `InvalidStateError` after the event was dispatched, or when it is already answered.
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
        'respondWith() has to be called while the event is dispatched; give it a promise to answer later.',
        'InvalidStateError',
      );
    if (this.#response) throw new DOMException('This request is already answered.', 'InvalidStateError');
    this.preventDefault();
    this.stopImmediatePropagation();
    this.#response = Promise.resolve(isFunction(response) ? callLater(response, this.signal) : response);
  }
}

// An answer is data, so a function can only be the way to get one.
function isFunction<T>(response: Response<T>): response is (options: { signal: AbortSignal }) => T | PromiseLike<T> {
  return typeof response === 'function';
}

async function callLater<T>(
  respond: (options: { signal: AbortSignal }) => T | PromiseLike<T>,
  signal: AbortSignal,
): Promise<T> {
  return respond({ signal });
}
