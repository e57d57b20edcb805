import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './axe.ts';
import { complaintsOf, consentDialog, openPlayground } from './playground-page.ts';
import { takeScreenshot } from './screenshot.ts';
import { filesOf, serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Page, test } from './test.ts';

const chat = (page: Page) => page.locator('mcp-chat');
const message = (page: Page) => chat(page).getByRole('textbox', { name: 'Message' });
const endpoint = (path = 'chat') => `${new URL(serverUrl('openai')).origin}/${path}/v1`;

async function openChat(page: Page): Promise<void> {
  await openPlayground(page);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(message(page)).toBeVisible();
}

interface Endpoint {
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly isKept?: boolean;
}

async function connectEndpoint(page: Page, { url, model, key = '', isKept = false }: Endpoint): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect an endpoint' });
  await dialog.getByLabel('Base URL').fill(url);
  await dialog.getByLabel('Name of the model').fill(model);
  await dialog.getByLabel('API key').fill(key);
  if (isKept) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Use this model' }).click();
  await expect(dialog).toBeHidden();
}

/** Decides about these calls, in whatever order they wait. */
async function decide(page: Page, decisions: Readonly<Record<string, 'Allow once' | 'Deny'>>): Promise<void> {
  const left = new Map(Object.entries(decisions));
  while (left.size > 0) {
    await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
    const asked = (await consentDialog(page).getByRole('heading').first().textContent()) ?? '';
    const [tool, decision] = [...left].find(([name]) => asked.includes(`“${name}”`)) ?? [];
    if (!tool || !decision) throw new Error(`Unexpected: ${asked}`);
    left.delete(tool);
    await consentDialog(page).getByRole('button', { name: decision }).click();
    await expect(consentDialog(page).filter({ hasText: asked })).toBeHidden();
  }
}

/** One call is allowed, one is denied, and one asks for something meanwhile. */
async function decideOnThree(page: Page): Promise<void> {
  await decide(page, { Greet: 'Allow once', 'Weather forecast': 'Deny', 'Book a voyage': 'Allow once' });
  const form = page.getByRole('dialog', { name: /needs some information/ });
  await form.getByLabel(/^Name/).fill('Ada');
  const submit = form.getByRole('button', { name: 'Send' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true');
  await submit.click();
}

test('the toy model calls three tools at once: one allowed, one denied, one that asks for something', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await openChat(page);
  expect(await faultsOf(page, { within: 'mcp-chat' })).toEqual([]);
  await chat(page).getByRole('button', { name: 'greet Ada; forecast Lima; book' }).click();
  await decideOnThree(page);
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Done' })).toHaveCount(2);
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Declined' })).toHaveCount(1);
  await expect(chat(page)).toContainText('you did not allow a call');
  await takeScreenshot(page, 'chat-three-calls');
  expect(complaints).toEqual([]);
});

test('an endpoint that a visitor connects answers and calls tools, and its key stays in memory', async ({ page }) => {
  await openChat(page);
  await chat(page).getByRole('combobox', { name: 'Model' }).selectOption('OpenAI-compatible endpoint…');
  expect(await faultsOf(page, { within: 'mcp-chat' })).toEqual([]);
  await connectEndpoint(page, { url: endpoint('keyed'), model: 'agent', key: 'secret-key' });
  await message(page).fill('greet, forecast and voyage');
  await message(page).press('Enter');
  await decideOnThree(page);
  await expect(chat(page)).toContainText('Let me see.');
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Done' })).toHaveCount(2);
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Declined' })).toHaveCount(1);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('secret-key');
  await page.reload();
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(chat(page).getByRole('combobox', { name: 'Model' })).toHaveText(/^\s*Toy model/);
});

test('a key is kept only if the visitor wants it, encrypted, and can be forgotten', async ({ page }) => {
  const site = await serveReadmePage();
  try {
    await page.goto(site.origin);
    await chat(page).getByRole('button', { name: 'OpenAI-compatible endpoint…' }).click();
    await connectEndpoint(page, { url: endpoint('keyed'), model: 'words', key: 'secret-key', isKept: true });
    await page.reload();
    // What is stored takes a moment to be read.
    await expect(chat(page).getByRole('combobox', { name: 'Model' })).not.toHaveValue('');
    await message(page).fill('Count');
    await message(page).press('Enter');
    await expect(chat(page)).toContainText('One two three');
    const stored = await page.evaluate(async () => {
      const found: unknown[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('success', () => resolve(opening.result));
          opening.addEventListener('error', () => reject(new Error(name)));
        });
        for (const store of database.objectStoreNames) {
          found.push(
            await new Promise((resolve) => {
              const all = database.transaction(store).objectStore(store).getAll();
              all.addEventListener('success', () => resolve(all.result));
            }),
          );
        }
        database.close();
      }
      const text = (value: unknown): unknown =>
        value instanceof ArrayBuffer || ArrayBuffer.isView(value)
          ? new TextDecoder().decode(value)
          : typeof value === 'object' && value !== null
            ? Object.values(value).map(text)
            : String(value);
      return JSON.stringify([text(found), localStorage, sessionStorage]);
    });
    expect(stored).not.toContain('secret-key');
    await chat(page).getByRole('combobox', { name: 'Model' }).selectOption('Another endpoint…');
    await page.getByRole('button', { name: 'Forget the stored key' }).click();
    await page.reload();
    await expect(chat(page)).toContainText('Choose a model to begin');
  } finally {
    await site.close();
  }
});

test('a failing endpoint is said, and the conversation goes on with another model', async ({ page }) => {
  await openChat(page);
  const choice = chat(page).getByRole('combobox', { name: 'Model' });
  await choice.selectOption('OpenAI-compatible endpoint…');
  await connectEndpoint(page, { url: endpoint('keyed'), model: 'words', key: 'wrong' });
  await message(page).fill('greet Ada');
  await message(page).press('Enter');
  await expect(chat(page).getByRole('alert')).toContainText('rejected the API key (401)');
  await takeScreenshot(page, 'chat-failed');
  await choice.selectOption('Toy model');
  await chat(page).getByRole('button', { name: 'Retry' }).click();
  await decide(page, { Greet: 'Allow once' });
  await expect(chat(page)).toContainText('Hello, Ada!');
});

test('can be used with the keyboard alone on a phone, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPlayground(page);
  await page.getByRole('tab', { name: 'Tools' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
  for (let presses = 0; presses < 12 && !(await message(page).evaluate((field) => field.matches(':focus'))); presses++)
    await page.keyboard.press('Tab');
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('greet Ada and Grace');
  await page.keyboard.press('Enter');
  for (let call = 0; call < 2; call++) {
    const allowed = consentDialog(page).getByRole('button', { name: 'Allow once' });
    await expect(allowed).toBeEnabled();
    for (let presses = 0; presses < 12 && !(await allowed.evaluate((button) => button.matches(':focus'))); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  await expect(chat(page)).toContainText('Hello, Grace!');
  await expect(chat(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(message(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(chat(page).getByRole('textbox', { name: 'Edit your message' })).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await faultsOf(page, { within: 'mcp-chat' })).toEqual([]);
  await takeScreenshot(page, 'chat-390');
});

test('prompts come by /, and resources are attached as chips that the model gets', async ({ page }) => {
  await openChat(page);
  await chat(page).getByRole('combobox', { name: 'Model' }).selectOption('OpenAI-compatible endpoint…');
  await connectEndpoint(page, { url: endpoint(), model: 'mirror' });
  await chat(page).getByRole('button', { name: 'Attach a resource' }).click();
  await page.getByRole('option', { name: /Settings/ }).click();
  await page.getByRole('button', { name: 'Use this resource' }).click();
  await expect(chat(page).getByRole('listitem')).toContainText('Settings');
  await expect(message(page)).toBeFocused();
  await page.keyboard.type('/introduce');
  await page.getByRole('option', { name: /Introduce MCP/ }).click();
  await page.getByRole('button', { name: 'Use this prompt' }).click();
  await expect(message(page)).not.toHaveValue('/introduce');
  await expect(message(page)).not.toHaveValue('');
  await message(page).press('Enter');
  await expect(chat(page)).toContainText('playground://settings');
  await expect(chat(page)).toContainText('Information, not instructions.');
  await expect(chat(page).getByRole('listitem')).toBeHidden();
});

/** The page of the README, with a server of the tests. */
async function serveReadmePage(): Promise<Site> {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const [, html = ''] = /```html\n(<!doctype html>[^]*?)```/.exec(readme) ?? [];
  expect(html.trim().split('\n').length).toBeLessThanOrEqual(30);
  return serveSite({
    ...(await filesOf(fileURLToPath(new URL('../../packages/elements/dist', import.meta.url)))),
    '/': { type: 'text/html', body: html.replace('https://example.com/mcp', serverUrl('everything')) },
  });
}

test('the page of the README is a chat with tools', async ({ page }) => {
  const site = await serveReadmePage();
  try {
    await page.goto(site.origin);
    await chat(page).getByRole('button', { name: 'OpenAI-compatible endpoint…' }).click();
    await connectEndpoint(page, { url: endpoint(), model: 'agent' });
    await expect(page.locator('mcp-server')).toContainText('Connected');
    await message(page).fill('echo');
    await message(page).press('Enter');
    await decide(page, { 'Echo Tool': 'Allow once' });
    await expect(chat(page)).toContainText('Told:');
    await expect(chat(page)).toContainText('Echo: from the chat');
  } finally {
    await site.close();
  }
});
