import { expect, type Page, test } from '@playwright/test';
import { addressField, addServer, openPlayground } from './playground-page.ts';
import { serverUrl } from './servers.ts';

const TOKEN = 'Bearer open-sesame-4711';

/** The value of `Authorization` in each POST to the server. */
function watchTokens(page: Page): (string | undefined)[] {
  const tokens: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().startsWith(serverUrl('legacy')))
      tokens.push(request.headers()['authorization']);
  });
  return tokens;
}

async function enterHeader(page: Page, value: string): Promise<void> {
  await page.getByText('Token, header or revision').click();
  await page.getByLabel('Value', { exact: true }).fill(value);
}

async function storeHeaders(page: Page): Promise<void> {
  await page.locator('#headers summary').click();
  await page.getByLabel('Store tokens and headers in this browser, encrypted').check();
}

const lastCard = (page: Page) => page.locator('mcp-server').last();

/** Everything that the origin stores, as text, with bytes as characters. */
const storedText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error(name));
      });
      for (const store of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve) => {
          const all = database.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => resolve(all.result);
        });
        const keys = await new Promise<unknown[]>((resolve) => {
          const all = database.transaction(store).objectStore(store).getAllKeys();
          all.onsuccess = () => resolve(all.result);
        });
        for (const value of [...values, ...keys]) {
          const data: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'data') : undefined;
          texts.push(data instanceof ArrayBuffer ? new TextDecoder('latin1').decode(data) : JSON.stringify(value));
        }
      }
      database.close();
    }
    return texts.join('\n');
  });

test.describe('a header that the visitor gives for a server', () => {
  test('is sent, is in neither the address nor the document, and is gone after a reload', async ({ page }) => {
    const tokens = watchTokens(page);
    await openPlayground(page);
    await enterHeader(page, TOKEN);
    await addServer(page, serverUrl('legacy'));
    await expect(lastCard(page)).toContainText('Connected');
    expect(new Set(tokens)).toEqual(new Set([TOKEN]));
    await expect(page.getByLabel('Value', { exact: true })).toHaveValue('');
    expect(page.url()).toContain('server=');
    expect(page.url()).not.toContain('4711');
    expect(await page.content()).not.toContain('4711');
    expect(await storedText(page)).not.toContain('4711');
    await page.reload();
    await expect(lastCard(page)).toContainText('Connected');
    expect(tokens.at(-1)).toBe(undefined);
  });

  test('is stored if the visitor wants that, in no readable form, until they forget it', async ({ page }) => {
    const tokens = watchTokens(page);
    await openPlayground(page);
    await enterHeader(page, TOKEN);
    await storeHeaders(page);
    await addServer(page, serverUrl('legacy'));
    await expect(lastCard(page)).toContainText('Connected');
    const stored = await storedText(page);
    expect(stored).toContain('header ');
    expect(stored).not.toContain('4711');
    expect(stored).not.toContain(new URL(serverUrl('legacy')).port);
    expect(page.url()).not.toContain('4711');
    tokens.length = 0;
    await page.reload();
    await expect(lastCard(page)).toContainText('Connected');
    expect(new Set(tokens)).toEqual(new Set([TOKEN]));
    await page.locator('#headers summary').click();
    tokens.length = 0;
    await page.getByRole('button', { name: `Forget Authorization for ${new URL(serverUrl('legacy')).host}` }).click();
    await expect(page.getByRole('list', { name: 'Stored headers' }).getByRole('listitem')).toHaveCount(0);
    // The session ends with the token, and the next one has none.
    await expect.poll(() => tokens.at(-1)).toBe(undefined);
    await expect(lastCard(page)).toContainText('Connected');
    await page.reload();
    await expect(lastCard(page)).toContainText('Connected');
    expect(tokens.at(-1)).toBe(undefined);
  });

  test('is not forgotten in silence if the browser cannot remove it, and not missed in silence if it cannot read it', async ({
    page,
  }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const tokens = watchTokens(page);
    await openPlayground(page);
    await enterHeader(page, TOKEN);
    await storeHeaders(page);
    await addServer(page, serverUrl('legacy'));
    const { host } = new URL(serverUrl('legacy'));
    const forget = page.getByRole('button', { name: `Forget Authorization for ${host}` });
    // Connected, it may not be stored yet.
    await expect(forget).toBeVisible();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = IDBObjectStore.prototype.delete = () => {
        throw new DOMException('Broken', 'UnknownError');
      };
    });
    await forget.click();
    await expect(page.getByRole('alert').filter({ hasText: 'they may still be stored in this browser' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Stored headers' }).getByRole('listitem')).toHaveCount(1);
    expect(errors).toEqual([]);

    await page.addInitScript(() => {
      SubtleCrypto.prototype.digest = () => Promise.reject(new DOMException('Broken', 'OperationError'));
    });
    // What the page sends before it goes does not count.
    page.once('framenavigated', () => (tokens.length = 0));
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'could not read the stored headers' })).toBeVisible();
    expect(tokens).not.toContain(TOKEN);
  });

  for (const [what, leave] of Object.entries<(page: Page) => Promise<void>>({
    'removes the server': (page) => page.getByRole('button', { name: /^Remove Test server legacy/ }).click(),
    'no longer wants it stored': async (page) => {
      await page.getByLabel('Store tokens and headers in this browser, encrypted').uncheck();
    },
    'removes the header': async (page) => {
      await page.getByRole('button', { name: /^Edit Test server legacy/ }).click();
      await page.getByRole('button', { name: 'Remove the header Authorization' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
  })) {
    test(`is forgotten when the visitor ${what}`, async ({ page }) => {
      const tokens = watchTokens(page);
      await openPlayground(page);
      await enterHeader(page, TOKEN);
      await storeHeaders(page);
      await addServer(page, serverUrl('legacy'));
      await expect(lastCard(page)).toContainText('Connected');
      const stored = page.getByRole('list', { name: 'Stored headers' }).getByRole('listitem');
      await expect(stored).toHaveCount(1);
      await leave(page);
      await expect(stored).toHaveCount(0);
      page.once('framenavigated', () => (tokens.length = 0));
      await page.goto(`/?server=${encodeURIComponent(serverUrl('legacy'))}`);
      await expect(lastCard(page)).toContainText('Connected');
      await expect.poll(() => tokens.length).toBeGreaterThan(0);
      expect(tokens).not.toContain(TOKEN);
      await page.locator('#headers summary').click();
      await expect(page.getByLabel('Store tokens and headers in this browser, encrypted')).not.toBeChecked();
    });
  }

  test('is stored if it was entered before the visitor wanted that', async ({ page }) => {
    await openPlayground(page);
    await enterHeader(page, TOKEN);
    await addServer(page, serverUrl('legacy'));
    await expect(lastCard(page)).toContainText('Connected');
    await storeHeaders(page);
    await expect(page.getByRole('list', { name: 'Stored headers' }).getByRole('listitem')).toHaveCount(1);
  });

  test('is refused if no header can have this value', async ({ page }) => {
    await openPlayground(page);
    await enterHeader(page, 'Bearer \u{1F511}');
    await addressField(page).fill(serverUrl('legacy'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.locator('mcp-servers').getByText('A page cannot send this header.')).toBeVisible();
    await expect(page.locator('mcp-server')).toHaveCount(1);
  });
});
