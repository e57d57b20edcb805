/** Forms used with the keyboard alone, and as a control in a page's own <form>. */
import { fileURLToPath } from 'node:url';
import { faultsOf } from './axe.ts';
import { expect, test } from './test.ts';
import { complaintsOf, openPlayground } from './playground-page.ts';
import { filesOf, serveSite } from './serve.ts';

test('fills in a nested form by keyboard alone: kinds, a list that is put in order, what is missing [EL-14]', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await openPlayground(page);
  await page.evaluate(async () => {
    const form = document.createElement('mcp-schema-form');
    form.label = 'Trip';
    form.schema = {
      type: 'object',
      required: ['traveller', 'payment'],
      properties: {
        traveller: {
          type: 'object',
          title: 'Traveller',
          required: ['name'],
          properties: { name: { type: 'string', title: 'Full name' } },
        },
        stops: { type: 'array', title: 'Stops', items: { type: 'string' } },
        payment: {
          title: 'Payment',
          oneOf: [
            {
              title: 'Invoice',
              type: 'object',
              required: ['address'],
              properties: { address: { type: 'string', title: 'Address' } },
            },
            {
              title: 'Voucher',
              type: 'object',
              required: ['number'],
              properties: { number: { type: 'integer', title: 'Number' } },
            },
          ],
        },
      },
    };
    form.addEventListener('mcp-form-submit', ({ value }) => (document.title = JSON.stringify(value)));
    document.body.replaceChildren(form);
    await form.updateComplete;
    form.focus();
  });
  const form = page.locator('mcp-schema-form');
  const { keyboard } = page;
  await expect(form.getByLabel('Full name')).toBeFocused();
  await keyboard.press('Enter');
  await expect(form).toContainText('This is required.');
  await expect(form.getByLabel('Full name')).toBeFocused();
  await keyboard.type('Ada');

  const tabTo = async (name: string): Promise<void> => {
    const target = form.getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 30 && !(await target.evaluate((element) => element.matches(':focus'))); presses++)
      await keyboard.press('Tab');
    await expect(target).toBeFocused();
  };
  await tabTo('Add item to Stops');
  await keyboard.press('Enter');
  await keyboard.type('Rome');
  await tabTo('Add item to Stops');
  await keyboard.press('Enter');
  await keyboard.type('Oslo');
  await keyboard.press('Alt+ArrowUp');
  await expect(form.getByLabel('Item 1', { exact: true })).toBeFocused();
  await expect(form.getByRole('status').last()).toHaveText('Item 2 is now 1 of 2');

  const kind = form.getByRole('combobox', { name: 'Type of Payment' });
  for (let presses = 0; presses < 30 && !(await kind.evaluate((element) => element.matches(':focus'))); presses++)
    await keyboard.press('Tab');
  await keyboard.type('V');
  await expect(kind).toHaveValue('1');
  await keyboard.press('Tab');
  await expect(form.getByLabel('Number')).toBeFocused();
  await keyboard.type('7');
  expect(await faultsOf(page, { within: 'mcp-schema-form' })).toEqual([]);
  await keyboard.press('Enter');
  await expect(page).toHaveTitle('{"traveller":{"name":"Ada"},"stops":["Oslo","Rome"],"payment":{"number":7}}');
  expect(complaints).toEqual([]);
});

test('keeps, replaces and puts back a text of a million lines by keyboard alone', async ({ page }) => {
  await openPlayground(page);
  await page.evaluate(async () => {
    const form = document.createElement('mcp-schema-form');
    form.label = 'Order';
    form.schema = {
      type: 'object',
      properties: {
        note: {
          type: 'string',
          title: 'Note',
          description: 'Kept with the order.',
          default: 'line\n'.repeat(1_000_000),
        },
        city: { type: 'string', title: 'City' },
      },
    };
    document.body.replaceChildren(form);
    await form.updateComplete;
    form.focus();
  });
  const form = page.locator('mcp-schema-form');
  const { keyboard } = page;
  const lengthOf = (): Promise<number> =>
    page.evaluate(() => {
      const note = document.querySelector('mcp-schema-form')?.value['note'];
      return typeof note === 'string' ? note.length : 0;
    });
  const beginning = form.locator('pre');
  await expect(beginning).toBeFocused();
  await expect(beginning).toHaveAccessibleName('Note');
  await expect(beginning).toHaveAccessibleDescription(
    'Long text (5,000,000 characters). It is sent unchanged. Kept with the order.',
  );
  await keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Show more' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await keyboard.type('short');
  expect(await lengthOf()).toBe(5);
  await keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Put the long text back' })).toBeFocused();
  expect(await faultsOf(page, { within: 'mcp-schema-form' })).toEqual([]);
  await keyboard.press('Enter');
  await expect(beginning).toBeFocused();
  expect(await lengthOf()).toBe(5_000_000);
  expect(await faultsOf(page, { within: 'mcp-schema-form' })).toEqual([]);
});

test('has what was typed again after the Back button, as the controls of the browser have', async ({ page }) => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string', title: 'City' }, nights: { type: 'integer', title: 'Nights', default: 1 } },
  };
  const site = await serveSite({
    ...(await filesOf(fileURLToPath(new URL('../../packages/elements/dist', import.meta.url)))),
    '/': {
      type: 'text/html',
      body: '<!doctype html><html lang="en"><title>Trip</title><form><mcp-schema-form name="trip" label="Trip"></mcp-schema-form></form><a href="/else">Else</a><script type="module" src="/mcp-web.js"></script><script src="/page.js"></script>',
    },
    '/page.js': {
      type: 'text/javascript',
      body: `document.querySelector('mcp-schema-form').schema = ${JSON.stringify(schema)};`,
    },
    '/else': { type: 'text/html', body: '<!doctype html><html lang="en"><title>Else</title>' },
  });
  try {
    await page.goto(site.origin);
    const form = page.locator('mcp-schema-form');
    await form.getByLabel('City').fill('Oslo');
    await form.getByLabel('Nights').fill('3');
    await page.getByRole('link').click();
    await expect(page).toHaveTitle('Else');
    await page.goBack();
    await expect(form.getByLabel('City')).toHaveValue('Oslo');
    await expect(form.getByLabel('Nights')).toHaveValue('3');
    await form.evaluate((element) => element.closest('form')?.reset());
    await expect(form.getByLabel('City')).toHaveValue('');
    await expect(form.getByLabel('Nights')).toHaveValue('1');
  } finally {
    await site.close();
  }
});
