import { bundle } from './bundle.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Page, test } from './test.ts';

let site: Site;
test.beforeAll(async () => {
  const body = await bundle(new URL('../reload-page/page.ts', import.meta.url));
  site = await serveSite({
    '/': {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Loading</title><script type="module" src="/page.js"></script>',
    },
    '/page.js': { type: 'text/javascript; charset=utf-8', body },
  });
});
test.afterAll(() => site.close());

/** Opens the page, or loads it again, and connects it to a server. */
async function visit(page: Page, server: string): Promise<void> {
  if (page.url().startsWith(site.origin)) await page.reload();
  else await page.goto(site.origin);
  await expect(page).toHaveTitle('Loaded');
  await page.evaluate((url) => window.page.add(url), serverUrl(server));
}

const unfinished = (page: Page): Promise<unknown> => page.evaluate(() => window.page.unfinished());
const results = (page: Page): Promise<string[]> => page.evaluate(() => window.page.results);

test('a call of a session survives two reloads and delivers its result once', async ({ page }) => {
  await visit(page, 'everything');
  await page.evaluate(() => window.page.call('trigger-long-running-operation', { duration: 12, steps: 12 }));
  await expect.poll(() => page.evaluate(() => window.page.progress)).toBeGreaterThan(1);
  expect(await unfinished(page)).toEqual([]);

  for (let reload = 1; reload <= 2; reload++) {
    await visit(page, 'everything');
    await expect
      .poll(() => unfinished(page))
      .toEqual([
        {
          tool: 'trigger-long-running-operation',
          argumentsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
          canResume: true,
        },
      ]);
    await page.evaluate(() => window.page.resume());
    await expect.poll(() => page.evaluate(() => window.page.progress)).toBeGreaterThan(1);
    await expect.poll(() => unfinished(page)).toEqual([]);
  }
  await expect.poll(() => results(page)).toEqual([expect.stringContaining('Long running operation completed')]);
  await visit(page, 'everything');
  expect(await unfinished(page)).toEqual([]);
});
