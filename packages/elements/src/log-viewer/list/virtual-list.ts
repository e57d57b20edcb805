/** The part of a long list that is on the screen, and whether it follows the end. */
import type { LitElement, ReactiveController } from 'lit';

/** So many rows above and below stand ready. */
const SPARE = 8;
/** Browsers lay out no more than about 17 million pixels. A longer list is scrolled through at a larger scale. */
const MAX_HEIGHT = 10_000_000;

interface Layout {
  /** Which rows to render. */
  readonly first: number;
  readonly end: number;
  /** Where the first of them is, and how high all are together, in px of the scrolled element. */
  readonly top: number;
  readonly height: number;
}

export class Tail implements ReactiveController {
  isFollowing = true;
  rowHeight = 30;
  /** Of what is on the screen, in px. */
  height = 320;
  /** How many rows there are. */
  count = 0;
  /** How far down the list the screen is, in px, as if the list were laid out whole. */
  top = 0;
  /** What the scrolled element says of it, or will once it was moved there. */
  scrollTop = 0;
  #isMoving = false;
  #scroller: HTMLElement | undefined;
  readonly #observer = new ResizeObserver(() => this.#measure());
  readonly #element: LitElement;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  /** How high the list is, and how far one can scroll in it: as it would be, and as it is laid out. */
  get #range(): number {
    return Math.max(0, this.count * this.rowHeight - this.height);
  }
  get #scrollRange(): number {
    return Math.min(this.#range, MAX_HEIGHT);
  }

  /** Where the scrollbar stands for the part of the list on the screen. */
  get settled(): number {
    return this.#range > this.#scrollRange ? Math.round((this.top / this.#range) * this.#scrollRange) : this.top;
  }

  #within(top: number): number {
    return Math.min(Math.max(0, top), this.#range);
  }

  layout(): Layout {
    if (this.isFollowing || this.top > this.#range) this.moveTo(Infinity);
    const { count, rowHeight, height, top } = this;
    const first = Math.max(0, Math.floor(top / rowHeight) - SPARE);
    return {
      first,
      end: first + Math.ceil(height / rowHeight) + 2 * SPARE + 1,
      top: this.scrollTop - top + first * rowHeight,
      height: this.#scrollRange + Math.min(height, count * rowHeight),
    };
  }

  /** A scroll is told of with the next frame. What was scrolled since is not scrolled back. */
  hostUpdate(): void {
    this.scrolled();
  }

  /** Puts the scrolled element of what was rendered, and the rows in it, where they have to be. */
  hostUpdated(): void {
    const [frame, scroller, sizer, rows] = this.#element.renderRoot.querySelectorAll<HTMLElement>(
      '.frame, .scroller, .sizer, .window',
    );
    // It tells before the next paint, also the first time. No scrollbar makes the frame smaller: one that comes of what is then drawn would be an error of a loop.
    if (frame && scroller !== this.#scroller) this.#observer.observe(frame);
    this.#scroller = scroller;
    if (!scroller || !sizer || !rows) return;
    const { top, height } = this.layout();
    sizer.style.blockSize = `${height}px`;
    // Not a transform: that would be one more layer to compose with each frame.
    rows.style.insetBlockStart = `${top}px`;
    this.#isMoving = !scroller.clientHeight;
    if (Math.abs(scroller.scrollTop - this.scrollTop) < 1) return;
    scroller.scrollTop = this.scrollTop;
    // It may have grown and be as far down as it can: nobody scrolled it up.
    if (this.isFollowing) this.scrollTop = scroller.scrollTop;
  }

  /** Takes in what was measured. */
  #measure(): void {
    this.scrolled();
    const height = this.#scroller?.clientHeight ?? 0;
    const rowHeight = this.#scroller?.firstElementChild?.clientHeight;
    if (!rowHeight) this.#isMoving = true;
    else if (this.#isMoving || height !== this.height || rowHeight !== this.rowHeight) {
      const top = (this.top / this.rowHeight) * rowHeight;
      this.height = height;
      this.rowHeight = rowHeight;
      this.moveTo(top);
      this.#element.requestUpdate();
    }
  }

  /** Moved in the page, or out of sight, a scrolled element loses its place, and is put there again when it is back. */
  hostDisconnected(): void {
    this.#isMoving = true;
    this.#element.requestUpdate();
  }

  /** Goes to a place of the list. */
  moveTo(top: number): void {
    this.#isMoving = true;
    this.top = this.#within(top);
    this.scrollTop = this.settled;
  }

  /** After a scroll: up pauses, down to the end follows again. */
  readonly scrolled = (): void => {
    if (!this.#scroller) return;
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    const delta = scrollTop - this.scrollTop;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 4;
    // Hidden, it says zero to everything; grown, it cannot be as far down.
    if (this.#isMoving || !clientHeight || (this.isFollowing && delta < 0 && -delta <= clientHeight - this.height))
      return;
    if (Math.abs(delta) < 1 || (this.isFollowing && isAtEnd)) return;
    this.scrollTop = scrollTop;
    // At a larger scale, a turn of the wheel still moves as many pixels as it says; the scrollbar moves further.
    this.top = this.#within(
      isAtEnd
        ? Infinity
        : scrollTop < 1
          ? 0
          : Math.abs(delta) <= 1.5 * this.height
            ? this.top + delta
            : (scrollTop / this.#scrollRange) * this.#range,
    );
    if (isAtEnd || delta < 0) this.isFollowing = delta > 0;
    this.#element.requestUpdate();
  };
}
