/** The playground in all its languages: whole, and from right to left in Arabic. */
import type { Page } from '@playwright/test';
import { messages as arabic } from '../../demo/src/languages/ar.ts';
import { messages as german } from '../../demo/src/languages/de.ts';
import { messages as chinese } from '../../demo/src/languages/zh.ts';
import { openPlayground } from './playground-page.ts';
import { takeScreenshot } from './screenshot.ts';
import { expect, test } from './test.ts';

const LANGUAGES = { de: german, zh: chinese, ar: arabic };

/** Each translated text: its name, and how many elements it has inside. Attributes have none. */
const textsOf = (page: Page): Promise<[key: string, elements: number][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name }) => /^data-text(-|$)/.test(name))
        .map(({ name, value }): [string, number] => [value, name === 'data-text' ? element.childElementCount : 0]),
    ),
  );

const choose = async (page: Page, language: string): Promise<void> => {
  await page.locator('#language').selectOption(language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
};

test('has every text of the page in every language, with the elements inside', async ({ page }) => {
  await page.goto('/');
  const texts = await textsOf(page);
  const names = [...new Set(texts.map(([key]) => key))].sort();
  for (const [language, { page: translations }] of Object.entries(LANGUAGES)) {
    expect(Object.keys(translations).sort(), language).toEqual(names);
    for (const [key, elements] of texts)
      expect(
        [...(translations[key] ?? '').matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number)).sort((a, b) => a - b),
        `${language}: ${key}`,
      ).toEqual([...Array(elements).keys()]);
  }
});

/** What the page says in Latin letters only, outside of code, names and the elements. */
const latinIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const kept = 'code, pre, script, style, noscript, [translate=no], body [lang]';
    const own = [...document.querySelectorAll('title, body *')].filter((element) => !element.closest(kept));
    const texts = own.flatMap((element) => [
      ...[...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')),
      ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    ]);
    // Pieces between two elements may have no letters at all.
    return texts.filter((text) => /[a-z]/i.test(text) && !/\p{Script=Arabic}/u.test(text));
  });

/** Of the parts that have no elements of the server in them. */
const sourceOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.site-header, .intro, .guide, .site-footer')].map(({ outerHTML }) => outerHTML),
  );

test('is whole and from right to left in Arabic, and in English again as it was', async ({ page }) => {
  await openPlayground(page);
  const english = await sourceOf(page);
  expect((await latinIn(page)).length).toBeGreaterThan(100);
  await choose(page, 'ar');
  const own = (await latinIn(page)).filter((text) => !['URL', 'llama3.2', 'http://localhost:11434/v1'].includes(text));
  expect(own).toEqual([]);
  await expect(page).toHaveTitle(arabic.page['title'] ?? '');
  const directions = await page.evaluate(() =>
    ['.site-header', '.intro', '#notice', '.guide', '.guide dd', '.site-footer', '.guide pre', '.guide dd code'].map(
      (selector) => getComputedStyle(document.querySelector(selector)!).direction,
    ),
  );
  expect(directions).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
  await choose(page, 'en');
  await expect(page).toHaveTitle('mcp-web playground: talk to MCP servers from a web page');
  expect(await sourceOf(page)).toEqual(english);
});

test('keeps the elements inside a text, and has the language on the next visit', async ({ page }) => {
  await openPlayground(page);
  await choose(page, 'de');
  await page.reload();
  const fact = page.locator('[data-text=factSignInText]');
  await expect(fact).toHaveText(/^„Anmelde-Demo ausprobieren“ fügt einen Server hinzu/);
  await expect(page.locator('[data-text=troubleCorsText] code')).toHaveCount(11);
  await expect(page.locator('[data-text=troubleCorsText]')).toContainText(
    'Last-Event-ID, und geben Sie Mcp-Session-Id frei',
  );
});

test('says in the chosen language what its scripts say', async ({ page }) => {
  await openPlayground(page);
  await choose(page, 'de');
  const copy = page.locator('.guide').getByRole('button', { name: 'Kopieren' }).first();
  await copy.click();
  await expect(
    page.locator('.guide').getByRole('button', { name: /^(Kopiert|Ausgewählt: jetzt kopieren)$/ }),
  ).toBeVisible();
  await choose(page, 'zh');
  await page.getByRole('tab', { name: '代码' }).click();
  await expect(page.getByRole('region', { name: '代码：客户端', exact: true })).toContainText('await connect(');
  await page.locator('#author-hints > summary').click();
  await expect(page.locator('#author-hints li').first()).toBeVisible();
  await page.getByRole('tab', { name: '聊天' }).click();
  await expect(page.locator('mcp-chat')).toContainText('玩具模型');
});

test('says in the chosen language why there is no built-in server', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
  await page.goto('/');
  await expect(page.locator('#notice')).toContainText('You can still connect to any server by its URL.');
  await choose(page, 'de');
  await expect(page.locator('#notice')).toContainText('Der eingebaute Server');
  await expect(page.locator('#notice')).toContainText('über seine URL');
});

test('says in the chosen language what it has already said', async ({ page }) => {
  // Not every engine lets a test write to the clipboard.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } }),
  );
  await openPlayground(page);
  await page.getByLabel('Remember these servers on this device').check();
  await page.getByRole('button', { name: 'Copy a link to these servers' }).click();
  await expect(page.locator('#shared-servers')).toHaveText('The link is copied.');
  await choose(page, 'de');
  await expect(page.locator('#shared-servers')).toHaveText('Der Link ist kopiert.');
});

/** How many cards each row of a grid has, and how wide the last one is. */
const rowsOf = (page: Page, grid: string): Promise<number[]> =>
  page.locator(grid).evaluate((element) => {
    const rows = new Map<number, number>();
    for (const card of element.children) {
      const { top, width } = card.getBoundingClientRect();
      // A card as wide as its row stands for as many as there could be.
      const isWhole = width > element.clientWidth - 2;
      rows.set(top, isWhole ? Infinity : (rows.get(top) ?? 0) + 1);
    }
    return [...rows.values()];
  });

test('leaves no card of the guide alone in a row', async ({ page }) => {
  await page.goto('/');
  for (let width = 360; width <= 1600; width += 40) {
    await page.setViewportSize({ width, height: 800 });
    for (const grid of ['.facts', '.troubles'])
      expect(await rowsOf(page, grid), `${grid}, ${width} px`).not.toContain(1);
  }
});

for (const language of Object.keys(LANGUAGES))
  test(`has room for its texts at every width, in ${language}`, async ({ page }) => {
    await openPlayground(page);
    await choose(page, language);
    for (let width = 360; width <= 1600; width += 40) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
      if (width % 400 === 0) await takeScreenshot(page, `playground-${width}-${language}`);
    }
  });
