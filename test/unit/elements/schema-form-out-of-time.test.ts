/** What a form shows on a machine that is so busy that there is no time to check a value. */
import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { whileWorkTakes } from '../../support/clock.ts';
import { all } from './form-page.ts';
import { until } from './page.ts';

type Json = Record<string, unknown>;

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });
/** It is a look at the clock every four thousand characters. */
const LONG = 'x'.repeat(200_000);

/** A form that was filled while each look at the clock took 5 ms, of which all checks together have 25. */
async function showBusily(schema: Json, value: Json): Promise<McpSchemaFormElement> {
  const form = document.createElement('mcp-schema-form');
  await whileWorkTakes(async () => {
    Object.assign(form, { label: 'Test', schema, value });
    document.body.append(form);
    await form.updateComplete;
  }, 5);
  return form;
}

/** The titles of the chosen variants. */
const chosenIn = (form: McpSchemaFormElement): (string | undefined)[] =>
  all<HTMLSelectElement>(form, 'select').map((select) => select.selectedOptions[0]?.textContent.trim());

describe('a form that had no time to check a value', () => {
  afterEach(() => document.body.replaceChildren());

  const slow = { type: 'string', pattern: '^x*$' };

  it('chooses the variant that the value names', async () => {
    const variants = ['Letter', 'Parcel'].map((title) =>
      object({ kind: { const: title.toLowerCase() }, text: slow }, { title, required: ['kind'] }),
    );
    const form = await showBusily(object({ what: { oneOf: variants } }), { what: { kind: 'parcel', text: LONG } });
    assert.deepEqual(chosenIn(form), ['Parcel']);
  });

  it('chooses the variant whose required members are there', async () => {
    const variants = ['street', 'box'].map((name) => object({ [name]: slow }, { title: name, required: [name] }));
    const form = await showBusily(object({ where: { oneOf: variants } }), { where: { box: LONG } });
    assert.deepEqual(chosenIn(form), ['box']);
  });

  it('chooses by what takes little work, however long the fields before took', async () => {
    const before = {
      oneOf: [
        { title: 'Text', ...slow },
        { title: 'Number', type: 'number' },
      ],
    };
    const signed = {
      oneOf: [
        { title: 'Negative', type: 'integer', maximum: -1 },
        { title: 'Positive', type: 'integer', minimum: 0 },
      ],
    };
    const form = await showBusily(object({ before, signed }), { before: LONG, signed: 5 });
    assert.deepEqual(chosenIn(form), ['Text', 'Positive']);
  });

  it('checks it when the machine has time again', async () => {
    const form = await showBusily(object({ text: slow }), { text: `${LONG}y` });
    await whileWorkTakes(async () => assert.isTrue(form.checkValidity()), 5);
    await until(() => !form.checkValidity());
  });
});
