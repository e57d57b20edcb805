/** The parts of the playground around the elements: panes, the drawer below, the way to everything, and code. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, test } from './test.ts';
import { addServer, allow, BUILT_IN, openPlayground, pickTool, run, toolPanel } from './playground-page.ts';
import { serverUrl } from './servers.ts';

const width = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width));
const height = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().height));

test.describe('Ctrl+K', () => {
  test('leads to a tool of any server, with the keyboard alone', async ({ page }) => {
    await openPlayground(page);
    await addServer(page, serverUrl('everything'));
    await expect(page.locator('mcp-server').last()).toContainText(/[1-9]\d* tools/);
    await page.getByRole('tab', { name: 'Resources' }).click();
    await page.keyboard.press('Control+K');
    const dialog = page.getByRole('dialog', { name: 'Go to…' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('sum every');
    await expect(dialog.getByRole('option')).toHaveText([/Get Sum Tool/]);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(toolPanel(page, 'Get Sum Tool').getByRole('heading', { name: 'Get Sum Tool' })).toBeFocused();
  });

  test('leads to the views and actions of the page', async ({ page }) => {
    await openPlayground(page);
    await page.getByRole('button', { name: 'Go to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go to…' });
    await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type('messages');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Messages' })).toBeFocused();
    await expect(page.locator('mcp-activity')).toBeVisible();
    await page.keyboard.press('Control+K');
    await page.keyboard.type('color theme dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('says how many were found, moves with the arrows, and closes without a choice', async ({ page }) => {
    await openPlayground(page);
    const tab = page.getByRole('tab', { name: 'Tools' });
    await tab.focus();
    await page.keyboard.press('Control+K');
    const dialog = page.getByRole('dialog', { name: 'Go to…' });
    await expect(dialog).toBeVisible();
    await page.keyboard.type('playground server');
    await expect(dialog.getByRole('status')).toHaveText('13 found');
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.type(' nothing');
    await expect(dialog.getByRole('status')).toHaveText('0 found');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(tab).toBeFocused();
  });

  test('does nothing while a question waits for the visitor', async ({ page }) => {
    await openPlayground(page);
    await run(await pickTool(page, 'Delete notes'));
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog', { name: 'Go to…' })).toBeHidden();
  });
});

test.describe('panes', () => {
  test('fill the window, and scroll by themselves', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPlayground(page);
    const panel = await pickTool(page, 'Feedback form');
    await expect(panel.getByRole('heading', { name: 'Feedback form' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(page.locator('mcp-log-viewer')).toBeInViewport({ ratio: 0.95 });
    await panel.getByRole('button', { name: 'Run' }).scrollIntoViewIfNeeded();
    await expect(panel.getByRole('button', { name: 'Run' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('get the size that the visitor chooses, by pointer or keys, for the next visit too', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPlayground(page);
    const before = await width(page, '#servers-pane');
    const splitter = page.getByRole('separator', { name: 'Width of the servers' });
    const { x, y } = (await splitter.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 8, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + 68, y + 200, { steps: 4 });
    await page.mouse.up();
    expect(await width(page, '#servers-pane')).toBe(before + 60);
    await splitter.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await width(page, '#servers-pane')).toBe(before + 36);
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 36));
    await page.reload();
    await expect.poll(() => width(page, '#servers-pane')).toBe(before + 36);
    await splitter.focus();
    await page.keyboard.press('Enter');
    expect(await width(page, '#servers-pane')).toBe(before);

    const drawer = page.getByRole('separator', { name: 'Height of the log' });
    const low = await height(page, '#drawer');
    await drawer.focus();
    await page.keyboard.press('ArrowUp');
    expect(await height(page, '#drawer')).toBe(low + 24);
    await page.keyboard.press('Home');
    expect(await height(page, '#drawer')).toBe(120);
  });

  test('change their size by clicks alone', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPlayground(page);
    const before = await width(page, '#servers-pane');
    const splitter = page.getByRole('separator', { name: 'Width of the servers' });
    const sizes: number[] = [];
    for (let click = 0; click < 3; click++) {
      await splitter.click();
      sizes.push(await width(page, '#servers-pane'));
    }
    expect(sizes[0]).toBeGreaterThan(before + 100);
    expect(sizes[1]).toBe(200);
    expect(sizes[2]).toBe(before);
  });

  test('moves the line where the arrow points, from right to left too', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPlayground(page);
    await page.locator('#language').selectOption('ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const before = await width(page, '#servers-pane');
    await page.locator('#servers-splitter').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await width(page, '#servers-pane')).toBe(before + 24);
  });

  test('leave room for the tools while the log is closed, which a tab opens', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPlayground(page);
    const before = await height(page, '#tools');
    await page.getByRole('button', { name: 'Show or hide log and messages' }).click();
    await expect(page.locator('mcp-log-viewer')).toBeHidden();
    expect(await height(page, '#tools')).toBeGreaterThan(before + 100);
    await page.reload();
    await expect(page.locator('mcp-log-viewer')).toBeHidden();
    await page.getByRole('tab', { name: 'Log', exact: true }).click();
    await expect(page.locator('mcp-log-viewer')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show or hide log and messages' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });

  test('show the first tool on the first screen of a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expect(page.locator('mcp-tools').getByRole('button', { name: 'Greet' })).toBeInViewport({ ratio: 1 });
    await expect(page.locator('mcp-servers')).toBeHidden();
    await page.locator('#servers-pane > summary').click();
    await expect(page.locator('mcp-server')).toContainText('Connected');
  });
});

test('a keyboard reaches the first tool in few steps', async ({ page }) => {
  await openPlayground(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the tools' })).toBeFocused();
  await page.keyboard.press('Enter');
  let steps = 2;
  const greet = page.locator('mcp-tools').getByRole('button', { name: 'Greet' });
  while (!(await greet.evaluate((button) => button.matches(':focus')))) {
    await page.keyboard.press('Tab');
    expect(++steps).toBeLessThanOrEqual(8);
  }
});

test('ticks off the first steps as the visitor takes them', async ({ page }) => {
  await openPlayground(page);
  const done = page.locator('.steps li[data-done]');
  await expect(done).toHaveCount(0);
  const panel = await pickTool(page, 'Greet');
  await panel.getByLabel('Name').fill('Ada');
  await run(panel);
  await expect(done).toHaveCount(2);
  await allow(page);
  await expect(done).toHaveCount(4);
});

test('shows the tasks of servers, also those that began before the visitor looked', async ({ page }) => {
  await openPlayground(page);
  await page.getByRole('button', { name: `Remove ${BUILT_IN}` }).click();
  await addServer(page, serverUrl('extension-tasks'));
  const panel = await pickTool(page, 'work');
  await run(panel);
  await allow(page);
  await expect(panel).toContainText('Done');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await expect(page.locator('mcp-tasks').getByRole('listitem')).toContainText(/work.*Completed/s);
});

test('on a phone, leads to the tools of a server that was just added', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPlayground(page);
  await page.getByRole('button', { name: `Remove ${BUILT_IN}` }).click();
  await addServer(page, '/mcp');
  await expect(page.locator('mcp-tools').getByRole('button', { name: 'Greet' })).toBeInViewport();
  await expect(page.locator('#offers')).toBeFocused();
});

test('finds a server by its name before what belongs to it, and can add one', async ({ page }) => {
  await openPlayground(page);
  await page.keyboard.press('Control+K');
  const field = page.getByRole('combobox', { name: 'Find a tool, server or action' });
  await field.fill('server');
  const options = page.getByRole('dialog').getByRole('option');
  const names = await options.locator('bdi').allTextContents();
  const named = names.filter((name) => name.toLowerCase().includes('server'));
  expect(names.slice(0, named.length)).toEqual(named);
  await field.fill('add a s');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Address of the server')).toBeFocused();
});

test('needs at most 205 kB, compressed, before the visitor does something', async ({ page }) => {
  // What is loaded ahead, when there is nothing else to do, is not waited for.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const bodies: Promise<Buffer>[] = [];
  const onresponse = (response: Response): void => {
    // The server inside the page is no part of it.
    const isWorkers = response.fromServiceWorker() || response.request().serviceWorker() !== null;
    if (!isWorkers && !response.url().endsWith('/service-worker.js')) bodies.push(response.body());
  };
  page.on('response', onresponse);
  await openPlayground(page);
  // The connection to the server stays open: the network is never idle.
  let seen = 0;
  await expect.poll(() => seen === (seen = bodies.length), { intervals: [1000] }).toBe(true);
  page.off('response', onresponse);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(205_000);
  for (const element of ['mcp-chat', 'mcp-activity', 'mcp-resource-picker'])
    expect(await page.evaluate((name) => customElements.get(name) === undefined, element)).toBe(true);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByRole('button', { name: 'countdown' }).click();
  await expect(page.locator('mcp-chat')).toContainText('countdown');
});

test('shows the code for what is on the screen', async ({ page }) => {
  await openPlayground(page);
  await page.getByRole('tab', { name: 'Code' }).click();
  const html = page.getByRole('region', { name: 'Code: Elements', exact: true });
  const script = page.getByRole('region', { name: 'Code: Client', exact: true });
  await expect(html).toContainText('<mcp-tools></mcp-tools>');
  await page.getByRole('tab', { name: 'Chat' }).click();
  await expect(html).toContainText('<mcp-chat></mcp-chat>');
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.getByText('Token, header or revision').click();
  await page.getByLabel('Value', { exact: true }).fill('Bearer 4711');
  await addServer(page, serverUrl('legacy'), '2025-06-18');
  await expect(html).toContainText(`<mcp-server src="${serverUrl('legacy')}/" revision="2025-06-18"></mcp-server>`);
  await page.getByRole('button', { name: `Remove ${BUILT_IN}` }).click();
  await expect(script).toContainText("revision: '2025-06-18', headers: { 'Authorization': '…' }");
  const panel = await pickTool(page, 'Echo');
  await panel.getByLabel('message').fill(`it's "here"`);
  await run(panel);
  await allow(page);
  await expect(script).toContainText(`callTool('echo', {\n  "message": "it's \\"here\\""\n})`);
  // Nothing of it leaves its string, or the script that it is pasted into.
  await panel.getByLabel('message').fill('</script><script>\u202e');
  await run(panel);
  await allow(page);
  await expect(script).toContainText(String.raw`"\u003c/script>\u003cscript>\u202e"`);
  await expect(html).not.toContainText('4711');
  await expect(script).not.toContainText('4711');
});
