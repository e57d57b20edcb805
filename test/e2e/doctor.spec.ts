/** What only a whole page shows: its policy, its worker, a device without a network. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from './test.ts';
import { bundle } from './bundle.ts';
import { complaintsOf } from './playground-page.ts';
import { POLICY } from './policy.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';

/** Allows requests to the page's own site only, and starts workers from an address. */
const CLOSED = POLICY.replace(/connect-src [^;]*/, "connect-src 'self'").replace(
  /; require-trusted-types-for [^;]*/,
  '',
);

const sites: Site[] = [];

async function serve(policy: string): Promise<Site> {
  const html = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Doctor</title>';
  const script = async (name: string) => ({
    type: 'text/javascript; charset=utf-8',
    body: await bundle(new URL(`../doctor/${name}`, import.meta.url)),
  });
  const site = await serveSite(
    {
      '/': {
        type: 'text/html; charset=utf-8',
        body: `${html}<script src="/watch.js"></script><body><script type="module" src="/page.js"></script>`,
      },
      '/watch.js': {
        type: 'text/javascript; charset=utf-8',
        body: await readFile(new URL('../csp/watch.js', import.meta.url), 'utf8'),
      },
      '/page.js': await script('page.ts'),
      '/worker.js': await script('worker.ts'),
    },
    { 'Content-Security-Policy': `${policy}; worker-src 'self'` },
  );
  sites.push(site);
  return site;
}

test.afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())));

/** The address of a server that is wrong in one way: see test/servers/broken-faults.mjs. */
const broken = (fault: string): string => `${serverUrl('broken')}/${fault}/${new URL(serverUrl('legacy')).port}`;

const cause = (page: Page) => page.locator('mcp-doctor [part=cause]');

const open = (page: Page, site: Site, server: string, more = '') =>
  page.goto(`${site.origin}/?server=${encodeURIComponent(server)}${more}`);

test('the doctor names a policy of the page that forbids the address, and the line for it', async ({ page }) => {
  const server = broken('right');
  await open(page, await serve(CLOSED), server, '&worker');
  await expect(cause(page)).toContainText('does not allow');
  await expect(page.locator('mcp-doctor')).toContainText(
    `Content-Security-Policy: connect-src 'self' ${new URL(server).origin}`,
  );
  await expect(page.locator('#worker')).toHaveText(
    /^content-security-policy: The Content Security Policy of this worker does not allow/,
  );
});

test('the doctor works under a strict policy with Trusted Types, without one violation', async ({ page }) => {
  const complaints = complaintsOf(page);
  await open(page, await serve(POLICY), broken('right'));
  await expect(cause(page)).toContainText('answers this page as MCP requires');
  expect(complaints.filter((line) => !/400|404|405/.test(line))).toEqual([]);
});

test('the doctor says that the device is offline', async ({ page, context }) => {
  await open(page, await serve(POLICY), broken('right'));
  await expect(cause(page)).toContainText('answers this page');
  await context.setOffline(true);
  await page.locator('mcp-doctor').evaluate((element) => element.setAttribute('src', 'https://example.com/mcp'));
  await expect(cause(page)).toHaveText('This device is offline.');
});
