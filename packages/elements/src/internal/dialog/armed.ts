import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The element that a dialog is in. */
interface DialogElement extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  /** In ms. */
  readonly armDelay: number;
}

/**
 * Protects the buttons of a dialog that allow or send something. For a moment after the dialog appears they do nothing, so that
 * a click or key press meant for what was there before does not count. Scripts can never press them. The moment starts again
 * when a hidden dialog is shown, and when another modal dialog above it closes: several hosts may have requests.
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

  /** Starts the wait: armed once the dialog has been visible for the element's `armDelay`. */
  arm(): void {
    this.#observe();
    this.#isWanted = true;
    this.#begin();
  }

  disarm(): void {
    this.#isWanted = false;
    this.#begin();
  }

  /** Whether the event comes from the user, and after the wait. */
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
    // Everything but the topmost modal dialog is inert. So an event elsewhere means that another dialog is above this one, an event in here that none is.
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
    // The window gets no event when the focus moves between two elements of one shadow tree.
    dialog.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !dialog.contains(relatedTarget)) setBeneath(true);
      },
      { signal },
    );
  }
}
