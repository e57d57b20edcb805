/** Keeps the end of a conversation in sight while it grows, or what waits for the user in it, unless the user scrolls away to read. */
import type { ReactiveController } from 'lit';
import type { McpElement } from '../internal/base/element.ts';

/** In pixels. */
const NEAR = 48;
/** Around what is kept in sight. */
const EDGE = 6;

export class FollowEnd implements ReactiveController {
  readonly #element: McpElement;
  #box: HTMLElement | undefined;
  #growth: ResizeObserver | undefined;
  /** What is kept in sight instead of the end. */
  #kept: HTMLElement | undefined;
  #isAtEnd = true;

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
    this.#growth?.disconnect();
    this.#box = box;
    // In the next frame: what scrolls into view may get another size, which an observer must not cause.
    this.#growth = new ResizeObserver(() => requestAnimationFrame(() => this.#isAtEnd && this.#scroll()));
    this.#growth.observe(box);
    if (box.firstElementChild) this.#growth.observe(box.firstElementChild);
  }

  /** Keeps this in sight instead of the end. If it is higher than the box, its end is. */
  keep(element: HTMLElement | undefined): void {
    this.#kept = element;
    this.again();
  }

  /** Called after each update. */
  again(): void {
    if (this.#isAtEnd) this.#scroll();
  }

  readonly toEnd = (): void => {
    this.#set(true);
    this.#scroll();
  };

  /** The same for a button, which goes away then. */
  readonly lead = (): void => {
    this.toEnd();
    this.#box?.focus({ preventScroll: true });
  };

  readonly onscroll = (): void => {
    this.#set(Math.abs((this.#box?.scrollTop ?? 0) - this.#target) < NEAR);
  };

  hostDisconnected(): void {
    this.#growth?.disconnect();
    this.#growth = this.#box = this.#kept = undefined;
  }

  #scroll(): void {
    if (this.#box && Math.abs(this.#box.scrollTop - this.#target) >= 1) this.#box.scrollTop = this.#target;
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

  #set(isAtEnd: boolean): void {
    if (isAtEnd === this.#isAtEnd) return;
    this.#isAtEnd = isAtEnd;
    this.#element.requestUpdate();
  }
}
