/** Strings of hostile servers, in every place that a server can fill, under a strict policy with Trusted Types. */
import { readFile } from 'node:fs/promises';
import '../hostile/window.ts';
import { bundle } from './bundle.ts';
import { POLICY } from './policy.ts';
import { serveSite, type Site } from './serve.ts';
import { expect, type Page, test } from './test.ts';
import { isDeprecation } from './playground-page.ts';

let site: Site;
let page: Page;
/** The browser's requests and console messages since the page loaded. */
const requests: string[] = [];
const events: string[] = [];

test.beforeAll(async ({ browser }) => {
  const file = async (folder: string, name: string): Promise<string> =>
    readFile(new URL(`../${folder}/${name}`, import.meta.url), 'utf8');
  site = await serveSite(
    {
      '/': { type: 'text/html; charset=utf-8', body: await file('hostile', 'index.html') },
      '/page.css': { type: 'text/css; charset=utf-8', body: await file('hostile', 'page.css') },
      '/watch.js': { type: 'text/javascript; charset=utf-8', body: await file('csp', 'watch.js') },
      '/page.js': {
        type: 'text/javascript; charset=utf-8',
        body: await bundle(new URL('../hostile/page.ts', import.meta.url)),
      },
    },
    { 'Content-Security-Policy': POLICY },
  );
  page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(site.origin, { waitUntil: 'networkidle' });
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => {
    events.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => events.push(`navigation: ${frame.url()}`));
  page.on('download', (download) => events.push(`download: ${download.url()}`));
  page.on('pageerror', (error) => events.push(String(error.stack ?? error).slice(0, 500)));
  page.on('console', (message) => {
    if (isDeprecation(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') events.push(message.text().slice(0, 500));
  });
  page.context().on('page', () => events.push('a window was opened'));
});
test.afterAll(async () => {
  await page.close();
  await site.close();
});

test('no string of a server runs, sends a request, leaves its box, or hides who asks and what the user can choose', async () => {
  // All scenes take about a minute on an idle machine.
  test.setTimeout(900_000);
  const faults: string[] = [];
  const names = await page.evaluate(() => window.scenes);
  const wide = page.viewportSize();
  // The doctor is also shown at 320 px, which is what its place gets of these.
  const narrow = names.filter((name) => name.startsWith('mcp-doctor')).map((name) => ({ name, width: 480 }));
  for (const { name: scene, width } of [...names.map((name) => ({ name, width: wide?.width ?? 1280 })), ...narrow]) {
    await page.setViewportSize({ width, height: wide?.height ?? 720 });
    await test.step(
      scene,
      async () => {
        const start = Date.now();
        const { count, longestMs, faults: found } = await page.evaluate((name) => window.showAll(name), scene);
        if (process.env['HOSTILE_TIMES'])
          console.log(
            `${scene}: ${count} rounds in ${Date.now() - start} ms, the longest ${Math.round(longestMs)} ms, ${found.length} faults\n${found.slice(0, 12).join('\n')}`,
          );
        faults.push(...found.map((fault) => `${scene}: ${fault}`));
      },
      { timeout: 120_000 },
    );
  }
  expect(faults).toEqual([]);
  expect(
    await page.evaluate(() => ({ runs: window.runs, violations: Reflect.get(window, 'violations') as unknown })),
  ).toEqual({ runs: 0, violations: [] });
  expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  expect(site.reports).toEqual([]);
  expect(events).toEqual([]);
});
