/** The part of a long list that is on the screen, and whether it follows the end. */

/** So many rows above and below stand ready. */
const SPARE = 8;

export interface Slice {
  readonly first: number;
  readonly end: number;
}

export class Tail {
  isFollowing = true;
  rowHeight = 30;
  #top = 0;
  #height = 320;

  /** Which rows to render. */
  slice(count: number): Slice {
    const visible = Math.ceil(this.#height / this.rowHeight);
    const last = Math.max(0, count - visible);
    const first = Math.max(0, (this.isFollowing ? last : Math.min(last, Math.floor(this.#top / this.rowHeight))) - SPARE);
    return { first, end: Math.min(count, first + visible + 2 * SPARE) };
  }

  /** Takes in what was measured. Returns whether that changes anything. */
  measure(height: number, rowHeight: number): boolean {
    if (rowHeight === 0 || (height === this.#height && rowHeight === this.rowHeight)) return false;
    this.#height = height;
    this.rowHeight = rowHeight;
    return true;
  }

  /** Takes in where the list was scrolled to, other than by the user. */
  moved(scrollTop: number): void {
    this.#top = scrollTop;
  }

  /** After a scroll: up pauses, down to the end follows again. Returns whether there is something new to show. */
  scrolled({ scrollTop, clientHeight, scrollHeight }: Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean {
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - 4;
    const before = this.#top;
    this.#top = scrollTop;
    if (this.isFollowing && isAtEnd) return false;
    if (this.isFollowing && scrollTop < before - 1) this.isFollowing = false;
    else if (isAtEnd && scrollTop > before + 1) this.isFollowing = true;
    return true;
  }

  /** Where to scroll so that the row is in view; undefined when it is. */
  scrollTopFor(index: number): number | undefined {
    const top = index * this.rowHeight;
    if (top < this.#top) return top;
    return top + this.rowHeight > this.#top + this.#height ? top + this.rowHeight - this.#height : undefined;
  }
}
