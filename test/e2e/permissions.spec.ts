import { faultsOf } from './axe.ts';
import { complaintsOf, consentDialog, openPlayground } from './playground-page.ts';
import { takeScreenshot } from './screenshot.ts';
import { expect, type Locator, type Page, test } from './test.ts';

const permissions = (page: Page) => page.locator('mcp-permissions');
const choice = (page: Page, tool: string) => permissions(page).getByLabel(`Permission for ${tool}`, { exact: true });
const chat = (page: Page) => page.locator('mcp-chat');

async function openChoices(page: Page): Promise<void> {
  await page.getByText('Allowed tools', { exact: true }).click();
  await permissions(page).getByText('Allow, ask or block', { exact: true }).click();
  await expect(choice(page, 'Greet')).toBeVisible();
}

async function say(page: Page, text: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Chat' }).click();
  // Enter sends nothing while the model still answers.
  await expect(chat(page).getByRole('log')).toHaveAttribute('aria-busy', 'false');
  const field = chat(page).getByRole('textbox', { name: 'Message' });
  await field.fill(text);
  await field.press('Enter');
  return chat(page).locator('.answer').last();
}

test('a visitor allows one tool and blocks another, for this visit and the next', async ({ page }) => {
  const complaints = complaintsOf(page);
  await openPlayground(page);
  await openChoices(page);
  await choice(page, 'Weather forecast').selectOption('Allow');
  await expect(permissions(page)).toContainText('1 tool runs without asking');
  await choice(page, 'Greet').selectOption('Block');
  await expect(choice(page, 'Greet')).toHaveValue('block');
  await expect(permissions(page)).toContainText('1 choice changed');
  expect(await faultsOf(page, { within: 'mcp-permissions' })).toEqual([]);
  await takeScreenshot(page, 'permissions-1280');
  await page.reload();
  await openChoices(page);
  await expect(choice(page, 'Greet')).toHaveValue('block');
  await expect(choice(page, 'Weather forecast')).toHaveValue('allow');
  await expect(await say(page, 'forecast Lima')).toContainText('Lima');
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Done' })).toHaveCount(1);
  await expect(await say(page, 'greet Ada')).toContainText('only a toy');
  await expect(consentDialog(page)).toBeHidden();
  expect(complaints).toEqual([]);
});

test('a tool that may change data is allowed only after a confirmation, and Undo takes it back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openPlayground(page);
  await openChoices(page);
  await choice(page, 'Delete notes').focus();
  await choice(page, 'Delete notes').selectOption('Allow');
  const dialog = permissions(page).getByRole('alertdialog');
  await expect(dialog).toContainText('Allow “Delete notes” without asking?');
  await takeScreenshot(page, 'permissions-390-confirm');
  const allow = dialog.getByRole('button', { name: 'Allow' });
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.click();
  await expect(choice(page, 'Delete notes')).toHaveValue('allow');
  await takeScreenshot(page, 'permissions-390');
  await permissions(page).getByRole('button', { name: 'Undo' }).click();
  await expect(choice(page, 'Delete notes')).toHaveValue('ask');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('all tools of one kind are blocked at once', async ({ page }) => {
  await openPlayground(page);
  await openChoices(page);
  await permissions(page)
    .getByLabel(/^All tools of Playground server: May change data$/)
    .selectOption('Block');
  await expect(choice(page, 'Delete notes')).toHaveValue('block');
  await expect(choice(page, 'Greet')).toHaveValue('ask');
});
