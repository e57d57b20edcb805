/** Keeps the end of a conversation in sight while it grows, unless the user scrolls up to read. */
import type { ReactiveController } from 'lit';
import type { McpElement } from '../internal/base/element.ts';

/** In pixels. */
const NEAR = 48;
/** For how long after a key, a wheel or a finger the box may scroll because of it, in ms. */
const INPUT_MS = 1_000;
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];
/** A pointer that selects text, or holds the scrollbar, scrolls for as long as it is down. */
const RELEASES = ['pointerup', 'pointercancel', 'blur'];

export class FollowEnd implements ReactiveController {
  readonly #element: McpElement;
  #box: HTMLElement | undefined;
  #growth: ResizeObserver | undefined;
  #inputs: AbortController | undefined;
  #isAtEnd = true;
  /** The `scrollTop` and the `scrollHeight` that were set or seen last. */
  #top = 0;
  #height = 0;
  /** Until when the user may be scrolling, by `performance.now()`. */
  #inputUntil = -Infinity;
  /** Until when the user may be scrolling up. Many browsers do that smoothly, and any other scrolling would end it. */
  #leavingUntil = -Infinity;
  #left: ReturnType<typeof setTimeout> | undefined;

  constructor(element: McpElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Whether the end is in sight. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** @param box what scrolls; its first child is what grows */
  watch(box: HTMLElement): void {
    if (box === this.#box) return;
    this.#unwatch();
    this.#box = box;
    this.#watchInputs(box);
    // In the next frame: what scrolls into view may get another size, which an observer must not cause.
    this.#growth = new ResizeObserver(() => requestAnimationFrame(() => this.again()));
    this.#growth.observe(box);
    if (box.firstElementChild) this.#growth.observe(box.firstElementChild);
  }

  /** Called after each update. */
  again(): void {
    if (this.#isAtEnd && performance.now() >= this.#leavingUntil) this.#scroll();
  }

  readonly toEnd = (): void => {
    this.#leavingUntil = -Infinity;
    this.#set(true);
    this.#scroll();
  };

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
    const isByUser = scrollHeight === this.#height || performance.now() < this.#inputUntil;
    const isUp = isByUser && scrollTop < this.#top;
    this.#top = scrollTop;
    this.#height = scrollHeight;
    if (Math.abs(scrollTop - this.#target) < NEAR) this.#set(true);
    else if (isUp) this.#set(false);
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
      if (!mayScrollUp(event)) return;
      this.#leavingUntil = until;
      clearTimeout(this.#left);
      this.#left = setTimeout(() => this.again(), INPUT_MS);
    };
    const onrelease = (): void => {
      this.#inputUntil = Math.min(this.#inputUntil, performance.now() + INPUT_MS);
    };
    for (const type of INPUTS) box.addEventListener(type, oninput, { passive: true, signal });
    for (const type of RELEASES) addEventListener(type, onrelease, { signal });
  }

  #unwatch(): void {
    this.#growth?.disconnect();
    this.#inputs?.abort();
    clearTimeout(this.#left);
    this.#growth = this.#inputs = this.#box = undefined;
  }

  #scroll(): void {
    if (!this.#box) return;
    this.#box.scrollTop = this.#target;
    this.#top = this.#box.scrollTop;
    this.#height = this.#box.scrollHeight;
  }

  get #target(): number {
    return this.#box ? this.#box.scrollHeight - this.#box.clientHeight : 0;
  }

  #set(isAtEnd: boolean): void {
    if (isAtEnd === this.#isAtEnd) return;
    this.#isAtEnd = isAtEnd;
    this.#element.requestUpdate();
  }
}

function mayScrollUp(event: WheelEvent | TouchEvent | PointerEvent | KeyboardEvent): boolean {
  if ('deltaY' in event) return event.deltaY < 0;
  if ('key' in event) return KEYS_UP.includes(event.key) || (event.key === ' ' && event.shiftKey);
  return event.type === 'touchmove';
}
