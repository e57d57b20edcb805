/** The popup of the menu: below the field, or at the caret in a box of the page. */

const GAP = 4;
const EDGE = 8;
const MIN_HEIGHT = 120;

/** What the popup is placed at. */
export interface Anchor {
  readonly rect: DOMRect;
  readonly isRightToLeft: boolean;
}

/** Whether CSS anchor positioning can place a popup at its field. */
export function hasAnchors(): boolean {
  return CSS.supports('position-area: block-end');
}

/** Opens and closes a popover, and keeps it at its anchor while the page scrolls, where CSS cannot do that. */
export class Popup {
  readonly #anchor: () => Anchor | undefined;
  #popover: HTMLElement | undefined;
  #watch: AbortController | undefined;

  /** @param anchor called whenever the popup is placed; undefined when there is nothing to place it at */
  constructor(anchor: () => Anchor | undefined) {
    this.#anchor = anchor;
  }

  /**
   * @param popover an element with `popover="manual"`
   * @param isFree whether this class places it, instead of CSS
   */
  update(popover: HTMLElement, isOpen: boolean, isFree: boolean): void {
    this.#popover = popover;
    if (popover.matches(':popover-open') !== isOpen) popover.togglePopover(isOpen);
    if (!isOpen || !isFree) return this.stop();
    if (!this.#watch) {
      const { signal } = (this.#watch = new AbortController());
      addEventListener('scroll', this.#place, { signal, capture: true, passive: true });
      addEventListener('resize', this.#place, { signal });
    }
    this.#place();
  }

  /** Stops watching the page. */
  stop(): void {
    this.#watch?.abort();
    this.#watch = undefined;
  }

  readonly #place = (): void => {
    const anchor = this.#anchor();
    if (this.#popover && anchor) placeAt(this.#popover, anchor);
  };
}

/** Puts a popup of the top layer below its anchor, or above it when there is more room. */
function placeAt(popup: HTMLElement, { rect, isRightToLeft }: Anchor): void {
  const below = innerHeight - rect.bottom - GAP - EDGE;
  const above = rect.top - GAP - EDGE;
  popup.style.maxHeight = '';
  const isAbove = below < popup.offsetHeight && above > below;
  popup.style.maxHeight = `${Math.max(MIN_HEIGHT, Math.min(popup.offsetHeight, isAbove ? above : below))}px`;
  const { offsetWidth: width, offsetHeight: height } = popup;
  const left = isRightToLeft ? rect.right - width : rect.left;
  popup.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - EDGE - width))}px`;
  popup.style.top = `${isAbove ? rect.top - GAP - height : rect.bottom + GAP}px`;
}
