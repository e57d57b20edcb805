// Several tabs of one browser with one server over HTTP/1.1, for which the browser has six connections.
import type { BrowserContext } from '@playwright/test';
import type { IncomingMessage } from 'node:http';
import { allowEverything } from '../servers/cors.mjs';
import { startLegacyServer } from '../servers/legacy.mjs';
import { startModernServer } from '../servers/modern.mjs';
import type { TabOptions } from '../tabs/window.ts';
import { bundle } from './bundle.ts';
import { serveSite, type Site } from './serve.ts';
import { expect, type Page, test } from './test.ts';

/** How many tabs are open, and how many times a leading tab is closed. */
const [MANY, SEVERAL] = process.env['LONG_RUN'] ? [30, 21] : [12, 6];

const RED = JSON.stringify({ action: 'accept', content: { color: 'red' } });
const NOTES = 'test://notes/today';

let site: Site;
test.beforeAll(async () => {
  const html = '<!doctype html><title>Loading</title><script type="module" src="/page.js"></script>';
  site = await serveSite({
    '/': { type: 'text/html; charset=utf-8', body: html },
    '/page.js': {
      type: 'text/javascript; charset=utf-8',
      body: await bundle(new URL('../tabs/page.ts', import.meta.url)),
    },
  });
});
test.afterAll(() => site.close());

type Listening = { name: string; cors: typeof allowEverything };

/**
 * A server of the test's own, which counts the streams on which it announces changes. It hears of the end of one after the
 * tab that opened another.
 */
class CountingServer {
  url = '';
  /** How many are open now. */
  listening = 0;
  /** How many were opened in all. */
  listened = 0;
  /** How many requests there were for tools. */
  listed = 0;
  readonly #start: (options: Listening) => ReturnType<typeof startModernServer>;
  readonly #isListen: (request: IncomingMessage) => boolean;
  #stop: () => Promise<void> = async () => {};

  constructor(era: 'modern' | 'legacy') {
    this.#start =
      era === 'modern'
        ? (options) => startModernServer({ ...options, legacy: 'reject' })
        : (options) => startLegacyServer({ ...options, revisions: ['2025-11-25'] });
    this.#isListen = ({ method, headers }) =>
      era === 'modern' ? headers['mcp-method'] === 'subscriptions/listen' : method === 'GET';
  }

  async start(): Promise<void> {
    const server = await this.#start({
      name: 'tabs',
      cors: (request, response) => {
        if (allowEverything(request, response)) return true;
        if (request.headers['mcp-method'] === 'tools/list') this.listed++;
        if (this.#isListen(request)) {
          this.listened++;
          this.listening++;
          response.once('close', () => this.listening--);
        }
        return false;
      },
    });
    this.url = server.url;
    this.#stop = () => server.stop();
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

async function withServer(era: 'modern' | 'legacy', run: (server: CountingServer) => Promise<void>): Promise<void> {
  const server = new CountingServer(era);
  await server.start();
  try {
    await run(server);
  } finally {
    await server.stop();
  }
}

async function openTab(context: BrowserContext, server: CountingServer, options: TabOptions = {}): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.origin);
  await expect(page).toHaveTitle('Ready');
  await page.evaluate(([url, tabOptions]) => tab.connect(url, tabOptions), [server.url, options] as const);
  return page;
}

/** One after the other, as a user opens them: the first one leads. */
async function openListeners(
  context: BrowserContext,
  server: CountingServer,
  count: number,
  options?: TabOptions,
): Promise<Page[]> {
  const pages: Page[] = [];
  while (pages.length < count) {
    const page = await openTab(context, server, options);
    await page.evaluate((uri) => tab.listen(uri), NOTES);
    pages.push(page);
  }
  return pages;
}

const callIn = (page: Page, name: string, args: Record<string, unknown> = {}): Promise<string> =>
  page.evaluate(([tool, toolArgs]) => tab.call(tool, toolArgs), [name, args] as const);

/** Announces a change from one tab until all of these hear of it. */
async function expectHeard(pages: readonly Page[], what: string): Promise<void> {
  expect(await callIn(pages[0]!, 'announce', { what })).toBe('Announced');
  for (const page of pages) await expect.poll(() => page.evaluate(() => tab.heard)).toContain(what);
}

test('ten calls that ask something at once are all answered [BR-06]', async ({ context }) => {
  await withServer('legacy', async (server) => {
    const page = await openTab(context, server, { revision: '2025-11-25', answersAfterMs: 100, timeoutMs: 20_000 });
    const wrong = await page.evaluate((expected) => tab.callOften(10, 'ask', { kind: 'elicitation' }, expected), RED);
    expect(wrong).toEqual([]);
  });
});

test('many tabs listen on one stream, and all of them hear and call [BR-06][BR-07]', async ({ context }) => {
  await withServer('modern', async (server) => {
    const pages = await openListeners(context, server, MANY, { timeoutMs: 10_000 });
    await expect.poll(() => server.listening).toBe(1);
    await expectHeard(pages, 'tools');
    await expectHeard(pages, NOTES);
    const answers = await Promise.all(pages.map((page) => callIn(page, 'echo', { message: 'hi' })));
    expect(new Set(answers)).toEqual(new Set(['Echo: hi']));
    await expect.poll(() => server.listening).toBe(1);
  });
});

test('many tabs fetch a list once for all, and once more when it changes [BR-07]', async ({ context }) => {
  await withServer('modern', async (server) => {
    const [first, ...others] = await openListeners(context, server, MANY, { timeoutMs: 10_000 });
    const count = await first!.evaluate(() => tab.countTools());
    // A request for each page of the list.
    const { listed: once } = server;
    const counts = await Promise.all(others.map((page) => page.evaluate(() => tab.countTools())));
    expect(new Set(counts)).toEqual(new Set([count]));
    // A tab that is busy for a second is not waited for.
    expect(server.listed).toBeLessThan(3 * once);
    await expectHeard([first!, ...others], 'tools');
    const { listed: before } = server;
    await Promise.all([first!, ...others].map((page) => page.evaluate(() => tab.countTools())));
    expect(server.listed - before).toBeLessThan(3 * once);
  });
});

test('many tabs with sessions of their own listen on two streams, and all of them hear and ask [BR-06]', async ({
  context,
}) => {
  await withServer('legacy', async (server) => {
    const options = { revision: '2025-11-25', answersAfterMs: 100, timeoutMs: 60_000 } as const;
    const pages = await openListeners(context, server, MANY, options);
    // That of the leading tab, and that of one that can be seen: here, all of them can.
    await expect.poll(() => server.listening).toBe(2);
    await expectHeard(pages, 'tools');
    await expectHeard(pages, NOTES);
    const answers = await Promise.all(pages.map((page) => callIn(page, 'ask', { kind: 'elicitation' })));
    expect(new Set(answers)).toEqual(new Set([RED]));
    await expect.poll(() => server.listening).toBe(2);
  });
});

test('two tabs of different users share nothing [BR-07]', async ({ context }) => {
  await withServer('modern', async (server) => {
    const ada = await openListeners(context, server, 2, { principal: 'ada' });
    const eve = await openListeners(context, server, 1, { principal: 'eve' });
    await expect.poll(() => server.listening).toBe(2);
    // From now on it is another user's: with the next request at the latest.
    await ada[1]!.evaluate(() => tab.signInAs('eve'));
    expect(await callIn(ada[1]!, 'echo', { message: 'hi' })).toBe('Echo: hi');
    await eve[0]!.close();
    await ada[0]!.close();
    await expectHeard([ada[1]!], 'prompts');
    await expect.poll(() => server.listening).toBe(1);
  });
});

test('a tab that shares nothing listens by itself', async ({ context }) => {
  await withServer('modern', async (server) => {
    const pages = await openListeners(context, server, 2, { shareWithTabs: false });
    await expect.poll(() => server.listening).toBe(2);
    await expectHeard(pages, 'tools');
  });
});

test('tabs of an older server that share nothing are asked, too [BR-06]', async ({ context }) => {
  await withServer('legacy', async (server) => {
    const options = { revision: '2025-11-25', shareWithTabs: false, answersAfterMs: 100, timeoutMs: 20_000 } as const;
    const pages = await openListeners(context, server, 3, options);
    const wrong = await Promise.all(
      pages.map((page) => page.evaluate((expected) => tab.callOften(2, 'ask', { kind: 'elicitation' }, expected), RED)),
    );
    expect(wrong.flat()).toEqual([]);
  });
});

test('when the leading tab is closed again and again, the others miss nothing [BR-07]', async ({ context }) => {
  await withServer('modern', async (server) => {
    let pages = await openListeners(context, server, SEVERAL, { timeoutMs: 10_000 });
    while (pages.length > 1) {
      const [leader, ...others] = pages;
      const counting = others.map((page) => callIn(page, 'countdown', { steps: 5, delayMs: 100 }));
      await Promise.all([
        leader!.close(),
        // While nobody may listen.
        callIn(others[0]!, 'announce', { what: NOTES }),
      ]);
      for (const page of others) await expect.poll(() => page.evaluate(() => tab.heard)).toContain(NOTES);
      expect(new Set(await Promise.all(counting))).toEqual(new Set(['Lift-off']));
      await Promise.all(others.map((page) => page.evaluate(() => tab.heard.splice(0))));
      pages = others;
    }
    await expect.poll(() => server.listening).toBe(1);
  });
});

test('a leading tab that does not run is replaced, and takes part again later [BR-13]', async ({ context }) => {
  await withServer('modern', async (server) => {
    const [leader, ...others] = await openListeners(context, server, 3);
    const { listened } = server;
    await leader!.evaluate(() => tab.block(5_000));
    await expect.poll(() => server.listened, { intervals: [50] }).toBe(listened + 1);
    await expectHeard(others, 'tools');
    // It hears of what it missed.
    await expect.poll(() => leader!.evaluate(() => tab.heard)).toContain('tools');
    await expect.poll(() => server.listening).toBe(1);
    expect(server.listened).toBe(listened + 1);
    await expectHeard([leader!, ...others], NOTES);
  });
});

test('when the leading tab of a legacy server is closed, the others miss nothing [BR-06]', async ({ context }) => {
  await withServer('legacy', async (server) => {
    let pages = await openListeners(context, server, 4, { revision: '2025-11-25', timeoutMs: 10_000 });
    while (pages.length > 1) {
      const [leader, ...others] = pages;
      await leader!.close();
      for (const page of others) await expect.poll(() => page.evaluate(() => tab.heard)).toContain(NOTES);
      await Promise.all(others.map((page) => page.evaluate(() => tab.heard.splice(0))));
      await expectHeard(others, NOTES);
      await Promise.all(others.map((page) => page.evaluate(() => tab.heard.splice(0))));
      pages = others;
    }
  });
});

for (const [stop, go] of [
  ['freeze', 'resume'],
  ['pagehide', 'pageshow'],
] as const)
  test(`a leading tab gives up its stream on ${stop} and comes back on ${go} [BR-13]`, async ({ context }) => {
    await withServer('modern', async (server) => {
      const [leader, other] = await openListeners(context, server, 2);
      const { listened } = server;
      await leader!.evaluate((type) => document.dispatchEvent(new Event(type)), stop);
      await expect.poll(() => server.listened).toBe(listened + 1);
      await expectHeard([other!], 'tools');
      expect(await leader!.evaluate(() => tab.heard)).toEqual([]);
      await leader!.evaluate((type) => document.dispatchEvent(new Event(type)), go);
      await expect.poll(() => leader!.evaluate(() => tab.heard)).toContain('tools');
      await expect.poll(() => server.listening).toBe(1);
      await expectHeard([other!, leader!], NOTES);
    });
  });
