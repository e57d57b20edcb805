/** What a form calls valid is valid, and every valid value can be given, is shown as fields, and comes back. */
import { Validator } from '@cfworker/json-schema';
import { assert } from 'chai';
import '../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../packages/elements/src/schema-form/schema-form.ts';
import { changed, type Json, pick, type Random, randomOf, sampleOf } from './schemas.ts';

const COUNT = globalThis.isLongRun ? 5_000 : navigator.userAgent.includes('Chrome') ? 150 : 30;

const isValid = (schema: Json, value: unknown): boolean => new Validator(schema, '2020-12').validate(value).valid;
const shownAs = ({ shadowRoot }: McpSchemaFormElement): HTMLInputElement[] => [
  ...(shadowRoot?.querySelectorAll<HTMLInputElement>(
    'input:is([part~=control], [part~=checkbox]), textarea:is([part~=control], [part~=checkbox])',
  ) ?? []),
];

async function show(schema: Json, value: Json): Promise<McpSchemaFormElement> {
  const form = document.createElement('mcp-schema-form');
  form.label = 'Test';
  form.schema = schema;
  form.value = value;
  document.body.replaceChildren(form);
  await form.updateComplete;
  return form;
}

async function eachSample(
  run: (random: Random, schema: Json, value: Json) => Promise<string | undefined>,
): Promise<void> {
  for (let seed = 1; seed <= COUNT; seed++) {
    const random = randomOf(seed);
    const { schema, value } = sampleOf(random);
    const complaint = await run(random, schema, value);
    if (complaint !== undefined)
      assert.fail(`seed ${seed}: ${complaint}\n${JSON.stringify(schema)}\n${JSON.stringify(value)}`);
  }
}

/** The same members in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, sorted(one)]);
}
const said = (value: unknown): string => JSON.stringify(sorted(value));

describe('a form for any schema', function () {
  this.timeout((globalThis.isLongRun ? 60 : 4) * 60_000);
  after(() => document.body.replaceChildren());

  it('is tried with values that fit', async () => {
    await eachSample(async (_random, schema, value) =>
      isValid(schema, value) ? undefined : 'the sample itself does not fit',
    );
  });

  it('shows every valid value as fields and gives it back, untouched and written again', async () => {
    await eachSample(async (_random, schema, value) => {
      const form = await show(schema, value);
      if (said(form.value) !== said(value)) return `came back as ${JSON.stringify(form.value)}`;
      if (!form.checkValidity()) return `is not called valid: ${form.validationMessage}`;
      for (const input of shownAs(form))
        if (input.type !== 'checkbox' && input.getAttribute('role') !== 'combobox')
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      if (said(form.value) !== said(value)) return `came back, touched, as ${JSON.stringify(form.value)}`;
      return form.checkValidity() ? undefined : `is not called valid once touched: ${form.validationMessage}`;
    });
  });

  it('takes every valid value as JSON, and shows it as fields again', async () => {
    await eachSample(async (_random, schema, value) => {
      const form = await show(schema, {});
      const toggle = (): void => form.shadowRoot?.querySelector<HTMLElement>('.toggle')?.click();
      // Where a value has no members, there is nothing to edit.
      if (!form.shadowRoot?.querySelector('.toggle'))
        return said(form.value) === said(value) ? undefined : 'there is no way to the JSON';
      toggle();
      await form.updateComplete;
      const [raw] = shownAs(form);
      if (!raw) return 'there is no JSON to edit';
      raw.value = JSON.stringify(value);
      raw.dispatchEvent(new InputEvent('input', { bubbles: true }));
      if (said(form.value) !== said(value)) return `came back from JSON as ${JSON.stringify(form.value)}`;
      if (!form.checkValidity()) return `is not called valid as JSON: ${form.validationMessage}`;
      await form.updateComplete;
      toggle();
      await form.updateComplete;
      return said(form.value) === said(value) && form.checkValidity()
        ? undefined
        : `came back from fields as ${JSON.stringify(form.value)}: ${form.validationMessage}`;
    });
  });

  it('calls nothing valid that is not, whatever it was given and whatever was written', async () => {
    let accepted = 0;
    await eachSample(async (random, schema, value) => {
      const given = changed(random, value);
      const form = await show(
        schema,
        typeof given === 'object' && given !== null && !Array.isArray(given)
          ? Object.fromEntries(Object.entries(given))
          : {},
      );
      for (let step = 0; step < 4; step++) {
        if (form.checkValidity()) {
          accepted++;
          if (!isValid(schema, form.value)) return `is called valid: ${JSON.stringify(form.value)}`;
        }
        const controls = [
          ...(form.shadowRoot?.querySelectorAll<HTMLElement>(
            ':is([part~=control], [part~=checkbox]), button:not(.toggle)',
          ) ?? []),
        ];
        if (controls.length === 0) return undefined;
        const control = pick(random, controls);
        if (control instanceof HTMLSelectElement) {
          control.selectedIndex = random(control.options.length);
          control.dispatchEvent(new Event('change', { bubbles: true }));
        } else if (
          control instanceof HTMLButtonElement ||
          (control instanceof HTMLInputElement && control.type === 'checkbox')
        )
          control.click();
        else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
          control.value = pick(random, ['', '1', 'a', '-7.5', '{}', '2026-01-31']);
          control.dispatchEvent(new InputEvent('input', { bubbles: true }));
          control.dispatchEvent(new Event('change', { bubbles: true }));
        }
        await form.updateComplete;
      }
      return undefined;
    });
    assert.isAbove(accepted, COUNT / 2);
  });
});
