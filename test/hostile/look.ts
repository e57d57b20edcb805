/** What an element must never do, whatever a server says. */
import { ancestorsOf, everything } from '../support/flat-tree.ts';
import { ORIGIN } from './stage.ts';

const ACTIVE = new Set([
  'script',
  'iframe',
  'frame',
  'object',
  'embed',
  'link',
  'base',
  'meta',
  'style',
  'template',
  'marquee',
  'foreignobject',
  'portal',
]);
const ADDRESSES = [
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'srcset',
  'background',
  'ping',
  'cite',
  'xlink:href',
];
const SPOKEN = ['aria-label', 'aria-description', 'title', 'alt', 'placeholder'];
/** Nobody listens to a longer name. */
const MAX_SPOKEN = 1_000;
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0D\uFEFF\uFFA0\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]|[\u200C\u200D\uFE0E\uFE0F]{3}|[A-Za-z][\u200C\u200D\uFE0E\uFE0F]/u;
/** Stacks of combining marks, which are painted over what is around them. */
const TOWER = /[\p{Mn}\p{Me}]{9}/u;

/** The page's boxes around the element. */
export function surroundings(): string {
  return ['above', 'beside']
    .map((id) => {
      const { x, y, width } = document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect();
      return [id, x, y, width].join(' ');
    })
    .join(', ');
}

export function faultsOf(place: HTMLElement, around: string): string[] {
  // An element may scroll to the focus.
  scrollTo(0, 0);
  const elements = everything(place);
  const dialogs = elements.filter(
    (element): element is HTMLDialogElement => element instanceof HTMLDialogElement && element.open,
  );
  return [
    ...elements.flatMap(activityOf),
    ...elements.flatMap(wordsOf),
    ...widthsOf(place, elements, dialogs),
    ...(surroundings() === around ? [] : [`what is around it moved: ${surroundings()} instead of ${around}`]),
    ...(dialogs.length > 0
      ? dialogs.flatMap(coveredIn)
      : ['above', 'beside'].flatMap((id) => coverOf(document.getElementById(id)))),
  ];
}

/** What could run, or send a request. */
function activityOf(element: Element): string[] {
  return [
    ...(ACTIVE.has(element.localName) ? [`there is a ${element.localName}`] : []),
    ...[...element.attributes].flatMap(({ name, value }) => {
      if (name.startsWith('on') || name === 'srcdoc') return [`${element.localName} has ${name}`];
      return ADDRESSES.includes(name) && !/^(?:#|blob:|https?:|mailto:)/.test(value)
        ? [`${element.localName} has ${name}=${value.slice(0, 80)}`]
        : [];
    }),
  ];
}

/** Text that is displayed or spoken but invisible. */
function wordsOf(element: Element): string[] {
  const shown = [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : []));
  const spoken = SPOKEN.flatMap((name) => element.getAttribute(name) ?? []);
  const where = `${element.localName}.${element.className}`;
  return [
    ...[...shown, ...spoken].flatMap((words) => [
      ...(UNSEEN.test(words) ? [`unseen characters in ${where}: ${JSON.stringify(words.slice(0, 80))}`] : []),
      ...(TOWER.test(words) ? [`a tower of marks in ${where}`] : []),
    ]),
    ...spoken.flatMap((words) =>
      words.length > MAX_SPOKEN ? [`${words.length} characters are spoken for ${where}`] : [],
    ),
  ];
}

function widthsOf(place: HTMLElement, elements: readonly Element[], dialogs: readonly HTMLElement[]): string[] {
  const root = document.documentElement;
  const box = place.getBoundingClientRect();
  const wide = [root, place, ...dialogs]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((element) => `${element.localName} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
  const out = elements
    .filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      // Spaces hang at the end of a line and are not visible.
      if (width === 0 || height === 0 || (element.localName === 'bdi' && element.textContent.trim() === ''))
        return false;
      const isOnTop = dialogs.length > 0 || isInPopover(element);
      return left < (isOnTop ? 0 : box.left) - 1 || right > (isOnTop ? innerWidth : box.right) + 1;
    })
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isClipped(element));
  return [
    ...wide,
    ...out
      .slice(0, 3)
      .map(
        (element) =>
          `${element.localName}.${element.className} reaches out of the place: ${JSON.stringify(element.textContent.slice(0, 40))}`,
      ),
  ];
}

const isInPopover = (element: Element): boolean =>
  [element, ...ancestorsOf(element)].some((own) => own.matches(':popover-open'));
const isClipped = (element: Element): boolean =>
  [element, ...ancestorsOf(element)].some(
    (own) => own.localName !== 'body' && own.localName !== 'html' && getComputedStyle(own).overflowX !== 'visible',
  );

/** The server's address and the user's choices are visible and reachable without scrolling. */
function coveredIn(dialog: HTMLDialogElement): string[] {
  const inDialog = everything(dialog);
  const buttons = inDialog.filter((element) => element instanceof HTMLButtonElement && element.closest('.foot'));
  const origin = inDialog.find((element) => element.textContent === ORIGIN && element.childElementCount === 0);
  return [
    ...(buttons.length > 1 ? [] : ['the buttons are not there']),
    ...(origin ? [] : ['the origin is not there']),
    ...[...buttons, ...(origin ? [origin] : [])].flatMap(coverOf),
  ];
}

function coverOf(element: Element | null | undefined): string[] {
  const { left, top, width, height, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
  const what = `${element?.localName ?? ''}#${element?.id ?? ''}.${element?.className ?? ''} ${element?.textContent.slice(0, 30) ?? ''}`;
  if (width < 2 || height < 2) return [`${what} has no size`];
  if (top < 0 || bottom > innerHeight)
    return [`${what} is out of sight, from ${Math.round(top)} to ${Math.round(bottom)}`];
  const hit = topAt(document, left + width / 2, top + height / 2);
  return hit && (hit === element || ancestorsOf(hit).includes(element ?? hit))
    ? []
    : [`${what} is covered by ${hit?.localName ?? 'nothing'}.${hit?.className ?? ''}`];
}

function topAt(root: DocumentOrShadowRoot, x: number, y: number): Element | null {
  const hit = root.elementFromPoint(x, y);
  return hit?.shadowRoot && hit.shadowRoot !== root ? (topAt(hit.shadowRoot, x, y) ?? hit) : hit;
}
