/** A long list in parts, of which only those near the screen are in the page. The others leave a gap as high as they are. */
import type { LitElement, ReactiveController } from 'lit';

/** How many rows are in a part. */
export const ROWS_OF_PART = 50;
/** A list of no more rows is in the page as a whole, where the browser's own search finds them. */
export const MAX_WHOLE = 200;
/** This far above and below the screen, parts are in the page as well. */
const MARGIN = '400px 0px';
/** The height of a row, in px, until one was measured. */
const ROW_HEIGHT = 56;

/** The element renders each part as a `.part`, with its key as `data-key` and its number of rows as `data-rows`, in one `.scroll`. */
export class ListParts implements ReactiveController {
  readonly #element: LitElement;
  #root: Element | undefined;
  #observer: IntersectionObserver | undefined;
  #byKey = new Map<string, HTMLElement>();
  readonly #near = new WeakSet<Element>();
  /** The heights of parts that were drawn, in px. */
  readonly #heights = new WeakMap<Element, number>();
  #rowHeight: number | undefined;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  isNear(key: string): boolean {
    const part = this.#byKey.get(key);
    return part !== undefined && this.#near.has(part);
  }

  /** Scrolls the list, and nothing else, so that the element with this id is at its top. If the list is part of the page, scrolls the page. */
  scrollTo(id: string): void {
    const head = this.#root?.querySelector(`#${id}`);
    if (!this.#root || !head) return;
    if (this.#root.scrollHeight <= this.#root.clientHeight) head.scrollIntoView();
    else this.#root.scrollTop += head.getBoundingClientRect().top - this.#root.getBoundingClientRect().top;
  }

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostUpdated(): void {
    const root = this.#element.renderRoot.querySelector('.scroll');
    if (root !== this.#root) this.#observe(root);
    this.#byKey = new Map();
    for (const part of root?.querySelectorAll<HTMLElement>('.part') ?? []) {
      this.#byKey.set(part.dataset['key'] ?? '', part);
      part.style.blockSize = part.childElementCount > 0 ? '' : `${this.#heightOf(part)}px`;
      this.#observer?.observe(part);
    }
  }

  hostDisconnected(): void {
    this.#observe(null);
  }

  #observe(root: Element | null): void {
    this.#observer?.disconnect();
    this.#root = root ?? undefined;
    this.#observer = root ? new IntersectionObserver(this.#onmove, { root, rootMargin: MARGIN }) : undefined;
  }

  readonly #onmove = (entries: readonly IntersectionObserverEntry[], observer: IntersectionObserver): void => {
    let isOther = false;
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (!target.isConnected) observer.unobserve(target);
      const wasNear = this.#near.has(target);
      // One that leaves is still drawn.
      if (target.childElementCount > 0 && boundingClientRect.height > 0) {
        this.#heights.set(target, boundingClientRect.height);
        this.#rowHeight ??= boundingClientRect.height / target.childElementCount;
      }
      if (isIntersecting === wasNear) continue;
      if (isIntersecting) this.#near.add(target);
      else this.#near.delete(target);
      isOther = true;
    }
    if (isOther) this.#element.requestUpdate();
  };

  #heightOf(part: HTMLElement): number {
    return this.#heights.get(part) ?? Number(part.dataset['rows']) * (this.#rowHeight ?? ROW_HEIGHT);
  }
}
