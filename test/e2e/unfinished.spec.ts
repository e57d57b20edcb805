import '../reload-page/window.ts';
import { bundle } from './bundle.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Page, test } from './test.ts';

const LONG = 'trigger-long-running-operation';

/** How long the call takes whose connection is cut. */
const SECONDS = process.env['LONG_RUN'] ? 60 : 25;

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
const visit = (page: Page, server: string): Promise<void> => visitAt(page, serverUrl(server));

async function visitAt(page: Page, url: string): Promise<void> {
  await page.goto(site.origin);
  await expect(page).toHaveTitle('Loaded');
  await page.evaluate((address) => window.page.add(address), url);
}

const unfinished = (page: Page): Promise<string[]> => page.evaluate(() => window.page.unfinished());
const requests = (page: Page): Promise<string[]> => page.evaluate(() => window.page.requests());
const results = (page: Page): Promise<string[]> => page.evaluate(() => window.page.results);
const progress = (page: Page): Promise<number> => page.evaluate(() => window.page.progress);
const resume = (page: Page): Promise<void> => page.evaluate(() => window.page.resume());
const stored = async (page: Page): Promise<string> => JSON.stringify(await page.evaluate(() => window.page.stored()));

test('a call of a session survives two reloads and delivers its result once', async ({ page }) => {
  const sessions = new Set<string>();
  const ended = new Set<string>();
  page.on('request', (request) => {
    const session = request.headers()['mcp-session-id'];
    if (session !== undefined) sessions.add(session);
    if (session !== undefined && request.method() === 'DELETE') ended.add(session);
  });
  await visit(page, 'everything');
  await page.evaluate((tool) => window.page.call(tool, { duration: 12, steps: 24 }), LONG);
  await expect.poll(() => progress(page)).toBeGreaterThan(1);
  expect(await unfinished(page)).toEqual([]);
  expect(await stored(page)).not.toContain('duration');
  const [first] = sessions;

  for (let reload = 1; reload <= 2; reload++) {
    await visit(page, 'everything');
    await expect.poll(() => unfinished(page)).toEqual([`${LONG} true`]);
    await resume(page);
    await expect.poll(() => progress(page)).toBeGreaterThan(1);
    expect(await unfinished(page)).toEqual([]);
  }
  await expect.poll(() => results(page)).toEqual([expect.stringContaining('Long running operation completed')]);
  expect(await page.evaluate(() => window.page.statuses())).toEqual(['resumed', 'done']);
  await expect.poll(() => [...ended]).toEqual([first]);
  expect(JSON.parse(await stored(page))).toEqual([]);
});

test('a call survives three cuts of its connection and two reloads, and delivers its result once', async ({ page }) => {
  test.setTimeout(SECONDS * 1_000 + 120_000);
  const proxy = await startCuttingProxy(serverUrl('everything'));
  try {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"tools/call"')) calls.push(request.url());
    });
    await visitAt(page, proxy.url);
    await page.evaluate(([tool, args]) => window.page.call(tool, args), [
      LONG,
      { duration: SECONDS, steps: 2 * SECONDS },
    ] as const);
    for (const what of ['cut', 'reload', 'cut', 'reload', 'cut']) {
      const before = await progress(page);
      await expect.poll(() => progress(page)).toBeGreaterThan(before);
      if (what === 'cut') expect(proxy.cut()).toBeGreaterThan(0);
      else {
        await visitAt(page, proxy.url);
        await expect.poll(() => unfinished(page)).toEqual([`${LONG} true`]);
        await resume(page);
      }
      expect(await results(page)).toEqual([]);
    }
    const last = await progress(page);
    await expect.poll(() => progress(page)).toBeGreaterThan(last);
    // On a stream that was opened again, this server sends only what it has stored. The client asks again after 5, 10, 20 and 30 s.
    await expect
      .poll(() => results(page), { timeout: SECONDS * 1_000 + 40_000 })
      .toEqual([expect.stringContaining('Long running operation completed')]);
    expect(calls).toHaveLength(1);
    expect(JSON.parse(await stored(page))).toEqual([]);
  } finally {
    await proxy.close();
  }
});

test('a call is resumed in one tab only, and in another when that tab is closed', async ({ page, context }) => {
  await visit(page, 'everything');
  await page.evaluate((tool) => window.page.call(tool, { duration: 15, steps: 30 }), LONG);
  await expect.poll(() => progress(page)).toBeGreaterThan(1);
  const [second, third] = [await context.newPage(), await context.newPage()];
  for (const tab of [second, third]) await visit(tab, 'everything');
  await page.close({ runBeforeUnload: true });
  for (const tab of [second, third]) await expect.poll(() => unfinished(tab)).toEqual([`${LONG} true`]);

  await resume(second);
  await expect.poll(() => progress(second)).toBeGreaterThan(1);
  await expect.poll(() => unfinished(third)).toEqual([]);
  await second.close({ runBeforeUnload: true });

  await expect.poll(() => unfinished(third)).toEqual([`${LONG} true`]);
  await resume(third);
  await expect.poll(() => results(third)).toEqual([expect.stringContaining('Long running operation completed')]);
  expect(JSON.parse(await stored(third))).toEqual([]);
});

test('a question that a server asked in a call comes again when the call is resumed', async ({ page }) => {
  // This server offers the tool when the handshake has ended. A list that is asked for beside its end may lack it.
  await expect(async () => {
    await visit(page, 'everything');
    await page.evaluate(() => window.page.call('trigger-elicitation-request', {}));
    await expect.poll(() => requests(page), { timeout: 5_000 }).toHaveLength(1);
  }).toPass();
  const asked = await requests(page);
  await visit(page, 'everything');
  await expect.poll(() => unfinished(page)).toEqual(['trigger-elicitation-request true']);
  expect(await requests(page)).toEqual([]);
  await resume(page);
  await expect
    .poll(() => page.evaluate(() => [...window.page.requests(), ...window.page.results, ...window.page.statuses()]))
    .toEqual([...asked, 'resumed']);
  await page.evaluate(() => window.page.answer({ name: 'Ada' }));
  await expect.poll(() => results(page)).toEqual([expect.stringContaining('Ada')]);
});

test('a task of 2026-07-28 goes on after a reload, and asks again what it asked [TX-08]', async ({ page }) => {
  await visit(page, 'extension-tasks');
  await page.evaluate(() => window.page.call('work', { ask: ['name'] }));
  await expect.poll(() => requests(page)).toEqual(['What is your name?']);
  await visit(page, 'extension-tasks');
  await expect.poll(() => unfinished(page)).toEqual(['work true']);
  await resume(page);
  await expect.poll(() => requests(page)).toEqual(['What is your name?']);
  await page.evaluate(() => window.page.answer({ name: 'Ada' }));
  await expect.poll(() => results(page)).toEqual(['Done (name: Ada)']);
  expect(JSON.parse(await stored(page))).toEqual([]);
});

test('a task of 2025-11-25 goes on after a reload', async ({ page }) => {
  await visit(page, 'core-tasks');
  await page.evaluate(() => window.page.call('long-work', { steps: 200 }));
  await expect.poll(() => stored(page)).toContain('"task"');
  await visit(page, 'core-tasks');
  await expect.poll(() => unfinished(page)).toEqual(['long-work true']);
  await resume(page);
  await expect.poll(() => results(page)).toEqual(['Done for nobody']);
  expect(JSON.parse(await stored(page))).toEqual([]);
});

for (const [server, args, result] of [
  ['core-tasks', { steps: 200 }, 'Done for nobody'],
  ['extension-tasks', { workMs: 6_000 }, 'Done ()'],
] as const)
  test(`a task of ${server} goes on by itself in the next page, and is seen in two tabs [TX-08]`, async ({
    page,
    context,
  }) => {
    const accept = (tab: Page): Promise<void> => tab.evaluate(() => window.page.accept());
    const tasks = (tab: Page): Promise<string[]> => tab.evaluate(() => window.page.tasks());
    await visit(page, server);
    await accept(page);
    await page.evaluate((task) => window.page.call('work', task), args);
    await expect.poll(() => tasks(page)).toEqual(['work working here']);
    await expect.poll(() => stored(page)).toContain('"task"');
    await visit(page, server);
    await accept(page);
    await expect.poll(() => tasks(page)).toEqual(['work working here']);
    const second = await context.newPage();
    await visit(second, server);
    await accept(second);
    await expect.poll(() => tasks(second)).toEqual(['work working elsewhere']);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => tasks(second)).toEqual(['work working here']);
    await expect.poll(() => tasks(second)).toEqual([`work completed here ${result}`]);
    // How it ended stays, and nothing of its result.
    await expect.poll(() => stored(second)).toContain('"ended":{"status":"completed"');
    expect(await stored(second)).not.toContain('Done');
    await visit(second, server);
    await accept(second);
    await expect.poll(async () => (await tasks(second)).map((task) => task.trim())).toEqual(['work completed here']);
  });

test('a call of another tab is listed only when that tab is gone, and can be forgotten', async ({ page, context }) => {
  await visit(page, 'modern');
  const other = await context.newPage();
  await visit(other, 'modern');
  await other.evaluate(() => window.page.call('countdown', { steps: 1, delayMs: 600_000 }));
  await expect.poll(() => stored(page)).toContain('countdown');
  expect(await unfinished(page)).toEqual([]);
  await other.close();
  // A server of 2026-07-28 cancels what nobody waits for.
  await expect.poll(() => unfinished(page)).toEqual(['countdown false']);
  await resume(page);
  await expect.poll(() => results(page)).toEqual([expect.stringContaining('cannot be had again')]);
  await expect.poll(() => unfinished(page)).toEqual(['countdown false']);
  await page.evaluate(() => window.page.forget());
  await expect.poll(() => unfinished(page)).toEqual([]);
  expect(JSON.parse(await stored(page))).toEqual([]);
});
