import type { Locator } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { faultsOf } from './axe.ts';
import { POLICY } from './policy.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Page, test } from './test.ts';

let site: Site;

test.beforeAll(async () => {
  const script = 'text/javascript; charset=utf-8';
  site = await serveSite(
    {
      '/': {
        type: 'text/html; charset=utf-8',
        body: '<!doctype html><html lang="en"><meta charset="utf-8"><title>Log</title><link rel="stylesheet" href="/page.css"><script src="/watch.js"></script><script type="module" src="/log-page.js"></script><main><h1>Log</h1><mcp-log-viewer></mcp-log-viewer></main></html>',
      },
      '/page.css': { type: 'text/css', body: ':root { color-scheme: light dark; } body { margin: 8px; }' },
      '/watch.js': { type: script, body: await readFile(new URL('../csp/watch.js', import.meta.url), 'utf8') },
      ...Object.fromEntries(
        (await scripts()).map(({ path, contents }) => [`/${basename(path)}`, { type: script, body: contents }]),
      ),
    },
    { 'Content-Security-Policy': POLICY },
  );
});
test.afterAll(() => site.close());

test('a user filters, finds what is not on the screen, keeps their place, copies and saves, under a strict policy [LG-05, LG-06]', async ({
  page,
  context,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const viewer = await open(page);
  await page.evaluate(() => window.log(30_000, [1_234, 15_678, 28_000]));
  await expect(viewer.getByText('30,000 entries', { exact: true })).toBeVisible();

  await viewer.getByLabel('Minimum level').selectOption('error');
  await expect(viewer.getByText('300 of 30,000 entries')).toBeVisible();
  await viewer.getByLabel('Server', { exact: true }).selectOption({ index: 1 });
  await expect(viewer.getByText('300 of 30,000 entries')).toBeVisible();
  await viewer.getByLabel('Server', { exact: true }).selectOption({ index: 2 });
  await viewer.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(viewer.getByText('30,000 entries', { exact: true })).toBeVisible();

  await viewer.getByRole('log').focus();
  await page.keyboard.press('Control+f');
  await expect(viewer.getByRole('searchbox', { name: 'Find in the entries shown' })).toBeFocused();
  await page.keyboard.type('needle');
  await expect(viewer.getByText('3 matches')).toBeVisible();
  for (const [key, found] of [
    ['Enter', 28_000],
    ['Shift+Enter', 15_678],
    ['Shift+Enter', 1_234],
    ['Enter', 15_678],
  ] as const) {
    await page.keyboard.press(key);
    await expect(viewer.locator('.found')).toContainText(`a needle at ${found}`);
    await expect(viewer.locator('.found')).toBeInViewport();
  }
  await expect(viewer.getByText('2 of 3')).toBeVisible();

  const found = viewer.locator('.found');
  const before = await found.boundingBox();
  for (let burst = 0; burst < 5; burst++) {
    await page.evaluate(() => window.log(2_000));
    await expect(
      viewer.getByRole('button', { name: `Jump to latest (${(2_000 * (burst + 1)).toLocaleString('en')} new)` }),
    ).toBeVisible();
  }
  expect(await found.boundingBox()).toEqual(before);

  await page.keyboard.press('Escape');
  await expect(viewer.getByRole('log')).toBeFocused();
  await viewer.getByRole('button', { name: 'a needle at 15678' }).click();
  await viewer.getByRole('button', { name: 'Copy' }).click();
  await expect(viewer.getByText('Copied. Anything that looks like a secret was replaced.')).toBeVisible();
  if (browserName === 'chromium') {
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown;
    expect(copied).toMatchObject({
      level: 'info',
      server: 'Server 1',
      data: { text: 'a needle at 15678', password: '[redacted]' },
    });
  }

  await viewer.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Save as JSON Lines' }).click(),
  ]);
  await expect(viewer.getByText('Saved 30,000 entries. 3 secrets were replaced.')).toBeVisible();
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(30_000);
  expect(JSON.parse(lines[1_234] ?? '')).toMatchObject({ data: { text: 'a needle at 1234', password: '[redacted]' } });

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faultsOf(page, { hasTargets: true }), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => Reflect.get(window, 'violations') as string[])).toEqual([]);
  expect(site.reports).toEqual([]);
});

test('hits above do not move the visible entries', async ({ page }) => {
  const viewer = await open(page);
  await page.evaluate(() => window.log(60_000));
  await expect(viewer.getByText('60,000 entries', { exact: true })).toBeVisible();
  await viewer.getByRole('log').evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight / 2));
  await expect(viewer.getByRole('button', { name: 'Follow' })).toBeVisible();
  const entry = viewer.getByRole('button', { name: /line \d+00$/ }).first();
  await expect(entry).toBeInViewport();
  const read = (await entry.locator('.message').textContent()) ?? '';
  await viewer.getByRole('searchbox', { name: 'Filter the log' }).fill('line');
  await expect(viewer.getByText('60,000 entries', { exact: true })).toBeVisible();
  await expect(viewer.getByText(read, { exact: true })).toBeInViewport();
});

test('"More" opens at its button, whole, however low and narrow the log is, and Escape closes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  const viewer = await open(page);
  await viewer.evaluate((element) => (element.style.blockSize = '220px'));
  const button = viewer.getByRole('button', { name: 'More', exact: true });
  const menu = viewer.locator('.more');
  for (const how of ['click', 'Enter']) {
    if (how === 'click') await button.click();
    else await button.press(how);
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(menu.getByRole('button', { name: 'Save as JSON Lines' })).toBeInViewport({ ratio: 1 });
    await expect(menu).toBeInViewport({ ratio: 1 });
    // At the same moment, because servers that connect meanwhile change the toolbar, and the menu disappears with its button.
    await expect
      .poll(() =>
        viewer.evaluate(({ shadowRoot }) => {
          const [place, box] = ['.more-button', '.more'].map((selector) =>
            shadowRoot!.querySelector(selector)!.getBoundingClientRect(),
          );
          return box!.top - place!.bottom;
        }),
      )
      .toBeCloseTo(4, 0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  }
  await button.click();
  await expect(menu).toBeVisible();
  await button.click();
  await expect(menu).toBeHidden();
  await button.click();
  await page.getByRole('heading', { name: 'Log' }).click();
  await expect(menu).toBeHidden();
});

test('says above the entries that the log cannot be stored, and stores it when there is room again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const add = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'add');
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    window.addEventListener('room', () => add && Object.defineProperty(IDBObjectStore.prototype, 'add', add));
  });
  const viewer = await open(page);
  await page.evaluate(() => window.log(10));
  await viewer.getByRole('button', { name: 'More', exact: true }).click();
  await viewer.getByRole('checkbox', { name: 'Store the log in this browser' }).check();
  await expect(viewer.getByRole('alert')).toContainText('The browser cannot store the log');
  await viewer.getByRole('button', { name: 'More', exact: true }).click();
  await expect(viewer.getByRole('alert')).toBeVisible();
  await expect(viewer.getByText('10 entries')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('room')));
  await viewer.getByRole('button', { name: 'Retry' }).click();
  await expect(viewer.getByRole('alert')).toBeHidden();
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('mcp-web-log');
            opening.onsuccess = () => {
              const counting = opening.result.transaction('pieces').objectStore('pieces').count();
              counting.onsuccess = () => resolve(counting.result);
              opening.result.close();
            };
          }),
      ),
    )
    .toBeGreaterThan(0);
  await page.reload();
  await expect(viewer.getByText('10 entries')).toBeVisible();
});

async function open(page: Page): Promise<Locator> {
  const servers = [serverUrl('modern'), serverUrl('legacy')].map((url) => `server=${encodeURIComponent(url)}`);
  await page.goto(`${site.origin}/?${servers.join('&')}`);
  const viewer = page.locator('mcp-log-viewer');
  await viewer.getByRole('button', { name: 'Filters' }).click();
  await expect(viewer.getByLabel('Server', { exact: true })).toBeVisible();
  return viewer;
}

/** Built as an app would be: code that is loaded on demand has its own files. */
async function scripts(): Promise<{ path: string; contents: Uint8Array }[]> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('log-page.ts', import.meta.url))],
    outdir: 'out',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  return outputFiles;
}
