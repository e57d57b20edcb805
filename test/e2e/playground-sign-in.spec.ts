import { expect, type Locator, type Page, test } from '@playwright/test';
import { chromiumWithWindows } from '../../scripts/browsers.mjs';
import {
  addServer,
  allow,
  complaintsOf,
  consentDialog,
  openPlayground,
  pickTool,
  run,
  serverCard,
} from './playground-page.ts';
import { faultsOf } from './axe.ts';
import { takeScreenshot } from './screenshot.ts';
import { serverUrl } from './servers.ts';

const DIARY = 'Diary server';

/** The card of the built-in server that wants its users signed in; until they are, nobody knows what it is called. */
async function addDiary(page: Page): Promise<Locator> {
  await openPlayground(page);
  await page.getByRole('button', { name: 'Try the sign-in demo' }).click();
  const card = page.locator('mcp-server').last();
  await expect(card.getByRole('status').first()).toHaveText('Not signed in');
  return card;
}

/** Presses a button that opens the window, and answers there. */
async function answer(page: Page, press: () => Promise<void>, choice: 'Allow' | 'Deny'): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), press()]);
  await expect(window.getByText('A demonstration.')).toBeVisible();
  const isClosed = window.waitForEvent('close');
  await window.getByRole('button', { name: choice }).click();
  await isClosed;
}

const signInButton = (card: Locator): Locator => card.getByRole('button', { name: 'Sign in to' });

async function signedInDiary(page: Page): Promise<Locator> {
  const card = await addDiary(page);
  await answer(page, () => signInButton(card).click(), 'Allow');
  await expect(serverCard(page, DIARY)).toContainText('Connected');
  return card;
}

test('lets a visitor sign in to the built-in server, and names the issuer and the scopes [SE-18]', async ({ page }) => {
  const complaints = complaintsOf(page);
  const card = await signedInDiary(page);
  await expect(card).toContainText(`Signed in at ${new URL(page.url()).host}`);
  await card.getByText('Access', { exact: true }).first().click();
  await expect(card).toContainText('diary:read');
  await expect(card).not.toContainText('diary:write');
  await run(await pickTool(page, 'Read the diary'));
  await allow(page);
  await expect(page.locator('mcp-tools')).toContainText('Signed out, just because I could.');
  // The browser itself reports every 401.
  expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
});

test('keeps a visitor signed in over a reload', async ({ page }) => {
  await signedInDiary(page);
  await page.reload();
  await expect(serverCard(page, DIARY)).toContainText('Connected');
  await expect(serverCard(page, DIARY)).toContainText('Signed in at');
});

test('shows that the visitor denied it, and lets them try again', async ({ page }) => {
  const card = await addDiary(page);
  await answer(page, () => signInButton(card).click(), 'Deny');
  await expect(card).toContainText('Access was not allowed. You can try again.');
  await expect(card.getByRole('alert')).toHaveCount(0);
  await answer(page, () => signInButton(card).click(), 'Allow');
  await expect(serverCard(page, DIARY)).toContainText('Connected');
});

test('gives up a sign-in when the visitor cancels it, and closes the window', async ({ page }) => {
  const card = await addDiary(page);
  const [window] = await Promise.all([page.waitForEvent('popup'), signInButton(card).click()]);
  await expect(card.getByRole('status').first()).toHaveText('Signing in');
  await expect(card).toContainText(`Continue signing in at ${new URL(page.url()).host}`);
  await Promise.all([window.waitForEvent('close'), card.getByRole('button', { name: 'Cancel' }).click()]);
  await expect(card).toContainText('Signing in was cancelled.');
  await expect(signInButton(card)).toBeVisible();
});

test('says that the window was closed, and lets the visitor try again', async ({ page }) => {
  const card = await addDiary(page);
  const [window] = await Promise.all([page.waitForEvent('popup'), signInButton(card).click()]);
  await window.getByRole('button', { name: 'Allow' }).waitFor();
  await window.close();
  await expect(card).toContainText('The sign-in window was closed');
  await answer(page, () => signInButton(card).click(), 'Allow');
  await expect(serverCard(page, DIARY)).toContainText('Connected');
});

test('signs out in every tab, and the tokens end at the authorization server too', async ({ page, context }) => {
  await signedInDiary(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(serverCard(other, DIARY)).toContainText('Signed in at');
  const revoked = page.waitForResponse((response) => response.url().endsWith('/demo-sign-in/revoke'));
  await serverCard(page, DIARY)
    .getByRole('button', { name: `Sign out of ${DIARY}` })
    .click();
  expect((await revoked).status()).toBe(200);
  for (const tab of [page, other]) {
    await expect(serverCard(tab, DIARY).getByRole('status').first()).toHaveText('Not signed in');
    await expect(tab.locator('mcp-tools').getByRole('button', { name: 'Read the diary' })).toBeHidden();
  }
});

test('connects in every tab once the visitor has signed in in one', async ({ page, context }) => {
  const card = await addDiary(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator('mcp-server').last().getByRole('status').first()).toHaveText('Not signed in');
  await page.bringToFront();
  await answer(page, () => signInButton(card).click(), 'Allow');
  for (const tab of [page, other]) await expect(serverCard(tab, DIARY)).toContainText('Connected');
});

test.describe('a tool that needs more', () => {
  async function writeEntry(page: Page): Promise<Locator> {
    await signedInDiary(page);
    const panel = await pickTool(page, 'Write in the diary');
    await panel.getByLabel('Entry').fill('It rained.');
    await run(panel);
    await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await consentDialog(page).getByRole('button', { name: 'Allow once' }).click();
    await expect(consentDialog(page)).toContainText('Give Diary server more access?');
    return panel;
  }

  test('names the server, the scopes and the authorization server, then continues where it was [AU-44]', async ({
    page,
  }) => {
    const panel = await writeEntry(page);
    const dialog = consentDialog(page);
    const { origin, host } = new URL(page.url());
    await expect(dialog).toContainText(origin);
    await expect(dialog).toContainText(new RegExp(`Sign in at\\s*${host}`));
    await expect(dialog.getByRole('listitem')).toHaveText(['diary:write']);
    await answer(
      page,
      async () => {
        await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled();
        await dialog.getByRole('button', { name: 'Continue' }).click();
      },
      'Allow',
    );
    await expect(panel).toContainText('Pretended to write: It rained.');
    await serverCard(page, DIARY).getByText('Access', { exact: true }).first().click();
    await expect(serverCard(page, DIARY)).toContainText('diary:write');
    await expect(serverCard(page, DIARY)).toContainText('diary:read');
  });

  for (const key of ['Escape', 'Enter']) {
    test(`does not get it by ${key}: the focus is on Deny, and the visitor stays signed in`, async ({ page }) => {
      const panel = await writeEntry(page);
      await expect(consentDialog(page).getByRole('button', { name: 'Deny' })).toBeFocused();
      // Before that, Enter may have been meant for something else.
      if (key === 'Enter') await expect(consentDialog(page).getByRole('button', { name: 'Continue' })).toBeEnabled();
      await page.keyboard.press(key);
      await expect(consentDialog(page)).toBeHidden();
      await expect(panel).toContainText('needs more scopes');
      expect(page.context().pages()).toHaveLength(1);
      await expect(serverCard(page, DIARY)).toContainText('Signed in at');
    });
  }

  test('does not get it where the visitor says no to the authorization server, and they stay signed in', async ({
    page,
  }) => {
    const panel = await writeEntry(page);
    await answer(
      page,
      async () => {
        await expect(consentDialog(page).getByRole('button', { name: 'Continue' })).toBeEnabled();
        await consentDialog(page).getByRole('button', { name: 'Continue' }).click();
      },
      'Deny',
    );
    await expect(panel).toContainText('Access was not allowed.');
    await expect(serverCard(page, DIARY)).toContainText('Signed in at');
    await run(await pickTool(page, 'Read the diary'));
    await allow(page);
    await expect(page.locator('mcp-tools')).toContainText('Monday.');
  });
});

test('says that the session has expired, and goes on after another sign-in, also where the authorization server forgot the page', async ({
  page,
}) => {
  await signedInDiary(page);
  const panel = await pickTool(page, 'Read the diary');
  await forgetKeys(page);
  await run(panel);
  await allow(page);
  await expect(panel).toContainText('sign in again');
  const card = page.locator('mcp-server').last();
  await expect(card.getByRole('status').first()).toHaveText('Session expired');
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    card.getByRole('button', { name: 'Sign in again' }).click(),
  ]);
  await expect(window.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  await window.close();
  await answer(page, () => card.getByRole('button', { name: 'Sign in again' }).click(), 'Allow');
  await expect(serverCard(page, DIARY)).toContainText('Connected');
});

test('opens the window by another click where the browser blocks it, or leaves the page and comes back signed in', async ({
  playwright,
  browserName,
  launchOptions,
  baseURL,
}) => {
  const browser = await playwright[browserName].launch({
    ...launchOptions,
    ...(browserName === 'chromium' && (await chromiumWithWindows())),
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  // As where an extension, or the user, forbids windows.
  await page.addInitScript(() => Object.assign(window, { allowed: window.open, open: () => null }));
  const card = await addDiary(page);
  await signInButton(card).click();
  await expect(card.getByRole('status').first()).toHaveText('Waiting for you');
  await expect(card.getByRole('button', { name: 'Open the window' })).toBeFocused();
  await page.evaluate(() => void Object.assign(window, { open: Reflect.get(window, 'allowed') as typeof window.open }));
  await answer(page, () => card.getByRole('button', { name: 'Open the window' }).click(), 'Allow');
  await serverCard(page, DIARY).getByRole('button', { name: 'Sign out' }).click();
  await expect(card.getByRole('status').first()).toHaveText('Not signed in');

  await page.reload();
  const again = page.locator('mcp-server').last();
  await signInButton(again).click();
  const before = page.url();
  await again.getByRole('button', { name: 'Sign in using this window' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(before);
  await expect(serverCard(page, DIARY)).toContainText('Connected');
  expect(page.context().pages()).toHaveLength(1);
  await browser.close();
});

test('signs in to a server elsewhere, on the pages of its own authorization server', async ({ page }) => {
  await openPlayground(page);
  const card = await addServer(page, serverUrl('oauth'));
  await expect(card.getByRole('status').first()).toHaveText('Not signed in');
  const [window] = await Promise.all([page.waitForEvent('popup'), signInButton(card).click()]);
  const isClosed = window.waitForEvent('close');
  await window.locator('input[name=login]').fill('ada');
  await window.locator('input[name=password]').fill('any');
  await window.locator('button[type=submit]').click();
  const { host } = new URL(window.url());
  await window.locator('button[type=submit]').click();
  await isClosed;
  await expect(card).toContainText('Connected');
  await expect(card).toContainText(`Signed in at ${host}`);
});

test('can be signed in to and out of with the keyboard alone', async ({ page }) => {
  const card = await addDiary(page);
  await signInButton(card).focus();
  const [window] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  const isClosed = window.waitForEvent('close');
  await window.getByRole('button', { name: 'Deny' }).waitFor();
  for (const key of ['Tab', 'Tab', 'Enter']) await window.keyboard.press(key);
  await isClosed;
  await expect(serverCard(page, DIARY)).toContainText('Connected');
  // The button that was pressed is gone; the focus stayed in the card.
  await expect(serverCard(page, DIARY)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(serverCard(page, DIARY).getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(signInButton(card)).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 320]) {
    test(`has no faults that axe finds in any state of sign-in, ${colorScheme}, ${width} px wide`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const look = async (name: string, where = page): Promise<void> => {
        expect(await faultsOf(where, { isSeenBefore: colorScheme === 'dark' }), name).toEqual([]);
        expect(await where.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
          where.viewportSize()?.width ?? width,
        );
        await takeScreenshot(where, `${name}-${colorScheme}-${width}`);
      };
      await openPlayground(page);
      await page.getByRole('button', { name: 'Try the sign-in demo' }).click();
      const card = page.locator('mcp-server').last();
      await signInButton(card).scrollIntoViewIfNeeded();
      await look('signed-out');
      const [window] = await Promise.all([page.waitForEvent('popup'), signInButton(card).click()]);
      await window.emulateMedia({ colorScheme });
      await expect(card).toContainText('Continue signing in at');
      await look('signing-in');
      await expect(window.getByRole('button', { name: 'Deny' })).toBeVisible();
      await look('question', window);
      await window.getByRole('button', { name: 'Deny' }).click();
      await expect(card).toContainText('Access was not allowed.');
      await look('denied');
      await answer(page, () => signInButton(card).click(), 'Allow');
      await expect(card).toContainText('Signed in at');
      await card.getByText('Access', { exact: true }).first().click();
      await look('signed-in');
      const panel = await pickTool(page, 'Write in the diary');
      await panel.getByLabel('Entry').fill('It rained.');
      await run(panel);
      await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
      await consentDialog(page).getByRole('button', { name: 'Allow once' }).click();
      await expect(consentDialog(page).getByRole('button', { name: 'Continue' })).toBeEnabled();
      await look('step-up');
      await page.keyboard.press('Escape');
      await forgetKeys(page);
      await run(panel);
      await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
      await consentDialog(page).getByRole('button', { name: 'Allow once' }).click();
      await expect(card.getByRole('status').first()).toHaveText('Session expired');
      await card.scrollIntoViewIfNeeded();
      await look('expired');
      await page.evaluate(() => void Object.assign(globalThis, { open: () => null }));
      await card.getByRole('button', { name: 'Sign in again' }).click();
      await expect(card.getByRole('status').first()).toHaveText('Waiting for you');
      await look('blocked');
    });
  }
}

/** Makes the authorization server know none of its tokens anymore. */
async function forgetKeys(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('playground-sign-in');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(new Error('not deleted'));
      }),
  );
}

test('tells a visitor who opens the callback page directly that there is nothing to finish, and links back', async ({
  page,
}) => {
  await page.goto('/signed-in.html');
  await expect(page.getByRole('status')).toHaveText(/^There is no sign-in to finish/);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Try the sign-in demo' })).toBeVisible();
});
