/** The appearance and accessibility of every element, in every state of the gallery and with every user preference. */
import { chromiumArgs, chromiumWithWindows } from '../../scripts/browsers.mjs';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { stylesheets } from '../gallery/stylesheets.ts';
import type { Showing } from '../gallery/window.ts';
import { faultsOf } from './axe.ts';
import { bundle } from './bundle.ts';
import { drawnContrasts } from './drawn-contrast.ts';
import { serveSite, type Site } from './serve.ts';
import { type Browser, expect, type Page, test } from './test.ts';

// As visitors see it: the headless shell positions letters differently, by a pixel or two.
test.use({
  launchOptions: [
    async ({ browserName, launchOptions }, use) =>
      use(browserName === 'chromium' ? { args: chromiumArgs, ...(await chromiumWithWindows()) } : launchOptions),
    { scope: 'worker' },
  ],
});

let site: Site;
let gallery: typeof window.gallery;
/** Texts as real servers write them. */
let honest: typeof window.gallery;

test.beforeAll(async ({ browser }) => {
  const file = async (name: string): Promise<string> =>
    readFile(new URL(`../gallery/${name}`, import.meta.url), 'utf8');
  site = await serveSite({
    '/': { type: 'text/html; charset=utf-8', body: await file('state.html') },
    '/page.css': { type: 'text/css; charset=utf-8', body: await file('page.css') },
    '/page.ts': {
      type: 'text/javascript; charset=utf-8',
      body: await bundle(new URL('../gallery/page.ts', import.meta.url)),
    },
    ...Object.fromEntries(
      await Promise.all(
        stylesheets.map(async (name) => {
          const path = `packages/elements/themes/${name}.css`;
          const body = await readFile(new URL(`../../${path}`, import.meta.url));
          return [`/${path}`, { type: 'text/css; charset=utf-8', body }] as const;
        }),
      ),
    ),
    '/packages/elements/app-sandbox.html': {
      type: 'text/html; charset=utf-8',
      body: await readFile(new URL('../../packages/elements/app-sandbox.html', import.meta.url)),
    },
  });
  const page = await browser.newPage();
  await page.goto(site.origin);
  gallery = await page.evaluate(() => window.gallery);
  honest = gallery.filter(([, state]) => !state.startsWith('hostile'));
  await page.close();
});
test.afterAll(() => site.close());

test('the gallery has every element', async () => {
  const sources = new URL('../../packages/elements/src/', import.meta.url);
  const all = (await readdir(sources)).filter(
    (folder) => folder !== 'internal' && existsSync(new URL(`${folder}/define.ts`, sources)),
  );
  expect([...new Set(gallery.map(([element]) => element))].toSorted()).toEqual(
    all.map((folder) => `mcp-${folder}`).toSorted(),
  );
});

test('a state of the gallery has an address, which says how it is shown as well', async ({ page }) => {
  await page.goto(`${site.origin}/?element=mcp-permissions&state=empty&lang=ar&dir=rtl&theme=dark&font=wide`);
  const permissions = page.locator('html[lang=ar][dir=rtl] mcp-permissions');
  await expect(permissions).toBeVisible();
  await expect(permissions).not.toContainText(/[a-z]{3}/);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('html')).toHaveCSS('--mcp-font', 'gallery-wide, sans-serif');
});

/** What these tests find in each state. Showing a state takes longer than looking at it, so it is shown once for all of them. */
interface Found {
  readonly light: string[];
  readonly dark: string[];
  readonly forced: string[];
  readonly unreached: string[];
  readonly moving: string[];
}

test.describe('every state of every element', () => {
  // One after the other, in one worker.
  test.describe.configure({ mode: 'default' });
  let found: Promise<Found> | undefined;
  const look = (browser: Browser): Promise<Found> => (found ??= lookAtAll(browser));

  test('has no fault that axe finds, light', async ({ browser }) => {
    test.slow();
    expect((await look(browser)).light).toEqual([]);
  });

  test('has no fault that axe finds, dark', async ({ browser }) => {
    test.slow();
    expect((await look(browser)).dark).toEqual([]);
  });

  test('has no fault that axe finds, forced colors', async ({ browser }) => {
    test.slow();
    expect((await look(browser)).forced).toEqual([]);
  });

  test('has no control that a page cannot reach through its parts, including those of nested elements', async ({
    browser,
  }) => {
    test.slow();
    expect([...new Set((await look(browser)).unreached)]).toEqual([]);
  });

  test('has nothing that moves by itself where the user wants less motion', async ({ browser }) => {
    test.slow();
    expect((await look(browser)).moving).toEqual([]);
  });

  async function lookAtAll(browser: Browser): Promise<Found> {
    const page = await browser.newPage();
    const all: Found = { light: [], dark: [], forced: [], unreached: [], moving: [] };
    const appearances = [
      ['light', 'light', 'none'],
      ['dark', 'dark', 'none'],
      ['forced', 'dark', 'active'],
    ] as const;
    await page.goto(site.origin);
    await page.addStyleTag({
      content: `
        @property --reached { syntax: '*'; inherits: false; }
        ::part(button), ::part(link), ::part(item), ::part(control), ::part(input), ::part(checkbox), ::part(summary),
        ::part(chip) { --reached: yes }`,
    });
    for (const [element, state] of gallery) {
      const isHostile = state.startsWith('hostile');
      const note = (list: string[], faults: readonly string[]): void =>
        void list.push(...faults.map((fault) => `${element} ${state}: ${fault}`));
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
      await show(page, element, state);
      if (!isHostile) {
        note(all.unreached, await page.evaluate(() => window.unreached()));
        note(all.moving, await page.evaluate(moving));
      }
      for (const [name, colorScheme, forcedColors] of isHostile ? appearances.slice(0, 1) : appearances) {
        await setAppearance(page, { colorScheme, forcedColors }, element, state);
        // The system chooses forced colors, and a text's author chooses the level of its headings.
        const without = [
          ...(forcedColors === 'active' ? ['color-contrast'] : []),
          ...(isHostile ? ['heading-order'] : []),
        ];
        note(all[name], await faultsOf(page, { without, hasTargets: true, isSeenBefore: colorScheme === 'dark' }));
      }
    }
    await page.close();
    return all;
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const theme of ['light', 'dark'])
    test(`the rows of lists can be read in forced colors, ${colorScheme} ones, where the page is ${theme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' });
      await page.goto(site.origin);
      test.skip(!(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)), 'not in this browser');
      for (const [element, state] of [
        ['mcp-log-viewer', 'entries'],
        ['mcp-log-viewer', 'calls'],
        ['mcp-activity', 'messages'],
      ] as const) {
        await show(page, element, state, { theme });
        await page.locator(`${element} .scroller`).evaluate((list) => list.scrollIntoView({ block: 'start' }));
        const texts = await drawnContrasts(page, page.locator(`${element} .entry[data-id] > :not(.sign)`));
        expect(texts.length, `${element} ${state}`).toBeGreaterThan(5);
        expect(
          texts.filter(({ contrast }) => contrast < 4.5),
          `${element} ${state}`,
        ).toEqual([]);
      }
    });

for (const stylesheet of stylesheets)
  test(`axe finds no fault in any state with the stylesheet ${stylesheet}, light and dark`, async ({ page }) => {
    test.slow();
    const faults: string[] = [];
    for (const [element, state] of honest) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await show(page, element, state, { stylesheet });
      for (const colorScheme of ['light', 'dark'] as const) {
        await setAppearance(page, { colorScheme }, element, state, { stylesheet });
        faults.push(
          ...(await faultsOf(page, { hasTargets: true, isSeenBefore: true })).map(
            (fault) => `${element} ${state}, ${colorScheme}: ${fault}`,
          ),
        );
      }
    }
    expect(faults).toEqual([]);
  });

for (const [what, showing, size] of [
  ['320 px wide with the stylesheet shadcn', { stylesheet: 'shadcn' }, { width: 320, height: 640 }],
  ['320 px wide with the stylesheet material', { stylesheet: 'material' }, { width: 320, height: 640 }],
  ['320 px wide in a narrow font', { font: 'narrow' }, { width: 320, height: 640 }],
  ['right to left and 320 px wide', { lang: 'ar', dir: 'rtl' }, { width: 320, height: 640 }],
  ['in German, 320 px wide in a wide font', { lang: 'de', font: 'wide' }, { width: 320, height: 640 }],
  ['with text of twice the size', { textSize: '200%' }, { width: 640, height: 640 }],
] as const) {
  test(`no element needs to be scrolled sideways ${what}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    const tooWide: string[] = [];
    for (const [element, state] of honest) {
      await show(page, element, state, showing);
      tooWide.push(...(await page.evaluate(() => window.sideways())).map((found) => `${element} ${state}: ${found}`));
    }
    expect(tooWide).toEqual([]);
  });
}

for (const width of [320, 1280]) {
  test(`every text breaks that has no place to break, in a wide and in a narrow font, ${width} px wide`, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 720 });
    const tooWide: string[] = [];
    for (const [element, state] of gallery) {
      await show(page, element, state);
      tooWide.push(...(await page.evaluate(() => window.stretch())).map((found) => `${element} ${state}: ${found}`));
    }
    expect(tooWide).toEqual([]);
  });
}

for (const [what, textSize, size] of [
  ['320 px wide and 284 px high', '', { width: 320, height: 284 }],
  ['320 px wide with text of twice the size', '200%', { width: 320, height: 568 }],
  ['390 px wide', '', { width: 390, height: 844 }],
  ['with room', '', { width: 800, height: 844 }],
] as const) {
  test(`a request leaves itself room and its buttons stand in order, all of them to be seen, ${what}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    for (const [element, state] of honest.filter(([name]) =>
      ['mcp-tool-consent', 'mcp-elicitation-form', 'mcp-sampling-review'].includes(name),
    )) {
      for (const showing of [
        { lang: 'de', dir: 'ltr', textSize },
        { lang: 'ar', dir: 'rtl', textSize },
      ]) {
        await show(page, element, state, showing);
        const placesOf = async (wanted: string) =>
          page.locator(`${element} ${wanted}`).evaluateAll((found) =>
            found.map((one) => {
              const { top, bottom, left, right, height } = one.getBoundingClientRect();
              return { top, bottom, left, right, height };
            }),
          );
        const [dialog] = await placesOf('dialog');
        const [body] = await placesOf('dialog .body');
        const buttons = await placesOf('dialog .foot button');
        if (!dialog || !body) throw new Error('There is no dialog.');
        const at = `${element} ${state} ${showing.lang}`;
        expect(body.height, `room for the request of ${at}`).toBeGreaterThan(0.4 * dialog.height);
        const tops = [...new Set(buttons.map(({ top }) => Math.round(top)))];
        expect(tops, `${at}, from top to bottom`).toEqual(tops.toSorted((one, other) => one - other));
        const rows = tops.map((wanted) => buttons.filter(({ top }) => Math.round(top) === wanted));
        for (const row of rows) {
          const places = row.map(({ left }) => (showing.dir === 'rtl' ? -left : left));
          expect(places, `${at}, from the start to the end`).toEqual(places.toSorted((one, other) => one - other));
          expect(new Set(row.map(({ height }) => Math.round(height))).size, `${at}, as high as its neighbors`).toBe(1);
          if (size.width < 480)
            expect(
              new Set(row.map(({ left, right }) => Math.round(right - left))).size,
              `${at}, as wide as its neighbors`,
            ).toBe(1);
        }
        if (rows.length > 1) {
          const edges = rows.map((row) => [
            Math.round(Math.min(...row.map(({ left }) => left))),
            Math.round(Math.max(...row.map(({ right }) => right))),
          ]);
          expect(edges, `${at}, rows of equal width`).toEqual(edges.map(() => edges[0]));
        }
        for (const { top, bottom } of buttons) {
          expect(top).toBeGreaterThanOrEqual(body.bottom);
          expect(bottom).toBeLessThanOrEqual(dialog.bottom);
        }
      }
    }
  });
}

/** The classes of what a transform animates. Runs in the page. */
function moving(): string[] {
  return document.getAnimations().flatMap(({ effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    const moves =
      effect instanceof KeyframeEffect &&
      effect
        .getKeyframes()
        .some((frame) => 'transform' in frame || 'rotate' in frame || 'translate' in frame || 'scale' in frame);
    return moves ? [`${target?.className ?? ''}`] : [];
  });
}

/** Changes the colors of what is shown, at once. A frame hears of them only later, so what has one is shown anew. */
async function setAppearance(
  page: Page,
  media: Parameters<Page['emulateMedia']>[0],
  ...shown: [element: string, state: string, showing?: Showing]
): Promise<void> {
  await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
  if ((await page.locator('iframe').count()) > 0) await show(page, ...shown);
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}

async function show(page: Page, element: string, state: string, showing: Showing = {}): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(site.origin);
  await page.evaluate(([name, wanted, how]) => window.show(name, wanted, how), [element, state, showing] as const);
}
