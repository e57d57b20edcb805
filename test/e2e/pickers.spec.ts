/** Prompts and resources, from the list to what the page receives. */
import { faultsOf } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { addServer, allow, complaintsOf, openPlayground, pickTool, run } from './playground-page.ts';
import { serverUrl } from './servers.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('picks a prompt with / in a chat box by keyboard alone: completion, preview, text in the box [PM-02] [CO-05]', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await openPlayground(page);
  await tab(page, 'Tools').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('Please: /trans');
  await expect(page.getByRole('option', { name: 'Translate' })).toHaveAttribute('aria-selected', 'true');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Translate' });
  await expect(dialog).toContainText(new URL(page.url()).origin);
  await expect(dialog.getByLabel('text')).toBeFocused();
  await page.keyboard.type('Good morning');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ger');
  await expect(dialog.getByRole('option', { name: 'German' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('language')).toHaveValue('German');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Translate into German:');
  await expect(box(page)).toHaveValue('Please: /trans');
  expect(await faultsOf(page)).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Use this prompt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('Please: Translate into German:\n\nGood morning');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(box(page)).toHaveValue('Please: /trans');
  expect(complaints).toEqual([]);
});

test('browses a template: completion, preview, following it until it changes, and then hands it to the page [RE-03] [RE-04]', async ({
  page,
}) => {
  await openPlayground(page);
  await addServer(page, serverUrl('dual'));
  await tab(page, 'Resources').click();
  const picker = page.locator('mcp-resource-picker');
  await picker.getByRole('combobox', { name: 'Find a resource' }).fill('notes of a day');
  const list = picker.getByRole('listbox', { name: 'Resources' });
  await list.getByRole('option', { name: 'Notes of a day' }).click();
  const panel = picker.getByRole('region', { name: 'Notes of a day' });
  await panel.getByRole('combobox', { name: 'day' }).click();
  await panel.getByRole('option', { name: 'today' }).click();
  await expect(panel).toContainText('test://notes/today');
  await panel.getByRole('button', { name: 'Preview' }).click();
  await expect(panel).toContainText('Water the plants.');
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  await expect(panel).toContainText('Updates will appear here.');
  expect(await faultsOf(page)).toEqual([]);

  await tab(page, 'Tools').click();
  const tool = await pickTool(page, 'Announce a change');
  await tool.getByLabel('what').fill('test://notes/today');
  await run(tool);
  await allow(page);
  await expect(tool).toContainText('Announced');
  await tab(page, 'Resources').click();
  await expect(panel).toContainText('Updated at');
  await expect(list.getByRole('option', { name: 'Notes of a day' })).toContainText('Updated');
  expect(await faultsOf(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Read again' }).click();
  await expect(panel).not.toContainText('Updated at');
  await panel.getByRole('button', { name: 'Use this resource' }).click();
  await expect(page.locator('#picked-resource')).toHaveText('Added test://notes/today (1 item).');
});
