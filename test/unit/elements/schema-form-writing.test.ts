/** How `<mcp-schema-form>` helps those who write: examples, JSON in a text, titles of items, and words. */
import { assert } from 'chai';
import type { JsonObject } from '@mcp-web/client';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { TOOL_LAYOUT } from '../../../packages/elements/src/schema-form/view/layout.ts';
import { all, within } from './form-page.ts';
import { assertAccessible, button, find, focused, mount, textOf, type, unmount, until } from './page.ts';

const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };

async function show(schema: JsonObject, value?: JsonObject): Promise<McpSchemaFormElement> {
  mount('<mcp-schema-form label="Arguments"></mcp-schema-form>');
  const form = find('mcp-schema-form');
  Object.assign(form, { layout: TOOL_LAYOUT, schema, ...(value && { value }) });
  await form.updateComplete;
  return form;
}

describe('Writing in <mcp-schema-form>', () => {
  afterEach(unmount);

  it('offers the examples of a text that grows, as long as they begin like what is written', async () => {
    const form = await show(object({ city: { ...text, examples: ['Lima', 'Quito', 'Lille', 3, { no: 1 }] } }, 'city'));
    const offered = () => all(form, '.example').map((one) => textOf(one));
    const area = within<HTMLTextAreaElement>(form, 'textarea.growing');
    assert.deepEqual(offered(), ['Lima', 'Quito', 'Lille', '3']);
    await assertAccessible(form);
    area.focus();
    await type('li');
    assert.deepEqual(offered(), ['Lima', 'Lille']);
    all(form, '.example')[1]?.click();
    await until(() => form.value['city'] === 'Lille');
    await until(() => focused() === area);
    assert.equal(area.value, 'Lille');
    assert.deepEqual(offered(), []);
  });

  it('has a large control for JSON in a text, and says when it is none', async () => {
    const form = await show(
      object({ config: { ...text, format: 'json' }, id: { ...text, format: 'uuid' } }, 'config', 'id'),
    );
    const area = within<HTMLTextAreaElement>(form, 'textarea.mono');
    assert.notInclude(textOf(form), 'Format:');
    area.focus();
    await type('{"a": ');
    assert.isFalse(form.reportValidity());
    await until(() => textOf(form).includes('Enter valid JSON'));
    await type('1}');
    await until(() => !textOf(form).includes('Enter valid JSON'));
    assert.deepEqual(form.value['config'], '{"a": 1}');
    await assertAccessible(form);
  });

  it('names an item of a list by its first text as the user writes it, but not by a secret', async () => {
    const file = object({ size: { type: 'number' }, path: text, content: text }, 'path', 'content');
    const form = await show(object({ files: { type: 'array', items: file } }, 'files'), {
      files: [
        { path: 'README.md', content: '' },
        { path: '', content: 'x' },
      ],
    });
    const titles = () => all(form, '.list-item .structure > .head > .label').map((one) => textOf(one));
    assert.deepEqual(titles(), ['Item 1 README.md', 'Item 2']);
    const second = all<HTMLTextAreaElement>(form, 'textarea').find(({ value }) => value === 'x');
    const path = all<HTMLTextAreaElement>(form, 'textarea')[all(form, 'textarea').indexOf(second ?? assert.fail()) - 1];
    path?.focus();
    await type('a.ts');
    assert.deepEqual(titles(), ['Item 1 README.md', 'Item 2 a.ts']);
    assert.isTrue(focused() === path);
    await assertAccessible(form);
    unmount();
    const secret = await show(
      object({ keys: { type: 'array', items: object({ password: text }, 'password') } }, 'keys'),
      {
        keys: [{ password: 'hunter2' }],
      },
    );
    assert.notInclude(textOf(within(secret, '.list-item .label')), 'hunter2');
  });

  it('draws one line beside the members of an item, not two', async () => {
    const form = await show(object({ files: { type: 'array', items: object({ path: text }, 'path') } }, 'files'), {
      files: [{ path: 'a' }],
    });
    assert.equal(getComputedStyle(within(form, '.list-items')).borderInlineStartWidth, '0px');
    assert.equal(getComputedStyle(within(form, '.list-item .members')).borderInlineStartWidth, '2px');
  });

  it('keeps the button for JSON reachable where it is not shown', async () => {
    const form = await show(object({ file: object({ path: text }, 'path') }, 'file'));
    const asJson = button(form, 'Edit file as JSON') ?? assert.fail('no button');
    asJson.focus();
    await until(() => getComputedStyle(asJson).opacity === '1');
    assert.isTrue(focused() === asJson);
    asJson.blur();
    if (matchMedia('(hover: hover)').matches) await until(() => getComputedStyle(asJson).opacity === '0');
    else assert.equal(getComputedStyle(asJson).opacity, '1');
  });

  it('offers no JSON where the only value is an empty object', async () => {
    const form = await show({ ...object({}), additionalProperties: false });
    assert.equal(textOf(form), 'No arguments.');
    unmount();
    assert.include(textOf(await show(object({}))), 'Edit as JSON');
  });

  it('draws the arrow of a select, on the side where the text ends', async () => {
    const form = await show(object({ size: { type: 'string', enum: ['S', 'M', 'L'] } }, 'size'));
    const select = within<HTMLSelectElement>(form, 'select');
    const { appearance, backgroundImage, backgroundPosition, paddingRight } = getComputedStyle(select);
    assert.deepEqual([appearance, paddingRight], ['none', '32px']);
    assert.include(backgroundImage, 'linear-gradient');
    form.dir = 'rtl';
    assert.notEqual(getComputedStyle(select).backgroundPosition, backgroundPosition);
    assert.equal(getComputedStyle(select).paddingLeft, '32px');
  });
});
