/** Finds what is wider than its box. */
import { ancestorsOf, everything, parentOf } from '../support/flat-tree.ts';

/** Tables in a text, and text being edited, may scroll sideways: users can reach their contents. */
const SCROLLING = 'textarea, input, select, .table';

/** @param slack how much wider than its box something may be, in px, without breaking a letter */
export function overflows(slack = 1): string[] {
  const root = document.documentElement;
  const isLeftOut = findLeftOut();
  const faults = root.scrollWidth > root.clientWidth + slack - 1 ? [`the page is ${root.scrollWidth} px wide`] : [];
  for (const element of everything(document.body)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || isLeftOut(element)) continue;
    const where = (): string => [element, ...ancestorsOf(element)].slice(0, 4).map(nameOf).join(' in ');
    const { scrollWidth, clientWidth } = element;
    if (/auto|scroll/.test(getComputedStyle(element).overflowX) && scrollWidth > clientWidth + slack)
      faults.push(`${where()} has to be scrolled: ${scrollWidth} px in ${clientWidth}`);
    const outside = [
      ...outsideOf(isOnTop(element) ? undefined : boxAround(parentOf(element)), marginBoxOf(element), slack),
      ...outsideOf(boxAround(element), textOf(element), slack),
    ];
    faults.push(...outside.slice(0, 1).map((reach) => `${where()} ${reach}`));
  }
  return faults;
}

function nameOf({ localName, classList }: Element): string {
  return [localName, ...classList].join('.');
}

/** A text that is cut off shows an ellipsis, and a text that is only read aloud has no size. Both apply to everything inside it. */
function findLeftOut(): (element: Element) => boolean {
  // Each ancestor is checked once, not once for each element inside it.
  const known = new Map<Element, boolean>();
  const isCut = (element: Element): boolean => {
    const { textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none';
  };
  const isInside = (element: Element): boolean => {
    const seen = known.get(element);
    if (seen !== undefined) return seen;
    const parent = parentOf(element);
    const answer = isCut(element) || (parent !== null && isInside(parent));
    known.set(element, answer);
    return answer;
  };
  return (element) => element.closest(SCROLLING) !== null || isInside(element);
}

function isOnTop(element: Element): boolean {
  return /absolute|fixed/.test(getComputedStyle(element).position);
}

/** A negative margin means that an element sticks out on purpose. For inline elements, the text is checked. */
function marginBoxOf(element: Element): DOMRect[] {
  const { display, marginLeft, marginRight } = getComputedStyle(element);
  if (display === 'inline') return [];
  const [before, after] = [marginLeft, marginRight].map((margin) => Math.min(0, Number.parseFloat(margin)));
  const { left, top, width, height } = element.getBoundingClientRect();
  return [new DOMRect(left - (before ?? 0), top, width && width + (before ?? 0) + (after ?? 0), height)];
}

/** The nearest box: inline elements span several lines, and `contents` has none. */
function boxAround(element: Element | null): DOMRect | undefined {
  if (!element) return undefined;
  return /^(?:inline|contents)$/.test(getComputedStyle(element).display)
    ? boxAround(parentOf(element))
    : element.getBoundingClientRect();
}

/** A text can flow out of its box without making it wider; white space at the end of a line may do that. */
function textOf(element: Element): DOMRect[] {
  return [...element.childNodes].flatMap((node) => {
    if (!(node instanceof Text)) return [];
    return [...node.data.matchAll(/\S+/gu)].flatMap(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return [...range.getClientRects()];
    });
  });
}

function outsideOf(
  box = new DOMRect(0, 0, innerWidth, innerHeight),
  rectangles: readonly DOMRect[],
  slack: number,
): string[] {
  return rectangles
    .filter(({ left, right, width }) => width > 0 && (left < box.left - slack || right > box.right + slack))
    .map(
      ({ left, right }) =>
        `reaches from ${Math.round(left)} to ${Math.round(right)} px, and its box from ${Math.round(box.left)} to ${Math.round(box.right)}`,
    );
}
