import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { chromiumWithWindows } from '../../scripts/browsers.mjs';
import { bundle } from './bundle.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';

/** With the popup blocker on, which Playwright switches off. */
const test = base.extend<object, { strictBrowser: Browser }>({
  strictBrowser: [
    async ({ playwright, browserName, launchOptions }, use) => {
      const browser = await playwright[browserName].launch({
        ...launchOptions,
        ...(browserName === 'chromium' && (await chromiumWithWindows())),
        ignoreDefaultArgs: ['--disable-popup-blocking'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

// One after the other, because they end and count the tokens of one authorization server.
test.describe.configure({ mode: 'default' });

let site: Site;

test.beforeAll(async () => {
  site = await serveApp();
});
test.afterAll(() => site.close());

async function serveApp(headers: Record<string, string> = {}): Promise<Site> {
  const file = async (name: string): Promise<string> => readFile(new URL(`../oauth/${name}`, import.meta.url), 'utf8');
  const script = async (name: string) => ({
    type: 'text/javascript; charset=utf-8',
    body: await bundle(new URL(`../oauth/${name}`, import.meta.url)),
  });
  return serveSite(
    {
      '/': { type: 'text/html; charset=utf-8', body: await file('app.html') },
      '/callback.html': { type: 'text/html; charset=utf-8', body: await file('callback.html') },
      '/app.js': await script('app.ts'),
      '/callback.js': await script('callback.ts'),
    },
    headers,
  );
}

const appUrl = (server = 'oauth', more = ''): string =>
  `${site.origin}/?server=${encodeURIComponent(serverUrl(server))}${more}`;

const status = (page: Page) => page.locator('#status');
const result = (page: Page) => page.locator('#result');

/** Signs in on the authorization server's own pages, as a user does. */
async function signInAt(window: Page): Promise<void> {
  await window.locator('input[name=login]').fill('ada');
  await window.locator('input[name=password]').fill('any');
  await window.locator('button[type=submit]').click();
  await window.locator('button[type=submit]').click();
}

async function signInWith(page: Page, button: string): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), page.locator(button).click()]);
  const isClosed = window.waitForEvent('close');
  await signInAt(window);
  await isClosed;
}

test('a click on Connect opens a window, the user signs in there, and the client is connected [AU-08]', async ({
  page,
}) => {
  await page.goto(appUrl());
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  await expect(status(page)).toHaveText(/^signed-in http:\/\/127\.0\.0\.1:\d+ mcp:read/);
});

test('the next visit is signed in already', async ({ page }) => {
  await page.goto(appUrl());
  await signInWith(page, '#sign-in');
  await page.reload();
  await expect(status(page)).toHaveText(/^signed-in/);
  await page.locator('#connect').click();
  await expect(result(page)).toHaveText('connected 2026-07-28');
});

test('tokens that are bound to a key are used with proofs of it, and with the nonces that both servers want', async ({
  page,
}) => {
  await page.goto(appUrl('oauth-dpop'));
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  await page.reload();
  await page.locator('#connect').click();
  await expect(result(page)).toHaveText('connected 2026-07-28');
});

test('eight tabs with twenty-five calls each renew a refused token once [AU-67]', async ({ page, context }) => {
  await page.goto(appUrl('oauth', '&name=crowd'));
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  const tabs = [
    page,
    ...(await Promise.all(
      Array.from({ length: 7 }, async () => {
        const tab = await context.newPage();
        await tab.goto(appUrl('oauth', '&name=crowd'));
        await tab.locator('#connect').click();
        await expect(result(tab)).toHaveText('connected 2026-07-28');
        return tab;
      }),
    )),
  ];
  const issuer = await issuerOf(page);
  const before = await renewals(issuer);
  await fetch(`${issuer}/oauth/expire`, { method: 'POST' });
  const answers = await Promise.all(tabs.map((tab) => tab.evaluate('addOften(25)')));
  expect(answers.flat()).toHaveLength(200);
  expect(answers).toEqual(tabs.map(() => Array.from({ length: 25 }, (_, index) => String(index + 1))));
  expect((await renewals(issuer)) - before).toBe(1);
});

test('a refresh token that rotates is used once, and the next one after it', async ({ page }) => {
  await page.goto(appUrl());
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  const issuer = await issuerOf(page);
  for (let round = 0; round < 3; round++) {
    await fetch(`${issuer}/oauth/expire`, { method: 'POST' });
    expect(await page.evaluate('addOften(1)')).toEqual(['1']);
  }
});

test('a call that needs more asks the page, then the user, and is then made [AU-44]', async ({ page }) => {
  await page.goto(appUrl('oauth', '&confirm'));
  await signInWith(page, '#connect');
  const [window] = await Promise.all([page.waitForEvent('popup'), page.locator('#echo').click()]);
  await window.locator('button[type=submit]').click();
  await expect(result(page)).toHaveText('Echo: hello');
  await expect(status(page)).toHaveText(/mcp:write/);
});

test('a call that needs more fails where the page does not want to ask', async ({ page }) => {
  await page.goto(appUrl());
  await signInWith(page, '#connect');
  await page.locator('#echo').click();
  await expect(result(page)).toHaveText(/^unauthorized: .*needs more scopes.*mcp:write/);
  await expect(status(page)).toHaveText(/^signed-in/);
});

test('a user who says no is told so, and can try again', async ({ page }) => {
  await page.goto(appUrl());
  const [window] = await Promise.all([page.waitForEvent('popup'), page.locator('#connect').click()]);
  await window.getByText('Cancel').click();
  await expect(result(page)).toHaveText(/^unauthorized: .*access_denied/);
  await expect(status(page)).toHaveText('signed-out');
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
});

test('a window that the user closes ends the sign-in, which can be tried again', async ({ page }) => {
  await page.goto(appUrl());
  const [window] = await Promise.all([page.waitForEvent('popup'), page.locator('#connect').click()]);
  await window.locator('input[name=login]').waitFor();
  await window.close();
  await expect(result(page)).toHaveText(/^unauthorized: The sign-in window was closed/);
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
});

test('without a click no window opens, and the error says what to do', async ({ strictBrowser }) => {
  const page = await strictBrowser.newPage();
  // For five seconds, anything that evaluates code in the page counts as a click: the recording of a trace, at its start, and the
  // test itself, which therefore waits until the server has answered.
  const isRefused = page.waitForResponse((response) => response.status() === 401);
  await page.goto(appUrl('oauth', '&now=connect&afterMs=6000'));
  await isRefused;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await expect(result(page)).toHaveText(/^unauthorized: .*call signIn\(\) of browserOAuth\(\) in a click/);
  expect(page.context().pages()).toHaveLength(1);
  await page.close();
});

test('a window that the browser blocks is opened by another click', async ({ strictBrowser }) => {
  const page = await strictBrowser.newPage();
  await page.goto(appUrl('oauth', '&now=sign-in'));
  await expect(status(page)).toHaveText('blocked');
  await signInWith(page, '#open');
  await expect(status(page)).toHaveText(/^signed-in/);
  await page.locator('#connect').click();
  await expect(result(page)).toHaveText('connected 2026-07-28');
  await page.close();
});

test('where no window opens the whole page goes, and comes back signed in to where it was', async ({
  strictBrowser,
}) => {
  const page = await strictBrowser.newPage();
  await page.goto(appUrl('oauth', '&now=sign-in&name=there-and-back'));
  await expect(status(page)).toHaveText('blocked');
  const before = page.url();
  await page.locator('#redirect').click();
  await signInAt(page);
  await page.waitForURL(before);
  await expect(status(page)).toHaveText(/^signed-in/);
  await page.locator('#connect').click();
  await expect(result(page)).toHaveText('connected 2026-07-28');
  await page.close();
});

test('a page that cuts itself off from its windows hears of the sign-in all the same', async ({ page }) => {
  const isolated = await serveApp({ 'Cross-Origin-Opener-Policy': 'same-origin' });
  await page.goto(appUrl().replace(site.origin, isolated.origin));
  const [window] = await Promise.all([page.context().waitForEvent('page'), page.locator('#connect').click()]);
  await signInAt(window);
  await expect(result(page)).toHaveText('connected 2026-07-28');
  await isolated.close();
});

test('a page that keeps nothing finishes the sign-in itself, and is signed out with the next visit', async ({
  page,
}) => {
  await page.goto(appUrl('oauth', '&memory'));
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  await page.reload();
  await expect(status(page)).toHaveText('signed-out');
});

test('a disk that refuses to write in the middle of it costs the next visit, not this one', async ({ page }) => {
  await page.goto(appUrl());
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
});

test('signing out reaches every tab, and the tokens are revoked', async ({ page, context }) => {
  await page.goto(appUrl());
  await signInWith(page, '#sign-in');
  const other = await context.newPage();
  await other.goto(appUrl());
  await expect(status(other)).toHaveText(/^signed-in/);
  const revoked = page.waitForResponse((response) => response.url().endsWith('/revoke'));
  await page.locator('#sign-out').click();
  expect((await revoked).status()).toBe(200);
  await expect(status(page)).toHaveText('signed-out');
  await expect(status(other)).toHaveText('signed-out');
  expect(await contentsOf(page)).not.toContain('grant ');
});

for (const grants of ['one grant', 'separate grants'])
  test(`signing out also ends the tokens of earlier sign-ins, which newer ones replaced: ${grants}`, async ({
    page,
  }) => {
    await page.goto(appUrl('oauth', `&confirm&name=${grants}`));
    await signInWith(page, '#connect');
    const issuer = await issuerOf(page);
    const before = await validTokens(issuer);
    const [window] = await Promise.all([page.waitForEvent('popup'), page.locator('#sign-in').click()]);
    await window.locator('button[type=submit]').click();
    await expect(result(page)).toHaveText('signed in');
    const [stepUp] = await Promise.all([page.waitForEvent('popup'), page.locator('#echo').click()]);
    await stepUp.locator('button[type=submit]').click();
    await expect(result(page)).toHaveText('Echo: hello');
    expect(await page.evaluate('addOften(1)'), 'the newest tokens are valid').toEqual(['1']);
    expect((await validTokens(issuer)).length - before.length, 'two pairs more').toBe(4);
    await page.locator('#sign-out').click();
    await expect(result(page)).toHaveText('signed out');
    const after = await validTokens(issuer);
    expect(after.length, 'all three pairs are gone').toBe(before.length - 2);
  });

for (const [who, headers] of [
  ['', {}],
  [' on a page that is cut off from its window', { 'Cross-Origin-Opener-Policy': 'same-origin' }],
] as const) {
  for (const where of ['this tab', 'another tab']) {
    test(`signing out in ${where} beats a sign-in whose code is being exchanged${who}`, async ({ page, context }) => {
      const app = await serveApp(headers);
      const address = appUrl('oauth').replace(site.origin, app.origin);
      const other = await context.newPage();
      await other.goto(address);
      await page.goto(address);
      let answer = (): void => {};
      const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
      const isIssued = new Promise<string>((resolve) => {
        void context.route('**/token', async (route) => {
          const response = await route.fetch();
          resolve(new URL(response.url()).origin);
          await mayAnswer;
          await route.fulfill({ response });
        });
      });
      const [window] = await Promise.all([context.waitForEvent('page'), page.locator('#sign-in').click()]);
      await signInAt(window);
      const issuer = await isIssued;
      const before = await validTokens(issuer);
      const leaver = where === 'this tab' ? page : other;
      const revoked = context.waitForEvent('response', (response) => response.url().endsWith('/revoke'));
      await leaver.locator('#sign-out').click();
      await expect(result(leaver)).toHaveText('signed out');
      answer();
      expect((await revoked).status()).toBe(200);
      await expect.poll(async () => (await validTokens(issuer)).length).toBe(before.length - 2);
      for (const tab of [page, other]) {
        await expect(status(tab)).toHaveText('signed-out');
        await tab.reload();
        await expect(status(tab)).toHaveText('signed-out');
      }
      await app.close();
    });
  }
}

test('a message that claims that the user signed in is not believed', async ({ page, context }) => {
  await page.goto(appUrl());
  const [asked] = await Promise.all([
    context.waitForEvent('request', (request) => request.url().includes('/authorize?')),
    page.waitForEvent('popup'),
    page.locator('#sign-in').click(),
  ]);
  const state = new URL(asked.url()).searchParams.get('state');
  await page.evaluate(
    ([server, claimed]) => {
      const channel = new BroadcastChannel('mcp-web-sign-in');
      channel.postMessage({ type: 'granted', server, state: claimed });
    },
    [serverUrl('oauth'), state] as const,
  );
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(result(page)).toHaveText('…');
  await expect(status(page)).toHaveText(/^signing-in/);
});

test('no part of a server’s address is readable in what is stored', async ({ page }) => {
  await page.goto(appUrl('oauth'));
  await signInWith(page, '#sign-in');
  await expect(status(page)).toHaveText(/^signed-in/);
  const contents = await contentsOf(page);
  expect(contents).toContain('grant ');
  expect(contents.replaceAll(page.url(), '')).not.toContain(new URL(serverUrl('oauth')).host);
  expect(contents).not.toContain(await issuerOf(page));
});

test('two tabs that sign in at once, to the same server and to another one, each get in', async ({ page, context }) => {
  const others = await Promise.all(
    ['oauth', 'oauth-dpop'].map(async (server) => {
      const tab = await context.newPage();
      await tab.goto(appUrl(server));
      return tab;
    }),
  );
  await page.goto(appUrl());
  const tabs = [page, ...others];
  const windows: Page[] = [];
  for (const tab of tabs)
    windows.push((await Promise.all([tab.waitForEvent('popup'), tab.locator('#connect').click()]))[0]);
  for (const [index, window] of windows.entries()) {
    // If the authorization server knows the user by now, it only asks for consent.
    await window.locator('button[type=submit]').waitFor();
    if ((await window.locator('input[name=login]').count()) > 0) await signInAt(window);
    else await window.locator('button[type=submit]').click();
    await expect(result(tabs[index] ?? page)).toHaveText('connected 2026-07-28');
  }
});

test('an answer that was used, or that nobody asked for, is not used again', async ({ page, context }) => {
  const urls: string[] = [];
  context.on('request', (request) => void urls.push(request.url()));
  await page.goto(appUrl());
  await signInWith(page, '#connect');
  const callback = urls.find((url) => url.includes('/callback.html?')) ?? '';
  expect(callback).toContain('code=');
  const again = await context.newPage();
  await again.goto(callback);
  await expect(again.locator('body')).toHaveText(/This sign-in cannot be finished/);
  expect(again.url()).toBe(`${site.origin}/callback.html`);
  await again.goto(`${site.origin}/callback.html?code=x&state=made-up&error_description=%3Cimg+src%3Dx%3E`);
  await expect(again.locator('body')).toHaveText(/This sign-in cannot be finished/);
});

test('the callback page says that there is nothing to finish when it is opened directly, and links back', async ({
  page,
}) => {
  await page.goto(`${site.origin}/callback.html`);
  await expect(page.locator('body')).toHaveText(/^There is no sign-in to finish/);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.locator('#connect')).toBeVisible();
});

test('an answer from another issuer is refused, and nothing that it says is shown', async ({ page, context }) => {
  await page.goto(appUrl());
  const [asked, window] = await Promise.all([
    context.waitForEvent('request', (request) => request.url().includes('/authorize?')),
    page.waitForEvent('popup'),
    page.locator('#connect').click(),
  ]);
  const state = new URL(asked.url()).searchParams.get('state');
  await window.locator('input[name=login]').waitFor();
  // In a separate page: the waiting page closes the window as soon as the sign-in is complete.
  const foreign = await context.newPage();
  await foreign.goto(
    `${site.origin}/callback.html?error=evil_code&error_description=evil+words&state=${state}&iss=https://evil.example`,
  );
  await expect(foreign.locator('body')).toHaveText(/^The response is from another authorization server/);
  await expect(result(page)).toHaveText(/^unauthorized: The response is from another authorization server/);
  await expect(result(page)).not.toContainText('evil');
});

test('an authorization server that names the endpoints of another one gets no code of it [AU-57]', async ({ page }) => {
  await page.goto(appUrl('mix-up'));
  // A user who signs in wherever the window leads.
  page.on('popup', (window) => void signInAt(window).catch(() => {}));
  await page.locator('#connect').click();
  await expect(result(page)).not.toHaveText(/^…?$/);
  expect(await (await fetch(new URL('/loot', serverUrl('mix-up')))).json()).toEqual([]);
  await expect(result(page)).toHaveText(/^unauthorized: The authorization_endpoint of .*, on another origin/);
});

test('a tab that leaves before its renewal was sent costs nobody the session', async ({ page, context }) => {
  const { other, issuer } = await expireInTwoTabs(page, context);
  const isSent = new Promise<void>((resolve) => void page.route(`${issuer}/token`, () => resolve()));
  page.evaluate('addOften(1)').catch(() => {});
  await isSent;
  // Not closed: Playwright would then send the request that is held.
  await page.goto('about:blank');
  expect(await other.evaluate('addOften(1)')).toEqual(['1']);
});

test('a tab that leaves before it has the new tokens makes another one ask the user once to sign in', async ({
  page,
  context,
}) => {
  const { other, issuer } = await expireInTwoTabs(page, context);
  const before = await renewals(issuer);
  // The answer never arrives.
  const isRenewed = new Promise<void>((resolve) => {
    void page.route(`${issuer}/token`, (route) => route.fetch().then(() => resolve()));
  });
  page.evaluate('addOften(1)').catch(() => {});
  await isRenewed;
  await page.goto('about:blank');
  await expect(other.evaluate('addOften(5)')).rejects.toThrow(/The session with .* has ended/);
  await expect(status(other)).toHaveText('expired');
  expect((await renewals(issuer)) - before).toBe(2);
  const [window] = await Promise.all([other.waitForEvent('popup'), other.locator('#sign-in').click()]);
  // The authorization server still knows the user, and only asks for consent.
  await window.locator('button[type=submit]').click();
  await expect(status(other)).toHaveText(/^signed-in/);
  expect(await other.evaluate('addOften(1)')).toEqual(['1']);
});

test('no token and no code is left in storage, the address or the console [SE-01, AU-10]', async ({
  page,
  context,
}) => {
  const said: string[] = [];
  const codes: string[] = [];
  context.on('console', (message) => void said.push(message.text()));
  context.on('request', (request) => codes.push(...new URL(request.url()).searchParams.getAll('code')));
  await page.goto(appUrl('oauth', '&confirm'));
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  const issuer = await issuerOf(page);
  await fetch(`${issuer}/oauth/expire`, { method: 'POST' });
  expect(await page.evaluate('addOften(2)')).toEqual(['1', '2']);
  const tokens: unknown = await (await fetch(`${issuer}/oauth/tokens`)).json();
  const contents = [await contentsOf(page), page.url(), said.join()].join();
  if (!Array.isArray(tokens)) throw new Error('no list of tokens');
  expect(tokens.length).toBeGreaterThan(3);
  expect(contents).toContain('grant ');
  expect(codes).not.toEqual([]);
  expect([...tokens, ...codes].filter((secret) => contents.includes(String(secret)))).toEqual([]);
});

/** Two tabs that are connected, with an access token that has expired. */
async function expireInTwoTabs(page: Page, context: BrowserContext): Promise<{ other: Page; issuer: string }> {
  await page.goto(appUrl());
  await signInWith(page, '#connect');
  await expect(result(page)).toHaveText('connected 2026-07-28');
  const other = await context.newPage();
  await other.goto(appUrl());
  await other.locator('#connect').click();
  await expect(result(other)).toHaveText('connected 2026-07-28');
  const issuer = await issuerOf(page);
  await fetch(`${issuer}/oauth/expire`, { method: 'POST' });
  return { other, issuer };
}

async function issuerOf(page: Page): Promise<string> {
  await expect(status(page)).toHaveText(/^signed-in/);
  return (await status(page).textContent())?.split(' ')[1] ?? '';
}

/** The tokens that can still be used. */
async function validTokens(issuer: string): Promise<unknown[]> {
  const tokens: unknown = await (await fetch(`${issuer}/oauth/valid-tokens`)).json();
  if (!Array.isArray(tokens)) throw new Error('no list of tokens');
  return tokens;
}

async function renewals(issuer: string): Promise<number> {
  const counts: unknown = await (await fetch(`${issuer}/oauth/requests`)).json();
  return typeof counts === 'object' && counts !== null ? Number(Reflect.get(counts, 'refresh_token') ?? 0) : 0;
}

/** Everything that the page's origin stores, as text. */
function contentsOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.cookie,
      location.href,
      String(history.length),
    ];
    const textOf = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(value));
      if (ArrayBuffer.isView(value)) return String.fromCharCode(...new Uint8Array(value.buffer));
      return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join() : String(value);
    };
    const finished = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no database'));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([finished(objects.getAllKeys()), finished(objects.getAll())]);
        parts.push(keys.map(String).join(), values.map(textOf).join());
      }
      database.close();
    }
    return parts.join();
  });
}
