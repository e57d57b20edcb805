/** The playground without a network: its server is gone, not just unreachable. */
import { join } from 'node:path';
import { build } from 'vite';
import { expect, type Page, test } from './test.ts';
import { allow, BUILT_IN, deny, pickTool, run, serverCard, useRevision } from './playground-page.ts';
import { filesOf, serveSite, type Site, type SiteFile } from './serve.ts';

const root = join(import.meta.dirname, '../..');
// Dialogs enable their buttons after a delay, and this test has many dialogs.
test.describe.configure({ timeout: 360_000 });

let files: Record<string, SiteFile>;
let site: Site;
test.beforeEach(async () => {
  files = await filesOf(join(root, 'demo/dist'));
  site = await serveSite(files);
});
test.afterEach(() => site.close());

/** The first visit, until its files are stored. On a slow machine, the server is ready before that. */
async function openOnce(page: Page): Promise<void> {
  await page.goto(site.origin);
  await expect(serverCard(page, BUILT_IN)).toContainText('Connected');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const [name = ''] = await caches.keys();
        return (await (await caches.open(name)).keys()).length;
      }),
    )
    .toBe(Object.keys(files).filter((address) => address !== '/service-worker.js').length);
}

/** Resolves with the list of files that could not be loaded, which grows. */
async function openWithoutNetwork(page: Page): Promise<string[]> {
  const missed: string[] = [];
  // Requests that the page itself cancels, for example on a reload, are not missing.
  page.on(
    'requestfailed',
    (request) => request.failure()?.errorText !== 'net::ERR_ABORTED' && missed.push(request.url()),
  );
  await openOnce(page);
  await site.close();
  await page.reload();
  await expect(serverCard(page, BUILT_IN)).toContainText('Connected');
  return missed;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const dialog = (page: Page) => page.getByRole('dialog');

test('works with no network from the first visit on: tools, and what servers ask', async ({ page }) => {
  const missed = await openWithoutNetwork(page);

  const greet = await pickTool(page, 'Greet');
  await greet.getByLabel('Name').fill('Ada');
  await run(greet);
  await allow(page);
  await expect(greet).toContainText('Hello, Ada!');
  const landscape = await pickTool(page, 'Paint a landscape');
  await run(landscape);
  await allow(page);
  await expect(landscape.getByRole('img')).toBeVisible();
  const forecast = await pickTool(page, 'Weather forecast');
  await forecast.getByLabel('City').fill('Lima');
  await forecast.getByRole('button', { name: 'Edit as JSON' }).click();
  await run(forecast);
  await allow(page);
  await expect(forecast).toContainText('rainChance');
  const log = await pickTool(page, 'Write log lines');
  await run(log);
  await allow(page);
  await expect(log).toContainText('Done');
  const notes = await pickTool(page, 'Delete notes');
  await run(notes);
  await deny(page);
  await expect(notes).toContainText('You declined.');

  const booking = await pickTool(page, 'Book a voyage');
  await run(booking);
  await allow(page);
  await dialog(page).getByLabel(/^Name/).fill('Ada');
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await expect(booking).toContainText(/action\s*accept/);
  const harbor = await pickTool(page, 'Visit the harbor');
  await run(harbor);
  await allow(page);
  const [visited] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog(page).getByRole('button', { name: 'Open page' }).click(),
  ]);
  await expect(visited.getByRole('heading')).toHaveText('The harbor');
  await visited.close();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(harbor).toContainText(/action\s*accept/);
  const model = await pickTool(page, 'Ask your model');
  await run(model);
  await allow(page);
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(model).toContainText('The model “toy-echo” said');
  expect(missed).toEqual([]);
});

test('works with no network from the first visit on: prompts, resources, log', async ({ page }) => {
  const missed = await openWithoutNetwork(page);
  const tool = await pickTool(page, 'Write log lines');
  await run(tool);
  await allow(page);
  await expect(tool).toContainText('Done');
  await tab(page, 'Prompts').click();
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('/trans');
  await page.getByRole('option', { name: 'Translate' }).click();
  await page.getByRole('dialog', { name: 'Translate' }).getByLabel('text').fill('Good morning');
  await page.getByRole('dialog', { name: 'Translate' }).getByRole('combobox', { name: 'language' }).fill('ger');
  await page.getByRole('option', { name: 'German' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use this prompt' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/Translate into German/);

  await tab(page, 'Resources').click();
  const resources = page.locator('mcp-resource-picker');
  await resources.getByRole('option', { name: 'About this server' }).click();
  await resources.getByRole('button', { name: 'Preview' }).click();
  await expect(resources).toContainText('The playground server');
  await resources.getByRole('option', { name: 'Forecast for a city' }).click();
  await resources.getByRole('combobox', { name: 'city' }).fill('Kyo');
  await resources.getByRole('option', { name: 'Kyoto' }).click();
  await resources.getByRole('button', { name: 'Preview' }).last().click();
  await expect(resources).toContainText('Kyoto');

  const entries = page.locator('mcp-log-viewer');
  await entries.getByRole('button', { name: 'Find' }).click();
  await entries.getByLabel('Find in the entries shown').fill('nominal');
  await expect(entries).toContainText(/\d+ match/);
  await entries.getByRole('log').getByRole('button').first().click();
  await expect(entries.getByRole('region', { name: /Log entry|Tool call/ })).toBeVisible();
  await entries.getByRole('button', { name: 'More' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    entries.getByRole('button', { name: 'Save as JSON Lines' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.jsonl$/);
  expect(missed).toEqual([]);
});

test('works with no network from the first visit on: sign-in, the legacy era, and every language', async ({ page }) => {
  const missed = await openWithoutNetwork(page);
  await page.getByRole('button', { name: 'Try the sign-in demo' }).click();
  const diary = page.locator('mcp-server').last();
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    diary.getByRole('button', { name: 'Sign in to' }).click(),
  ]);
  const isClosed = window.waitForEvent('close');
  await window.getByRole('button', { name: 'Allow' }).click();
  await isClosed;
  await expect(serverCard(page, 'Diary server')).toContainText('Connected');
  // When its window takes long to say that it is done, sign-in looks at the headers of this page.
  expect(await page.evaluate(async () => (await fetch(location.href, { method: 'HEAD' })).status)).toBe(200);
  await useRevision(page, '2025-06-18');
  const english = await wordsOf(page);
  for (const [language, run] of [
    ['de', 'Ausführen'],
    ['zh', '运行'],
    ['ar', 'تشغيل'],
  ] as const) {
    await page.locator('#language').selectOption(language);
    await page.locator('mcp-tools').getByRole('button', { name: 'Greet' }).first().click();
    await expect(page.locator('mcp-tools').getByRole('button', { name: run, exact: true })).toBeVisible();
    const said = await wordsOf(page);
    // The same in German.
    const same = ['URL', 'Prompts', 'System'];
    expect(
      english.filter((words, at) => said[at] === words && !same.includes(words ?? '')),
      language,
    ).toEqual([]);
  }
  expect(missed).toEqual([]);
});

/** The playground's own texts around the elements. */
const wordsOf = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [
    ...[...document.querySelectorAll('[data-text]')].map(({ textContent }) => textContent),
    ...[...document.querySelectorAll('[data-text-label]')].map((element) => element.getAttribute('aria-label')),
    ...[...document.querySelectorAll('[data-text-placeholder]')].map((element) => element.getAttribute('placeholder')),
  ]);

test.describe('when a newer build is published', () => {
  let newer: Record<string, SiteFile>;
  test.beforeAll(async () => {
    const outDir = test.info().outputPath('newer');
    await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir },
      plugins: [
        {
          name: 'newer',
          transformIndexHtml: (html) => html.replace(/<title[^>]*>/, '$&Newer '),
          transform: (code, id) =>
            id.endsWith('toy-model.ts') ? code.replace('I am only a toy', 'I am a newer toy') : undefined,
        },
      ],
    });
    newer = await filesOf(outDir);
  });

  function publish(published: Record<string, SiteFile>): void {
    for (const address of Object.keys(files)) delete files[address];
    Object.assign(files, published);
  }

  /** Makes the browser look for an update, and resolves when it is installed or abandoned. */
  const look = (page: Page): Promise<boolean> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update().catch(() => {});
      const worker = registration.installing;
      if (worker)
        await new Promise<void>((resolve) => worker.addEventListener('statechange', () => resolve(), { once: true }));
      return registration.waiting !== null;
    });

  test('open pages keep their build, and the first reload of the only page brings the newer one', async ({
    page,
    context,
  }) => {
    await openOnce(page);
    // No request is open at the worker, so it could be replaced.
    await page.getByRole('button', { name: `Remove ${BUILT_IN}` }).click();
    publish(newer);
    expect(await look(page)).toBe(true);
    await page.waitForTimeout(1000);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    const other = await context.newPage();
    await other.goto(site.origin);
    await expect(serverCard(other, BUILT_IN)).toContainText('Connected');
    for (const open of [page, other]) await expect(open).toHaveTitle(/^mcp-web/);
    // Including parts that the site no longer has.
    const greet = await pickTool(other, 'Greet');
    await greet.getByLabel('Name').fill('Ada');
    await run(greet);
    await allow(other);
    await expect(greet).toContainText('Hello, Ada!');

    await other.close();
    await page.reload();
    await expect(page).toHaveTitle(/^Newer mcp-web/);
    await site.close();
    const model = await pickTool(page, 'Ask your model');
    await run(model);
    await allow(page);
    await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(dialog(page)).toContainText('I am a newer toy');
    expect(
      await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('mcp-web playground'))),
    ).toHaveLength(1);
  });

  for (const [what, spoil] of Object.entries<(file: string) => void>({
    'a file is missing': (file) => void delete files[file],
    'a file is of another build': (file) =>
      void (files[file] = { type: 'text/javascript', body: 'throw new Error("mixed")' }),
  })) {
    test(`it is not taken while ${what}`, async ({ page }) => {
      await openOnce(page);
      publish(newer);
      spoil(Object.keys(files).find((file) => file.startsWith('/assets/tool-panel'))!);
      expect(await look(page)).toBe(false);
      await page.reload();
      await expect(serverCard(page, BUILT_IN)).toContainText('Connected');
      await expect(page).toHaveTitle(/^mcp-web/);
      await pickTool(page, 'Greet').then((panel) => expect(panel).toBeVisible());
    });
  }
});
