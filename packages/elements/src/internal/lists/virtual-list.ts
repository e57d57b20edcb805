/** A long list of which only the rows on the screen are in the page. It can follow its end. */
import type { LitElement, ReactiveController } from 'lit';
import { indexOfId, type ListRows } from './list-rows.ts';

/** This many rows above and below the screen are rendered as well. */
const SPARE = 8;
/** Browsers lay out no more than about 17 million pixels. A longer list is scrolled at a larger scale. */
const MAX_HEIGHT = 10_000_000;
/** An element that is less high than this, in px, has no room for all its bars. */
const LOW = 320;
/** The scrollbar of a very long list is corrected after this time without a scroll, in ms. */
const SETTLE_MS = 200;

interface Layout {
  /** The rows to render. */
  readonly first: number;
  readonly end: number;
  /** The position of the first of them, and the height of the whole list, in px of the scrolled element. */
  readonly top: number;
  readonly height: number;
}

export class VirtualList implements ReactiveController {
  isFollowing = true;
  /** Whether it followed before it was held. */
  #wasFollowing = false;
  /** How many rows there are. */
  count = 0;
  /** Whether `assignLines` got a row that was not on the screen the last time. */
  hasNewRows = false;
  #rowHeight = 30;
  /** The height of the visible part, in px. */
  #height = 320;
  /** How far the list is scrolled, in px, as if it were laid out in full. */
  #top = 0;
  /** The `scrollTop` of the scrolled element, or the one that the next update gives it. */
  #scrollTop = 0;
  #isMoving = false;
  #scroller: HTMLElement | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** The line of each row on the screen, by the id of the row. */
  #lines = new Map<number, number>();
  #lineCount = 0;
  #isLow = false;
  readonly #observer = new ResizeObserver((entries) => {
    // Only with the element itself: the frame, which is inside, may then change its size once more without an error of a loop.
    if (entries.some(({ target }) => target === this.#element)) this.#measureElement();
    this.#measure();
  });
  readonly #element: LitElement;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  /** The index of the first row on the screen. */
  get firstVisible(): number {
    return Math.floor(this.#top / this.#rowHeight);
  }

  /** The index of the last row of which at least half is on the screen. */
  get lastVisible(): number {
    return Math.min(this.count, Math.round((this.#top + this.#height) / this.#rowHeight)) - 1;
  }

  /** Whether the element is so low that its bars should leave the room to the rows. */
  get isLow(): boolean {
    return this.#isLow;
  }

  follow(isFollowing = true): void {
    this.#wasFollowing = false;
    this.isFollowing = isFollowing;
  }

  /** Stands still while the user looks at a row. Then it follows again if it did before, unless the user has scrolled up meanwhile. */
  hold(isHeld: boolean): void {
    if (!isHeld) return this.follow(this.isFollowing || this.#wasFollowing);
    this.#wasFollowing ||= this.isFollowing;
    this.isFollowing = false;
  }

  layout(): Layout {
    if (this.isFollowing || this.#top > this.#range) this.#moveTo(Infinity);
    const first = Math.max(0, this.firstVisible - SPARE);
    return {
      first,
      end: first + Math.ceil(this.#height / this.#rowHeight) + 2 * SPARE + 1,
      top: this.#scrollTop - this.#top + first * this.#rowHeight,
      height: this.#scrollRange + Math.min(this.#height, this.count * this.#rowHeight),
    };
  }

  /**
   * Gives each row a line, and returns which. ListRows that stay keep theirs, so that they keep the focus and screen readers read
   * out only what is new. Lines that become free at one end are used again at the other: making new ones for each frame of a
   * flood is most of what a frame would cost.
   */
  assignLines(rows: readonly { readonly id: number }[]): (row: { readonly id: number }) => number | undefined {
    const staying = new Set(rows.map(({ id }) => id));
    const free = [...this.#lines].flatMap(([id, line]) => (staying.has(id) ? [] : line));
    this.hasNewRows = this.#lines.size - free.length < rows.length;
    // If none stays, none has to move.
    if (free.length === this.#lines.size) free.reverse();
    const lines = (this.#lines = new Map(
      rows.map(({ id }) => [id, this.#lines.get(id) ?? free.pop() ?? this.#lineCount++]),
    ));
    return ({ id }) => lines.get(id);
  }

  /** Shows other rows. Who does not follow the end keeps their place, whatever came or went above it. */
  change(before: ListRows, rows: ListRows): void {
    const anchor = this.isFollowing || before === rows ? undefined : before.at(this.firstVisible);
    this.count = rows.length;
    if (anchor) this.moveBy(indexOfId(rows, anchor.id) - this.firstVisible);
  }

  /** Scrolls down by this many rows. */
  moveBy(rows: number): void {
    if (rows !== 0) this.#moveTo(this.#top + rows * this.#rowHeight);
  }

  /**
   * Stops following, and scrolls a row into view if it is not.
   * @param isCentered whether it goes to the middle, rather than to the nearest edge
   */
  reveal(index: number, isCentered: boolean): void {
    this.isFollowing = false;
    const top = index * this.#rowHeight;
    const room = this.#height - this.#rowHeight;
    const isAbove = top < this.#top;
    if (isAbove || top > this.#top + room) this.#moveTo(isCentered ? top - room / 2 : isAbove ? top : top - room);
  }

  readonly onscroll = (): void => {
    this.#readScroll();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLE_MS);
  };

  /** Scroll events come with the next frame. This keeps an update before it from undoing the scroll. */
  hostUpdate(): void {
    this.#readScroll();
  }

  /** Puts the rendered rows in their place, and scrolls there. */
  hostUpdated(): void {
    const [frame, scroller, sizer, rows] = this.#element.renderRoot.querySelectorAll<HTMLElement>(
      '.frame, .scroller, .sizer, .window',
    );
    // The observer reports before the next paint, also the first time. It observes the frame, which no scrollbar makes
    // smaller: a scrollbar that appears because of what is then rendered would cause a ResizeObserver loop error.
    if (frame && scroller !== this.#scroller) {
      this.#observer.observe(frame);
      this.#observer.observe(this.#element);
    }
    this.#scroller = scroller;
    if (!scroller || !sizer || !rows) return;
    const { top, height } = this.layout();
    sizer.style.blockSize = `${height}px`;
    // Not a transform, which would be one more layer to compose in each frame.
    rows.style.insetBlockStart = `${top}px`;
    this.#isMoving = !scroller.clientHeight;
    if (Math.abs(scroller.scrollTop - this.#scrollTop) < 1) return;
    scroller.scrollTop = this.#scrollTop;
    // An element that grew may not scroll as far: that does not mean that the user scrolled up.
    if (this.isFollowing) this.#scrollTop = scroller.scrollTop;
  }

  /** An element that is moved in the page, or hidden, loses its scroll position. It gets it back when it is shown again. */
  hostDisconnected(): void {
    clearTimeout(this.#settling);
    this.#isMoving = true;
    this.#element.requestUpdate();
  }

  /** How far the list could be scrolled if it were laid out in full, and how far its element can be scrolled. */
  get #range(): number {
    return Math.max(0, this.count * this.#rowHeight - this.#height);
  }
  get #scrollRange(): number {
    return Math.min(this.#range, MAX_HEIGHT);
  }

  /** The `scrollTop` that belongs to the part of the list on the screen. */
  get #settledScrollTop(): number {
    return this.#range > this.#scrollRange ? Math.round((this.#top / this.#range) * this.#scrollRange) : this.#top;
  }

  #within(top: number): number {
    return Math.min(Math.max(0, top), this.#range);
  }

  #moveTo(top: number): void {
    this.#isMoving = true;
    this.#top = this.#within(top);
    this.#scrollTop = this.#settledScrollTop;
  }

  /** Corrects the scrollbar after turns of the wheel at a larger scale. */
  #settle(): void {
    if (Math.abs(this.#settledScrollTop - this.#scrollTop) < 1) return;
    this.#moveTo(this.#top);
    this.#element.requestUpdate();
  }

  #measureElement(): void {
    const { clientHeight } = this.#element;
    const isLow = clientHeight > 0 ? clientHeight < LOW : this.#isLow;
    if (isLow !== this.#isLow) this.#element.requestUpdate();
    this.#isLow = isLow;
  }

  #measure(): void {
    this.#readScroll();
    const height = this.#scroller?.clientHeight ?? 0;
    const rowHeight = this.#scroller?.firstElementChild?.clientHeight;
    if (!rowHeight) this.#isMoving = true;
    else if (this.#isMoving || height !== this.#height || rowHeight !== this.#rowHeight) {
      const top = (this.#top / this.#rowHeight) * rowHeight;
      this.#height = height;
      this.#rowHeight = rowHeight;
      this.#moveTo(top);
      this.#element.requestUpdate();
    }
  }

  /** Takes over what the user scrolled. Scrolling up stops following, scrolling to the end starts it again. */
  #readScroll(): void {
    if (!this.#scroller) return;
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    const delta = scrollTop - this.#scrollTop;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 4;
    // A hidden element reports zero for everything. One that grew cannot scroll as far as before.
    if (this.#isMoving || !clientHeight || (this.isFollowing && delta < 0 && -delta <= clientHeight - this.#height))
      return;
    if (Math.abs(delta) < 1 || (this.isFollowing && isAtEnd)) return;
    this.#scrollTop = scrollTop;
    // At a larger scale, the wheel still scrolls as many pixels as it says; the scrollbar scrolls further.
    this.#top = this.#within(
      isAtEnd
        ? Infinity
        : scrollTop < 1
          ? 0
          : Math.abs(delta) <= 1.5 * this.#height
            ? this.#top + delta
            : (scrollTop / this.#scrollRange) * this.#range,
    );
    if (isAtEnd || delta < 0) this.follow(delta > 0);
    this.#element.requestUpdate();
  }
}
