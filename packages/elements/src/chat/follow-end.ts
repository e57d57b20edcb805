/** Keeps the end of a conversation in sight while it grows, or what waits for the user in it, unless the user scrolls away to read. */
import type { ReactiveController } from 'lit';
import type { McpElement } from '../internal/base/element.ts';

/** In pixels. */
const NEAR = 48;
/** Around what is kept in sight. */
const EDGE = 6;
/** For how long after a key, a wheel or a finger the box may scroll because of it, in ms. */
const INPUT_MS = 1_000;
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];
const KEYS_DOWN = ['ArrowDown', 'PageDown', 'End', ' '];
/** A pointer that selects text, or holds the scrollbar, scrolls for as long as it is down. */
const RELEASES = ['pointerup', 'pointercancel', 'pointermove'] as const;

export class FollowEnd implements ReactiveController {
  readonly #element: McpElement;
  #box: HTMLElement | undefined;
  #growth: ResizeObserver | undefined;
  #inputs: AbortController | undefined;
  /** What is kept in sight instead of the end. */
  #kept: HTMLElement | undefined;
  #reason: unknown;
  #isAtEnd = true;
  /** Whether the user has moved what is kept, as to see what is next to it. */
  #isMoved = false;
  /** The `scrollTop` and the `scrollHeight` that were set or seen last. */
  #top = 0;
  #height = 0;
  /** Until when the user may be scrolling, by `performance.now()`. */
  #inputUntil = -Infinity;
  /** Until when only what the user touches counts as scrolling. */
  #settlingUntil = -Infinity;
  /** Until when the user may be scrolling up. Many browsers do that smoothly, and any other scrolling would end it. */
  #leavingUntil = -Infinity;
  #left: ReturnType<typeof setTimeout> | undefined;

  constructor(element: McpElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Whether the end is in sight, or what is kept there instead. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** @param box what scrolls; its first child is what grows */
  watch(box: HTMLElement): void {
    if (box === this.#box) return;
    this.#unwatch();
    this.#box = box;
    this.#watchInputs(box);
    // In a task of its own: what scrolls into view may get another size, which an observer must not cause.
    this.#growth = new ResizeObserver(() => setTimeout(() => this.again()));
    this.#growth.observe(box);
    if (box.firstElementChild) this.#growth.observe(box.firstElementChild);
  }

  /**
   * Keeps this in sight instead of the end. If it is higher than the box, its end is.
   *
   * @param reason what is in it. With another one, it may change its height as if it was another element
   */
  keep(element: HTMLElement | undefined, reason?: unknown): void {
    if (element !== this.#kept || reason !== this.#reason) {
      this.#reason = reason;
      // Who is elsewhere stays there.
      this.#isMoved = element !== undefined && !this.#isAtEnd;
      this.#kept = element;
      this.#settle();
    }
    this.again();
  }

  hostUpdated(): void {
    // WebKit runs some microtasks only with the next callback. If that is the one of an observer, their updates change sizes too
    // late for it, which is an error. So there is another callback before.
    requestAnimationFrame(() => {});
  }

  /** Called after each update. */
  again(): void {
    if (this.#isMoved) this.#set(this.#isInSight);
    else if (this.#isAtEnd && performance.now() >= this.#leavingUntil) this.#scroll();
  }

  readonly toEnd = (): void => {
    this.#settle();
    this.#isMoved = false;
    this.#set(true);
    this.#scroll();
  };

  /**
   * The press of an answer scrolls nothing. But the browser does, when one request takes the place of another: the height may be
   * the same again by the time of the event.
   */
  #settle(): void {
    this.#leavingUntil = this.#inputUntil = -Infinity;
    this.#settlingUntil = performance.now() + INPUT_MS;
  }

  /** The same for a button, which goes away then. */
  readonly lead = (): void => {
    this.toEnd();
    this.#box?.focus({ preventScroll: true });
  };

  readonly onscroll = (): void => {
    if (!this.#box) return;
    const { scrollTop, scrollHeight } = this.#box;
    // The event comes a frame late, and some browsers scroll by themselves while the content changes its size. Then it was the
    // user only if they have just touched the box.
    const now = performance.now();
    const isSettling = this.#kept !== undefined && now < this.#settlingUntil;
    const isByUser = now < this.#inputUntil || (scrollHeight === this.#height && !isSettling);
    const isLeaving = isByUser && (this.#kept ? scrollTop !== this.#top : scrollTop < this.#top);
    this.#top = scrollTop;
    this.#height = scrollHeight;
    const distance = Math.abs(scrollTop - this.#target);
    if (this.#kept) {
      if (isLeaving) this.#isMoved = distance > EDGE;
      if (isLeaving && !this.#isMoved) this.#set(true);
      this.again();
    } else if (distance < NEAR) this.#set(true);
    else if (isLeaving) this.#set(false);
    else this.again();
  };

  hostDisconnected(): void {
    this.#unwatch();
  }

  #watchInputs(box: HTMLElement): void {
    const { signal } = (this.#inputs = new AbortController());
    const oninput = (event: WheelEvent | TouchEvent | PointerEvent | KeyboardEvent): void => {
      const until = performance.now() + INPUT_MS;
      this.#inputUntil = event.type === 'pointerdown' ? Infinity : Math.max(this.#inputUntil, until);
      if (!mayScroll(event, this.#kept !== undefined)) return;
      this.#leavingUntil = until;
      clearTimeout(this.#left);
      this.#left = setTimeout(() => this.again(), INPUT_MS);
    };
    const onrelease = (event: Event): void => {
      // A pointer that comes back without a button was let go elsewhere, such as in the frame of an app.
      if (event instanceof PointerEvent && event.type === 'pointermove' && event.buttons !== 0) return;
      this.#inputUntil = Math.min(this.#inputUntil, performance.now() + INPUT_MS);
    };
    // It leads into the box, and may scroll it.
    const ontab = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab') this.#inputUntil = Math.max(this.#inputUntil, performance.now() + INPUT_MS);
    };
    this.#element.addEventListener('keydown', ontab, { signal });
    // Before what is in the box: a key may answer a request, and what scrolls after that is not by the user.
    for (const type of INPUTS) box.addEventListener(type, oninput, { capture: true, passive: true, signal });
    // Before the page, which may keep them to itself.
    for (const type of RELEASES) addEventListener(type, onrelease, { capture: true, passive: true, signal });
    addEventListener('blur', onrelease, { signal });
  }

  #unwatch(): void {
    this.#growth?.disconnect();
    this.#inputs?.abort();
    clearTimeout(this.#left);
    this.#growth = this.#inputs = this.#box = this.#kept = undefined;
    this.#isMoved = false;
  }

  #scroll(): void {
    if (!this.#box) return;
    this.#box.scrollTop = this.#target;
    this.#top = this.#box.scrollTop;
    this.#height = this.#box.scrollHeight;
  }

  get #target(): number {
    if (!this.#box) return 0;
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    const end = scrollHeight - clientHeight;
    if (!this.#kept) return end;
    const { top, bottom } = this.#kept.getBoundingClientRect();
    const start = this.#box.getBoundingClientRect().top + this.#box.clientTop - scrollTop;
    const highest = bottom - start + EDGE - clientHeight;
    const wanted = Math.max(highest, Math.min(scrollTop, top - start - EDGE));
    return Math.max(0, Math.min(end, wanted));
  }

  /** Whether something can be seen of what is kept. */
  get #isInSight(): boolean {
    if (!this.#box || !this.#kept) return false;
    const box = this.#box.getBoundingClientRect();
    const { top, bottom, height } = this.#kept.getBoundingClientRect();
    return Math.min(bottom, box.bottom) - Math.max(top, box.top) >= Math.min(NEAR, height);
  }

  #set(isAtEnd: boolean): void {
    if (isAtEnd === this.#isAtEnd) return;
    this.#isAtEnd = isAtEnd;
    this.#element.requestUpdate();
  }
}

/** @param isEither whether down matters as well as up */
function mayScroll(event: WheelEvent | TouchEvent | PointerEvent | KeyboardEvent, isEither: boolean): boolean {
  if ('deltaY' in event) return event.deltaY < 0 || isEither;
  if (!('key' in event)) return event.type === 'touchmove';
  // A space presses a button, or is written.
  if (event.key === ' ' && event.composedPath()[0] !== event.currentTarget) return false;
  const isUp = KEYS_UP.includes(event.key) || (event.key === ' ' && event.shiftKey);
  return isUp || (isEither && KEYS_DOWN.includes(event.key));
}
