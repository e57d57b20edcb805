/** Keeps the end of a conversation in sight while it grows, unless the user scrolls up to read. */
import type { ReactiveController } from 'lit';
import type { McpElement } from '../internal/base/element.ts';

/** In pixels. */
const NEAR = 48;

export class FollowEnd implements ReactiveController {
  readonly #element: McpElement;
  #box: HTMLElement | undefined;
  #growth: ResizeObserver | undefined;
  #isAtEnd = true;

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
    this.#growth?.disconnect();
    this.#box = box;
    // In the next frame: what scrolls into view may get another size, which an observer must not cause.
    this.#growth = new ResizeObserver(() => requestAnimationFrame(() => this.#isAtEnd && this.#scroll()));
    this.#growth.observe(box);
    if (box.firstElementChild) this.#growth.observe(box.firstElementChild);
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
    this.#growth = this.#box = undefined;
  }

  #scroll(): void {
    if (this.#box) this.#box.scrollTop = this.#target;
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
