/** Where a popup goes that CSS cannot anchor: at a caret, or in a browser without anchors. */

const GAP = 4;
const EDGE = 8;
const MIN_HEIGHT = 120;

/** Whether CSS can hold a popup at its field. */
export function hasAnchors(): boolean {
  return CSS.supports('position-area: block-end');
}

/** Puts a popup of the top layer below a place in the viewport, or above it where there is more room. */
export function placeAt(popup: HTMLElement, place: DOMRect, isRightToLeft: boolean): void {
  const below = innerHeight - place.bottom - GAP - EDGE;
  const above = place.top - GAP - EDGE;
  popup.style.maxHeight = '';
  const isAbove = below < popup.offsetHeight && above > below;
  popup.style.maxHeight = `${Math.max(MIN_HEIGHT, Math.min(popup.offsetHeight, isAbove ? above : below))}px`;
  const { offsetWidth: width, offsetHeight: height } = popup;
  const left = isRightToLeft ? place.right - width : place.left;
  popup.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - EDGE - width))}px`;
  popup.style.top = `${isAbove ? place.top - GAP - height : place.bottom + GAP}px`;
}
