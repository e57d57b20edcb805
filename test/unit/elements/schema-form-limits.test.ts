/** What is too much for a form, or untrue: it stays alive, loses nothing, and says what it cannot show. */
import { sendKeys } from '@web/test-runner-commands';
import 'axe-core';
import type axeCore from 'axe-core';
import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { all, within } from './form-page.ts';
import { until } from './page.ts';

/** axe-core is a script: it leaves itself here. */
declare const axe: typeof axeCore;

type Json = Record<string, unknown>;

const MEBI = 1024 * 1024;
const LINES = '\n'.repeat(MEBI);
/** About one second by itself, and ten on a machine with a load of ten. What is bounded here takes a minute and more. */
const SOON_MS = 30_000;

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => make(index));

async function show(
  schema: Json,
  value?: Json,
  properties: Partial<McpSchemaFormElement> = {},
): Promise<McpSchemaFormElement> {
  const form = document.createElement('mcp-schema-form');
  Object.assign(form, { label: 'Test', schema, ...properties });
  if (value) form.value = value;
  document.body.append(form);
  await form.updateComplete;
  return form;
}

function button(form: McpSchemaFormElement, name: string): HTMLElement {
  const found = all(form, 'button').find(
    (one) => one.textContent.trim().replace(/^\+\s*/, '') === name || one.getAttribute('aria-label') === name,
  );
  assert.isDefined(found, `a button "${name}" is in the form`);
  return found;
}

async function press(form: McpSchemaFormElement, name: string): Promise<void> {
  button(form, name).click();
  await form.updateComplete;
  await Promise.resolve();
}

async function write(form: McpSchemaFormElement, selector: string, text: string): Promise<void> {
  const control = within<HTMLInputElement | HTMLTextAreaElement>(form, selector);
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await form.updateComplete;
}

const names = (form: McpSchemaFormElement): string[] =>
  all(form, '.folded button').map(({ textContent }) => textContent.trim());
const isFocused = (form: McpSchemaFormElement, selector: string): boolean =>
  form.shadowRoot?.activeElement === within(form, selector);
const wordsOf = (form: McpSchemaFormElement): string => within(form, '.form').textContent.replace(/\s+/g, ' ');

describe('<mcp-schema-form> with too much', function () {
  this.timeout(60_000);
  afterEach(() => document.body.replaceChildren());

  describe('a long text', () => {
    const text = object({ text: { type: 'string', title: 'Text', default: LINES } });

    it('is shown by its beginning and its length, in no control, and sent as it is', async () => {
      const start = performance.now();
      const form = await show(text);
      assert.isBelow(performance.now() - start, SOON_MS);
      assert.lengthOf(all(form, 'input, textarea'), 0);
      assert.isAtMost(within(form, 'pre').textContent.length, 1_100);
      assert.include(wordsOf(form), 'Long text (1,048,576 characters). It is sent unchanged.');
      assert.isTrue(form.checkValidity());
      assert.isTrue(form.value['text'] === LINES);
      assert.deepEqual(names(form), ['Show more (1,047,576 more characters)', 'Replace', 'Clear']);
    });

    it('is sent as it is from a <form>, whatever else is filled in', async () => {
      const outer = document.createElement('form');
      document.body.append(outer);
      const form = await show(
        object({ text: { type: 'string' }, city: { type: 'string' } }),
        { text: `a\r\n${LINES}` },
        { name: 'args' },
      );
      outer.append(form);
      await write(form, 'input', 'Oslo');
      const sent = new FormData(outer).get('args');
      assert.isTrue(sent === JSON.stringify({ text: `a\r\n${LINES}`, city: 'Oslo' }));
    });

    it('can be replaced, cleared and put back with the keyboard, and the focus goes along', async () => {
      const form = await show(text);
      form.focus();
      await form.updateComplete;
      assert.isTrue(isFocused(form, 'pre'));
      button(form, 'Replace').focus();
      await sendKeys({ press: 'Enter' });
      await form.updateComplete;
      assert.isTrue(isFocused(form, ':is([part~=control], [part~=checkbox])'));
      assert.deepEqual(form.value, {});
      await sendKeys({ type: 'short' });
      assert.deepEqual(form.value, { text: 'short' });
      button(form, 'Put the long text back').focus();
      await sendKeys({ press: 'Enter' });
      await form.updateComplete;
      assert.isTrue(isFocused(form, 'pre'));
      assert.isTrue(form.value['text'] === LINES);
      await press(form, 'Clear');
      assert.deepEqual(form.value, {});
      assert.isTrue(form.shadowRoot?.activeElement === button(form, 'Put the long text back'));
      assert.equal(within(form, '[role=status]').textContent, 'Removed Text');
      await press(form, 'Put the long text back');
      assert.isTrue(form.value['text'] === LINES);
    });

    it('shows more of itself on request, and is edited where a control can take it', async () => {
      const long = `${'word '.repeat(20_000)}end`;
      const form = await show(object({ text: { type: 'string' } }), { text: long });
      await press(form, 'Show more (99,003 more characters)');
      assert.isAbove(within(form, 'pre').textContent.length, 10_000);
      assert.isTrue(isFocused(form, 'pre'));
      await press(form, 'Edit');
      assert.isTrue(form.value['text'] === long);
      await write(form, ':is([part~=control], [part~=checkbox])', `${long}!`);
      assert.isTrue(form.value['text'] === `${long}!`);
    });

    it('of a format, an option of suggestions, or a widget of the page is in no control either', async () => {
      const long = 'x'.repeat(MEBI);
      const form = await show(
        object(
          Object.fromEntries(
            ['email', 'uri', 'date', 'date-time', 'color'].map((format) => [
              format,
              { type: 'string', format, default: long },
            ]),
          ),
        ),
        undefined,
        {
          widgets: { color: () => document.createElement('input') },
          suggest: () => Promise.resolve({ values: [long] }),
        },
      );
      assert.lengthOf(all(form, 'pre'), 5);
      assert.lengthOf(all(form, 'input, slot'), 0);
      assert.isFalse(form.checkValidity());
      form.schema = object({ city: { type: 'string' } });
      await form.updateComplete;
      const input = within<HTMLInputElement>(form, 'input');
      input.focus();
      await sendKeys({ press: 'ArrowDown' });
      await until(() => all(form, '[role=option]').length === 1);
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      await form.updateComplete;
      await form.updateComplete;
      assert.isTrue(form.value['city'] === long);
      assert.isTrue(isFocused(form, 'pre'));
    });

    it('within JSON, or as the JSON of the whole form, is sent as it is, and can be replaced', async () => {
      const value = { a: { deep: { any: LINES } }, b: 1 };
      const start = performance.now();
      const form = await show(object({ a: { not: { type: 'number' } }, b: { type: 'number' } }), value);
      await press(form, 'Edit as JSON');
      assert.isBelow(performance.now() - start, SOON_MS);
      assert.lengthOf(all(form, 'textarea'), 0);
      assert.isTrue(JSON.stringify(form.value) === JSON.stringify(value));
      await press(form, 'Edit as a form');
      assert.isTrue(JSON.stringify(form.value) === JSON.stringify(value));
      await press(form, 'Edit as JSON');
      await press(form, 'Replace');
      await write(form, 'textarea', '{"b": 2}');
      assert.deepEqual(form.value, { b: 2 });
      await press(form, 'Put the long text back');
      assert.isTrue(JSON.stringify(form.value) === JSON.stringify(value));
    });

    it('as the name of a member is not edited, and the member is sent', async () => {
      const form = await show(
        { type: 'object', additionalProperties: { type: 'string' } },
        { ['n'.repeat(MEBI)]: 'x', short: 'y' },
      );
      assert.lengthOf(all(form, '.member'), 2);
      assert.lengthOf(all(form, '.member-name input'), 1);
      assert.isBelow(within(form, '.member-name').textContent.length, 400);
      assert.deepEqual(Object.values(form.value), ['x', 'y']);
    });

    it('passes axe', async () => {
      const form = await show(
        object({
          text: { type: 'string', title: 'Text', description: 'Which' },
          list: { type: 'array', items: { type: 'string' } },
        }),
        { text: 'word '.repeat(20_000), list: ['x'.repeat(20_000)] },
      );
      await press(form, 'Edit');
      const other = await show(text);
      await press(other, 'Clear');
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
        [],
      );
    });
  });

  describe('stays alive and says so where a schema', () => {
    const lasting = async (schema: Json, value?: Json): Promise<McpSchemaFormElement> => {
      const start = performance.now();
      const form = await show(schema, value);
      form.reportValidity();
      await form.updateComplete;
      assert.isBelow(performance.now() - start, SOON_MS);
      return form;
    };

    it('has an enum of 100,000, one of several of them, and all of them chosen', async () => {
      const options = times(100_000, (index) => `option ${index}`);
      const form = await lasting(
        object({
          one: { enum: options, default: 'option 99999' },
          some: { type: 'array', items: { enum: options }, default: options },
          both: { allOf: [{ enum: options }, { enum: options.toReversed() }] },
        }),
      );
      assert.isBelow(all(form, '*').length, 3_000);
      assert.equal(within<HTMLInputElement>(form, '[role=combobox]').value, 'option 99999');
      assert.lengthOf(form.value['some'] as unknown[], 100_000);
      assert.isTrue(form.checkValidity());
    });

    it('has 100,000 kinds, types, requirements or members', async () => {
      const many = times(100_000, (index) => `p${index}`);
      const form = await lasting(
        object({
          kinds: { oneOf: many.map((name) => object({ [name]: {} })) },
          types: { type: many },
          same: { type: many.map(() => 'integer') },
        }),
      );
      assert.include(wordsOf(form), 'too many parts to be shown as fields');
      const other = await lasting(
        object(Object.fromEntries(many.map((name) => [name, { type: 'string' }])), { required: many }),
      );
      assert.include(wordsOf(other), 'too many parts to be shown as fields');
      const some = await lasting(
        object(Object.fromEntries(many.slice(0, 1_500).map((name) => [name, { type: 'string' }])), {
          required: ['p9'],
        }),
      );
      assert.include(wordsOf(some), 'Show more fields');
      assert.isFalse(some.checkValidity());
    });

    it('has what takes seconds to merge or to hold against the schema, in a moment', async () => {
      const names = times(500, (index) => `p${index}`);
      const schemas = [
        // Once 15 s: each item is refused with the whole enum.
        object({
          a: { type: 'array', items: { not: { enum: times(4_000, String) } }, default: times(20_000, () => 1) },
        }),
        // Once minutes: each keyword made a copy of all others.
        object({}, Object.fromEntries(times(40_000, (index) => [`x-${index}`, 1]))),
        {
          type: 'object',
          allOf: times(190, (index) => object(Object.fromEntries(names.map((name) => [`${name}-${index}`, {}])))),
        },
        object(Object.fromEntries(times(900, (index) => [`p${index}`, { $ref: '#last' }])), {
          $defs: Object.fromEntries(
            times(9_000, (index) => [`d${index}`, { $anchor: index === 8_999 ? 'last' : `a${index}` }]),
          ),
        }),
      ];
      for (const schema of schemas) {
        let best = Infinity;
        for (let again = 0; again < 3; again++) {
          const start = performance.now();
          const form = await show(schema);
          form.checkValidity();
          best = Math.min(best, performance.now() - start);
          form.remove();
        }
        // On a machine that does nothing else, each takes a tenth of that.
        assert.isBelow(best, 1_500, JSON.stringify(schema).slice(0, 80));
      }
    });

    it('names, titles, descriptions, options and patterns of 1 MB', async () => {
      const long = '<b>'.repeat(MEBI / 3);
      const form = await lasting(
        {
          ...object({
            [long]: { type: 'string', title: long, description: long, pattern: long, format: long },
            choice: { enum: [long, 'b'] },
            some: { type: 'array', items: { enum: [long] } },
            fixed: { const: long },
          }),
          title: long,
        },
        { [long]: 'x' },
      );
      assert.isBelow(wordsOf(form).length, 10_000);
      assert.isBelow(Math.max(...all(form, '*').map((one) => (one.getAttribute('aria-label') ?? '').length)), 400);
      form.problems = { '': LINES };
      await form.updateComplete;
      assert.isAtMost(all(form, 'p.problem').length, 100);
    });

    it('contradicts itself: bounds that nothing is within', async () => {
      const form = await lasting(
        object(
          {
            text: { type: 'string', minLength: 3, maxLength: 2, default: 'abc' },
            number: { type: 'number', minimum: 2, maximum: 1, default: 3 },
            list: { type: 'array', minItems: 2, maxItems: 1, items: { type: 'string' } },
          },
          { required: ['list'] },
        ),
      );
      assert.isFalse(form.checkValidity());
      assert.include(wordsOf(form), 'Use at most 2');
      assert.include(wordsOf(form), 'Enter 1 or less');
    });

    it('has bounds that are none', async () => {
      const form = await lasting(
        object(
          {
            text: { type: 'string', minLength: 'x', maxLength: -1, default: 'abc' },
            number: { type: 'number', minimum: {}, multipleOf: 0, default: 3 },
            list: { type: 'array', minItems: 1e9, items: { type: 'string' } },
          },
          { required: ['list', 'list', 7] },
        ),
      );
      assert.include(wordsOf(form), 'cannot fully check');
      assert.isBelow(all(form, '*').length, 20_000);
    });

    for (const [what, pattern] of [
      ['no regular expression', '('],
      ['refers back', '(a)\\1'],
      ['repeats too much', '(a{1000}){1000}'],
    ] as const) {
      it(`has a pattern that ${what === 'no regular expression' ? `is ${what}` : what}`, async () => {
        const form = await lasting(object({ f: { type: 'string', pattern }, n: { type: 'number', minimum: 3 } }), {
          f: 'aa',
          n: 2,
        });
        assert.include(wordsOf(form), 'cannot fully check');
        assert.deepEqual(
          all(form, 'p.problem').map(({ textContent }) => textContent),
          ['Enter 3 or more.'],
        );
      });
    }
  });

  it('shows the fields that a value resembles where there was no time to check which ones it fits', async () => {
    const branch = (kind: string): Json =>
      object({ kind: { const: kind }, text: { type: 'string', pattern: '^(a|a?)+$' }, [kind]: { type: 'string' } });
    const value = { shape: { kind: 'square', text: `${'a'.repeat(50_000)}!`, square: 'mine' } };
    const now = performance.now();
    let looks = 0;
    performance.now = () => now + 30 * looks++;
    try {
      const form = await show(object({ shape: { oneOf: [branch('circle'), branch('square')] } }), value);
      assert.isAbove(looks, 0);
      assert.deepEqual(form.value, value);
      assert.equal(within<HTMLSelectElement>(form, 'select').selectedOptions[0]?.textContent.trim(), 'square');
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
  });

  it('keeps the page free while a catastrophic pattern is held against a long text', async () => {
    const form = await show(
      object({
        f: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' },
        names: { type: 'object', propertyNames: { pattern: '^(a|a?)+$' } },
      }),
      { f: 'a'.repeat(100_000), names: { [`${'a'.repeat(1_000)}!`]: 1 } },
    );
    let longest = 0;
    let last = performance.now();
    // Of several keys the one that went best: the machine may have other things to do.
    let best = Infinity;
    const tick = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    for (let key = 0; key < 5; key++) {
      longest = 0;
      form.value = { ...form.value, f: 'a'.repeat(100_000 + key) };
      await form.updateComplete;
      form.reportValidity();
      await new Promise((resolve) => setTimeout(resolve, 20));
      best = Math.min(best, Math.max(longest, performance.now() - last));
    }
    clearInterval(tick);
    assert.isBelow(best, 1_000);
    assert.isFalse(form.checkValidity() && !wordsOf(form).includes('cannot fully check'));
  });
});
