/** Keeps the end of a conversation in sight while it grows, unless the user scrolls up to read. */
import type { ReactiveController } from 'lit';
import type { McpElement } from '../internal/base/element.ts';

/** In pixels. */
const NEAR = 48;
const GAP = 12;

export class FollowEnd implements ReactiveController {
  readonly #element: McpElement;
  readonly #waiting: () => Element | undefined;
  #box: HTMLElement | undefined;
  #growth: ResizeObserver | undefined;
  #isAtEnd = true;

  /** @param waiting the first part that waits for the user: the end is not followed past it */
  constructor(element: McpElement, waiting: () => Element | undefined) {
    this.#element = element;
    this.#waiting = waiting;
    element.addController(this);
  }

  /** Whether the end is in sight. */
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

  /** Called after each update: something else may wait now. */
  again(): void {
    if (this.#isAtEnd) this.#scroll();
  }

  readonly toEnd = (): void => {
    this.#set(true);
    this.#scroll();
  };

  readonly onscroll = (): void => {
    this.#set(Math.abs((this.#box?.scrollTop ?? 0) - this.#target) < NEAR);
  };

  hostDisconnected(): void {
    this.#growth?.disconnect();
    this.#growth = this.#box = undefined;
  }

  #scroll(): void {
    if (this.#box) this.#box.scrollTop = this.#target;
  }

  get #target(): number {
    const box = this.#box;
    if (!box) return 0;
    const end = box.scrollHeight - box.clientHeight;
    const waiting = this.#waiting();
    if (!waiting) return end;
    const top = waiting.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    return Math.max(0, Math.min(end, top - GAP));
  }

  #set(isAtEnd: boolean): void {
    if (isAtEnd === this.#isAtEnd) return;
    this.#isAtEnd = isAtEnd;
    this.#element.requestUpdate();
  }
}
