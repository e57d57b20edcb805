/** Tells an answer that the user gives in an element from a request that ends by itself, because it is withdrawn or answered elsewhere. */
import type { PendingRequest } from '@mcp-web/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** All that answers a request. */
const PRESSES = ['click', 'keydown'] as const;
const KEYS = ['Enter', 'Escape'];

export class OwnAnswer implements ReactiveController {
  readonly #element: ReactiveControllerHost & HTMLElement;
  readonly #request: () => PendingRequest | undefined;
  #pressed: PendingRequest | undefined;

  /** @param request what waits in the element */
  constructor(element: ReactiveControllerHost & HTMLElement, request: () => PendingRequest | undefined) {
    this.#element = element;
    this.#request = request;
    element.addController(this);
  }

  /** Whether the user answers this request right now. */
  isOf(request: PendingRequest | undefined): boolean {
    return request !== undefined && request === this.#pressed;
  }

  hostConnected(): void {
    // Before what is in the element: an answer ends the request at once.
    for (const type of PRESSES) this.#element.addEventListener(type, this.#onpress, { capture: true });
  }

  hostDisconnected(): void {
    for (const type of PRESSES) this.#element.removeEventListener(type, this.#onpress, { capture: true });
  }

  readonly #onpress = (event: MouseEvent | KeyboardEvent): void => {
    if (!event.isTrusted || ('key' in event && !KEYS.includes(event.key))) return;
    this.#pressed = this.#request();
    // What is over after this task was not answered by this press.
    setTimeout(() => (this.#pressed = undefined));
  };
}
