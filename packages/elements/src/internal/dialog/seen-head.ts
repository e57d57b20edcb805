/** Whether the user had on the screen what a frame in the flow of the page is about: it may be scrolled away while the buttons are in sight. */

import { clipsAround } from './in-sight.ts';
import { isHit } from './reach.ts';

/** What is asked, who asks, and what it may do. */
const HEAD = 'h2, .who, .sign, #about:not(:has(.sign))';
/** How much has to be on the screen: of the whole, or of the box that it scrolls in if that is smaller. */
const WHOLE = 0.98;
const BOX = 0.9;
/** How often it is looked, at most, whether something still covers a part, in ms. */
const LOOK_MS = 100;
const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);

interface Part {
  isOn: boolean | undefined;
  wasSeen: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

export class SeenHead {
  readonly #frame: HTMLElement;
  readonly #isClipped: (part: Element) => boolean;
  readonly #onchange: () => void;
  readonly #observer: IntersectionObserver;
  /** Whether each part is on the screen, undefined until the browser has said so, and whether it was there for long enough. */
  readonly #parts = new Map<Element, Part>();
  /** How long each part has to be there, in ms. */
  #delay = 0;
  #isPaused = false;
  #isSeen = false;
  #last: Element | undefined;

  /**
   * @param isClipped whether the browser says that only a part of this can be seen, or nothing of it
   * @param onchange called when more of it was seen, or is on the screen
   */
  constructor(frame: HTMLElement, isClipped: (part: Element) => boolean, onchange: () => void, signal: AbortSignal) {
    this.#frame = frame;
    this.#isClipped = isClipped;
    this.#onchange = onchange;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const part = this.#parts.get(entry.target);
          if (!part) continue;
          const wasOn = part.isOn;
          part.isOn = isOnScreen(entry);
          this.#wait(entry.target);
          if (part.isOn !== wasOn && !part.wasSeen) this.#onchange();
        }
      },
      { threshold: THRESHOLDS },
    );
    signal.addEventListener('abort', () => this.forget(), { once: true });
  }

  /** Whether each part was on the screen for long enough since the request began. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  /**
   * The first part that was not seen, and is not on the screen; or the one that was that before, until it is seen: what is said of
   * it takes space, and without that it might be pushed off the screen again.
   */
  get unseen(): Element | undefined {
    const unseen = [...this.#parts].filter(([, { wasSeen }]) => !wasSeen);
    const away = unseen.find(([part, { isOn }]) => isOn === false || this.#isAway(part))?.[0];
    this.#last = away ?? unseen.find(([part]) => part === this.#last)?.[0];
    return this.#last;
  }

  /** What is larger than the box that it scrolls in is never whole on the screen. */
  #isAway(part: Element): boolean {
    return this.#isClipped(part) && !isLarge(part);
  }

  /** Whether a part is on the screen, but not for long enough yet: a press that leads elsewhere would be for nothing. */
  get isRead(): boolean {
    return [...this.#parts.values()].some(({ timer, wasSeen }) => timer !== undefined && !wasSeen);
  }

  /** Another request begins. */
  forget(): void {
    this.#isSeen = false;
    this.#observer.disconnect();
    for (const { timer } of this.#parts.values()) clearTimeout(timer);
    this.#parts.clear();
  }

  /**
   * From now on it watches the parts that are in the frame.
   *
   * @param delay how long each has to be on the screen, in ms
   */
  watch(delay: number): void {
    this.#delay = delay;
    if (this.#isSeen) return;
    const current = new Set(this.#frame.querySelectorAll(HEAD));
    for (const [element, { timer }] of this.#parts) {
      if (current.delete(element)) continue;
      clearTimeout(timer);
      this.#parts.delete(element);
      this.#observer.unobserve(element);
    }
    for (const element of current) {
      this.#parts.set(element, { isOn: undefined, wasSeen: false });
      this.#observer.observe(element);
    }
  }

  /** Nobody sees it while another window is in front, or something covers it. */
  pause(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    this.look();
  }

  /** Called when `isClipped` may say something else. */
  look(): void {
    for (const element of this.#parts.keys()) this.#wait(element);
  }

  #wait(element: Element): void {
    const part = this.#parts.get(element);
    if (!part || part.wasSeen) return;
    const isSeen = part.isOn === true && !this.#isPaused && !this.#isAway(element);
    if (isSeen && part.timer !== undefined) return;
    clearTimeout(part.timer);
    delete part.timer;
    if (!isSeen) return;
    this.#look(element, part, this.#delay);
  }

  #look(element: Element, part: Part, delay: number): void {
    const timer = setTimeout(() => {
      // Only the browser knows what clips it. This tells where it is now: the page may have scrolled.
      const view = new IntersectionObserver(([entry]) => {
        view.disconnect();
        if (!entry || part.timer !== timer || this.#parts.get(element) !== part) return;
        // Something may lie above it where it is on the screen.
        if (!isReached(entry)) return this.#look(element, part, Math.max(this.#delay, LOOK_MS));
        part.wasSeen = true;
        this.#isSeen = [...this.#parts.values()].every(({ wasSeen }) => wasSeen);
        if (this.#isSeen) this.#observer.disconnect();
        this.#onchange();
      });
      view.observe(element);
    }, delay);
    part.timer = timer;
  }
}

function isOnScreen({
  target,
  isIntersecting,
  boundingClientRect: whole,
  intersectionRect: seen,
}: IntersectionObserverEntry): boolean {
  if (!isIntersecting) return false;
  const isWide = seen.width >= WHOLE * whole.width;
  if (isWide && seen.height >= WHOLE * whole.height) return true;
  const box = boxOf(target);
  const { width, height } = target.getBoundingClientRect();
  // By shares: where the page zooms, the observer may measure in other pixels.
  return (
    seen.width >= whole.width * Math.min(WHOLE, (BOX * box.width) / width) &&
    seen.height >= whole.height * Math.min(WHOLE, (BOX * box.height) / height)
  );
}

function isLarge(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const box = boxOf(element);
  return width > box.width || height > box.height;
}

/** Whether a click in the middle of what is on the screen would reach it: nothing lies above it there. */
function isReached({
  target,
  isIntersecting,
  boundingClientRect: whole,
  intersectionRect: seen,
}: IntersectionObserverEntry): boolean {
  if (!isIntersecting) return false;
  const { left, top, width, height } = target.getBoundingClientRect();
  const [scaleX, scaleY] = [width / whole.width || 1, height / whole.height || 1];
  return isHit(
    target,
    left + (seen.left + seen.width / 2 - whole.left) * scaleX,
    top + (seen.top + seen.height / 2 - whole.top) * scaleY,
  );
}

/** How much of something can be on the screen at once, in px of the screen, whatever scales it. */
function boxOf(element: Element): { width: number; height: number } {
  let width = innerWidth;
  let height = innerHeight;
  for (const { box, clipsX, clipsY } of clipsAround(element)) {
    const whole = box.getBoundingClientRect();
    const [innerX, innerY] =
      box instanceof HTMLElement ? [box.clientWidth / box.offsetWidth, box.clientHeight / box.offsetHeight] : [1, 1];
    if (clipsX && box.clientWidth > 0) width = Math.min(width, whole.width * innerX);
    if (clipsY && box.clientHeight > 0) height = Math.min(height, whole.height * innerY);
  }
  return { width, height };
}
