/** Whether the user can see an element, or scroll to it, as far as that is cheap to tell. */

/** In px. Texts for screen readers only are in a box of one. */
const TINY = 1;

export function isInSight(element: HTMLElement): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const own = element.getBoundingClientRect();
  let scrolls = false;
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { overflowX, overflowY, position } = getComputedStyle(each);
    // A box around something empty may be empty as well.
    if (own.width > TINY && overflowX !== 'visible' && each.clientWidth <= TINY && isBox(each)) return false;
    if (own.height > TINY && overflowY !== 'visible' && each.clientHeight <= TINY && isBox(each)) return false;
    // The page does not scroll to it.
    if (position === 'fixed') {
      const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
      return !(
        (width > 0 && (right <= 0 || left >= innerWidth)) ||
        (height > 0 && (bottom <= 0 || top >= innerHeight))
      );
    }
    scrolls ||= [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
  }
  if (scrolls || getComputedStyle(document.documentElement).direction === 'rtl') return true;
  // Nobody scrolls to what is before the start of the page.
  return !((own.width > 0 && own.right + scrollX <= 0) || (own.height > 0 && own.bottom + scrollY <= 0));
}

/** The height, in px, of the lowest box around the element that scrolls, or of the window. */
export function heightAround(element: HTMLElement): number {
  let height = innerHeight;
  for (let each = parentOf(element); each; each = parentOf(each)) {
    const { overflowY } = getComputedStyle(each);
    if ((overflowY === 'auto' || overflowY === 'scroll') && isBox(each)) height = Math.min(height, each.clientHeight);
  }
  return height;
}

/** Inline elements and the page itself have no box that clips. */
function isBox(element: Element): boolean {
  const { display } = getComputedStyle(element);
  return (
    display !== 'inline' && display !== 'contents' && element !== document.body && element !== document.documentElement
  );
}

/** A box around something, and in which directions it hides what is outside of it. */
interface Clip {
  readonly box: Element;
  readonly clipsX: boolean;
  readonly clipsY: boolean;
}

/**
 * The boxes that clip an element, from the inside out. What has `position: absolute` or `fixed` is clipped by fewer boxes than are
 * around it. The window is none of them.
 */
export function* clipsAround(element: Element): Generator<Clip> {
  let { position } = getComputedStyle(element);
  for (let box = parentOf(element); box; box = parentOf(box)) {
    const style = getComputedStyle(box);
    const { display, overflowX, overflowY } = style;
    if (display === 'contents' || !isContaining(style, position)) continue;
    ({ position } = style);
    const [clipsX, clipsY] = [overflowX !== 'visible', overflowY !== 'visible'];
    if ((clipsX || clipsY) && display !== 'inline' && !isOfWindow(box)) yield { box, clipsX, clipsY };
    if (box.matches(':is(:modal, :popover-open, :fullscreen)')) return;
  }
}

/** Whether what is in it, and has this position, moves with it. In doubt not: then less clips. */
function isContaining(style: CSSStyleDeclaration, position: string): boolean {
  if (position === 'absolute' ? style.position !== 'static' : position !== 'fixed') return true;
  const { transform, translate, scale, rotate, perspective, filter, contain } = style;
  return (
    [transform, translate, scale, rotate, perspective, filter].some((value) => value && value !== 'none') ||
    /paint|layout|strict|content/.test(contain)
  );
}

/** The upper edge of what can be seen around an element, in the boxes that clip it, in px of the window. */
export function visibleTop(element: Element): number {
  let top = 0;
  for (const { box, clipsY } of clipsAround(element)) if (clipsY) top = Math.max(top, box.getBoundingClientRect().top);
  return top;
}

/** Whether the overflow of the page's outermost elements is that of the window. */
function isOfWindow(element: Element): boolean {
  const { body, documentElement } = document;
  if (element !== body) return element === documentElement;
  const { overflowX, overflowY } = getComputedStyle(documentElement);
  return overflowX === 'visible' && overflowY === 'visible';
}

/** The element around it on the screen. */
export function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}
