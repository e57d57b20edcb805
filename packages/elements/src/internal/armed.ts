import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Keeps a dangerous button off for a moment after it appeared, so that a click or key press meant for what was there
 * before does not count, and off for scripts at all times.
 */
export class Armed implements ReactiveController {
  readonly #element: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isArmed = false;

  constructor(element: ReactiveControllerHost) {
    this.#element = element;
    element.addController(this);
  }

  get isArmed(): boolean {
    return this.#isArmed;
  }

  /** Starts anew: armed after `delay` ms. */
  arm(delay: number): void {
    this.disarm();
    this.#timer = setTimeout(() => {
      this.#isArmed = true;
      this.#element.requestUpdate();
    }, delay);
  }

  disarm(): void {
    clearTimeout(this.#timer);
    this.#isArmed = false;
  }

  /** Whether the event is an act of the user, after the moment has passed. */
  accepts(event: Event): boolean {
    return this.#isArmed && event.isTrusted;
  }

  hostDisconnected(): void {
    this.disarm();
  }
}
