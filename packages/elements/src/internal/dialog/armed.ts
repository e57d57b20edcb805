import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ButtonPlaces } from './button-places.ts';
import { Exposure } from './exposure.ts';
import { KeptBottom } from './kept-bottom.ts';

/** The element that a dialog is in. */
interface DialogElement extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  /** In ms. */
  readonly armDelay: number;
}

/** In ms. */
const SOON = 20;
/** The buttons that answer. */
const BUTTONS = '[part~="actions"] button, .mute';

/**
 * Protects the buttons of a dialog, so that only a press that is meant for one of them counts.
 *
 * Buttons that allow or send something work only while `isArmed`: after the dialog has been in front of the user for a moment.
 * The moment starts again when the dialog shows something else, when its buttons move, when the window or tab comes back, when a hidden dialog is shown
 * and when another modal dialog above it closes. Where the browser can tell, a dialog that is covered or transparent is not in
 * front of the user. Scripts can never press these buttons.
 *
 * No button, not even one that refuses, takes a press in a place where it has not been for that long, or a key that was held
 * down. Escape always works.
 */
export class Armed implements ReactiveController {
  readonly #element: DialogElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isArmed = false;
  #isWanted = false;
  #isHidden = false;
  #isBeneath = false;
  #isAway = false;
  /** Whether the press that is under way began before the dialog was armed. */
  #isEarly = false;
  /** Whether it began on a button that had not been there for long enough. */
  #isMisplaced = false;
  /** How long the dialog has to be in front, and a button in its place, in ms. */
  #delay = 0;
  /** When the wait may end, by `performance.now()`. */
  #notBefore = 0;
  #places: ButtonPlaces | undefined;
  #exposure: Exposure | undefined;
  #bottom: KeptBottom | undefined;
  #watch: AbortController | undefined;

  constructor(element: DialogElement) {
    this.#element = element;
    element.addController(this);
  }

  get isArmed(): boolean {
    return this.#isArmed;
  }

  /** Starts the wait. */
  arm(): void {
    this.#arm(this.#element.armDelay);
  }

  /** Starts a longer wait, for buttons that take the place of one that was pressed: impatient people press twice. */
  armAfterPress(): void {
    this.#arm(2 * this.#element.armDelay);
  }

  /** To be called before the dialog shows another request, or none. */
  disarm(): void {
    this.#isWanted = false;
    this.#bottom?.release();
    this.#places?.forget();
    this.#begin();
  }

  /** Whether the event comes from the user, and began after the wait. */
  accepts(event: Event): boolean {
    return this.#isArmed && !this.#isEarly && event.isTrusted;
  }

  /** Parts of the dialog may be new. */
  hostUpdated(): void {
    if (!this.#isWanted || !this.#places || !this.#exposure) return;
    this.#places.watch(this.#element.renderRoot.querySelectorAll<HTMLElement>(BUTTONS));
    this.#exposure.watch(this.#element.renderRoot.querySelectorAll('[part~="actions"], dialog h2'));
  }

  hostDisconnected(): void {
    this.disarm();
    this.#watch?.abort();
    this.#watch = this.#places = this.#exposure = this.#bottom = undefined;
  }

  #arm(delay: number): void {
    this.#observe();
    this.#places?.look();
    this.#isWanted = true;
    this.#delay = this.#element.armDelay;
    this.#notBefore = performance.now() + delay;
    this.hostUpdated();
    this.#begin();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#isArmed = false;
    if (!this.#isWanted || this.#isHidden || this.#isBeneath || this.#isAway || this.#exposure?.isCovered) return;
    const arm = (): void => {
      // The browser has not said yet whether the dialog can be seen.
      if (this.#exposure?.isCovered === undefined) return void (this.#timer = setTimeout(arm, SOON));
      this.#isArmed = true;
      this.#bottom?.keep();
      this.#element.requestUpdate();
    };
    this.#timer = setTimeout(arm, Math.max(this.#delay, this.#notBefore - performance.now()));
  }

  readonly #beginAgain = (): void => {
    this.#delay = this.#element.armDelay;
    this.#waitAgain();
  };

  readonly #waitAgain = (): void => {
    if (!this.#isWanted) return;
    this.#begin();
    this.#element.requestUpdate();
  };

  #observe(): void {
    const dialog = this.#element.renderRoot.querySelector('dialog');
    if (this.#watch || !dialog) return;
    const { signal } = (this.#watch = new AbortController());
    this.#isHidden = this.#isBeneath = this.#isEarly = this.#isMisplaced = false;
    this.#places = new ButtonPlaces(dialog, this.#waitAgain, signal);
    this.#exposure = new Exposure(this.#beginAgain, signal);
    this.#bottom = new KeptBottom(dialog, signal);
    this.#observeWindow(signal);
    this.#observePresses(dialog, signal);
    this.#observeCover(dialog, signal);
  }

  /** A click that was meant for another window or tab may arrive right after that has gone. */
  #observeWindow(signal: AbortSignal): void {
    this.#isAway = !document.hasFocus();
    const look = (): void => {
      this.#isAway = !document.hasFocus();
      this.#beginAgain();
    };
    for (const type of ['focus', 'blur', 'pageshow']) addEventListener(type, look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
  }

  #observePresses(dialog: HTMLDialogElement, signal: AbortSignal): void {
    const options = { capture: true, signal };
    const buttonOf = ({ target }: Event): HTMLElement | null =>
      target instanceof Element ? target.closest<HTMLElement>(BUTTONS) : null;
    const onpress = (event: Event): void => {
      if (!event.isTrusted) return;
      // Not every browser says when its window gets the focus. Whoever presses something is here.
      if (this.#isAway) {
        this.#isAway = false;
        this.#beginAgain();
      }
      const button = buttonOf(event);
      this.#isEarly = !this.#isArmed;
      this.#isMisplaced = button !== null && this.#places?.allows(button, event, this.#delay) === false;
    };
    dialog.addEventListener('pointerdown', onpress, options);
    dialog.addEventListener(
      'keydown',
      (event) => {
        if (!event.repeat) return onpress(event);
        if (!isPress(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      options,
    );
    dialog.addEventListener(
      'click',
      (event) => {
        const button = buttonOf(event);
        if (!event.isTrusted || !button) return;
        if (this.#places?.allows(button, event, this.#delay) && !this.#isMisplaced) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      options,
    );
  }

  #observeCover(dialog: HTMLDialogElement, signal: AbortSignal): void {
    const beginAnew = (): void => {
      this.#places?.forget();
      this.#beginAgain();
    };
    const sizes = new ResizeObserver(() => {
      const isHidden = dialog.offsetWidth === 0;
      if (isHidden === this.#isHidden) return;
      this.#isHidden = isHidden;
      beginAnew();
    });
    sizes.observe(dialog);
    signal.addEventListener('abort', () => sizes.disconnect(), { once: true });
    // Everything but the topmost modal dialog is inert. So an event elsewhere means that another dialog is above this one, an event in here that none is.
    const setBeneath = (isBeneath: boolean): void => {
      if (isBeneath === this.#isBeneath || !dialog.open) return;
      this.#isBeneath = isBeneath;
      beginAnew();
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

/** Whether the key presses a button, sends a form or closes the dialog, rather than writes something. */
function isPress(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  switch (event.key) {
    case 'Escape':
      return true;
    case 'Enter':
      return !(target instanceof HTMLTextAreaElement);
    case ' ':
      return target instanceof HTMLButtonElement;
    default:
      return false;
  }
}
