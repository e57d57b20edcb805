import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './axe.ts';
import { complaintsOf, consentDialog, openPlayground } from './playground-page.ts';
import { takeScreenshot } from './screenshot.ts';
import { filesOf, serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Locator, type Page, test } from './test.ts';

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

/** What waits in the card of a call. */
const request = (page: Page) => chat(page).locator('mcp-tool-call .frame:visible');
const heading = (page: Page) => request(page).getByRole('heading', { level: 2 });
const action = (page: Page, name: string) => request(page).getByRole('button', { name, exact: true });
const isOn = async (button: Locator): Promise<boolean> => (await button.getAttribute('aria-disabled')) === 'false';

/** Reads what waits: it says where to scroll before it can be answered. */
async function read(page: Page, answer: string): Promise<void> {
  const hint = request(page).locator('.more button');
  await expect(async () => {
    if (await hint.isVisible()) await hint.click({ timeout: 1_000 }).catch(() => {});
    expect(await isOn(action(page, answer))).toBe(true);
  }).toPass({ timeout: 30_000 });
}

/** Decides about these calls, and fills in the form that one of them asks for, in whatever order they wait. */
async function decide(page: Page, decisions: Readonly<Record<string, 'Allow once' | 'Deny' | 'form'>>): Promise<void> {
  const left = new Map(Object.entries(decisions));
  while (left.size > 0) {
    await expect(heading(page)).toBeVisible();
    const asked = (await heading(page).textContent()) ?? '';
    const [what, decision] = [...left].find(([name]) => asked.includes(name)) ?? [];
    if (!what || !decision) throw new Error(`Unexpected: ${asked}`);
    left.delete(what);
    if (decision === 'form') await request(page).getByLabel(/^Name/).fill('Ada');
    await read(page, decision === 'form' ? 'Send' : 'Allow once');
    const button = action(page, decision === 'form' ? 'Send' : decision);
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
    await expect(heading(page).filter({ hasText: what })).toBeHidden();
  }
  await expect(consentDialog(page)).toBeHidden();
}

/** One call is allowed, one is denied, and one asks for something meanwhile. */
async function decideOnThree(page: Page): Promise<void> {
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Waiting for your approval' })).toHaveCount(3);
  await decide(page, {
    '“Greet”': 'Allow once',
    '“Weather forecast”': 'Deny',
    '“Book a voyage”': 'Allow once',
    'needs some information': 'form',
  });
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
  await decide(page, { '“Greet”': 'Allow once' });
  await expect(chat(page)).toContainText('Hello, Ada!');
});

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 25; presses++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** Goes to the line that says where to scroll, and presses its button, unless it goes away meanwhile. */
async function followHint(page: Page, hint: Locator): Promise<void> {
  const isBeforeFocus = (button: Element): boolean => {
    const root = button.getRootNode();
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    return focused !== null && (button.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  };
  for (let presses = 0; presses < 8 && (await hint.isVisible()); presses++) {
    if (await hasFocus(hint)) return page.keyboard.press('Enter');
    const isBefore = await hint.evaluate(isBeforeFocus, undefined, { timeout: 1_000 }).catch(() => undefined);
    if (isBefore !== undefined) await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
  }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.matches(':focus'), undefined, { timeout: 1_000 }).catch(() => false);

/** Reads and answers what is open, without a pointer. Denies the forecast. Returns what it was. */
async function answerByKeyboard(page: Page): Promise<string> {
  await expect(heading(page)).toBeVisible();
  const asked = (await heading(page).textContent()) ?? '';
  const isForm = asked.includes('needs some information');
  if (!(await request(page).evaluate((frame) => frame.matches(':focus-within')))) {
    await expect(message(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
  }
  await expect(isForm ? heading(page) : action(page, 'Deny')).toBeFocused();
  if (isForm) {
    await tabTo(page, request(page).getByLabel(/^Name/));
    await page.keyboard.type('Ada');
    await takeScreenshot(page, 'chat-form');
  }
  const hint = request(page).locator('.more button');
  await expect(async () => {
    await followHint(page, hint);
    expect(await isOn(action(page, isForm ? 'Send' : 'Allow once'))).toBe(true);
  }).toPass({ timeout: 30_000 });
  await tabTo(page, action(page, isForm ? 'Send' : asked.includes('forecast') ? 'Deny' : 'Allow once'));
  await page.keyboard.press('Enter');
  await expect(heading(page).filter({ hasText: asked })).toBeHidden();
  return asked;
}

for (const height of [844, 700])
  test(`can be used with the keyboard alone on a phone of ${height} px, and nothing scrolls sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height });
    await openPlayground(page);
    await page.getByRole('tab', { name: 'Tools' }).focus();
    await page.keyboard.press('End');
    await expect(page.getByRole('tab', { name: 'Chat' })).toBeFocused();
    await tabTo(page, message(page));
    await page.keyboard.type('greet Ada; forecast Lima; book');
    await page.keyboard.press('Enter');
    await expect(request(page)).toBeVisible();
    await expect(message(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(chat(page).getByRole('button', { name: /calls? waits? for your answer/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(action(page, 'Deny')).toBeFocused();
    await takeScreenshot(page, `chat-${height}-waits`);
    expect(await faultsOf(page, { within: 'mcp-chat' })).toEqual([]);
    for (let answer = 0; answer < 4; answer++) await answerByKeyboard(page);
    await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Done' })).toHaveCount(2);
    await expect(message(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(chat(page).getByRole('textbox', { name: 'Edit your message' })).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await faultsOf(page, { within: 'mcp-chat' })).toEqual([]);
    await takeScreenshot(page, `chat-${height}`);
  });

for (const [name, width, height, scale] of [
  ['a phone', 390, 700, 1],
  ['320 px', 320, 568, 1],
  ['200 % zoom', 640, 450, 2],
] as const)
  test.describe(`at ${name}`, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });

    test('three calls are decided on in their cards', async ({ page }) => {
      await openChat(page);
      await message(page).fill('greet Ada; forecast Lima; book');
      await message(page).press('Enter');
      await expect(heading(page)).toBeVisible();
      await takeScreenshot(page, `chat-cards-${width}`);
      await decideOnThree(page);
      await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Done' })).toHaveCount(2);
      await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Declined' })).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

    test('and in Arabic, from right to left', async ({ page }) => {
      await openPlayground(page);
      await page.locator('#language').selectOption('ar');
      await page.locator('#chat-tab').click();
      const field = chat(page).locator('textarea').first();
      await field.fill('greet Ada');
      await field.press('Enter');
      const allow = request(page).locator('.foot .primary');
      await expect(async () => {
        const hint = request(page).locator('.more button');
        if (await hint.isVisible()) await hint.click({ timeout: 1_000 }).catch(() => {});
        expect(await isOn(allow)).toBe(true);
      }).toPass({ timeout: 30_000 });
      await takeScreenshot(page, `chat-cards-${width}-ar`);
      await expect(allow).toBeInViewport({ ratio: 1 });
      await allow.click();
      await expect(chat(page)).toContainText('Hello, Ada!');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  });

test('what waits in a chat that is hidden opens in a dialog, once, and what is left returns to its card', async ({
  page,
}) => {
  await openChat(page);
  await message(page).fill('greet Ada; forecast Lima');
  await message(page).press('Enter');
  await expect(chat(page).locator('mcp-tool-call').filter({ hasText: 'Waiting for your approval' })).toHaveCount(2);
  await expect(heading(page)).toBeVisible();
  await expect(consentDialog(page)).toBeHidden();
  await page.getByRole('tab', { name: 'Prompts' }).click();
  const first = await consentDialog(page).getByRole('heading', { level: 2 }).textContent();
  await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await consentDialog(page).getByRole('button', { name: 'Allow once' }).click();
  await expect(consentDialog(page).filter({ hasText: first ?? '' })).toBeHidden();
  await page.evaluate(() => document.querySelector<HTMLElement>('#chat-tab')?.click());
  await expect(consentDialog(page)).toBeHidden();
  await decide(page, { [first?.includes('Greet') ? '“Weather forecast”' : '“Greet”']: 'Allow once' });
  await expect(chat(page)).toContainText('Hello, Ada!');
  const asked = await page.evaluate(() =>
    [...(document.querySelector('mcp-host')?.host.log.getSnapshot() ?? [])].filter(
      ({ data }) => Object(data).decision === 'allowed',
    ),
  );
  expect(asked).toHaveLength(2);
});

test('who scrolls away while something waits stays there, and finds back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openChat(page);
  await message(page).fill('hello');
  await message(page).press('Enter');
  await expect(chat(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await message(page).fill('greet Ada');
  await message(page).press('Enter');
  await expect(heading(page)).toBeInViewport();
  const timeline = chat(page).locator('.timeline');
  // Beside the card: what is to be read in it keeps the wheel.
  await timeline.hover({ position: { x: 4, y: 60 } });
  await page.mouse.wheel(0, -5_000);
  await expect.poll(() => timeline.evaluate((box) => box.scrollTop)).toBe(0);
  const back = chat(page).getByRole('button', { name: /calls? waits? for your answer/ });
  await expect(back).toBeInViewport();
  expect(await timeline.evaluate((box) => box.scrollTop)).toBe(0);
  await expect(consentDialog(page)).toBeHidden();
  await back.click();
  await expect(action(page, 'Deny')).toBeFocused();
  await decide(page, { '“Greet”': 'Allow once' });
  await expect(chat(page)).toContainText('Hello, Ada!');
});

test('a server that asks for a model during a call is answered in the card', async ({ page }) => {
  await openChat(page);
  await message(page).fill('call ask_model');
  await message(page).press('Enter');
  await decide(page, { '“Ask your model”': 'Allow once' });
  await expect(heading(page)).toContainText('model');
  await read(page, 'Approve');
  await takeScreenshot(page, 'chat-sampling');
  await action(page, 'Approve').click();
  await expect(page.getByRole('dialog').filter({ visible: true })).toHaveCount(0);
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
    await decide(page, { '“Echo Tool”': 'Allow once' });
    await expect(chat(page)).toContainText('Told:');
    await expect(chat(page)).toContainText('Echo: from the chat');
  } finally {
    await site.close();
  }
});
