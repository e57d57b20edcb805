import type { McpHostElement } from '@mcp-web/elements';
import { faultsOf } from './axe.ts';
import { expect, type Page, test } from './test.ts';
import { addServer, allow, BUILT_IN, openPlayground, pickTool, run, serverCard } from './playground-page.ts';
import { serverUrl } from './servers.ts';

const ask = (page: Page) => page.getByRole('dialog');

/** Calls tools as an app would, all at once. Resolves with the outcomes. */
function callTools(page: Page, calls: [server: string, tool: string, args: object][]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const { host } = document.querySelector<McpHostElement>('mcp-host')!;
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const { servers } = host.getSnapshot();
    return Promise.all(
      wanted.map(async ([server, tool, args]) => {
        const { id } = servers.find(({ info }) => info?.identity?.title === server)!;
        return JSON.stringify(await host.callTool(id, tool, { ...args }).catch(String));
      }),
    );
  }, calls);
}

test('answers three requests of two servers in their order, with the keyboard only [EL-06] [EL-08]', async ({
  page,
}) => {
  await openPlayground(page);
  await addServer(page, serverUrl('legacy'));
  // A connected server has not listed its tools yet.
  await expect(serverCard(page, /legacy/)).toContainText(/[1-9]\d* tools/);
  const say = (message: string): object => ({
    params: { mode: 'form', message, requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
  });
  // One after the other, because simultaneous calls may arrive in any order.
  const first = callTools(page, [['Test server legacy', 'elicit', say('First')]]);
  await expect(ask(page)).toContainText('First');
  const second = callTools(page, [['Test server legacy', 'elicit', say('Second')]]);
  await expect(ask(page)).toContainText('1 more request');
  const third = callTools(page, [[BUILT_IN, 'visit_harbor', {}]]);

  await expect(ask(page)).toContainText('2 more requests');
  await expect(page.locator('mcp-server').filter({ hasText: 'legacy' })).toContainText('2 requests need your input');
  await expect(ask(page)).toContainText(new URL(serverUrl('legacy')).origin);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await expect(ask(page).getByRole('button', { name: 'Send' })).toBeEnabled();
  await page.keyboard.press('Enter');

  await expect(ask(page)).toContainText('Second');
  await expect(ask(page)).toContainText('1 more request');
  // No button takes a key that may have been meant for the dialog before.
  await expect(ask(page).getByRole('button', { name: 'Send' })).toBeEnabled();
  await ask(page).getByRole('button', { name: 'Decline' }).focus();
  await page.keyboard.press('Space');

  await expect(ask(page)).toContainText(`${BUILT_IN} wants to open a page`);
  await expect(ask(page)).toContainText(new URL('/harbor.html', page.url()).href);
  const open = ask(page).getByRole('button', { name: 'Open page' });
  await expect(open).toBeEnabled();
  await open.focus();
  const [harbor] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  await expect(harbor.getByRole('heading')).toHaveText('The harbor');
  expect(await harbor.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, '']);
  await harbor.close();
  const goOn = ask(page).getByRole('button', { name: 'Continue' });
  await expect(goOn).toBeFocused();
  // If the Enter that opened the page is held down, it must not count as this one.
  await expect(goOn).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(ask(page)).toBeHidden();

  expect(await first).toEqual([expect.stringContaining('Ada')]);
  expect(await second).toEqual([expect.stringContaining('decline')]);
  expect(await third).toEqual([expect.stringContaining('accept')]);
});

test('corrects a form after an error, and what is sent is what was shown [EL-09] [EL-13] [EL-17] [EL-18]', async ({
  page,
}) => {
  await openPlayground(page);
  const panel = await pickTool(page, 'Book a voyage');
  await run(panel);
  await allow(page);
  const send = ask(page).getByRole('button', { name: 'Send' });
  await expect(send).toBeEnabled();
  await expect(ask(page).getByLabel('Guests')).toHaveValue('2');
  await ask(page).getByLabel('Guests').fill('9');
  await send.click();
  await expect(ask(page).getByLabel(/^Name/)).toBeFocused();
  await expect(ask(page)).toContainText('Enter 6 or less.');
  expect(await faultsOf(page)).toEqual([]);

  await ask(page).getByLabel(/^Name/).fill('Ada');
  await ask(page).getByLabel('Guests').fill('3');
  await ask(page).getByText('What will be sent').click();
  const exactly = ask(page).getByRole('group', { name: 'What will be sent' });
  await expect(exactly).toContainText('{');
  const shown: unknown = JSON.parse(await exactly.innerText());
  const content = {
    name: 'Ada',
    guests: 3,
    luggage: 7.5,
    window: true,
    meal: 'Vegetarian',
    cabin: 'quiet',
    stops: ['Lima'],
    language: 'en',
  };
  expect(shown).toEqual(content);
  await send.click();
  await expect(ask(page)).toBeHidden();
  await expect(panel).toContainText('This is what you answered:');
  await expect(panel).toContainText(/cabin\s*quiet/);
});

test('restores what was typed after a reload, until the request is dismissed', async ({ page }) => {
  await openPlayground(page);
  const start = async (): Promise<void> => {
    const panel = await pickTool(page, 'Book a voyage');
    await run(panel);
    await allow(page);
  };
  await start();
  await ask(page).getByLabel(/^Name/).fill('Grace Hopper');
  await page.reload();
  await expect(serverCard(page, BUILT_IN)).toContainText('Connected');
  await start();
  await expect(ask(page).getByLabel(/^Name/)).toHaveValue('Grace Hopper');
  await page.keyboard.press('Escape');
  await expect(ask(page)).toBeHidden();
  expect(await page.evaluate(() => sessionStorage.getItem('mcp-web-drafts'))).toBe('[]');
});

test('goes on with a call after a reload, with what was typed so far', async ({ page }) => {
  await openPlayground(page);
  const card = await addServer(page, serverUrl('everything'));
  await expect(card).toContainText(/[1-9]\d* tools/);
  const tool = page.locator('mcp-tools').getByRole('listitem').filter({ hasText: 'Trigger Elicitation Request Tool' });
  // This server offers the tool when the handshake has ended. A list that is asked for beside its end may lack it.
  await expect(async () => {
    if (!(await tool.isVisible())) await page.reload();
    await expect(tool).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const panel = await pickTool(page, 'Trigger Elicitation Request Tool');
  await run(panel);
  await allow(page);
  await ask(page)
    .getByLabel(/^String(?! with)/)
    .fill('Grace Hopper');
  await page.reload();
  const call = page.locator('mcp-tools').getByRole('region', { name: 'Unfinished calls' });
  await call.getByRole('button', { name: 'Resume Trigger Elicitation' }).click();
  await expect(ask(page).getByLabel(/^String(?! with)/)).toHaveValue('Grace Hopper');
  const send = ask(page).getByRole('button', { name: 'Send' });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(panel).toContainText('Grace Hopper');
  await expect(call).toBeHidden();
});
