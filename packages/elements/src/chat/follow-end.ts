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
  /** The `scrollTop` that was set or seen last. */
  #top = 0;

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
    const { scrollTop } = this.#box ?? { scrollTop: 0 };
    // The event comes a frame late. If the conversation has grown since, the end is far, although nobody scrolled up.
    const isUp = scrollTop < this.#top;
    this.#top = scrollTop;
    if (Math.abs(scrollTop - this.#target) < NEAR) this.#set(true);
    else if (isUp) this.#set(false);
  };

  hostDisconnected(): void {
    this.#growth?.disconnect();
    this.#growth = this.#box = undefined;
  }

  #scroll(): void {
    if (!this.#box) return;
    this.#box.scrollTop = this.#target;
    this.#top = this.#box.scrollTop;
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
