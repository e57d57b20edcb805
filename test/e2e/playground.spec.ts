import { createServer } from 'node:net';
import { expect, type Locator, type Page, test } from './test.ts';
import {
  addressField,
  addServer,
  allow,
  allowAlways,
  BUILT_IN,
  complaintsOf,
  consentDialog,
  deny,
  openPlayground,
  pickTool,
  run,
  serverCard,
  toolPanel,
  useRevision,
} from './playground-page.ts';
import { serverUrl } from './servers.ts';

test.describe('with the built-in server', () => {
  test('connects by itself, lists the tools, and needs no network but its own origin', async ({ page, baseURL }) => {
    const complaints = complaintsOf(page);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== baseURL) foreign.push(request.url());
    });
    await openPlayground(page);
    await expect(serverCard(page, BUILT_IN)).toContainText('2026-07-28');
    for (const title of [
      'Greet',
      'Paint a landscape',
      'Weather forecast',
      'Countdown',
      'Write log lines',
      'Always fail',
      'Delete notes',
      'Feedback form',
    ]) {
      await expect(page.locator('mcp-tools').getByRole('button', { name: title })).toBeVisible();
    }
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('tells the authors of servers what they could do better, only when they ask for it [TO-22]', async ({
    page,
  }) => {
    await openPlayground(page);
    const hints = page.locator('#author-hints');
    await expect(hints).not.toContainText('Describe these arguments');
    await hints.getByText('For the author of the server').click();
    await expect(hints.getByRole('listitem').first()).toContainText('Playground server');
    await addServer(page, serverUrl('everything'));
    await expect(hints.getByRole('listitem').first()).toContainText(/everything/i);
    await expect(hints, 'an example says nothing about the servers of the user').not.toContainText('Playground server');
  });

  test('connects again after a reload that goes past the worker', async ({ page }) => {
    await openPlayground(page);
    const session = await page.context().newCDPSession(page);
    await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })]);
    await expect(serverCard(page, BUILT_IN)).toContainText('Connected');
  });

  test('shows the arguments before a call, runs it when allowed and shows the answer [TO-05] [TO-06] [TO-08]', async ({
    page,
  }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Greet');
    await panel.getByLabel('Name').fill('Grace');
    await panel.getByLabel('Language').selectOption('Deutsch');
    await run(panel);
    await expect(consentDialog(page)).toContainText('Greet');
    await expect(consentDialog(page)).toContainText(new URL(page.url()).origin);
    await expect(consentDialog(page)).toContainText('"name": "Grace"');
    await expect(panel).not.toContainText('Guten Tag');
    await allow(page);
    await expect(panel).toContainText('Guten Tag, Grace!');
  });

  test('does not run a tool that was denied [TO-02]', async ({ page }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Delete notes');
    await run(panel);
    await expect(consentDialog(page)).toContainText('May delete or overwrite data');
    await deny(page);
    await expect(panel).toContainText('You declined.');
    await expect(panel).not.toContainText('Pretended');
  });

  test('takes Escape in the consent dialog for a no', async ({ page }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Delete notes');
    await run(panel);
    await expect(consentDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toContainText('You declined.');
  });

  test('shows progress while a tool runs, with what the server says of it [TO-04] [PR-06]', async ({ page }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Countdown');
    // The steps are long enough to be visible on a busy machine.
    await panel.getByLabel('Steps').fill('2');
    await panel.getByLabel('Seconds').fill('8');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText('Running');
    // Both at the same moment: the tool ends.
    await expect
      .poll(
        () =>
          panel.evaluate((element) => {
            const bar = element.querySelector('progress');
            return bar && element.textContent.includes('1 to go') && [bar.value, bar.max];
          }),
        { intervals: [100] },
      )
      .toEqual([1, 2]);
    await expect(panel).toContainText('Liftoff after 2 steps in 8 seconds.');
  });

  test('cancels a tool that takes too long', async ({ page }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Countdown');
    await panel.getByLabel('Steps').fill('60');
    await panel.getByLabel('Seconds').fill('60');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText(/\d+ to go/);
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toContainText('Cancelled');
    await expect(panel.getByRole('progressbar')).toBeHidden();
  });

  test('shows the log lines that a tool writes [LG-05]', async ({ page }) => {
    const complaints = complaintsOf(page);
    await openPlayground(page);
    const panel = await pickTool(page, 'Write log lines');
    await panel.getByLabel('Message').fill('Tea is ready');
    await run(panel);
    await allow(page);
    const entries = page
      .getByRole('log')
      .getByRole('button')
      .filter({ hasText: 'Tea is ready' })
      .filter({ hasText: 'sequence' });
    await expect(entries).toHaveText([/debug/, /info/, /notice/, /warning/, /error/, /critical/, /alert/, /emergency/]);
    await entries.first().click();
    await expect(page.getByRole('region', { name: 'Log entry' })).toContainText('sequence');
    expect(complaints).toEqual([]);
  });

  test('shows a picture, and structured data', async ({ page }) => {
    await openPlayground(page);
    const landscape = await pickTool(page, 'Paint a landscape');
    await run(landscape);
    await allow(page);
    await expect(landscape.getByRole('img', { name: '480 × 270' })).toBeVisible();

    const forecast = await pickTool(page, 'Weather forecast');
    await forecast.getByLabel('City').fill('Lima');
    await run(forecast);
    await allow(page);
    await expect(forecast).toContainText('made up');
    await expect(forecast).toContainText('rainChance');
  });

  test('a click on a value of structured data selects it whole, to be copied', async ({ page }) => {
    await openPlayground(page);
    const forecast = await pickTool(page, 'Weather forecast');
    await forecast.getByLabel('City').fill('Lima');
    await run(forecast);
    await allow(page);
    const rain = forecast.getByText(/^0\.\d+$/).first();
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await rain.click();
    expect(await selected()).toBe(await rain.textContent());
    await forecast.getByText('celsius').click();
    expect(await selected()).toBe('celsius');
    // Of a text, the visitor selects what they want.
    await forecast.getByText('made up', { exact: true }).click();
    expect(await selected()).toBe('');
  });

  test('shows that a tool failed, and why [TO-18]', async ({ page }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Always fail');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText('The tool returned an error');
    await expect(panel).toContainText('The coffee machine is empty');
  });

  test('asks for what a form needs before it asks for consent', async ({ page }) => {
    await openPlayground(page);
    const panel = await pickTool(page, 'Feedback form');
    await run(panel);
    await expect(consentDialog(page)).toBeHidden();
    await panel.getByLabel('Name').fill('Mary');
    await panel.getByLabel('Topic').selectOption('praise');
    await panel.getByText(/^Optional \(/).click();
    await panel.getByLabel('Rating').fill('4');
    await panel.getByLabel('Date').fill('2026-07-28');
    await panel.getByLabel('Quote me').selectOption('Yes');
    await run(panel);
    await allow(page);
    const result = panel.locator('mcp-content');
    for (const member of [/name\s*Mary/, /topic\s*praise/, /rating\s*4/, /visited\s*2026-07-28/, /mayQuote\s*true/])
      await expect(result).toContainText(member);
    await expect(result).not.toContainText('homepage');
  });

  test('serves the legacy era too, beside the modern one', async ({ page }) => {
    await openPlayground(page);
    // Beside the modern one: its address, in another revision.
    const legacy = await addServer(page, new URL('mcp', page.url()).href, '2025-11-25');
    await expect(legacy).toContainText('Connected');
    await expect(legacy).toContainText('2025-11-25');
    await expect(page.locator('mcp-server').filter({ hasText: '2026-07-28' })).toHaveCount(1);
    // Its tools only: the modern one goes.
    await page
      .getByRole('button', { name: `Remove ${BUILT_IN}` })
      .first()
      .click();
    await expect(page.locator('mcp-server')).toHaveCount(1);
    const panel = await pickTool(page, 'Countdown');
    await panel.getByLabel('Seconds').fill('0.5');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText('Liftoff after 5 steps');
  });

  for (const revision of ['', '2025-11-25']) {
    test(`asks again for a tool that was allowed always and has changed${revision && `, in ${revision} too`}`, async ({
      page,
    }) => {
      await openPlayground(page);
      if (revision) await useRevision(page, revision);
      const panel = await pickTool(page, 'Chameleon');
      await expect(panel).toContainText('Is green.');
      await run(panel);
      await allowAlways(page);
      await expect(panel).toContainText('Is blue.');
      await run(panel);
      await expect(consentDialog(page)).toContainText('This tool has changed since you allowed it');
      await expect(consentDialog(page)).toContainText(/Removed:\s*green\.\s*Added:\s*blue\./);
      await page.keyboard.press('Escape');
      await expect(panel).toContainText('You declined.');
    });
  }

  for (const revision of ['2025-11-25', '2025-06-18'] as const) {
    test(`asks the visitor, and the model, in ${revision} too`, async ({ page }) => {
      await openPlayground(page);
      await useRevision(page, revision);
      const call = async (title: string): Promise<Locator> => {
        const panel = await pickTool(page, title);
        await run(panel);
        await allow(page);
        return panel;
      };
      const dialog = page.getByRole('dialog');

      const booking = await call('Book a voyage');
      await dialog.getByLabel(/^Name/).fill('Ada');
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(booking).toContainText(/action\s*accept/);
      await expect(booking).toContainText(/name\s*Ada/);

      const model = await call('Ask your model');
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(model).toContainText('The model “toy-echo” said');

      const harbor = await call('Visit the harbor');
      const [visited] = await Promise.all([
        page.context().waitForEvent('page'),
        dialog.getByRole('button', { name: 'Open page' }).click(),
      ]);
      await expect(visited.getByRole('heading')).toHaveText('The harbor');
      await expect(harbor).toContainText(/action\s*accept/);
    });
  }

  test('can be used with the keyboard alone', async ({ page }) => {
    await openPlayground(page);
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
          return `${element?.getAttribute('aria-label') ?? ''} ${label ?? element?.textContent ?? ''}`
            .replace(/\s+/g, ' ')
            .trim();
        });
        if (focused.startsWith(name)) return;
      }
      throw new Error(`Tab does not reach ${name}.`);
    };
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the tools' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo('Greet');
    await page.keyboard.press('Enter');
    await expect(toolPanel(page, 'Greet').getByRole('heading', { name: 'Greet' })).toBeFocused();
    await expect(toolPanel(page, 'Greet').getByLabel('Name')).toBeVisible();
    await tabTo('Name');
    await page.keyboard.type('Katherine');
    await tabTo('Run');
    await page.keyboard.press('Enter');
    const dialog = consentDialog(page);
    await expect(dialog.getByRole('button', { name: 'Deny' })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Allow once' })).toBeEnabled();
    await tabTo('Allow once');
    await page.keyboard.press('Enter');
    await expect(toolPanel(page, 'Greet')).toContainText('Hello, Katherine!');
  });
});

test.describe('with servers of the visitor’s own', () => {
  test('connects to one by its URL, calls its tool, and keeps it in the page’s address', async ({ page }) => {
    await openPlayground(page);
    const card = await addServer(page, serverUrl('everything'));
    await expect(card).toContainText('Connected');
    const panel = await pickTool(page, 'Get Sum Tool');
    await panel.getByRole('spinbutton').first().fill('19');
    await panel.getByRole('spinbutton').last().fill('23');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText('42');

    expect(new URL(page.url()).searchParams.getAll('server')).toEqual([serverUrl('everything')]);
    await page.reload();
    await expect(page.locator('mcp-server')).toHaveCount(2);
    await expect(page.locator('mcp-server').last()).toContainText('Connected');
    await page.getByRole('button', { name: /^Remove .*Everything/ }).click();
    await expect(page.locator('mcp-server')).toHaveCount(1);
    await expect(page).not.toHaveURL(/server=/);
  });

  test('offers the built-in server where its tools were, once it was removed', async ({ page }) => {
    await openPlayground(page);
    await page
      .locator('mcp-servers')
      .getByRole('button', { name: `Remove ${BUILT_IN}` })
      .first()
      .click();
    const tools = page.locator('mcp-tools');
    await expect(tools).toContainText('No tools yet');
    await tools.getByRole('button', { name: 'Add built-in server' }).press('Enter');
    await expect(tools.getByRole('button', { name: /^Greet/ })).toBeVisible();
    await expect(page.locator('#offers')).toBeFocused();
  });

  test('puts back a server that was removed by mistake, where it was', async ({ page }) => {
    await openPlayground(page);
    await addServer(page, serverUrl('everything'));
    const first = page.locator('mcp-servers').getByRole('listitem').first();
    await expect(first).toContainText(BUILT_IN);
    await first.getByRole('button', { name: `Remove ${BUILT_IN}` }).press('Enter');
    const undo = page.locator('mcp-servers').getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await expect(page.locator('mcp-servers').getByRole('status').first()).toContainText(`${BUILT_IN} was removed.`);
    // The button that adds the built-in server is there as long as the server is not.
    const add = page.getByRole('button', { name: 'Add built-in server' });
    await expect(add).toBeVisible();
    await undo.press('Enter');
    await expect(first).toContainText(BUILT_IN);
    await expect(first).toContainText('Connected');
    await expect(first).toBeFocused();
    await expect(undo).toBeHidden();
    await expect(add).toBeHidden();
  });

  test('stores the list if the visitor wants that: names, order, and what is off', async ({ page }) => {
    await openPlayground(page);
    await addServer(page, serverUrl('modern'));
    const list = page.locator('mcp-servers');
    const rows = list.getByRole('listitem');
    await expect(rows.last()).toContainText('Connected');
    await rows
      .last()
      .getByRole('button', { name: /^Edit / })
      .click();
    await list.getByLabel('Your name for it').fill('Mine');
    await list.getByRole('button', { name: 'Save' }).click();
    await list.getByRole('button', { name: 'Move Mine up' }).click();
    await list.getByRole('switch', { name: `On: ${BUILT_IN}` }).uncheck();
    await list.getByLabel('Remember these servers on this device').check();
    await expect(rows).toContainText(['Mine', 'Off']);
    await expect(page).not.toHaveURL(/server=/);
    // The list shows a change before it is on the disk: both servers, and that the visitor wants them stored.
    await expect.poll(() => recordsIn(page)).toBe(3);
    // The address without any server, as from a bookmark.
    await page.goto('/');
    await expect(rows).toHaveCount(2);
    await expect(rows).toContainText(['Mine', 'Off']);
    await expect(rows.first()).toContainText('Connected');
    const { hostname } = new URL(page.url());
    await expect(list.getByRole('switch', { name: `On: ${hostname}` })).not.toBeChecked();
    // Who has removed the built-in server does not find it again.
    await list.getByRole('button', { name: `Remove ${hostname}` }).click();
    await expect(rows).toHaveCount(1);
    await expect.poll(() => recordsIn(page)).toBe(2);
    await page.goto('/');
    await expect(rows).toContainText(['Mine']);
    await expect(page.getByRole('button', { name: 'Add built-in server' })).toBeVisible();
  });

  test('takes servers of a link into a stored list only when the visitor says so', async ({ page }) => {
    await openPlayground(page);
    const list = page.locator('mcp-servers');
    await list.getByLabel('Remember these servers on this device').check();
    await page.getByRole('button', { name: 'Copy a link to these servers' }).click();
    const link = `/?server=${encodeURIComponent(serverUrl('modern'))}`;
    await page.goto(link);
    const note = page.getByRole('status').filter({ hasText: 'not in your list' });
    await expect(note).toContainText(serverUrl('modern'));
    await expect(page.locator('mcp-server')).toHaveCount(1);
    await page.goto('/');
    await expect(page.locator('mcp-server')).toHaveCount(1);
    await expect(note).toBeHidden();
    await page.goto(link);
    await page.getByRole('button', { name: 'Add to my list' }).click();
    await expect(list.getByRole('listitem')).toContainText(['Connected', 'Connected']);
    await expect.poll(() => recordsIn(page)).toBe(3);
    await page.goto(link);
    await expect(page.locator('mcp-server')).toHaveCount(2);
    await expect(note).toBeHidden();
  });

  test('imports the servers of another client', async ({ page }) => {
    await openPlayground(page);
    const list = page.locator('mcp-servers');
    await list.getByText('Import from another client').click();
    await list
      .getByLabel('Content of the file')
      .fill(JSON.stringify({ mcpServers: { mine: { url: serverUrl('modern') }, local: { command: 'npx' } } }));
    await list.getByRole('button', { name: 'Find servers' }).click();
    await list.getByLabel('mine').check();
    await list.getByRole('button', { name: 'Add 1 server' }).click();
    await expect(list.getByRole('listitem').last()).toContainText('Connected');
    expect(new URL(page.url()).searchParams.getAll('server')).toEqual([`${serverUrl('modern')}/`]);
  });

  for (const [name, revision] of [
    ['modern', '2026-07-28'],
    ['legacy', '2025-11-25'],
    ['dual', '2026-07-28'],
    ['cors-legacy', '2025-11-25'],
  ] as const) {
    test(`finds out that the server “${name}” speaks ${revision} and calls its tool`, async ({ page }) => {
      await openPlayground(page);
      const card = await addServer(page, serverUrl(name));
      await expect(card).toContainText('Connected');
      await expect(card).toContainText(revision);
      const panel = await pickTool(page, 'Echo');
      await panel.getByLabel('message').fill('over there');
      await run(panel);
      await allow(page);
      await expect(panel).toContainText('Echo: over there');
    });
  }

  test('speaks the revision that was chosen', async ({ page }) => {
    await openPlayground(page);
    const card = await addServer(page, serverUrl('dual'), '2025-06-18');
    await expect(card).toContainText('2025-06-18');
    await expect(card).toContainText('Connected');
  });

  test('keeps the chosen revision in the page’s address, beside the server that it is for', async ({ page }) => {
    await openPlayground(page);
    await addServer(page, serverUrl('modern'));
    await expect(await addServer(page, serverUrl('dual'), '2025-06-18')).toContainText('Connected');
    expect([...new URL(page.url()).searchParams]).toEqual([
      ['server', `${serverUrl('modern')}/`],
      ['server', `${serverUrl('dual')}/`],
      ['revision', '2025-06-18'],
    ]);
    await page.reload();
    await expect(page.locator('mcp-server')).toHaveCount(3);
    await expect(page.locator('mcp-server').nth(1)).toContainText('2026-07-28');
    await expect(page.locator('mcp-server').nth(2)).toContainText('2025-06-18');
  });

  test('leads to the tools of a server that was just added', async ({ page }) => {
    await openPlayground(page);
    await addServer(page, serverUrl('everything'));
    const first = page
      .getByRole('list', { name: /Everything/ })
      .getByRole('button')
      .first();
    await expect(first).toBeInViewport();
    await expect(first).toHaveAttribute('tabindex', '0');
  });

  test('hides the first steps for good', async ({ page }) => {
    await openPlayground(page);
    await page.getByRole('button', { name: 'Hide the first steps' }).click();
    const steps = page.getByRole('list', { name: 'First steps' });
    await expect(steps).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(steps).toBeHidden();
  });

  test('shows the existing server when it is added again', async ({ page }) => {
    await openPlayground(page);
    const note = page.locator('mcp-servers').getByRole('status').filter({ hasText: 'in your list already' });
    await addServer(page, serverUrl('dual'));
    await addressField(page).fill(` ${serverUrl('dual')}/ `);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(note).toBeVisible();
    await expect(addressField(page)).toBeFocused();
    await expect(page.locator('mcp-server')).toHaveCount(2);
    // Another revision means another connection.
    await addServer(page, serverUrl('dual'), '2025-11-25');
    await expect(note).toBeHidden();
    await page.goto(
      `/?server=${encodeURIComponent(serverUrl('dual'))}&server=${encodeURIComponent(serverUrl('dual'))}`,
    );
    await expect(page.locator('mcp-server')).toHaveCount(2);
  });

  test('says what is wrong with a server that is down, and goes on', async ({ page }) => {
    await openPlayground(page);
    const card = await addServer(page, `http://127.0.0.1:${await closedPort()}/mcp`);
    await expect(card.getByRole('alert')).toContainText('network');
    await expectThatItGoesOn(page);
  });

  test('says what is wrong with an address that is a web page, and goes on', async ({ page }) => {
    await openPlayground(page);
    const card = await addServer(page, `${serverUrl('faults')}/connect/html`);
    await expect(card.getByRole('alert')).toContainText('not-mcp');
    await expectThatItGoesOn(page);
  });

  test('says what is wrong with a server that allows no other origins, and goes on', async ({ page }) => {
    await openPlayground(page);
    const card = await addServer(page, serverUrl('cors-none'));
    await expect(card.getByRole('alert')).toContainText('CORS');
    await expectThatItGoesOn(page);
  });

  for (const [typed, message] of [
    ['', 'Enter the address'],
    ['not a url', 'not an address'],
    ['ftp://example.com/mcp', 'http://'],
  ] as const) {
    test(`refuses “${typed}” as an address, and says why`, async ({ page }) => {
      await openPlayground(page);
      await addressField(page).fill(typed);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.locator('mcp-servers').getByRole('status').filter({ hasText: message })).toBeVisible();
      await expect(addressField(page)).toBeFocused();
      await expect(page.locator('mcp-server')).toHaveCount(1);
    });
  }

  async function expectThatItGoesOn(page: Page): Promise<void> {
    const panel = await pickTool(page, 'Greet');
    await panel.getByLabel('Name').fill('Ada');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText('Hello, Ada!');
  }
});

test('says so where Service Workers are not to be had, and works with other servers', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: 'Service Workers' })).toBeVisible();
  await expect(await addServer(page, serverUrl('modern'))).toContainText('Connected');
  await context.close();
});

/** A port on which nothing listens. */
function closedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() =>
          address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
        );
      });
  });
}

/** How many records of the list of servers are on the disk. */
function recordsIn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('playground');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const count = opening.result.transaction('records').objectStore('records').count();
          count.onerror = () => reject(count.error);
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );
}
