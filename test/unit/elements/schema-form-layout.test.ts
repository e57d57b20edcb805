import { assert } from 'chai';
import type { JsonObject } from '@mcp-web/client';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { type FormLayout, TOOL_LAYOUT } from '../../../packages/elements/src/schema-form/view/layout.ts';
import { all, within } from './form-page.ts';
import { assertAccessible, focused, mount, press, find, textOf, type, unmount, until } from './page.ts';

interface Server {
  readonly server: string;
  readonly tools: { readonly name: string; readonly inputSchema: JsonObject }[];
}

const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

async function show(
  schema: JsonObject,
  layout: FormLayout = TOOL_LAYOUT,
  value?: JsonObject,
): Promise<McpSchemaFormElement> {
  unmount();
  mount('<mcp-schema-form label="Arguments"></mcp-schema-form>');
  const form = find('mcp-schema-form');
  Object.assign(form, { layout, schema, ...(value && { value }) });
  await form.updateComplete;
  return form;
}
const labels = (root: ParentNode): string[] => [...root.querySelectorAll('label')].map((label) => textOf(label));
const isShown = (form: McpSchemaFormElement, name: string): boolean =>
  all(form, 'label').some((label) => textOf(label).startsWith(name) && label.checkVisibility());
const optionsOf = (form: McpSchemaFormElement): string[] =>
  all<HTMLOptionElement>(form, 'option').map(({ textContent }) => textContent);
const reveal = (form: McpSchemaFormElement): Promise<unknown> => {
  form.reportValidity();
  return form.updateComplete;
};

describe('The layout of <mcp-schema-form>', () => {
  afterEach(unmount);

  const MANY = object({ a: text, b: text, c: text, d: text, e: text, f: text }, 'f');

  it('shows required members first, and folds optional ones with their number', async () => {
    const form = await show(MANY);
    assert.equal(labels(form.renderRoot)[0], 'f *');
    const fold = within<HTMLDetailsElement>(form, 'details');
    assert.equal(textOf(fold.querySelector('summary') ?? fold), 'Optional (5)');
    assert.isFalse(isShown(form, 'a'));
    await assertAccessible(form);
    fold.querySelector('summary')?.click();
    await until(() => isShown(form, 'a'));
    await assertAccessible(form);
  });

  it('folds nothing without a layout, nor a few optional members', async () => {
    assert.lengthOf(all(await show(MANY, {}), 'details'), 0);
    assert.deepEqual(labels((await show(MANY, {})).renderRoot)[0], 'a');
    assert.lengthOf(all(await show(object({ a: text, b: text, c: text })), 'details'), 0);
  });

  it('shows an optional member that has a value', async () => {
    const form = await show(MANY, TOOL_LAYOUT, { b: 'given', f: 'x' });
    assert.isTrue(isShown(form, 'b'));
    assert.isFalse(isShown(form, 'a'));
  });

  it('stays unfolded while the user writes in it, and opens for what is wrong', async () => {
    const schema = object({ a: { type: 'integer' }, b: text, c: text, d: text, e: text }, 'e');
    const form = await show(schema);
    within(form, 'summary').click();
    await until(() => isShown(form, 'a'));
    all(form, 'input')[0]?.focus();
    await type('1.5');
    assert.isTrue(isShown(form, 'b'));
    within(form, 'summary').click();
    await until(() => !isShown(form, 'a'));
    await reveal(form);
    assert.isTrue(isShown(form, 'a'));
  });

  it('follows the order of the page', async () => {
    const form = await show(MANY, { ...TOOL_LAYOUT, order: ['c', 'f'] });
    assert.deepEqual(labels(form.renderRoot).slice(0, 2), ['c', 'f *']);
    assert.equal(textOf(within(form, 'summary')), 'Optional (4)');
  });

  it('leaves defaults of optional members to the server, and says what they are', async () => {
    const schema = object(
      {
        size: { type: 'integer', default: 100 },
        deep: { type: 'boolean', default: true },
        kind: { enum: ['a', 'b'], default: 'b' },
        n: { type: 'integer', default: 7 },
      },
      'n',
    );
    const form = await show(schema);
    assert.deepEqual(form.value, { n: 7 });
    assert.include(textOf(form), 'Default: 100');
    assert.include(textOf(form), 'Default: true');
    assert.include(textOf(form), 'Default: b');
    assert.notInclude(textOf(form), 'Default: 7');
    assert.deepEqual((await show(schema, {})).value, { size: 100, deep: true, kind: 'b', n: 7 });
  });

  it('sends a default that the user chooses', async () => {
    const form = await show(object({ size: { type: 'integer', default: 100 } }));
    all(form, 'input')[0]?.focus();
    await type('100');
    assert.deepEqual(form.value, { size: 100 });
  });

  it('has texts that grow with what the user writes; Enter submits the first line', async () => {
    const form = await show(object({ message: text }, 'message'));
    const submitted: unknown[] = [];
    form.addEventListener('mcp-form-submit', (event) => submitted.push(event.value));
    const area = within<HTMLTextAreaElement>(form, 'textarea');
    const height = area.getBoundingClientRect().height;
    area.focus();
    await type('one');
    await press('Enter');
    assert.deepEqual(submitted, [{ message: 'one' }]);
    area.value = 'one\ntwo\nthree';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    await form.updateComplete;
    assert.isAbove(area.getBoundingClientRect().height, height * 1.5);
    await press('Enter');
    assert.lengthOf(submitted, 1);
  });

  it('keeps one line where the schema says what the text is', async () => {
    const form = await show(
      object({
        id: { type: 'string', pattern: '^x' },
        mail: { type: 'string', format: 'email' },
        code: { type: 'string', maxLength: 10 },
      }),
    );
    assert.lengthOf(all(form, 'textarea'), 0);
  });

  it('suggests the examples of the schema', async () => {
    const form = await show(object({ city: { type: 'string', examples: ['Lima', 'Quito', 3, { no: 1 }] } }), {});
    const input = within<HTMLInputElement>(form, 'input');
    assert.deepEqual(
      [...(input.list?.options ?? [])].map(({ value }) => value),
      ['Lima', 'Quito', '3'],
    );
  });

  it('names objects by what only they require, or by what they refer to', async () => {
    const parent = {
      oneOf: [
        object({ page_id: text }, 'page_id'),
        object({ database_id: text }, 'database_id'),
        { $ref: '#/$defs/workspace' },
      ],
    };
    const form = await show({ ...object({ parent }, 'parent'), $defs: { workspace: object({ name: text }) } });
    assert.deepEqual(optionsOf(form), ['Choose…', 'page_id', 'database_id', 'workspace']);
  });

  it('hides a text that only repeats an object as JSON', async () => {
    const page = object({ page_id: text }, 'page_id');
    for (const twin of [
      { type: 'string', description: 'JSON string of the parent' },
      { type: 'string', format: 'json' },
    ]) {
      const form = await show(object({ parent: { anyOf: [page, twin] } }, 'parent'));
      assert.lengthOf(all(form, 'select'), 0);
      assert.include(textOf(form), 'page_id');
    }
    const said = { description: 'The parent, or a JSON string', anyOf: [page, text] };
    assert.lengthOf(all(await show(object({ parent: said }, 'parent')), 'select'), 0);
    const either = { description: 'JSON or plain text', anyOf: [page, text] };
    assert.lengthOf(all(await show(object({ parent: either }, 'parent')), 'select'), 1);
    const other = await show(object({ to: { anyOf: [page, { type: 'string', description: 'An address' }] } }, 'to'));
    assert.deepEqual(optionsOf(other), ['Choose…', 'page_id', 'Text']);
  });

  it('still takes a text for such an object, as JSON', async () => {
    const parent = { anyOf: [object({ page_id: text }, 'page_id'), { type: 'string', description: 'JSON' }] };
    const form = await show(object({ parent }, 'parent'), TOOL_LAYOUT, { parent: '{"page_id":"7"}' });
    assert.deepEqual(form.value, { parent: '{"page_id":"7"}' });
    assert.isTrue(form.checkValidity());
  });

  it('asks yes or no where a text is allowed as well', async () => {
    for (const more of [{ anyOf: [{ type: 'boolean' }, text] }, { type: ['boolean', 'string'] }]) {
      const form = await show(object({ more }, 'more'));
      assert.lengthOf(all(form, '[type=checkbox]'), 1);
      assert.lengthOf(all(form, 'select'), 0);
      within(form, '[type=checkbox]').click();
      assert.deepEqual(form.value, { more: true });
    }
    const given = await show(object({ more: { anyOf: [{ type: 'boolean' }, text] } }, 'more'), TOOL_LAYOUT, {
      more: 'true',
    });
    assert.deepEqual(given.value, { more: 'true' });
    assert.isTrue(given.checkValidity());
  });

  it('offers a text beside yes or no that says what else it is', async () => {
    const boolean = { type: 'boolean' };
    for (const proxy of [
      { anyOf: [boolean, { type: 'string', format: 'uri', description: 'address of the proxy' }] },
      { anyOf: [boolean, { type: 'string', description: 'address of the proxy' }] },
      { anyOf: [boolean, { type: 'string', title: 'Address' }] },
      { anyOf: [boolean, { type: 'string', examples: ['http://proxy.example'] }] },
      { anyOf: [boolean, text], default: 'auto' },
      { type: ['boolean', 'string'], format: 'uri' },
      { type: ['boolean', 'string'], examples: [true, 'auto'] },
    ])
      assert.lengthOf(all(await show(object({ proxy }, 'proxy')), 'select'), 1, JSON.stringify(proxy));
    for (const more of [
      { anyOf: [boolean, { type: 'string', description: 'true or false as text' }] },
      { anyOf: [boolean, { type: 'string', examples: ['true'] }] },
      { type: ['boolean', 'string'], description: 'Whether to go on' },
    ])
      assert.lengthOf(all(await show(object({ more }, 'more')), '[type=checkbox]'), 1, JSON.stringify(more));
  });

  it('keeps the default of an object when the text that repeats it as JSON is left out', async () => {
    const nested = object({ a: { type: 'integer' } });
    const options = { anyOf: [nested, { type: 'string', description: 'JSON' }], default: { a: 1 } };
    assert.deepEqual((await show(object({ options }, 'options'))).value, { options: { a: 1 } });
  });

  it('names kinds by the constant that differs, and numbers those that are still called the same', async () => {
    const kind = (name: string) => ({
      type: 'object',
      properties: { version: { const: 'v1' }, kind: { const: name } },
    });
    const area = { oneOf: [kind('circle'), kind('square')] };
    assert.deepEqual(optionsOf(await show(object({ area }, 'area'))), ['Choose…', 'circle', 'square']);
    const range = (type: string) => ({ type: 'object', properties: { from: { type }, to: { type } } });
    const between = { oneOf: [range('string'), range('number')] };
    assert.deepEqual(optionsOf(await show(object({ between }, 'between'))), [
      'Choose…',
      'from, to (1)',
      'from, to (2)',
    ]);
  });

  it('keeps what the user has entered when a layout brings other defaults', async () => {
    const schema = object({ city: text, days: { type: 'integer', default: 3 } }, 'city');
    const form = await show(schema, {});
    within(form, 'input').focus();
    await type('Lima');
    form.layout = TOOL_LAYOUT;
    await form.updateComplete;
    assert.deepEqual(form.value, { city: 'Lima', days: 3 });
    const untouched = await show(schema, {}, undefined);
    assert.deepEqual(untouched.value, { days: 3 });
    untouched.layout = TOOL_LAYOUT;
    assert.deepEqual(untouched.value, {});
  });

  it('starts a required list with one item', async () => {
    const form = await show(object({ names: { type: 'array', items: text } }, 'names'));
    assert.lengthOf(all(form, '.list-item'), 1);
  });

  it('lists what is wrong above the form, with a way to each field', async () => {
    const form = await show(object({ a: text, b: text, c: text }, 'a', 'b', 'c'));
    assert.lengthOf(all(form, '[part=problems]'), 0);
    await reveal(form);
    const list = within(form, '[part=problems]');
    assert.equal(textOf(list), '3 things to correct a : This is required. b : This is required. c : This is required.');
    await assertAccessible(form);
    all(form, '[part=problems] button')[1]?.click();
    assert.equal(focused(), all(form, 'textarea')[1]);
    await type('x');
    await until(() => textOf(within(form, '[part=problems]')).startsWith('2 things'));
  });

  it('says one problem at its field only', async () => {
    const form = await show(object({ a: text }, 'a'));
    await reveal(form);
    assert.lengthOf(all(form, '[part=problems]'), 0);
    assert.include(textOf(form), 'This is required.');
  });

  it('shows the help, placeholders and controls of the page', async () => {
    const schema = object(
      {
        note: { ...text, description: 'of the server' },
        lines: { type: 'array', items: object({ amount: { type: 'integer' } }) },
      },
      'note',
    );
    const widget = (): HTMLInputElement => Object.assign(document.createElement('input'), { type: 'color' });
    const fields = { '/note': { help: 'of the page', placeholder: 'A note' }, '/lines/-/amount': { placeholder: '3' } };
    const form = await show(schema, { fields }, { note: '', lines: [{}] });
    assert.include(textOf(form), 'of the page');
    assert.notInclude(textOf(form), 'of the server');
    assert.deepEqual(
      all<HTMLInputElement>(form, 'input').map(({ placeholder }) => placeholder),
      ['A note', '3'],
    );
    form.layout = { fields: { '/note': { widget } } };
    await form.updateComplete;
    assert.lengthOf(form.querySelectorAll('input[type=color]'), 1);
    form.layout = { fields: { '/note': { widget: 'multiline' } } };
    await form.updateComplete;
    assert.lengthOf(all(form, 'textarea'), 1);
  });

  it('writes the links of a description as text', async () => {
    const description = 'See [the guide](https://example.com/guide), and [this](javascript:alert(1)).';
    const form = await show(object({ a: { ...text, description } }));
    assert.include(textOf(form), 'See the guide (https://example.com/guide), and [this](javascript:alert(1)).');
    assert.lengthOf(all(form, 'a'), 0);
  });

  it('fits real tools on a screen before anything is opened, and tells their choices apart', async function () {
    this.timeout(120_000);
    const response = await fetch('/test/unit/client/tools/real-schemas.json');
    const servers: Server[] = await response.json();
    const tall: string[] = [];
    const alike: string[] = [];
    let tools = 0;
    for (const { server, tools: own } of servers) {
      for (const { name, inputSchema } of own) {
        const form = await show(inputSchema);
        form.style.inlineSize = '620px';
        tools++;
        if (form.getBoundingClientRect().height > 900) tall.push(`${server} ${name}`);
        for (const summary of all(form, 'summary')) summary.click();
        for (const select of all<HTMLSelectElement>(form, 'select')) {
          const names = [...select.options].map(({ textContent }) => textContent);
          if (new Set(names).size < names.length || names.some((one) => /^Option \d/.test(one)))
            alike.push(`${server} ${name}: ${names.join(' | ')}`);
        }
      }
    }
    assert.isAbove(tools, 300);
    assert.deepEqual(tall, []);
    assert.deepEqual(alike, []);
  });
});
