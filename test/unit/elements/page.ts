/** A page with elements in it, and what a user or a test does there. */
import { assert } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { AxeResults, RunOptions } from 'axe-core';
import { isChromium } from '../../support/engine.ts';

declare global {
  interface Window {
    axe?: { run(context: Element, options: RunOptions): Promise<AxeResults> };
  }
}

let mounted: HTMLElement | undefined;

/** Adds the test's markup to the page. */
export function mount(markup: string): HTMLElement {
  const main = document.createElement('main');
  main.innerHTML = `<h1>Test</h1><h2>Elements</h2>${markup}`;
  document.body.append(main);
  mounted = main;
  return main;
}

/** Removes what `mount` added. */
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

/** Resolves with the result of `look` as soon as it is neither undefined, null nor false. A busy machine may take long. */
export async function until<T>(look: () => T | undefined | null | false, what = String(look)): Promise<T> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const seen = look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`in vain: ${what}`);
}

/** All visible text of an element and of the elements inside it, as one line. */
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

/** The visible button with this accessible name. */
export function button(root: Element, name: string): HTMLButtonElement | undefined {
  return deep(root).find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement &&
      element.checkVisibility() &&
      (element.getAttribute('aria-label') ?? textOf(element)) === name,
  );
}

/**
 * The duration of the fastest of a few tries, in ms of an idle machine.
 * There is no further try once one was fast enough.
 */
export const fastestOf = (work: () => unknown, enoughMs: number): Promise<number> =>
  shortestOf(async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  }, enoughMs);

/** The same for work that measures itself: it resolves with what it took, in ms. */
export async function shortestOf(measure: () => Promise<number>, enoughMs: number): Promise<number> {
  // Most work is fast enough as it is. Finding out how busy the machine is takes longer than the work, in WebKit by far.
  let best = await measure();
  for (let round = 0; round < 5 && best >= enoughMs; round++) {
    const before = slowness();
    const took = await measure();
    best = Math.min(best, took / Math.max(1, (before + slowness()) / 2));
  }
  return best;
}

/** What the work below takes on an idle machine. */
const IDLE_WORK_MS = 20;

/** About how much longer known work takes now than on an idle machine, because other pages compute as well. */
function slowness(): number {
  const start = performance.now();
  let sum = 0;
  for (let index = 0; index < 15_000_000; index++) sum = (sum * 31 + index) | 0;
  const took = performance.now() - start;
  assert.isNumber(sum);
  return took / IDLE_WORK_MS;
}

/** Clicks with the mouse, as a user does. If the target moves at the last moment, it is clicked where it is then. A covered target is not clicked. */
export async function click(target: Element): Promise<void> {
  for (const isLast of [false, false, true]) if (await clickOnce(target, isLast)) return;
}

/** Returns whether it hit the target. Only the last try clicks anywhere else. */
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

/**
 * Clicks the button with this name as soon as it works, and again if nothing happens: a dialog ignores a press on a button that
 * has just moved.
 */
export async function chooseIn(root: Element, name: string): Promise<void> {
  let isTaken = false;
  for (let attempt = 0; attempt < 5 && !isTaken; attempt++) {
    const target = await until(() => {
      const found = button(root, name);
      return found?.ariaDisabled === 'true' ? undefined : found;
    }, name);
    // What moves meanwhile waits again, and takes no press that began before.
    let wasOn = true;
    const onpress = (): void => void (wasOn &&= target.ariaDisabled !== 'true');
    const onclick = (): void => {
      onpress();
      isTaken = wasOn;
    };
    // First, before an answer turns the button off.
    const first = { capture: true, once: true };
    target.addEventListener('pointerdown', onpress, first);
    target.addEventListener('click', onclick, first);
    await click(target);
    // Some drivers do not wait for what comes of the mouse.
    for (let look = 0; look < 20 && !isTaken && target.isConnected; look++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    target.removeEventListener('pointerdown', onpress, first);
    target.removeEventListener('click', onclick, first);
  }
  assert.isTrue(isTaken, `${name} takes no click`);
}

/** Its center, once it is at rest. */
async function placeOf(target: Element): Promise<[number, number]> {
  const look = (): DOMRect => {
    target.scrollIntoView({ block: 'nearest' });
    return target.getBoundingClientRect();
  };
  // Parts that are still loading may move it away from the pointer.
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

/** A key with Control or Shift. Some drivers expect three presses, others one; an unknown form can confuse them. */
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

/** Alt and a key, as the focused element receives it: the key alone would open the menu of some browsers. */
export function pressAlt(key: string): void {
  focused()?.dispatchEvent(
    new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, composed: true, cancelable: true }),
  );
}

export async function type(text: string): Promise<void> {
  await sendKeys({ type: text });
}

/** The element with the focus, including shadow roots. */
export function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Fails if axe finds a barrier, in light or in dark. The second run checks only the rules about colors. In Chromium only:
 * axe computes from what the tests have already checked in every engine, and takes longer than most of them.
 */
export async function assertAccessible(element: Element): Promise<void> {
  if (!isChromium) return;
  const axe = await loadAxe();
  for (const scheme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = scheme;
    document.documentElement.style.background = 'canvas';
    const animations = deep(element).flatMap(({ shadowRoot }) => shadowRoot?.getAnimations() ?? []);
    // If an element is rendered again meanwhile, its animation is cancelled, which also counts as an end.
    await Promise.allSettled(
      animations.flatMap(({ effect, finished }) =>
        effect?.getComputedTiming().endTime === Infinity ? [] : [finished],
      ),
    );
    const { violations } = await axe.run(element, {
      resultTypes: ['violations'],
      // Off by default.
      rules: { 'target-size': { enabled: true } },
      ...(scheme === 'dark' && { runOnly: COLOR_RULES, rules: {} }),
    });
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
    );
    assert.deepEqual(found, [], scheme);
  }
  document.documentElement.removeAttribute('style');
}

/** Loaded separately, because most tests do not need its 600 kB. */
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
