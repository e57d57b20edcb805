/** A public page on https, and servers on this device and in the local network: Chrome asks the user (Local Network Access). */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page, test as base } from '@playwright/test';
import { selfSigned } from '../bench/self-signed.mjs';
import { bundle } from './bundle.ts';
import { serverUrl } from './servers.ts';

/** Two of the servers that the run started. */
const onDevice = (): string => serverUrl('modern').replace('127.0.0.1', 'localhost');
const inNetwork = (): string => serverUrl('legacy').replace('127.0.0.1', 'printer');

/** The browser takes `page.example` for a public site, and `printer` for a device in the local network. */
const test = base.extend<{ page: Page }, { pageUrl: string; networkedBrowser: Browser }>({
  pageUrl: [
    // Playwright wants to see which fixtures it needs: none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const script = await bundle(new URL('../local-network/page.ts', import.meta.url));
      const server = createServer(selfSigned(), (request, response) => {
        const isScript = request.url === '/page.js';
        response.setHeader('Content-Type', isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8');
        response.end(isScript ? script : '<!doctype html><script type="module" src="page.js"></script>');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await use(`https://page.example:${port}/`);
      server.close();
      server.closeAllConnections();
    },
    { scope: 'worker' },
  ],
  networkedBrowser: [
    async ({ playwright, browserName, launchOptions, pageUrl }, use) => {
      const { port } = new URL(pageUrl);
      const browser = await playwright[browserName].launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          '--ignore-certificate-errors',
          `--ip-address-space-overrides=127.0.0.1:${port}=public,127.0.0.1:${new URL(inNetwork()).port}=local`,
          '--host-resolver-rules=MAP page.example 127.0.0.1,MAP printer 127.0.0.1',
        ],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ networkedBrowser, pageUrl }, use) => {
    const context = await networkedBrowser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(pageUrl);
    await use(page);
    await context.close();
  },
});

test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium can be told which addresses are public.');

/** What the user has decided for the page. */
async function decide(page: Page, setting: 'granted' | 'denied'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const browserSession = await page.context().browser()?.newBrowserCDPSession();
  const { browserContextId } = targetInfo;
  for (const name of ['local-network', 'loopback-network']) {
    await browserSession?.send('Browser.setPermission', {
      origin: new URL(page.url()).origin,
      permission: { name },
      setting,
      ...(browserContextId !== undefined && { browserContextId }),
    });
  }
}

/** What connecting to a server there, or asking a model, comes to. */
async function outcome(page: Page, url: string, what: 'server' | 'model' | 'doctor' = 'server'): Promise<string> {
  await page.goto(`${new URL(page.url()).origin}/?${what}=${encodeURIComponent(url)}`);
  await expect(page).not.toHaveTitle('');
  return page.title();
}

test('a page on https reaches servers on this device and in the local network over http, if the user allows it', async ({
  page,
}) => {
  await decide(page, 'granted');
  expect(await outcome(page, onDevice())).toBe('Connected');
  expect(await outcome(page, inNetwork())).toBe('Connected');
  // Something answered, though it is no model.
  expect(await outcome(page, inNetwork(), 'model')).toMatch(/^http: .*answered with 4/);
});

test('an error says so if the user or the browser refused it, and only then', async ({ page }) => {
  // Headless, nobody answers the question, and the permission stays undecided.
  expect(await outcome(page, onDevice())).toMatch(/^network: .*CORS/);
  await decide(page, 'denied');
  expect(await outcome(page, onDevice())).toBe(
    `network: ${new URL(onDevice())} could not be reached. The user or the browser refused this page access to this device. Allow it in the browser's settings for this site, then try again.`,
  );
  expect(await outcome(page, inNetwork())).toMatch(/refused this page access to the local network\. Allow it/);
  expect(await outcome(page, inNetwork(), 'model')).toMatch(/refused this page access to the local network\. Allow it/);
  expect(await outcome(page, 'http://page.example:9/mcp')).toMatch(/a page on https cannot talk to a server on http/);
});

test('the doctor tells a refusal, an unanswered question and mixed content apart', async ({ page }) => {
  expect(await outcome(page, onDevice(), 'doctor')).toMatch(/^local-network-unanswered: The browser asks the user/);
  await decide(page, 'denied');
  expect(await outcome(page, onDevice(), 'doctor')).toMatch(/^local-network-denied: .* refused this page access/);
  expect(await outcome(page, inNetwork(), 'doctor')).toMatch(/^local-network-denied:/);
  expect(await outcome(page, 'http://page.example:9/mcp', 'doctor')).toMatch(/^mixed-content:/);
  await decide(page, 'granted');
  expect(await outcome(page, onDevice(), 'doctor')).toMatch(/^none:/);
  expect(await outcome(page, inNetwork(), 'doctor')).toMatch(/^none:/);
});
