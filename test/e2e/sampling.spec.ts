import { faultsOf } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { allow, complaintsOf, openPlayground, pickTool, run } from './playground-page.ts';
import { bundle } from './bundle.ts';
import { POLICY } from './policy.ts';
import { serveSite } from './serve.ts';
import { serverUrl } from './servers.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

/** Runs the playground's tool that asks a model, up to the dialog. */
async function ask(
  page: Page,
  question: string,
  more: (panel: ReturnType<Page['locator']>) => Promise<void> = async () => {},
): Promise<ReturnType<Page['locator']>> {
  const panel = await pickTool(page, 'Ask your model');
  await panel.getByLabel('Question').fill(question);
  await more(panel);
  await run(panel);
  await allow(page);
  await expect(dialog(page)).toContainText('use your model?');
  return panel;
}

async function armed(page: Page, name: string): Promise<void> {
  await expect(dialog(page).getByRole('button', { name, exact: true })).not.toHaveAttribute('aria-disabled', 'true');
}

test('a visitor approves, watches the answer stream, edits it and sends it [SA-03][SA-04][SA-05][SA-06][SA-07]', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await openPlayground(page);
  // It streams one word at a time, and so many that a test can see it even on a busy machine.
  const panel = await ask(page, `one two three${' and so on'.repeat(25)}`);
  await expect(dialog(page)).toContainText('Playground server');
  await expect(dialog(page)).toContainText(new URL(page.url()).origin);
  await expect(dialog(page)).toContainText('Answer in a few words.');
  expect(await faultsOf(page, { within: 'mcp-sampling-review' })).toEqual([]);
  await armed(page, 'Approve');
  await press(page, 'Approve');
  await expect(dialog(page)).toContainText('The model is answering');
  await expect(dialog(page)).toContainText('one two three');
  await expect(dialog(page)).toContainText('Send this answer to');
  await expect(panel).not.toContainText('said');
  await press(page, 'Edit');
  await dialog(page).getByLabel('Text 1 of the answer').fill('Eleven');
  expect(await faultsOf(page, { within: 'mcp-sampling-review' })).toEqual([]);
  await armed(page, 'Send');
  await press(page, 'Send');
  await expect(dialog(page)).toBeHidden();
  await expect(panel).toContainText('The model “toy-echo” said: Eleven');
  expect(complaints).toEqual([]);
});

test('a visitor rejects, and the server gets nothing [SA-03][SA-07]', async ({ page }) => {
  await openPlayground(page);
  const panel = await ask(page, 'Tell me everything');
  await armed(page, 'Approve');
  await press(page, 'Reject');
  await expect(dialog(page)).toBeHidden();
  await expect(panel).not.toContainText('said');
});

test('a visitor writes the answer, with the keyboard alone', async ({ page }) => {
  await openPlayground(page);
  await page.locator('#model-form').evaluate((form: HTMLElement) => form.closest('details')?.setAttribute('open', ''));
  await page.getByLabel('Answer with').selectOption('Write answers myself');
  const panel = await ask(page, 'What is MCP good for?');
  await expect(dialog(page).getByRole('button', { name: 'Reject', exact: true })).toBeFocused();
  await armed(page, 'Approve');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Text 1 of the answer')).toBeFocused();
  await page.keyboard.type('For pages');
  await armed(page, 'Send');
  await page.keyboard.press('Control+Enter');
  await expect(panel).toContainText('The model “human” said: For pages');
});

test('a model uses a tool of the server, and is asked again with its result [SA-16][SA-20][SA-21]', async ({
  page,
}) => {
  await openPlayground(page);
  const panel = await ask(page, 'Roll two dice', (own) =>
    own
      .getByLabel('With a tool')
      .selectOption('Yes')
      .then(() => {}),
  );
  await armed(page, 'Approve');
  await press(page, 'Approve');
  await expect(dialog(page)).toContainText('roll_dice');
  await armed(page, 'Send');
  await press(page, 'Send');
  await expect(dialog(page)).toContainText('use your model?');
  await expect(dialog(page)).toContainText('Tool result');
  await armed(page, 'Approve');
  await press(page, 'Approve');
  await expect(dialog(page)).toContainText('Send this answer to');
  await armed(page, 'Send');
  await press(page, 'Send');
  await expect(panel).toContainText(/said: I am only a toy\. You said: \d, \d/);
});

test('it all works under a strict policy with Trusted Types, in both eras [SE-05]', async ({ page }) => {
  const body = await bundle(new URL('../csp/sampling.ts', import.meta.url));
  const site = await serveSite(
    {
      '/': {
        type: 'text/html; charset=utf-8',
        body: '<!doctype html><html lang="en"><title>Strict</title><script src="/watch.js"></script><script type="module" src="/page.js"></script><main></main></html>',
      },
      '/watch.js': {
        type: 'text/javascript; charset=utf-8',
        body: "window.violations = []; addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));",
      },
      '/page.js': { type: 'text/javascript; charset=utf-8', body },
    },
    { 'Content-Security-Policy': POLICY },
  );
  try {
    for (const era of ['modern', 'legacy']) {
      await page.goto(
        `${site.origin}/?server=${encodeURIComponent(serverUrl(era))}&endpoint=${encodeURIComponent(`${serverUrl('openai')}/v1`)}`,
      );
      await expect(dialog(page)).toContainText('Say something');
      await press(page, 'Edit');
      await armed(page, 'Approve');
      await press(page, 'Approve');
      await expect(dialog(page)).toContainText('One two three');
      await armed(page, 'Send');
      await press(page, 'Send');
      await expect(page.locator('main')).toContainText('words-2026');
      expect(await page.evaluate(() => Reflect.get(window, 'violations') as string[])).toEqual([]);
    }
    expect(site.reports).toEqual([]);
  } finally {
    await site.close();
  }
});
