import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ButtonPlaces } from './button-places.ts';
import { Exposure } from './exposure.ts';
import { KeptBottom } from './kept-bottom.ts';
import { isClickOfKey, isKey, isPress, sourceOf } from './press-events.ts';
import { Reach } from './reach.ts';
import { SeenHead } from './seen-head.ts';

/** The element that asks the user, in a modal dialog or in a frame in the flow of the page. */
interface AskingElement extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  /** In ms. */
  readonly armDelay: number;
}

/** The buttons that answer. */
const BUTTONS = '[part~="actions"] button, .longer .button, .mute';
/** What has to be seen. The choice of a longer permission may be where the heading was. */
const SEEN = '[part~="actions"], .longer, :is(dialog, .frame):not(:has(.longer)) h2';

/** A press that is under way. */
interface Press {
  /** Whether it began before the dialog was armed, or the wait has begun anew since. */
  isEarly: boolean;
  /** Whether it began on a button that had not been there for long enough, or the dialog has shown something else since. */
  isMisplaced: boolean;
}

/**
 * Protects the buttons of a dialog, or of a frame in the flow of the page, so that only a press that is meant for one of them counts.
 *
 * Buttons that allow or send something work only while `isArmed`: after the dialog has been in front of the user for a moment.
 * The moment starts again when the dialog shows something else, when its buttons move, when the window or tab comes back, when a hidden dialog is shown
 * and when another modal dialog above it closes. Where the browser can tell, a dialog that is covered or transparent is not in
 * front of the user. A frame is in front of the user while a click would reach its buttons: not while a modal dialog or something
 * else is above them, or while they are scrolled away; and its head has to have been on the screen. Scripts can never press these buttons. A press counts only if it began after the moment: one that is held
 * until the dialog shows something else does nothing.
 *
 * No button, not even one that refuses, takes a press before it has been there for that long, or a key that was held down. A
 * button that does not scroll with the text has to have been in that place, too. Escape always works.
 */
export class Armed implements ReactiveController {
  readonly #element: AskingElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isArmed = false;
  #isWanted = false;
  #isHidden = false;
  #isBeneath = false;
  #isAway = false;
  /** Whether the wait is over, but the browser has not said yet whether the dialog can be seen. */
  #isDue = false;
  /** One for each pointer and each key, because several may be held at once. The one with the latest event is the last. */
  readonly #presses = new Map<string, Press>();
  /** How long the dialog has to be in front, and a button in its place, in ms. */
  #delay = 0;
  /** When the wait may end, by `performance.now()`. */
  #notBefore = 0;
  #places: ButtonPlaces | undefined;
  #exposure: Exposure | undefined;
  #bottom: KeptBottom | undefined;
  /** Of a frame. */
  #head: SeenHead | undefined;
  #reach: Reach | undefined;
  #watch: AbortController | undefined;

  constructor(element: AskingElement) {
    this.#element = element;
    element.addController(this);
  }

  get isArmed(): boolean {
    return this.#isArmed;
  }

  /** Whether another window is in front, or something covers the dialog. */
  get isOutOfSight(): boolean {
    return this.#isWanted && (this.#isAway || this.#exposure?.isCovered === true);
  }

  /** A part of the head that the user has to scroll to: all but that has been waited for. Of a frame only. */
  get unseenHead(): Element | undefined {
    return this.#isDue ? this.#head?.unseen : undefined;
  }

  /** Starts the wait for what the user has just been led to: no button was there before. */
  armNew(): void {
    this.#forget();
    this.arm();
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
    this.#head?.forget();
    this.#forget();
    this.#begin();
  }

  /** Whether the event comes from the user, and began after the wait. */
  accepts(event: Event): boolean {
    return this.#isArmed && !this.#pressOf(event)?.isEarly && event.isTrusted;
  }

  /** Parts of the dialog may be new. */
  hostUpdated(): void {
    if (!this.#isWanted || !this.#places || !this.#exposure) return;
    this.#places.watch(this.#element.renderRoot.querySelectorAll<HTMLElement>(BUTTONS));
    this.#exposure.watch(this.#element.renderRoot.querySelectorAll(SEEN));
    this.#head?.watch(this.#element.armDelay);
  }

  hostDisconnected(): void {
    this.disarm();
    this.#watch?.abort();
    this.#watch = this.#places = this.#exposure = this.#bottom = this.#head = this.#reach = undefined;
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
    this.#isArmed = this.#isDue = false;
    for (const press of this.#presses.values()) press.isEarly = true;
    this.#head?.pause(this.isOutOfSight);
    this.#look();
    if (!this.#isWanted || this.#isHidden || this.#isBeneath || this.#isAway || this.#exposure?.isCovered) return;
    this.#timer = setTimeout(this.#end, Math.max(this.#delay, this.#notBefore - performance.now()));
  }

  /** A dialog stays in its place, in front of the page. Of a frame, it looks as long as somebody could press a button. */
  #look(): void {
    const isShown = this.#isWanted && !this.#isHidden;
    if (isShown) this.#reach?.follow();
    else this.#reach?.rest();
    if (this.#head && isShown && !this.#isBeneath && !this.#isAway) this.#places?.follow();
    else this.#places?.rest();
  }

  readonly #end = (): void => {
    this.#isDue = this.#exposure?.isCovered === undefined || this.#head?.isSeen === false;
    if (this.#isDue) {
      if (this.#head) this.#element.requestUpdate();
      return;
    }
    this.#isArmed = true;
    this.#bottom?.keep();
    this.#element.requestUpdate();
  };

  readonly #onexposure = (isCovered: boolean | undefined, wasCovered: boolean | undefined): void => {
    this.#head?.look();
    // The first word of it is no change, unless it is bad news.
    if (isCovered !== wasCovered && (isCovered || wasCovered)) this.#beginAgain();
    else if (this.#isDue) this.#end();
  };

  /** The buttons are as if they were new. */
  #forget(): void {
    this.#places?.forget();
    for (const press of this.#presses.values()) press.isMisplaced = true;
  }

  /** The press that the event belongs to. A click says which pointer made it in some browsers, and never which key. */
  #pressOf(event: Event): Press | undefined {
    const own = this.#presses.get(sourceOf(event) ?? '');
    if (own || event instanceof KeyboardEvent) return own;
    return Array.from(this.#presses).findLast(([source]) => isKey(source) === isClickOfKey(event))?.[1];
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
    const frame = this.#element.renderRoot.querySelector<HTMLElement>('dialog, .frame');
    if (this.#watch || !frame) return;
    const { signal } = (this.#watch = new AbortController());
    const dialog = frame instanceof HTMLDialogElement ? frame : undefined;
    this.#isHidden = this.#isBeneath = false;
    this.#presses.clear();
    // First, because the others look where it has put the dialog.
    this.#bottom = dialog && new KeptBottom(dialog, signal);
    this.#places = new ButtonPlaces(frame, this.#waitAgain, signal);
    this.#exposure = new Exposure(this.#onexposure, dialog === undefined, signal);
    this.#observeWindow(signal);
    this.#observePresses(frame, signal);
    this.#observeSize(frame, signal);
    if (dialog) this.#observeDialogsAbove(dialog, signal);
    else {
      const isClipped = (part: Element): boolean => this.#exposure?.isClipped(part) === true;
      this.#head = new SeenHead(frame, isClipped, () => this.#isDue && this.#end(), signal);
      const onlook = (isReached: boolean): void => {
        this.#places?.look();
        this.#setBeneath(!isReached);
      };
      this.#reach = new Reach(frame, onlook, signal);
    }
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

  #observePresses(frame: HTMLElement, signal: AbortSignal): void {
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
      const source = sourceOf(event);
      if (!isPress(event) || source === undefined) return;
      this.#presses.delete(source);
      this.#presses.set(source, {
        isEarly: !this.#isArmed,
        isMisplaced: button !== null && this.#places?.allows(button, event, this.#delay) === false,
      });
    };
    frame.addEventListener('pointerdown', onpress, options);
    frame.addEventListener(
      'keydown',
      (event) => {
        if (!event.repeat) return onpress(event);
        if (!isPress(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      options,
    );
    frame.addEventListener(
      'click',
      (event) => {
        const button = buttonOf(event);
        const isLeading = event.target instanceof Element && event.target.closest('.more') !== null;
        if (isLeading && this.#head?.isRead) event.stopImmediatePropagation();
        if (!event.isTrusted || !button) return;
        if (this.#places?.allows(button, event, this.#delay) && !this.#pressOf(event)?.isMisplaced) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      options,
    );
    // A click ends a press, but may also come without one, from assistive technology. A key that clicks when it is let go does so after its event.
    const onend = (event: Event): void => {
      if (!event.isTrusted) return;
      const press = this.#pressOf(event);
      for (const [source, other] of this.#presses) {
        if (other !== press) continue;
        // The click of a key that is let go comes next, and is its own.
        this.#presses.delete(source);
        this.#presses.set(source, press);
        setTimeout(() => this.#presses.get(source) === press && this.#presses.delete(source));
        return;
      }
    };
    for (const type of ['click', 'keyup', 'pointercancel']) addEventListener(type, onend, options);
  }

  #observeSize(frame: HTMLElement, signal: AbortSignal): void {
    const look = (): void => {
      const isHidden = frame.offsetWidth === 0;
      if (signal.aborted || isHidden === this.#isHidden) return;
      this.#isHidden = isHidden;
      // Something else was in its place: what it is about has to be on the screen again.
      if (isHidden) this.#head?.forget();
      this.#beginAnew();
    };
    // What is rendered for a frame that is back changes its size, which an observer must not cause.
    const sizes = new ResizeObserver(() => (frame.offsetWidth === 0 ? look() : requestAnimationFrame(look)));
    sizes.observe(frame);
    signal.addEventListener('abort', () => sizes.disconnect(), { once: true });
  }

  #setBeneath(isBeneath: boolean): void {
    if (isBeneath === this.#isBeneath) return;
    this.#isBeneath = isBeneath;
    this.#beginAnew();
  }

  /** The buttons were out of reach. */
  #beginAnew(): void {
    this.#forget();
    this.#beginAgain();
  }

  /** Everything but the topmost modal dialog is inert. So an event elsewhere means that another dialog is above this one, an event in here that none is. */
  #observeDialogsAbove(dialog: HTMLDialogElement, signal: AbortSignal): void {
    const setBeneath = (isBeneath: boolean): void => {
      if (dialog.open) this.#setBeneath(isBeneath);
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
