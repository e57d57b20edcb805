import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { bundle } from './bundle.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';

let site: Site;

test.beforeAll(async () => {
  const file = async (name: string): Promise<string> => readFile(new URL(`../oauth/${name}`, import.meta.url), 'utf8');
  const script = async (name: string) => ({
    type: 'text/javascript; charset=utf-8',
    body: await bundle(new URL(`../oauth/${name}`, import.meta.url)),
  });
  site = await serveSite({
    '/': { type: 'text/html; charset=utf-8', body: await file('app.html') },
    '/callback.html': { type: 'text/html; charset=utf-8', body: await file('callback.html') },
    '/app.js': await script('app.ts'),
    '/callback.js': await script('callback.ts'),
  });
});
test.afterAll(() => site.close());

const server = serverUrl('oauth-cors-none');

/** Signs in on the authorization server's own pages, which no relay shows. */
async function signInWith(page: Page, button: string): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), page.locator(button).click()]);
  const isClosed = window.waitForEvent('close');
  await window.locator('input[name=login]').fill('ada');
  await window.locator('input[name=password]').fill('any');
  await window.locator('button[type=submit]').click();
  await window.locator('button[type=submit]').click();
  await isClosed;
}

/** The requests of scripts that went neither to the page's own site nor to the relay. */
function watchDirect(page: Page, relay: string): string[] {
  const direct: string[] = [];
  page.context().on('request', (request) => {
    const { origin } = new URL(request.url());
    if (request.resourceType() === 'fetch' && ![site.origin, new URL(relay).origin].includes(origin))
      direct.push(request.url());
  });
  return direct;
}

for (const runtime of ['node', 'workerd'] as const)
  test(`a user signs in, is renewed and signs out by a relay in ${runtime}, where neither server sends CORS headers`, async ({
    page,
    request,
  }) => {
    const relay = await relayIn(runtime);
    const direct = watchDirect(page, relay);
    await page.goto(addressOf({ server, relay }));
    await signInWith(page, '#connect');
    await expect(page.locator('#result')).toHaveText('connected 2026-07-28');
    // The issuer is the real one, not the relay.
    const [, issuer = ''] = /^signed-in (\S+) mcp:read/.exec((await page.locator('#status').textContent()) ?? '') ?? [];
    expect(issuer).not.toBe(new URL(relay).origin);
    await request.post(`${issuer}/oauth/expire`);
    expect(await page.evaluate('addOften(1)')).toEqual(['1']);
    await page.locator('#sign-out').click();
    await expect(page.locator('#result')).toHaveText('signed out');
    expect(direct).toEqual([]);
  });

test('nobody can sign in to the same server without the relay', async ({ page }) => {
  await page.goto(addressOf({ server }));
  await page.locator('#sign-in').click();
  await expect(page.locator('#result')).toHaveText(/^unauthorized: /);
});

function addressOf(parameters: Record<string, string>): string {
  return `${site.origin}/?${new URLSearchParams(parameters)}`;
}

async function relayIn(runtime: 'node' | 'workerd'): Promise<string> {
  const relay = serverUrl('relay');
  return runtime === 'node' ? relay : (await fetch(new URL('/workerd', relay))).text();
}
