import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The element that a dialog is in. */
interface DialogElement extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  /** In ms. */
  readonly armDelay: number;
}

/**
 * Keeps the dangerous buttons of a dialog off for a moment after it appeared, so that a click or key press meant for what was there
 * before does not count, and off for scripts at all times. It appears anew when what was hidden is shown, or when a modal dialog
 * that was above it is gone: there may be questions of several hosts.
 */
export class Armed implements ReactiveController {
  readonly #element: DialogElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isArmed = false;
  #isWanted = false;
  #isHidden = false;
  #isBeneath = false;
  #watch: AbortController | undefined;

  constructor(element: DialogElement) {
    this.#element = element;
    element.addController(this);
  }

  get isArmed(): boolean {
    return this.#isArmed;
  }

  /** Starts anew: armed after the dialog could be seen for the element's `armDelay`. */
  arm(): void {
    this.#observe();
    this.#isWanted = true;
    this.#begin();
  }

  disarm(): void {
    this.#isWanted = false;
    this.#begin();
  }

  /** Whether the event is an act of the user, after the moment has passed. */
  accepts(event: Event): boolean {
    return this.#isArmed && event.isTrusted;
  }

  hostDisconnected(): void {
    this.disarm();
    this.#watch?.abort();
    this.#watch = undefined;
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#isArmed = false;
    if (!this.#isWanted || this.#isHidden || this.#isBeneath) return;
    this.#timer = setTimeout(() => {
      this.#isArmed = true;
      this.#element.requestUpdate();
    }, this.#element.armDelay);
  }

  #beginAgain(): void {
    this.#begin();
    this.#element.requestUpdate();
  }

  #observe(): void {
    const dialog = this.#element.renderRoot.querySelector('dialog');
    if (this.#watch || !dialog) return;
    const { signal } = (this.#watch = new AbortController());
    this.#isHidden = this.#isBeneath = false;
    const sizes = new ResizeObserver(() => {
      const isHidden = dialog.offsetWidth === 0;
      if (isHidden === this.#isHidden) return;
      this.#isHidden = isHidden;
      this.#beginAgain();
    });
    sizes.observe(dialog);
    signal.addEventListener('abort', () => sizes.disconnect(), { once: true });
    // All but the uppermost modal dialog is inert: what happens elsewhere tells that there is another, what happens here that there is none.
    const setBeneath = (isBeneath: boolean): void => {
      if (isBeneath === this.#isBeneath || !dialog.open) return;
      this.#isBeneath = isBeneath;
      this.#beginAgain();
    };
    let inside: Event | undefined;
    for (const type of ['focusin', 'pointerover', 'pointerdown', 'keydown']) {
      dialog.addEventListener(
        type,
        (event) => {
          inside = event;
          setBeneath(false);
        },
        { signal },
      );
    }
    addEventListener('focusin', (event) => setBeneath(event !== inside), { signal });
    // Between two elements of one shadow tree the window hears of no focus.
    dialog.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !dialog.contains(relatedTarget)) setBeneath(true);
      },
      { signal },
    );
  }
}
