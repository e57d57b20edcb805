/** Gives the focus back when an app takes it by itself: what the user types in the page is not for the app. */

/** After this long, a Tab did not move the focus, in ms. */
const TAB_MS = 500;
/** An app may take the focus once, as many pages do when they load. */
const MAX_THEFTS = 2;
/** Only so close together, in ms. Some assistive technology moves the focus without a key that the page sees. */
const THEFTS_MS = 3_000;
/** How long browsers take a press for the reason of what comes next, in ms. */
const ACTIVATION_MS = 5_000;

/**
 * In some browsers, a frame can take the focus whenever it wants, even while it is inert beneath a modal dialog. Nobody can
 * prevent that. If a field or a dialog had it, it goes back at once, and an app that does it again has to go.
 */
export class FocusGuard {
  readonly #frame: HTMLIFrameElement;
  readonly #onstubborn: () => void;
  readonly #signal: AbortSignal;
  #focused: EventTarget | undefined = deepFocus();
  #tabbedAt = -Infinity;
  #thefts: readonly number[] = [];
  /** When the user last pressed something in the page, outside the frame. */
  #pressedAt = navigator.userActivation.isActive ? performance.now() : -Infinity;
  #isEntered = false;

  /** @param onstubborn the app has taken the focus again */
  constructor(frame: HTMLIFrameElement, onstubborn: () => void, signal: AbortSignal) {
    this.#frame = frame;
    this.#onstubborn = onstubborn;
    this.#signal = signal;
    addEventListener('blur', this.#onblur, { signal });
    addEventListener('focusin', this.#onfocusin, { capture: true, signal });
    addEventListener('keydown', this.#onkeydown, { capture: true, signal });
    addEventListener('pointerdown', this.#onpointerdown, { capture: true, signal });
  }

  /** Whether the user moved the focus into the frame, by pointer, Tab or F6, and it is there still. */
  get isEntered(): boolean {
    return this.#isEntered && this.#hasFocus;
  }

  /** Whether the user is in the frame, and has just pressed something there: the browser says so of the whole page. */
  get isUsed(): boolean {
    const isOfPage = performance.now() - this.#pressedAt < ACTIVATION_MS;
    return this.isEntered && navigator.userActivation.isActive && !isOfPage;
  }

  get #hasFocus(): boolean {
    const root = this.#frame.getRootNode();
    return root instanceof ShadowRoot && root.activeElement === this.#frame;
  }

  readonly #onkeydown = ({ key, isTrusted }: KeyboardEvent): void => {
    if (isTrusted) this.#pressedAt = performance.now();
    if (key === 'Tab' || key === 'F6') this.#tabbedAt = performance.now();
  };

  readonly #onpointerdown = ({ isTrusted }: PointerEvent): void => {
    if (isTrusted) this.#pressedAt = performance.now();
  };

  readonly #onfocusin = (event: FocusEvent): void => {
    const [target] = event.composedPath();
    if (target === this.#frame) return;
    this.#focused = target;
    this.#tabbedAt = -Infinity;
    this.#isEntered = false;
  };

  readonly #onblur = (): void => {
    const before = this.#focused;
    this.#isEntered = this.#frame.matches(':hover') || performance.now() - this.#tabbedAt < TAB_MS;
    if (this.#isEntered || !(before instanceof HTMLElement) || !this.#isKept(before)) return;
    // While the browser is still moving the focus, it cannot be moved back.
    setTimeout(() => {
      if (this.#signal.aborted || !this.#hasFocus || !before.isConnected) return;
      before.focus({ preventScroll: true });
      const now = performance.now();
      this.#thefts = [...this.#thefts.filter((time) => now - time < THEFTS_MS), now];
      if (this.#thefts.length >= MAX_THEFTS) this.#onstubborn();
    });
  };

  /** Whether somebody may be writing there, or is to decide something that the app must not. */
  #isKept(element: HTMLElement): boolean {
    const modal = modalOf(element);
    return (
      element.isContentEditable ||
      element.matches('input, textarea, select') ||
      (modal !== undefined && modal !== modalOf(this.#frame))
    );
  }
}

/** The modal dialog that something is in, through shadow roots. */
export function modalOf(target: EventTarget | undefined): HTMLDialogElement | undefined {
  let node: EventTarget | null | undefined = target;
  while (node instanceof Node) {
    if (node instanceof HTMLDialogElement && node.matches(':modal')) return node;
    if (node instanceof ShadowRoot) node = node.host;
    else node = (node instanceof Element && node.assignedSlot) || node.parentNode;
  }
  return undefined;
}

function deepFocus(): Element | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused ?? undefined;
}
