/** The documentation site, as it is built, in a folder of a host and under its own policy. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from './test.ts';
import { faultsOf } from './axe.ts';
import { allow, complaintsOf, pickTool, run } from './playground-page.ts';
import { filesOf, serveSite, type Site, type SiteFile } from './serve.ts';

const root = join(import.meta.dirname, '../..');
const FOLDER = '/docs/of/mcp-web';
/** One of each kind: the start, prose with code, wide tables, an element, a decision. */
const KINDS = [
  'index.html',
  'chat.html',
  'errors.html',
  'elements/mcp-tools.html',
  'decisions/index.html',
  'api/index/functions/connect.html',
];
// In one worker: each would build the site.
test.describe.configure({ mode: 'default' });
let site: Site;
let files: Record<string, SiteFile>;

test.beforeAll(async () => {
  // `npm test` has built it for all suites.
  if (!process.env['E2E_BUILT'])
    execFileSync(process.execPath, ['demo/site/build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  files = Object.fromEntries(
    Object.entries(await filesOf(join(root, 'demo/site/dist'))).map(([address, file]) => [
      FOLDER + address.replace(/\/$/, '/index.html'),
      file,
    ]),
  );
  site = await serveSite(files);
});
test.afterAll(() => site.close());

const open = (page: Page, address: string) => page.goto(`${site.origin}${FOLDER}/${address}`);
/** Without a pointer, which would start it, too. */
const runExample = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
const pages = () => Object.keys(files).filter((address) => address.endsWith('.html'));

for (const address of KINDS)
  test(`${address} is accessible, light and dark, and complains of nothing`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, address);
    expect(await faultsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, { isSeenBefore: true })).toEqual([]);
    expect(complaints).toEqual([]);
  });

test('no page is wider than a phone, also without scripts', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
  const addresses = pages().filter((address) => !address.includes('/api/'));
  expect(addresses.length).toBeGreaterThan(60);
  const wide: string[] = [];
  for (const address of addresses) {
    // Not before the style sheet is there.
    await page.goto(site.origin + address, { waitUntil: 'load' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`${address}: ${width}`);
  }
  await page.close();
  expect(wide).toEqual([]);
});

test('the search finds a section by its words, and leads there by keyboard alone', async ({ page }) => {
  await open(page, 'elements/mcp-chat.html');
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await expect(field).toBeFocused();
  await field.fill('mayHaveRun');
  await expect(page.getByRole('dialog').getByRole('link').first()).toContainText('mayHaveRun');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.origin}${FOLDER}/errors.html#mayhaverun`);
  await expect(page.getByRole('heading', { name: 'mayHaveRun' })).toBeInViewport();
});

test('on a phone, the pages are behind a button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, 'chat.html');
  const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
  await expect(navigation).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await navigation.getByRole('link', { name: 'Sign-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in' })).toBeVisible();
});

test('the theme that somebody chose stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, 'chat.html');
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByLabel('Theme').selectOption('dark');
  expect(await background()).not.toBe(light);
  await open(page, 'errors.html');
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
  expect(await background()).not.toBe(light);
});

test('the example of every element runs, and complains of nothing', async ({ page }) => {
  const complaints = complaintsOf(page);
  const addresses = pages().filter((address) => address.includes('/elements/'));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) {
    const tag = address.replace(/.*\/|\.html/g, '');
    await page.goto(site.origin + address);
    await runExample(page);
    await expect(page.locator(`.stage ${tag}:defined`).first(), tag).toBeAttached();
    for (const card of await page.locator('.stage mcp-server').all())
      await expect(card, tag).toContainText(/Connected|Not connected|Connection failed|Failed/);
    await expect(page.locator('.live > [role=status]'), tag).toBeEmpty();
  }
  expect(complaints).toEqual([]);
});

test('in an example, a tool runs with consent, and the event of its result is listed', async ({ page }) => {
  await open(page, 'elements/mcp-tools.html');
  await runExample(page);
  const panel = await pickTool(page, 'Weather forecast');
  await panel.getByRole('textbox', { name: 'City' }).fill('Lima');
  await run(panel);
  await allow(page);
  await expect(panel).toContainText('Sunny in Lima');
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('mcp-tool-result');
  expect(await faultsOf(page, { within: '.live' })).toEqual([]);
});

test('an example changes with its HTML, which can run nothing', async ({ page }) => {
  await open(page, 'elements/mcp-content.html');
  const editor = page.getByLabel('HTML of the example');
  await runExample(page);
  await editor.fill(`<mcp-content .content='{"type": "text", "text": "Written by me"}'></mcp-content>`);
  await expect(page.locator('.stage mcp-content')).toContainText('Written by me');
  const problem = page.locator('.live > [role=status]');
  await editor.fill('<img src="x" onerror="alert(1)">');
  await expect(problem).toHaveText('Examples have no <img>.');
  await editor.fill('<p onclick="alert(1)">Press me</p>');
  await expect(problem).toHaveText('Examples have no attribute onclick.');
  await editor.fill('<mcp-content>');
  await expect(problem).toHaveText('<mcp-content> is not closed.');
  await expect(page.locator('.stage mcp-content')).toContainText('Written by me');
});

for (const address of ['index.html', 'elements/mcp-tools.html', 'elements/mcp-chat.html', 'elements/mcp-content.html'])
  test(`${address} loads at most 200 kB before the reader does something`, async ({ page }) => {
    const transferred = new Map<string, number>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const file = files[pathname];
      if (file)
        transferred.set(pathname, file.type.includes('octet-stream') ? file.body.length : gzipSync(file.body).length);
    });
    await open(page, address);
    await page.waitForLoadState('networkidle');
    const total = [...transferred.values()].reduce((sum, size) => sum + size, 0);
    // The page, its style and its script.
    expect(transferred.size).toBeGreaterThan(3);
    expect(total, [...transferred].map(([path, size]) => `${path} ${size}`).join('\n')).toBeLessThan(200_000);
  });

test('an example starts when the reader scrolls to it, or presses Run, and takes the focus of the button along', async ({
  page,
}) => {
  await open(page, 'elements/mcp-tools.html');
  const example = page.locator('.stage mcp-tools');
  await page.waitForLoadState('networkidle');
  await expect(example).toHaveCount(0);
  await page.mouse.wheel(0, 100);
  await expect(example).toBeVisible();

  await page.reload();
  await runExample(page);
  await expect(example).toBeVisible();
  await expect(page.locator('.stage')).toBeFocused();
});
