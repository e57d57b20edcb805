import type { McpHostElement } from '@mcp-web/elements';
import { build } from 'esbuild';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './axe.ts';
import { serveSite, type Site, type SiteFile } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Page, test } from './test.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = fileURLToPath(new URL('../../out', import.meta.url));

/** Each kind of request: what sends it, where its dialog is, and the outcome if nobody answers. */
const KINDS = [
  {
    kind: 'consent',
    element: 'tool-consent',
    tool: 'echo',
    args: { message: 'hi' },
    shows: 'Allow “Echo” to run?',
    refused: 'was not allowed',
  },
  {
    kind: 'elicitation',
    element: 'elicitation-form',
    tool: 'elicit',
    args: {
      params: {
        mode: 'form',
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    },
    shows: 'needs some information',
    refused: 'cancel',
  },
  {
    kind: 'sampling',
    element: 'sampling-review',
    tool: 'ask',
    args: { kind: 'sampling' },
    shows: 'use your model?',
    refused: 'rejected the sampling request',
  },
] as const;
type Kind = (typeof KINDS)[number];

let site: Site;
test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: { page: fileURLToPath(new URL('../on-demand/page.ts', import.meta.url)) },
    bundle: true,
    splitting: true,
    write: false,
    outdir: OUT,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    tsconfig: `${ROOT}tsconfig.base.json`,
  });
  const files: Record<string, SiteFile> = Object.fromEntries(
    outputFiles.map(({ path, text }) => [
      `/${relative(OUT, path).replaceAll('\\', '/')}`,
      { type: 'text/javascript; charset=utf-8', body: text },
    ]),
  );
  const pageOf = (main: string): SiteFile => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>On demand</title><script type="module" src="/page.js"></script><main><h1>On demand</h1><h2>Elements</h2>
    ${main}</main></html>`,
  });
  const elements =
    pageOf(`<mcp-host><button>Opener</button><mcp-server src="${serverUrl('legacy')}"></mcp-server><mcp-tools></mcp-tools>
    <mcp-tool-consent></mcp-tool-consent><mcp-elicitation-form></mcp-elicitation-form><mcp-sampling-review></mcp-sampling-review></mcp-host>`);
  const signIn = (server: string): SiteFile =>
    pageOf(`<mcp-host redirect-uri="/callback"><mcp-server src="${serverUrl(server)}"></mcp-server></mcp-host>`);
  site = await serveSite({
    ...files,
    '/': elements,
    '/sign-in/open': signIn('legacy'),
    '/sign-in/closed': signIn('oauth'),
  });
});
test.afterAll(() => site.close());

const part = ({ kind }: Kind): string => `**/${kind}-dialog-*.js`;
const dialog = (page: Page, { element }: Kind) => page.locator(`mcp-${element} dialog`);

async function visit(page: Page): Promise<void> {
  await page.goto(site.origin);
  await expect(page.locator('mcp-server')).toContainText(/[1-9]\d* tools/);
}

/** Calls the tool that asks. The page shows the outcome. */
async function ask(page: Page, { kind, tool, args }: Kind): Promise<void> {
  await page.evaluate(
    async ([name, given, isAllowed]) => {
      const { host } = document.querySelector<McpHostElement>('mcp-host')!;
      const removePolicy = isAllowed ? host.addConsentPolicy(() => ({ action: 'allow' })) : undefined;
      const output = document.body.appendChild(document.createElement('output'));
      void host
        .callTool(host.getSnapshot().servers[0]!.id, name, given)
        .then(
          (result) => (output.textContent = `came to: ${JSON.stringify(result)}`),
          (error) => (output.textContent = `came to: ${String(error)}`),
        )
        .finally(() => removePolicy?.());
    },
    [tool, { ...args }, kind !== 'consent'] as const,
  );
}

const pending = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<McpHostElement>('mcp-host')!.host.getSnapshot().requests.length);

for (const kind of KINDS) {
  test(`a request of the kind ${kind.kind} waits while its dialog cannot be loaded`, async ({ page }) => {
    await page.route(part(kind), (route) => route.abort());
    await visit(page);
    await page.getByRole('button', { name: 'Opener' }).focus();
    await ask(page, kind);
    const shown = dialog(page, kind);
    await expect(shown).toContainText('This could not be loaded. Check that you are online.');
    await expect(shown).toContainText('Test server legacy');
    await expect(shown).toContainText(new URL(serverUrl('legacy')).origin);
    const retry = shown.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeFocused();
    expect(await faultsOf(page)).toEqual([]);
    await Promise.all([page.waitForEvent('requestfailed'), page.keyboard.press('Enter')]);
    await expect(retry).toBeFocused();
    expect(await pending(page)).toBe(1);
    await page.unroute(part(kind));
    await page.keyboard.press('Enter');
    await expect(shown).toContainText(kind.shows);
    expect(
      await shown.evaluate(
        (element) => element.matches(':modal') && element.contains((element.getRootNode() as ShadowRoot).activeElement),
      ),
    ).toBe(true);
    expect(await pending(page)).toBe(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('output')).toContainText(kind.refused);
    await expect(page.getByRole('button', { name: 'Opener' })).toBeFocused();
  });

  test(`a request of the kind ${kind.kind} whose dialog cannot be loaded can be dismissed, and the next one tries again`, async ({
    page,
  }) => {
    await page.route(part(kind), (route) => route.abort());
    await visit(page);
    for (const leave of [
      () => dialog(page, kind).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await ask(page, kind);
      await expect(dialog(page, kind).getByRole('button', { name: 'Retry' })).toBeFocused();
      await leave();
      await expect(page.locator('output').last()).toContainText(kind.refused);
      await expect(dialog(page, kind)).toBeHidden();
    }
    await page.unroute(part(kind));
    await ask(page, kind);
    await expect(dialog(page, kind)).toContainText(kind.shows);
  });

  test(`the dialog for ${kind.kind} opens at once if the page had time to load it`, async ({ page }) => {
    const [loaded] = await Promise.all([page.waitForResponse(part(kind)), visit(page)]);
    // With everything that it imports.
    await page.evaluate((url) => import(url).then(() => {}), loaded.url());
    const frames = await page.evaluate(
      async ([tag, name, given]) => {
        const { host } = document.querySelector<McpHostElement>('mcp-host')!;
        if (name !== 'echo') host.addConsentPolicy(() => ({ action: 'allow' }));
        const frame = document.querySelector(tag)!.shadowRoot!.querySelector('dialog')!;
        void host.callTool(host.getSnapshot().servers[0]!.id, name, given).catch(() => {});
        while (host.getSnapshot().requests.length === 0)
          await new Promise((resolve) => host.subscribe(() => resolve(undefined)));
        let count = 0;
        for (; !frame.open && count < 100; count++) await new Promise(requestAnimationFrame);
        return count;
      },
      [`mcp-${kind.element}`, kind.tool, { ...kind.args }] as const,
    );
    expect(frames).toBeLessThanOrEqual(1);
  });
}

for (const [language, words] of Object.entries({
  de: ['konnte nicht geladen werden', 'Erneut versuchen', 'Abbrechen'],
  zh: ['无法加载', '重试', '取消'],
  ar: ['تعذّر تحميل', 'إعادة المحاولة', 'إلغاء'],
})) {
  test(`says in ${language} that a dialog could not be loaded, and what to do`, async ({ page }) => {
    await page.route('**/consent-dialog-*.js', (route) => route.abort());
    await page.goto(site.origin);
    await page.evaluate((lang) => (document.documentElement.lang = lang), language);
    await page.waitForFunction(
      () => (document.querySelector<McpHostElement>('mcp-host')?.host.getSnapshot().servers[0]?.tools.length ?? 0) > 0,
    );
    await ask(page, KINDS[0]);
    for (const part of words) await expect(dialog(page, KINDS[0])).toContainText(part);
  });
}

test('what a tool needs can be loaded later, where it could not be at first', async ({ page }) => {
  await page.route('**/tool-panel-*.js', (route) => route.abort());
  await visit(page);
  const tools = page.locator('mcp-tools');
  const echo = tools.getByRole('listitem').filter({ hasText: 'Echo' }).getByRole('button');
  await echo.click();
  await expect(tools.getByRole('alert')).toContainText('This could not be loaded');
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/tool-panel-*.js');
  await tools.getByRole('button', { name: 'Retry' }).click();
  await expect(tools.getByRole('alert')).toHaveCount(0);
  await echo.click();
  await expect(tools.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
});

test('a server that wants no sign-in connects without the code for it', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${site.origin}/sign-in/open`);
  await expect(page.locator('mcp-server')).toContainText(/[1-9]\d* tools/);
  expect(loaded.filter((path) => path.includes('oauth'))).toEqual([]);
});

test('a server that wants a sign-in says that the code for it could not be loaded, and offers it when it can be', async ({
  page,
}) => {
  await page.route('**/oauth-*.js', (route) => route.abort());
  await page.goto(`${site.origin}/sign-in/closed`);
  const card = page.locator('mcp-server');
  await expect(card).toContainText('The code that signs users in could not be loaded.');
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/oauth-*.js');
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a sign-in whose code could not be loaded says so and closes its window, and the next one tries again', async ({
  page,
}) => {
  await page.route('**/run-sign-in-*.js', (route) => route.abort());
  await page.goto(`${site.origin}/sign-in/closed`);
  const card = page.locator('mcp-server');
  const signIn = card.getByRole('button', { name: 'Sign in' });
  const [lost] = await Promise.all([page.waitForEvent('popup'), signIn.click()]);
  await expect(card).toContainText('The code that signs users in could not be loaded.');
  await expect.poll(() => lost.isClosed()).toBe(true);
  await page.unroute('**/run-sign-in-*.js');
  const [window] = await Promise.all([page.waitForEvent('popup'), signIn.click()]);
  await expect(window.locator('input[name=login]')).toBeVisible();
});

test('the code that draws icons is asked for again when the host changes', async ({ page }) => {
  await page.route('**/draw-icon-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('draw-icon'));
  await visit(page);
  await failed;
  await page.unroute('**/draw-icon-*.js');
  const icon = page.locator('mcp-tools canvas.icon').first();
  await expect(icon).toBeHidden();
  await page.evaluate(async () => {
    const { host } = document.querySelector<McpHostElement>('mcp-host')!;
    await host.refresh(host.getSnapshot().servers[0]!.id);
  });
  await expect(icon).toHaveAttribute('width', '40');
});
