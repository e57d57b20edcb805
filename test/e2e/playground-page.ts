/** What a visitor does on the playground, found by what they see. */
import { expect, type Locator, type Page } from '@playwright/test';

export const BUILT_IN = 'Playground server';

/** Opens the playground and waits until its own server is connected. */
export async function openPlayground(page: Page, search = ''): Promise<void> {
  await page.goto(`/${search}`);
  await openServers(page);
  await expect(serverCard(page, BUILT_IN)).toContainText('Connected');
}

/** In one column, the servers are folded. */
export async function openServers(page: Page): Promise<void> {
  const summary = page.locator('#servers-pane > summary');
  const pane = page.locator('#servers-pane');
  // The page decides that when it has loaded.
  await expect(page.locator('mcp-tools').getByRole('listitem').first()).toBeAttached();
  if (await pane.evaluate((element: HTMLDetailsElement) => !element.open)) await summary.click();
}

export function serverCard(page: Page, name: string | RegExp): Locator {
  return page.locator('mcp-server').getByRole('group', { name });
}

/** Picks a tool and returns its panel. */
export async function pickTool(page: Page, title: string): Promise<Locator> {
  await page.locator('mcp-tools').getByRole('listitem').filter({ hasText: title }).getByRole('button').click();
  return toolPanel(page, title);
}

export function toolPanel(page: Page, title: string): Locator {
  return page.locator('mcp-tools').getByRole('region', { name: title });
}

export async function run(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Run' }).click();
}

export function consentDialog(page: Page): Locator {
  return page.getByRole('alertdialog');
}

export async function allow(page: Page): Promise<void> {
  const button = consentDialog(page).getByRole('button', { name: 'Allow once' });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(consentDialog(page)).toBeHidden();
}

/** Denies, as soon as the dialog takes a click. */
export async function deny(page: Page): Promise<void> {
  await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await consentDialog(page).getByRole('button', { name: 'Deny' }).click();
  await expect(consentDialog(page)).toBeHidden();
}

/** Allows the tool without further questions. */
export async function allowAlways(page: Page): Promise<void> {
  const dialog = consentDialog(page);
  const longer = dialog.getByRole('button', { name: 'Allow for longer…' });
  await expect(longer).toBeEnabled();
  await longer.click();
  const risk = dialog.getByRole('checkbox');
  if (await risk.isVisible()) await risk.check();
  const always = dialog.getByRole('button', { name: 'Always allow' });
  await expect(always).toBeEnabled();
  await always.click();
  await expect(dialog).toBeHidden();
}

/** Adds a server by its URL and returns its card. */
export async function addServer(page: Page, url: string, revision = ''): Promise<Locator> {
  const cards = page.locator('mcp-server');
  const count = await cards.count();
  await addressField(page).fill(url);
  if (revision) {
    const more = page.locator('mcp-servers form.add details');
    if (!(await more.evaluate((details: HTMLDetailsElement) => details.open))) await more.locator('summary').click();
    await page.getByLabel('Protocol revision').selectOption(revision);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(cards).toHaveCount(count + 1);
  return cards.last();
}

export function addressField(page: Page): Locator {
  return page.getByLabel('Address of the server');
}

/** Connects to the built-in server in another revision. */
export async function useRevision(page: Page, revision: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${BUILT_IN}` }).click();
  await page.locator('mcp-servers form.edit').getByLabel('Protocol revision').selectOption(revision);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const card = page.locator('mcp-server').first();
  await expect(card).toContainText(revision);
  await expect(card).toContainText('Connected');
}

/** What the console says of a deprecated feature, which tests use on purpose. */
export const isDeprecation = (text: string): boolean => / use .*, which MCP \S+ deprecates\. /.test(text);

/** Collects the page's console errors, warnings and uncaught exceptions. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (isDeprecation(message.text())) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}
