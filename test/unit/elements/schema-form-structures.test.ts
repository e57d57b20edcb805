import { sendKeys } from '@web/test-runner-commands';
import 'axe-core';
import type axeCore from 'axe-core';
import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import { german } from '../../../packages/elements/src/messages/de.ts';
import { registerMessages } from '../../../packages/elements/src/messages/register.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { fastestOf, pressAlt } from './page.ts';
import { all, within } from './form-page.ts';

/** axe-core is a script: it leaves itself here. */
declare const axe: typeof axeCore;

type Json = Record<string, unknown>;

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });

// oxlint-disable-next-line unicorn/no-thenable
const when = (condition: Json, consequence: Json): Json => ({ if: condition, then: consequence });

async function show(schema: Json, value?: Json): Promise<McpSchemaFormElement> {
  const form = document.createElement('mcp-schema-form');
  form.label = 'Test';
  form.schema = schema;
  if (value) form.value = value;
  document.body.append(form);
  await form.updateComplete;
  return form;
}

/** The control with this accessible name. */
function control<T extends HTMLElement = HTMLInputElement>(form: McpSchemaFormElement, name: string, place = 0): T {
  const named = all<T>(form, ':is([part~=control], [part~=checkbox])').filter((one) => {
    const label = form.shadowRoot?.querySelector(`label[for="${one.id}"]`)?.textContent.trim();
    return one.getAttribute('aria-label') === name || label?.replace(/\*.*/, '') === name;
  });
  const found = named[place];
  assert.isDefined(found, `a control "${name}" is in the form`);
  return found;
}

async function press(form: McpSchemaFormElement, name: string): Promise<void> {
  const found = all(form, 'button').find(
    (button) => button.getAttribute('aria-label') === name || button.textContent.trim().replace(/^\+\s*/, '') === name,
  );
  assert.isDefined(found, `a button "${name}" is in the form`);
  found.click();
  await form.updateComplete;
  await Promise.resolve();
}

async function type(form: McpSchemaFormElement, name: string, text: string, place = 0): Promise<void> {
  const input = control(form, name, place);
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await form.updateComplete;
}

async function choose(form: McpSchemaFormElement, name: string, option: string): Promise<void> {
  const select = control<HTMLSelectElement>(form, name);
  select.value = [...select.options].find(({ text }) => text === option)?.value ?? 'no such option';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await form.updateComplete;
}

const problems = (form: McpSchemaFormElement): string[] =>
  all(form, 'p.problem').map(({ textContent }) => textContent.trim());
const shownProblems = async (form: McpSchemaFormElement): Promise<string[]> => {
  assert.isFalse(form.reportValidity());
  await form.updateComplete;
  return problems(form);
};

describe('<mcp-schema-form> with more than flat fields', () => {
  afterEach(() => document.body.replaceChildren());

  it('adds and removes optional objects, which are absent until then', async () => {
    const form = await show(
      object({
        place: object({ city: { type: 'string' }, days: { type: 'integer', default: 3 } }, { required: ['city'] }),
      }),
    );
    assert.deepEqual(form.value, {});
    assert.isTrue(form.checkValidity());
    await press(form, 'Add place');
    assert.deepEqual(form.value, { place: { days: 3 } });
    assert.deepEqual(await shownProblems(form), ['This is required.']);
    await type(form, 'city', 'Bern');
    assert.deepEqual(form.value, { place: { city: 'Bern', days: 3 } });
    assert.isTrue(form.checkValidity());
    await press(form, 'Remove place');
    assert.deepEqual(form.value, {});
  });

  it('adds, moves and removes items, with the keyboard too, and keeps the focus', async () => {
    const form = await show(object({ tags: { type: 'array', items: { type: 'string' } } }));
    await press(form, 'Add item to tags');
    assert.equal(form.shadowRoot?.activeElement, control(form, 'Item 1'));
    await sendKeys({ type: 'one' });
    await press(form, 'Add item to tags');
    await sendKeys({ type: 'two' });
    assert.deepEqual(form.value, { tags: ['one', 'two'] });
    pressAlt('ArrowUp');
    await form.updateComplete;
    assert.deepEqual(form.value, { tags: ['two', 'one'] });
    assert.equal(form.shadowRoot?.activeElement, control(form, 'Item 1'));
    assert.include(within(form, '.form > [role=status]').textContent, 'now 1 of 2');
    await press(form, 'Move Item 1 down');
    assert.deepEqual(form.value, { tags: ['one', 'two'] });
    await press(form, 'Remove Item 1');
    assert.deepEqual(form.value, { tags: ['two'] });
    assert.equal(form.shadowRoot?.activeElement, control(form, 'Item 1'));
    await press(form, 'Remove Item 1');
    assert.deepEqual(form.value, { tags: [] });
    await press(form, 'Remove tags');
    assert.deepEqual(form.value, {});
  });

  it('knows tuples', async () => {
    const form = await show(
      object(
        {
          point: {
            type: 'array',
            prefixItems: [
              { type: 'number', title: 'x' },
              { type: 'string', title: 'unit' },
            ],
            items: false,
          },
        },
        { required: ['point'] },
      ),
    );
    await type(form, 'x', '1.5');
    await type(form, 'unit', 'm');
    assert.deepEqual(form.value, { point: [1.5, 'm'] });
    assert.isTrue(form.checkValidity());
    assert.isUndefined(all(form, 'button').find(({ textContent }) => textContent.includes('Add item')));
  });

  it('lets the user choose a kind, and finds the one of a value', async () => {
    const shape = {
      oneOf: [
        object(
          { kind: { const: 'circle' }, radius: { type: 'number' } },
          { title: 'Circle', required: ['kind', 'radius'] },
        ),
        object(
          { kind: { const: 'square' }, side: { type: 'number' } },
          { title: 'Square', required: ['kind', 'side'] },
        ),
      ],
    };
    const form = await show(object({ shape }), { shape: { kind: 'square', side: 2 } });
    assert.equal(control(form, 'side').value, '2');
    assert.deepEqual(form.value, { shape: { kind: 'square', side: 2 } });
    await choose(form, 'Type of shape', 'Circle');
    await type(form, 'radius', '5');
    assert.deepEqual(form.value, { shape: { kind: 'circle', radius: 5 } });
    assert.isTrue(form.checkValidity());
    await choose(form, 'Type of shape', 'Not set');
    assert.deepEqual(form.value, {});
  });

  it('offers the types of a value of several types, and keeps each', async () => {
    const form = await show(object({ either: { type: ['string', 'number'] }, any: {} }));
    await choose(form, 'Type of either', 'Number');
    await type(form, 'either', '7');
    await choose(form, 'Type of any', 'List');
    assert.deepEqual(form.value, { either: 7, any: [] });
    await choose(form, 'Type of any', 'null');
    assert.deepEqual(form.value, { either: 7, any: null });
    assert.isTrue(form.checkValidity());
  });

  it('follows references, and expands recursive ones on demand', async () => {
    const form = await show({
      ...object({ tree: { $ref: '#/$defs/node' } }),
      $defs: {
        node: object(
          { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          { required: ['name'] },
        ),
      },
    });
    await press(form, 'Add tree');
    await type(form, 'name', 'root');
    await press(form, 'Add item to children');
    await type(form, 'name', 'leaf', 1);
    assert.deepEqual(form.value, { tree: { name: 'root', children: [{ name: 'leaf' }] } });
    assert.isTrue(form.checkValidity());
  });

  it('takes members that the user names, each with the schema of its name', async () => {
    const form = await show({
      type: 'object',
      patternProperties: { '^n_': { type: 'integer' } },
      additionalProperties: { type: 'string' },
    });
    await press(form, 'Add property');
    await type(form, 'Name', 'n_one');
    await type(form, 'n_one', '1');
    await press(form, 'Add property');
    await type(form, 'Name', 'other', 1);
    await type(form, 'other', '1');
    assert.deepEqual(form.value, { n_one: 1, other: '1' });
    assert.isTrue(form.checkValidity());
    await type(form, 'Name', 'other', 0);
    assert.include((await shownProblems(form)).join(), 'There is already a property called other.');
  });

  it('shows what a condition asks for once it holds', async () => {
    const form = await show(
      object(
        { pay: { enum: ['card', 'cash'] } },
        {
          ...when(
            { properties: { pay: { const: 'card' } }, required: ['pay'] },
            { properties: { holder: { type: 'string' } }, required: ['holder'] },
          ),
          dependentRequired: { pay: ['amount'] },
        },
      ),
    );
    assert.lengthOf(all(form, '.item'), 1);
    await choose(form, 'pay', 'card');
    await type(form, 'holder', 'Ada');
    assert.isFalse(form.checkValidity());
    await choose(form, 'Type of amount', 'Number');
    await type(form, 'amount', '3');
    assert.deepEqual(form.value, { pay: 'card', holder: 'Ada', amount: 3 });
    assert.isTrue(form.checkValidity());
    await choose(form, 'pay', 'cash');
    assert.deepEqual(form.value, { pay: 'cash', amount: 3 });
  });

  it('still looks at conditions after the form was JSON in between', async () => {
    const form = await show(
      object(
        { pay: { enum: ['card', 'cash'] } },
        when(
          { properties: { pay: { const: 'card' } }, required: ['pay'] },
          { properties: { holder: { type: 'string' } }, required: ['holder'] },
        ),
      ),
    );
    await press(form, 'Edit as JSON');
    await press(form, 'Edit as a form');
    await choose(form, 'pay', 'card');
    await type(form, 'holder', 'Ada');
    assert.deepEqual(form.value, { pay: 'card', holder: 'Ada' });
  });

  it('edits a part as JSON, and comes back', async () => {
    const form = await show(object({ place: object({ city: { type: 'string' } }, { required: ['city'] }) }), {
      place: { city: 'Bern' },
    });
    await press(form, 'Edit place as JSON');
    await type(form, 'place', '{"city": "Rome"}');
    assert.deepEqual(form.value, { place: { city: 'Rome' } });
    await type(form, 'place', '{}');
    assert.isFalse(form.checkValidity());
    await type(form, 'place', '{"city": "Oslo"}');
    await press(form, 'Edit place as a form');
    assert.equal(control(form, 'city').value, 'Oslo');
    assert.deepEqual(form.value, { place: { city: 'Oslo' } });
  });

  it('has the last word from the interpreter, at the field that it is about', async () => {
    const form = await show(
      object({
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        step: { type: 'number', multipleOf: 0.1 },
      }),
      { tags: ['a', 'a'], step: 0.25 },
    );
    assert.deepEqual(await shownProblems(form), [
      'This does not fit the schema: it is there twice.',
      'Enter a multiple of 0.1.',
    ]);
    await type(form, 'step', '0.3');
    await type(form, 'Item 2', 'b');
    assert.isTrue(form.checkValidity());
  });

  it('shows what somebody else found wrong, until the field changes', async () => {
    const form = await show(object({ place: object({ city: { type: 'string' } }) }), { place: { city: 'Bern' } });
    form.problems = { '/place/city': 'There is no such city.' };
    await form.updateComplete;
    assert.deepEqual(problems(form), ['There is no such city.']);
    assert.isTrue(form.checkValidity());
    await type(form, 'city', 'Rome');
    assert.isEmpty(problems(form));
  });

  it('searches large enums with the keyboard', async () => {
    const names = Array.from({ length: 10_000 }, (_none, index) => `Option ${index}`);
    const form = await show(object({ one: { type: 'string', enum: names } }));
    const input = control(form, 'one');
    assert.equal(input.getAttribute('role'), 'combobox');
    input.focus();
    const took = await fastestOf(() => {
      for (const typed of ['9', '99', '999']) {
        input.value = typed;
        input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
    }, 750);
    assert.isBelow(took, 750);
    await sendKeys({ type: '9' });
    assert.equal(input.value, '9999');
    assert.lengthOf(all(form, '[role=option]'), 1);
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    assert.deepEqual(form.value, { one: 'Option 9999' });
    assert.equal(control(form, 'one').value, 'Option 9999');
    // What was written and not picked is not said.
    await sendKeys({ type: 'nonsense' });
    control(form, 'one').blur();
    await form.updateComplete;
    assert.equal(control(form, 'one').value, 'Option 9999');
  });

  it('leaves the keys to an input method while it composes', async () => {
    const form = await show(
      object({ one: { type: 'string', enum: Array.from({ length: 20 }, (_none, index) => `Option ${index}`) } }),
    );
    control(form, 'one').click();
    await form.updateComplete;
    const composed = new KeyboardEvent('keydown', {
      key: 'ArrowDown',
      isComposing: true,
      cancelable: true,
      bubbles: true,
    });
    assert.isTrue(control(form, 'one').dispatchEvent(composed));
    assert.isNull(control(form, 'one').getAttribute('aria-activedescendant'));
  });

  it('finds the options of a large list of several', async () => {
    const form = await show(
      object({
        some: { type: 'array', items: { enum: Array.from({ length: 40 }, (_none, index) => `Option ${index}`) } },
      }),
    );
    const search = within<HTMLInputElement>(form, 'input[type=search]');
    search.value = '39';
    search.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await form.updateComplete;
    assert.lengthOf(all(form, '.options input'), 1);
    assert.deepEqual(form.value, {});
    within(form, '.options input').click();
    assert.deepEqual(form.value, { some: ['Option 39'] });
  });

  it('keeps the zone of a date and time, and lets it be chosen', async () => {
    const form = await show(object({ when: { type: 'string', format: 'date-time' } }), {
      when: '2026-01-31T09:30:00+05:30',
    });
    assert.equal(control(form, 'when').value, '2026-01-31T09:30');
    const zone = within<HTMLSelectElement>(form, 'select');
    assert.equal(zone.value, '+05:30');
    await type(form, 'when', '2026-02-01T10:00');
    assert.deepEqual(form.value, { when: '2026-02-01T10:00:00+05:30' });
    zone.value = 'Z';
    zone.dispatchEvent(new Event('change', { bubbles: true }));
    await form.updateComplete;
    assert.deepEqual(form.value, { when: '2026-02-01T10:00:00Z' });
    assert.isTrue(form.checkValidity());
  });

  it('takes controls of the page by format, and takes them away with their field', async () => {
    const form = document.createElement('mcp-schema-form');
    form.widgets = { color: ({ title }) => Object.assign(document.createElement('input'), { type: 'color', title }) };
    form.schema = object({ paint: { type: 'string', format: 'color' } });
    form.value = { paint: '#ff0000' };
    document.body.append(form);
    await form.updateComplete;
    const [own] = form.querySelectorAll('input');
    assert.equal(own?.value, '#ff0000');
    assert.equal(own?.ariaLabel, 'paint');
    if (own) own.value = '#00ff00';
    own?.dispatchEvent(new Event('input'));
    assert.deepEqual(form.value, { paint: '#00ff00' });
    form.schema = object({ other: { type: 'string' } });
    await form.updateComplete;
    assert.isEmpty(form.children);
  });

  it('speaks another language, problems too', async () => {
    registerMessages('de', german);
    const form = await show(
      object({ place: object({ city: { type: 'string' } }, { required: ['city'] }) }, { required: ['place'] }),
    );
    assert.deepEqual(await shownProblems(form), ['This is required.']);
    form.lang = 'de';
    form.requestUpdate();
    await form.updateComplete;
    assert.deepEqual(problems(form), ['Diese Angabe ist erforderlich.']);
    assert.include(within(form, '.toggle').textContent, 'JSON');
  });

  describe('stays alive with a schema', () => {
    const lasting = async (schema: unknown, value?: Json): Promise<{ form: McpSchemaFormElement; ms: number }> => {
      let form = await show({ type: 'object' });
      const ms = await fastestOf(async () => {
        form.remove();
        form = await show(schema as Json, value);
        form.reportValidity();
        await form.updateComplete;
      }, 2_000);
      return { form, ms };
    };

    it('of 10,000 nested properties', async () => {
      const { form, ms } = await lasting(
        object(
          Object.fromEntries(
            Array.from({ length: 10_000 }, (_none, index) => [`p${index}`, object({ a: { type: 'string' } })]),
          ),
        ),
      );
      assert.isBelow(ms, 2_000);
      assert.isAtMost(all(form, '.item').length, 100);
      assert.include(within(form, '.form').textContent, 'too many parts to be shown as fields');
    });

    it('that requires itself', async () => {
      const node = {
        type: 'object',
        properties: { left: { $ref: '#/$defs/n' }, right: { $ref: '#/$defs/n' } },
        required: ['left', 'right'],
      };
      const { form, ms } = await lasting({
        ...object({ tree: { $ref: '#/$defs/n' } }, { required: ['tree'] }),
        $defs: { n: node },
      });
      assert.isBelow(ms, 2_000);
      assert.isBelow(all(form, '.item').length, 600);
      assert.isFalse(form.checkValidity());
    });

    it('that goes 1,000 levels deep, and with a value that does', async () => {
      let schema: Json = { type: 'string' };
      let value: unknown = 'x';
      for (let depth = 0; depth < 1_000; depth++)
        [schema, value] = [object({ a: schema }, { required: ['a'] }), { a: value }];
      const { form, ms } = await lasting(schema, value as Json);
      assert.isBelow(ms, 2_000);
      assert.equal(JSON.stringify(form.value), JSON.stringify(value));
      assert.include(within(form, '.notice').textContent, 'cannot fully check');
      assert.include(within(form, '.form').textContent, 'nested too deeply');
    });

    it('that contradicts itself, or leads in circles, or has the names of prototypes', async () => {
      const { form } = await lasting(
        JSON.parse(
          '{"type":"object","properties":{"never":{"allOf":[{"type":"string"},{"type":"number"}]},"circle":{"$ref":"#/$defs/a"},"__proto__":{"type":"object","properties":{"constructor":{"type":"string"}}},"no":false},"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}',
        ),
      );
      const text = within(form, '.form').textContent;
      assert.include(text, 'allows no value');
      assert.include(text, 'refers only to itself');
      await press(form, 'Add __proto__');
      await type(form, 'constructor', 'c');
      assert.equal(JSON.stringify(form.value), '{"__proto__":{"constructor":"c"}}');
      assert.equal(Object.getPrototypeOf(form.value), Object.prototype);
    });
  });

  it('passes axe', async () => {
    const form = await show(
      object(
        {
          place: object({ city: { type: 'string' } }),
          tags: { type: 'array', items: { type: 'string' }, description: 'Some' },
          points: { type: 'array', items: object({ x: { type: 'number' } }) },
          either: { type: ['string', 'number'] },
          when: { type: 'string', format: 'date-time' },
          large: { enum: Array.from({ length: 20 }, (_none, index) => `Option ${index}`) },
          some: { type: 'array', items: { enum: Array.from({ length: 20 }, (_none, index) => `Option ${index}`) } },
        },
        { additionalProperties: { type: 'string' }, required: ['either'] },
      ),
      { place: { city: 'Bern' }, tags: ['a', 'b'], points: [{ x: 1 }], more: 'x' },
    );
    form.reportValidity();
    await form.updateComplete;
    const { violations } = await axe.run(form, { rules: { region: { enabled: false } } });
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
      [],
    );
  });
});
