/** Whether a click would reach the buttons of a frame in the flow of the page. */
import { parentOf } from './in-sight.ts';

/** How often it looks, in ms: nothing says when something else comes to lie above a button. */
const LOOK_MS = 100;

const BUTTONS = '[part~="actions"] button';

export class Reach {
  readonly #frame: HTMLElement;
  readonly #onlook: (isReached: boolean) => void;
  #watch: AbortController | undefined;

  /** @param onlook called each time it has looked */
  constructor(frame: HTMLElement, onlook: (isReached: boolean) => void, signal: AbortSignal) {
    this.#frame = frame;
    this.#onlook = onlook;
    signal.addEventListener('abort', () => this.rest(), { once: true });
  }

  /** From now on it looks often, and before any press. */
  follow(): void {
    if (this.#watch) return;
    const { signal } = (this.#watch = new AbortController());
    const timer = setInterval(this.#look, LOOK_MS);
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    for (const type of ['pointerdown', 'keydown', 'scroll'])
      addEventListener(type, this.#look, { capture: true, passive: true, signal });
  }

  /** Looks no more. */
  rest(): void {
    this.#watch?.abort();
    this.#watch = undefined;
  }

  readonly #look = (): void => {
    if (this.#frame.offsetWidth === 0) return;
    this.#onlook([...this.#frame.querySelectorAll<HTMLElement>(BUTTONS)].every(isOnTop));
  };
}

function isOnTop(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return isHit(button, left + width / 2, top + height / 2);
}

/** Some browsers measure in px of what is zoomed, but ask for points in those of the window. */
function zoomOf(element: Element): number {
  if ('currentCSSZoom' in element) return 1;
  let zoom = 1;
  for (let each: Element | null = element; each; each = parentOf(each))
    zoom *= Number(getComputedStyle(each).zoom) || 1;
  return zoom;
}

/**
 * What is inert, as everything beneath a modal dialog, is at no point. In some browsers, a shadow tree does not know what lies
 * above it in the tree around: so each tree is asked.
 */
export function isHit(element: Element, x: number, y: number): boolean {
  const zoom = zoomOf(element);
  return isAt(element, x * zoom, y * zoom);
}

function isAt(element: Element, x: number, y: number): boolean {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document) || !element.contains(root.elementFromPoint(x, y)))
    return false;
  return root instanceof Document || isAt(root.host, x, y);
}
