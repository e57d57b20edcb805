/** A page with elements in it, and what a user or a test does there. */
import { assert } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run(context: Element, options: RunOptions): Promise<AxeResults> };
  }
}

let mounted: HTMLElement | undefined;

/** Puts markup of the test's own into the page. */
export function mount(markup: string): HTMLElement {
  const main = document.createElement('main');
  main.innerHTML = `<h1>Test</h1><h2>Elements</h2>${markup}`;
  document.body.append(main);
  mounted = main;
  return main;
}

/** Takes away what `mount` put there. */
export function unmount(): void {
  mounted?.remove();
  mounted = undefined;
}

/** The first element of this tag in the page. */
export function find<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  root: ParentNode = document,
): HTMLElementTagNameMap[T] {
  const element = root.querySelector(tag);
  assert.isNotNull(element, `there is no <${tag}>`);
  return element;
}

/** Resolves with what `look` gives as soon as that is neither undefined, null nor false. A busy machine may take long. */
export async function until<T>(look: () => T | undefined | null | false, what = String(look)): Promise<T> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const seen = look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`in vain: ${what}`);
}

/** All text of an element and of the elements inside it, as one line; hidden parts are left out. */
export function textOf(node: Node): string {
  const parts: string[] = [];
  const visit = (current: Node): void => {
    if (current instanceof Text) parts.push(current.data);
    if (current instanceof HTMLElement && (current.hidden || current.localName === 'style')) return;
    for (const child of (current instanceof Element && current.shadowRoot ? current.shadowRoot : current).childNodes)
      visit(child);
  };
  visit(node);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Every element in `root` and in the shadow roots inside it. */
export function deep(root: Node): Element[] {
  const own = root instanceof Element ? [root] : [];
  const children = root instanceof Element && root.shadowRoot ? root.shadowRoot : root;
  return [...own, ...[...children.childNodes].flatMap((child) => (child instanceof Element ? deep(child) : []))];
}

/** The shown button with this accessible name. */
export function button(root: Element, name: string): HTMLButtonElement | undefined {
  return deep(root).find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement &&
      element.checkVisibility() &&
      (element.getAttribute('aria-label') ?? textOf(element)) === name,
  );
}

/**
 * How long the fastest of a few tries took, in ms of a machine that does nothing else.
 * Nothing is tried again once it was fast enough.
 */
export async function fastestOf(work: () => unknown, enoughMs: number): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 5 && best >= enoughMs; round++) {
    const before = slowness();
    const start = performance.now();
    await work();
    const took = performance.now() - start;
    best = Math.min(best, took / Math.max(1, (before + slowness()) / 2));
  }
  return best;
}

/** What known work takes now over what it takes on an idle machine, about: other pages compute as well. */
function slowness(): number {
  const IDLE_MS = 20;
  const start = performance.now();
  let sum = 0;
  for (let index = 0; index < 15_000_000; index++) sum = (sum * 31 + index) | 0;
  const took = performance.now() - start;
  assert.isNumber(sum);
  return took / IDLE_MS;
}

/** Clicks as a user does, with the mouse. What moves away at the last moment is clicked where it is then; what is covered is not. */
export async function click(target: Element): Promise<void> {
  for (const isLast of [false, false, true]) if (await clickOnce(target, isLast)) return;
}

/** Returns whether it hit. A click beside the target is none, but for the last one. */
async function clickOnce(target: Element, isLast: boolean): Promise<boolean> {
  const position = await placeOf(target);
  const watch = new AbortController();
  let isMissed = false;
  const onpress = (event: Event): void => {
    if (event.type === 'pointerdown') isMissed = !isLast && !event.composedPath().includes(target);
    if (!isMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const press of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(press, onpress, { capture: true, signal: watch.signal });
  await sendMouse({ type: 'click', position });
  watch.abort();
  return !isMissed;
}

/** Its middle, once it is at rest. */
async function placeOf(target: Element): Promise<[number, number]> {
  const look = (): DOMRect => {
    target.scrollIntoView({ block: 'nearest' });
    return target.getBoundingClientRect();
  };
  // What is still on its way may move it from under the pointer.
  let { x, y, width, height } = look();
  for (let attempt = 0; attempt < 50; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const now = look();
    const isAtRest = now.x === x && now.y === y && now.width === width && now.height === height;
    ({ x, y, width, height } = now);
    if (isAtRest) break;
  }
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
}

export async function press(key: string): Promise<void> {
  await sendKeys({ press: key });
}

/** A key with Control or Shift. Some drivers know that as three presses, the others as one; what they do not know can confuse them. */
export async function pressWith(modifier: 'Control' | 'Shift', key: string): Promise<void> {
  try {
    await sendKeys({ down: modifier });
  } catch {
    await sendKeys({ press: `${modifier}+${key}` });
    return;
  }
  await sendKeys({ press: key });
  await sendKeys({ up: modifier });
}

/** Alt and a key, as the focused element hears of it: the key alone would open the menu of some browsers. */
export function pressAlt(key: string): void {
  focused()?.dispatchEvent(
    new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, composed: true, cancelable: true }),
  );
}

export async function type(text: string): Promise<void> {
  await sendKeys({ type: text });
}

/** The element with the focus, inside shadow roots too. */
export function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Fails when axe finds a barrier, in light or in dark. The second time only the rules about colours can say anything new. */
export async function assertAccessible(element: Element): Promise<void> {
  const axe = await loadAxe();
  for (const scheme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = scheme;
    document.documentElement.style.background = 'canvas';
    const animations = deep(element).flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? []);
    // One whose element is drawn anew meanwhile is broken off, which is an end too.
    await Promise.allSettled(
      animations.flatMap(({ effect, finished }) =>
        effect?.getComputedTiming().endTime === Infinity ? [] : [finished],
      ),
    );
    const { violations } = await axe.run(element, scheme === 'dark' ? { runOnly: COLOUR_RULES } : {});
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
    );
    assert.deepEqual(found, [], scheme);
  }
  document.documentElement.removeAttribute('style');
}

/** A script of its own: most tests can do without its 600 kB. */
async function loadAxe(): Promise<NonNullable<typeof window.axe>> {
  if (!window.axe) {
    const script = Object.assign(document.createElement('script'), { src: '/node_modules/axe-core/axe.min.js' });
    const loaded = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }));
    document.head.append(script);
    await loaded;
    script.remove();
  }
  return window.axe ?? assert.fail('axe did not load');
}
