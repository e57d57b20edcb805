/** Whether a click would reach the buttons of a frame in the flow of the page. */

/** How often it looks, in ms: nothing says when something else comes to lie above a button. */
const LOOK_MS = 100;

const BUTTONS = '[part~="actions"] button';

export interface ReachObserver {
  /** Whether somebody wants to know. */
  isWanted(): boolean;
  /** Called each time it has looked. */
  onlook(isReached: boolean): void;
}

/** Looks often, and before any press. */
export function watchReach(frame: HTMLElement, observer: ReachObserver, signal: AbortSignal): void {
  const look = (): void => {
    if (!observer.isWanted() || frame.offsetWidth === 0) return;
    observer.onlook([...frame.querySelectorAll<HTMLElement>(BUTTONS)].every(isOnTop));
  };
  const timer = setInterval(look, LOOK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  for (const type of ['pointerdown', 'keydown', 'scroll'])
    addEventListener(type, look, { capture: true, passive: true, signal });
}

function isOnTop(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return isHit(button, left + width / 2, top + height / 2);
}

/**
 * What is inert, as everything beneath a modal dialog, is at no point. In some browsers, a shadow tree does not know what lies
 * above it in the tree around: so each tree is asked.
 */
export function isHit(element: Element, x: number, y: number): boolean {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot || root instanceof Document) || !element.contains(root.elementFromPoint(x, y)))
    return false;
  return root instanceof Document || isHit(root.host, x, y);
}
