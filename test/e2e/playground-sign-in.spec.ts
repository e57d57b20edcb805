import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { addServer, allow, complaintsOf, consentDialog, openPlayground, pickTool, run, serverCard } from './playground-page.ts';
import { serverUrl } from './servers.ts';

const DIARY = 'Diary server';

/** The card of the built-in server that wants its users signed in; until they are, nobody knows what it is called. */
async function addDiary(page: Page): Promise<Locator> {
  await openPlayground(page);
  await page.getByRole('button', { name: 'Add one with sign-in' }).click();
  const card = page.locator('mcp-server').last();
  await expect(card.getByRole('status')).toHaveText('Not signed in');
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

test('lets a visitor sign in to the built-in server and says who signed them in, for what [SE-18]', async ({ page }) => {
  const complaints = complaintsOf(page);
  const card = await signedInDiary(page);
  await expect(card).toContainText(`Signed in at ${new URL(page.url()).host}`);
  await card.getByText('Permissions').first().click();
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
