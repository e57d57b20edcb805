// What a user does in each example: connect, list, call with consent, prompt menu, log.
import { expect as playwrightExpect } from '@playwright/test';

/** For each step, in ms: Next has not warmed up. */
const SHOWN_MS = 30_000;
const expect = playwrightExpect.configure({ timeout: SHOWN_MS });
/** Asking for a log level is deprecated in 2026-07-28, and the console says so. */
const DEPRECATION = 'use logging, which MCP 2026-07-28 deprecates';

/**
 * Uses the page at this address, which has the test server of `test/servers/modern.mjs`.
 * @param {import('playwright').Page} page
 * @param steps for a page without `<mcp-host>`: {@link useOwnInterface}
 * @throws {Error} if a step does not work, or the console has an error or a warning
 */
export async function useExample(page, address, steps = useElements) {
  const complaints = [];
  page.on('console', (message) => {
    if (message.text().includes(DEPRECATION)) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.setDefaultTimeout(SHOWN_MS);
  try {
    await page.goto(address);
    await steps(page);
  } catch (error) {
    const text = await page.locator('body').innerText();
    throw new Error(`${error.message}\nThe page shows ${JSON.stringify(text)}. The console:\n${complaints.join('\n')}`);
  }
  expect(complaints, 'the console').toEqual([]);
}

async function useElements(page) {
  await expect(page.locator('mcp-server')).toContainText('Connected');
  await callTool(page);
  await insertPrompt(page);
  await readLog(page);
}

/** Takes the same steps where the page has menus and a dialog of its own. */
export async function useOwnInterface(page) {
  await expect(page.getByText(/^Connected/)).toBeVisible();
  const runTool = async (title) => {
    await page.getByLabel('Tool').selectOption(title);
    if (title === 'Echo') await page.locator('mcp-schema-form').getByLabel('message').fill('hello');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).click();
  };
  await runTool('Echo');
  await expect(page.locator('mcp-content')).toContainText('Echo: hello');
  await page.getByLabel('Prompt').selectOption('plain');
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/Nothing to fill in\./);
  await runTool('Write log lines');
  await expect(page.getByRole('log')).toContainText('this is warning');
}

async function callTool(page) {
  const panel = await pickTool(page, 'Echo');
  await panel.getByLabel('message').fill('hello');
  await run(page, panel);
  await expect(panel).toContainText('Echo: hello');
}

async function insertPrompt(page) {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.click();
  await page.keyboard.type('/pl');
  await page.getByRole('option', { name: 'plain' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use this prompt' }).click();
  await expect(box).toHaveValue(/Nothing to fill in\./);
}

async function readLog(page) {
  await page.locator('mcp-log-viewer').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel(/^Log level to request from/).selectOption('debug');
  await run(page, await pickTool(page, 'Write log lines'));
  await expect(page.getByRole('log')).toContainText('this is warning');
}

async function pickTool(page, title) {
  const tools = page.locator('mcp-tools');
  await tools.getByRole('listitem').filter({ hasText: title }).getByRole('button').click();
  return tools.getByRole('region', { name: title });
}

/** Runs the tool, and allows it as soon as the dialog takes a click. */
async function run(page, panel) {
  await panel.getByRole('button', { name: 'Run' }).click();
  const dialog = page.getByRole('alertdialog');
  const button = dialog.getByRole('button', { name: 'Allow once' });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(dialog).toBeHidden();
}
