import type { McpHostElement } from '@mcp-web/elements';
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from './test.ts';
import { bundle } from './bundle.ts';
import { complaintsOf, consentDialog, pickTool, run } from './playground-page.ts';
import { CALLBACK_POLICY, POLICY } from './policy.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';

let site: Site;

test.beforeAll(async () => {
  const file = async (name: string): Promise<string> => readFile(new URL(`../csp/${name}`, import.meta.url), 'utf8');
  site = await serveSite(
    {
      '/': { type: 'text/html; charset=utf-8', body: await file('index.html') },
      '/watch.js': { type: 'text/javascript; charset=utf-8', body: await file('watch.js') },
      '/signed-in.html': {
        type: 'text/html; charset=utf-8',
        body: '<!doctype html><title>Signing in</title><body><script type="module" src="/signed-in.js"></script>',
        headers: { 'Content-Security-Policy': CALLBACK_POLICY, 'Referrer-Policy': 'no-referrer' },
      },
      '/signed-in.js': {
        type: 'text/javascript; charset=utf-8',
        body: await bundle(new URL('../oauth/callback.ts', import.meta.url)),
      },
      '/page.js': {
        type: 'text/javascript; charset=utf-8',
        body: await bundle(new URL('../csp/page.ts', import.meta.url)),
      },
    },
    { 'Content-Security-Policy': POLICY },
  );
});
test.afterAll(() => site.close());

for (const [era, revision] of [
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const) {
  test(`the client and the elements work with a server of the ${era} era under a strict policy with Trusted Types, without one violation [SE-05, JS-11, IC-10]`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    await page.goto(`${site.origin}/?server=${encodeURIComponent(serverUrl(era))}`);
    await expect(page.locator('#client-result')).toHaveText(new RegExp(`^${revision}: .*countdown`));

    await callTool(page, 'Count down', { steps: '3', delayMs: '50' });
    await expect(page.locator('mcp-tools')).toContainText('Lift-off');
    await page.locator('mcp-log-viewer').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByLabel(/^Log level to request from/).selectOption('debug');
    await callTool(page, 'Write log lines');
    await expect(page.getByRole('log')).toContainText('this is warning');
    await expect(page.getByRole('button', { name: 'Show one pixel' }).locator('canvas.icon')).toHaveAttribute(
      'width',
      '40',
    );
    await callTool(page, 'Show one pixel');
    await expect(page.locator('mcp-tools').getByRole('img', { name: '1 × 1' })).toBeVisible();
    await callTool(page, 'Ask who is there, then whether that is right');
    const form = page.getByRole('dialog');
    await form.getByLabel('name').fill('Ada');
    await form.getByText('What will be sent').click();
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('mcp-tools')).toContainText('"Ada"}: sure');
    await askForVisit(page);
    await Promise.all([page.context().waitForEvent('page'), form.getByRole('button', { name: 'Open page' }).click()]);
    if (era === 'modern') await form.getByRole('button', { name: 'Continue' }).click();
    await expect(form).toBeHidden();
    await callTool(page, 'Add two numbers', { a: '2', b: '40' });
    await expect(page.locator('mcp-tools')).toContainText('42');
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('/pl');
    await page.getByRole('option', { name: 'plain', exact: true }).click();
    await page.getByRole('button', { name: 'Use this prompt' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Nothing to fill in.');
    await page.getByRole('combobox', { name: 'Prompts' }).click();
    await expect(page.getByRole('listbox', { name: 'Prompts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'Notes of today' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.locator('mcp-resource-picker')).toContainText('Water the plants.');
    await page.locator('#inbox').evaluate((inbox: HTMLElement) => (inbox.hidden = false));
    const panel = await pickTool(page, 'Add two numbers');
    await panel.getByLabel(/^a\b/).fill('40');
    await panel.getByLabel(/^b\b/).fill('3');
    await run(panel);
    const inbox = page.locator('mcp-requests');
    await inbox.getByRole('button', { name: 'Add two numbers' }).click();
    await inbox.getByRole('button', { name: 'Allow once' }).scrollIntoViewIfNeeded();
    await expect(inbox.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await inbox.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.locator('mcp-tools')).toContainText('43');

    expect(await violationsOf(page)).toEqual([]);
    expect(site.reports).toEqual([]);
    // The browser reports every HTTP status above 399, including those that identify a server of the older era.
    expect(complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
  });
}

test('users sign in and agree to more under the same policy, without one violation [SE-05]', async ({ page }) => {
  await page.goto(`${site.origin}/?server=${encodeURIComponent(serverUrl('oauth'))}`);
  const card = page.locator('mcp-server');
  await answerIn(
    page,
    () => card.getByRole('button', { name: 'Sign in to' }).click(),
    async (window) => {
      await window.locator('input[name=login]').fill('ada');
      await window.locator('input[name=password]').fill('any');
      await window.locator('button[type=submit]').click();
      await window.locator('button[type=submit]').click();
    },
  );
  await expect(card).toContainText('Connected');
  await callTool(page, 'Echo', { message: 'under the policy' });
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await answerIn(
    page,
    () => dialog.getByRole('button', { name: 'Continue' }).click(),
    (window) => window.locator('button[type=submit]').click(),
  );
  await expect(page.locator('mcp-tools')).toContainText('Echo: under the policy');
  await card.getByRole('button', { name: 'Sign out' }).click();
  await expect(card).toContainText('Not signed in');
  expect(await violationsOf(page)).toEqual([]);
  expect(site.reports).toEqual([]);
});

test('audio in a result plays under the same policy, without one violation', async ({ page }) => {
  await page.goto(`${site.origin}/?server=${encodeURIComponent(serverUrl('modern'))}`);
  await page.evaluate(async () => {
    const content = document.createElement('mcp-content');
    // A second of silence: 8-bit mono at 8 kHz.
    const bytes = new Uint8Array(44 + 8_000).fill(128, 44);
    const view = new DataView(bytes.buffer);
    for (const [at, text] of [
      [0, 'RIFF'],
      [8, 'WAVEfmt '],
      [36, 'data'],
    ] as const)
      for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
    for (const [at, value] of [
      [4, 8_036],
      [16, 16],
      [24, 8_000],
      [28, 8_000],
      [40, 8_000],
    ] as const)
      view.setUint32(at, value, true);
    for (const [at, value] of [
      [20, 1],
      [22, 1],
      [32, 1],
      [34, 8],
    ] as const)
      view.setUint16(at, value, true);
    const data = btoa(String.fromCharCode(...bytes));
    content.content = { type: 'audio', data, mimeType: 'audio/wav' };
    document.body.append(content);
  });
  const content = page.locator('body > mcp-content');
  await content.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => content.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
});

test('a violation on purpose is noticed in the page and by its report', async ({ page }) => {
  // A separate site, so that its reports do not mix with the others.
  const own = await serveSite(
    {
      '/': {
        type: 'text/html; charset=utf-8',
        body: '<!doctype html><title>Control</title><script src="/watch.js"></script><script src="/violate.js"></script>',
      },
      '/watch.js': {
        type: 'text/javascript',
        body: await readFile(new URL('../csp/watch.js', import.meta.url), 'utf8'),
      },
      '/violate.js': {
        type: 'text/javascript',
        body: "addEventListener('load', () => { document.body.innerHTML = '<p style=\"color: red\">No</p>'; });",
      },
    },
    { 'Content-Security-Policy': POLICY },
  );
  try {
    await page.goto(own.origin);
    await expect.poll(() => violationsOf(page)).toContainEqual(expect.stringContaining('require-trusted-types-for'));
    await expect.poll(() => own.reports.join()).toContain('require-trusted-types-for');
  } finally {
    await own.close();
  }
});

async function answerIn(
  page: Page,
  press: () => Promise<void>,
  answer: (window: Page) => Promise<void>,
): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), press()]);
  const isClosed = window.waitForEvent('close');
  await answer(window);
  await isClosed;
}

async function callTool(page: Page, title: string, fields: Record<string, string> = {}): Promise<void> {
  const panel = await pickTool(page, title);
  for (const [label, value] of Object.entries(fields)) await panel.getByLabel(new RegExp(`^${label}\\b`)).fill(value);
  await run(panel);
  const button = consentDialog(page).getByRole('button', { name: 'Allow once' });
  await expect(button).toBeEnabled();
  await button.click();
}

/** Makes the server request a visit; with `noopener`, the page gets no popup object. */
async function askForVisit(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { host } = document.querySelector<McpHostElement>('mcp-host')!;
    const [server] = host.getSnapshot().servers;
    const removePolicy = host.addConsentPolicy(() => ({ action: 'allow' }));
    const params = {
      mode: 'url',
      message: 'There',
      url: `${location.origin}/elsewhere`,
      ...(server!.era === 'legacy' && { elicitationId: 'one' }),
    };
    void host
      .callTool(server!.id, 'elicit', { params })
      .catch(() => {})
      .finally(removePolicy);
  });
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Reflect.get(window, 'violations') as string[]);
}
