/** How much of the head of a request has to be on the screen, in pages that scale or zoom it. */
import { assert } from 'chai';
import { SeenHead } from '../../../packages/elements/src/internal/dialog/seen-head.ts';
import { mount, unmount, until } from './page.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Nothing happens within it. */
const A_WHILE = 500;

let owner = new AbortController();
beforeEach(() => (owner = new AbortController()));
afterEach(() => {
  owner.abort();
  unmount();
  document.adoptedStyleSheets = [];
});

/** A heading of 150 px in a box of 100 px, the box at this distance from the top of the window, and what says whether it was seen. */
function watched(css: string, top: number): { head: SeenHead; move: (top: number) => void } {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `#page { position: fixed; inset: 0 auto auto 0; } .frame { inline-size: 100px; block-size: 100px; overflow: auto; }
    .frame h2 { inline-size: 80px; block-size: 150px; margin: 0; } ${css}`,
  );
  document.adoptedStyleSheets = [sheet];
  const page = mount('<div id="page"><div id="scaled"><div class="frame"><h2>Head</h2></div></div></div>');
  const frame = page.querySelector<HTMLElement>('.frame') ?? assert.fail();
  const outer = page.querySelector<HTMLElement>('#page') ?? assert.fail();
  const move = (to: number): void => void (outer.style.top = `${to}px`);
  move(top);
  const head = new SeenHead(
    frame,
    () => false,
    () => {},
    owner.signal,
  );
  head.watch(50);
  return { head, move };
}

for (const [what, css, size] of [
  ['not scaled', '', 1],
  ['scaled up', '#scaled { scale: 2; transform-origin: 0 0; }', 2],
  ['scaled down', '#scaled { scale: .5; transform-origin: 0 0; }', 0.5],
  ['zoomed in', '#scaled { zoom: 2; }', 2],
  ['zoomed out', '#scaled { zoom: .5; }', 0.5],
  [
    'turned',
    '#scaled { rotate: 90deg; transform-origin: 50px 50px; scale: 1; inline-size: 100px; block-size: 100px; }',
    1,
  ],
] as const)
  describe(`The head of a request that is ${what}`, () => {
    it('is not seen while a part of the box that it scrolls in is off the screen', async () => {
      const { head } = watched(css, innerHeight - 60 * size);
      await pause(A_WHILE);
      assert.isFalse(head.isSeen);
    });

    it('is seen when its box is on the screen', async () => {
      const { head } = watched(css, 10);
      await until(() => head.isSeen);
    });
  });
