/** How much a form does at a key: counted, not timed. */
import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { all, within } from './form-page.ts';
import { until } from './page.ts';

type Json = Record<string, unknown>;

const COLORS = ['red', 'green', 'blue'];

/** Fields of several kinds, all of them with a value that the schema allows. */
function formOf(count: number, more: Json = {}): McpSchemaFormElement {
  const names = Array.from({ length: count }, (_none, index) => `field ${index}`);
  const form = document.createElement('mcp-schema-form');
  form.schema = {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name, index) => [
        name,
        index % 2 ? { type: 'string', pattern: '^[a-z]*$' } : { type: 'string', enum: COLORS },
      ]),
    ),
    ...more,
  };
  form.value = Object.fromEntries(names.map((name, index) => [name, index % 2 ? 'abc' : 'green']));
  document.body.append(form);
  return form;
}

/** Runs `work`, and counts how often a method or a getter is called meanwhile. */
function counting(target: object, name: string, work: () => void): unknown[][] {
  const own = Object.getOwnPropertyDescriptor(target, name);
  assert.isDefined(own);
  const calls: unknown[][] = [];
  const counted = (original: object) =>
    function (this: unknown, ...args: unknown[]): unknown {
      calls.push([this, ...args]);
      return Reflect.apply(original as () => unknown, this, args);
    };
  const kind = Reflect.has(own, 'get') ? 'get' : 'value';
  Object.defineProperty(target, name, { ...own, [kind]: counted(Object(own[kind])) });
  try {
    work();
  } finally {
    Object.defineProperty(target, name, own);
  }
  return calls;
}

function press(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

/** Makes the page idle only when the test says so. */
function holdIdle(): { come: () => void; release: () => void } {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'requestIdleCallback');
  const waiting: IdleRequestCallback[] = [];
  globalThis.requestIdleCallback = (run) => waiting.push(run);
  return {
    come: () => {
      for (const run of waiting.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 });
    },
    release: () => {
      // Safari has none.
      Reflect.deleteProperty(globalThis, 'requestIdleCallback');
      if (own) Object.defineProperty(globalThis, 'requestIdleCallback', own);
    },
  };
}

describe('a key in <mcp-schema-form>', () => {
  afterEach(() => document.body.replaceChildren());

  it('draws its own field only', async () => {
    const form = formOf(80);
    await form.updateComplete;
    const [first, second] = all<HTMLInputElement>(form, 'input');
    assert.isDefined(first);
    assert.isDefined(second);
    // Drawing a control compares it with the value that is on the screen.
    const looks = counting(HTMLInputElement.prototype, 'value', () => press(first, 'abcd'));
    // The control shows what is typed: only the form reads it.
    assert.deepEqual(
      looks.map(([input]) => input),
      [first],
    );
    let updates = 0;
    const render = form.render.bind(form);
    form.render = () => {
      updates++;
      return render();
    };
    press(first, 'abcde');
    press(second, 'x');
    await form.updateComplete;
    assert.equal(updates, 0);
    form.requestUpdate();
    await form.updateComplete;
    assert.equal(updates, 1);
  });

  it('removes the problem that the page reported for its field', async () => {
    const form = formOf(4);
    form.problems = { '/field 1': 'Not this.', '/field 3': 'Nor this.' };
    await form.updateComplete;
    assert.lengthOf(all(form, '.problem'), 2);
    press(within<HTMLInputElement>(form, 'input'), 'abcd');
    await form.updateComplete;
    assert.deepEqual(
      all(form, '.problem').map(({ textContent }) => textContent),
      ['Nor this.'],
    );
  });

  it('renames the item of a list that has its title from the field', async () => {
    const form = document.createElement('mcp-schema-form');
    const person = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } } };
    form.schema = {
      type: 'object',
      properties: { people: { type: 'array', items: { anyOf: [person, { type: 'number' }] } } },
    };
    form.value = { people: [{ name: 'Ann' }] };
    document.body.append(form);
    await form.updateComplete;
    assert.equal(within(form, '.item-title').textContent, 'Ann');
    press(within<HTMLInputElement>(form, '.variant input'), 'Anna');
    await form.updateComplete;
    assert.equal(within(form, '.item-title').textContent, 'Anna');
  });

  it('keeps a growing text as tall as its lines, and lists the examples that fit', async () => {
    const form = document.createElement('mcp-schema-form');
    form.layout = { texts: 'growing' };
    form.schema = {
      type: 'object',
      properties: { note: { type: 'string' }, city: { type: 'string', examples: ['Lima', 'Oslo'] } },
    };
    form.value = { note: 'wet', city: '' };
    document.body.append(form);
    await form.updateComplete;
    const [note, city] = all<HTMLTextAreaElement>(form, 'textarea');
    assert.isDefined(note);
    assert.isDefined(city);
    press(note, 'wet\n');
    assert.equal(note.rows, 2);
    press(city, 'L');
    assert.lengthOf(all(form, '.example'), 1);
    press(city, 'Lo');
    assert.isEmpty(all(form, '.example'));
  });

  it('reads its own field only, once', async () => {
    const form = formOf(80);
    await form.updateComplete;
    const [input] = all<HTMLInputElement>(form, 'input');
    assert.isDefined(input);
    const texts: string[] = [];
    form.addEventListener('mcp-form-input', ({ value }) => texts.push(String(value['field 1'])));
    const told = counting(ElementInternals.prototype, 'setFormValue', () => press(input, 'abcd'));
    assert.lengthOf(told, 1);
    // Each reading of a choice writes its value as JSON, and so does what the form around the element gets.
    const written = counting(JSON, 'stringify', () => press(input, 'abcde'));
    assert.isEmpty(written.filter(([, value]) => COLORS.includes(String(value))));
    assert.lengthOf(
      written.filter(([, value]) => Object.hasOwn(Object(value), 'field 1')),
      1,
    );
    assert.deepEqual(texts, ['abcd', 'abcde']);
    assert.equal(form.value['field 1'], 'abcde');
    // Whoever gets the value may change what they got.
    form.addEventListener('mcp-form-input', ({ value }) => delete value['field 1']);
    press(input, 'abc');
    assert.equal(form.value['field 1'], 'abc');
  });

  it('holds the whole value against a schema whose fields depend on each other', async () => {
    const form = formOf(80, { not: { properties: { 'field 1': { const: 'never' } }, required: ['field 1'] } });
    await form.updateComplete;
    const [input] = all<HTMLInputElement>(form, 'input');
    assert.isDefined(input);
    // The interpreter looks each color up.
    const looked = counting(Set.prototype, 'has', () => press(input, 'abcd'));
    assert.isNotEmpty(looked.filter(([, value]) => COLORS.some((color) => String(value).endsWith(color))));
    press(input, 'never');
    assert.isFalse(form.validity.valid);
  });

  it('finds at once what another field makes wrong', async () => {
    const form = formOf(4, {
      if: { properties: { 'field 1': { const: 'on' } } },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { properties: { 'field 3': { minLength: 10 } } },
    });
    await form.updateComplete;
    const [input] = all<HTMLInputElement>(form, 'input');
    assert.isDefined(input);
    press(input, 'on');
    assert.isFalse(form.validity.valid);
    press(input, 'off');
    assert.isTrue(form.validity.valid);
  });

  it('shows and removes the problem of another field, and that of the whole form', async () => {
    const form = document.createElement('mcp-schema-form');
    form.schema = {
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' }, uniqueItems: true }, note: { type: 'string' } },
      not: { properties: { note: { const: 'never' } }, required: ['note'] },
    };
    form.value = { tags: ['a', 'a'], note: '' };
    document.body.append(form);
    await form.updateComplete;
    const [first, second, note] = all<HTMLInputElement>(form, 'input');
    assert.isDefined(first);
    assert.isDefined(second);
    assert.isDefined(note);
    assert.isFalse(form.reportValidity());
    await form.updateComplete;
    assert.equal(second.getAttribute('aria-invalid'), 'true');
    for (const isWrong of [false, true, false]) {
      press(first, isWrong ? 'a' : 'b');
      await form.updateComplete;
      assert.equal(second.getAttribute('aria-invalid'), String(isWrong));
      assert.lengthOf(all(form, '.problem'), isWrong ? 1 : 0);
    }
    for (const isWrong of [true, false]) {
      press(note, isWrong ? 'never' : 'once');
      await form.updateComplete;
      assert.lengthOf(all(form, '.problem'), isWrong ? 1 : 0);
    }
  });
});

describe('<mcp-schema-form> with hundreds of fields', () => {
  afterEach(() => document.body.replaceChildren());

  it('draws the first ones at once and all of them soon, without taking the focus or what is typed', async () => {
    // No more than a schema is read and checked for whatever the time: a busy machine is slow.
    const form = formOf(130);
    await form.updateComplete;
    assert.isBelow(all(form, '.item').length, 130);
    assert.include(within(form, '.members').textContent, 'Show more fields');
    const input = within<HTMLInputElement>(form, 'input');
    input.focus();
    press(input, 'typed');
    await until(() => all(form, '.item').length === 130);
    assert.notInclude(within(form, '.members').textContent, 'Show more fields');
    assert.equal(form.shadowRoot?.activeElement, input);
    assert.equal(form.value['field 1'], 'typed');
    const last = all<HTMLInputElement>(form, 'input').at(-1);
    assert.isDefined(last);
    press(last, 'NOT');
    assert.isFalse(form.reportValidity());
    await until(() => form.shadowRoot?.activeElement === last);
  });

  it('leaves the user in a field that was drawn because it was wrong, while the form grows', async () => {
    const idle = holdIdle();
    try {
      const form = formOf(400, { required: ['last'] });
      form.schema = { ...form.schema, properties: { ...Object(form.schema).properties, last: { type: 'string' } } };
      await form.updateComplete;
      assert.isFalse(form.reportValidity());
      const last = await until(() => form.shadowRoot?.activeElement);
      assert.instanceOf(last, HTMLInputElement);
      press(last, 'a');
      await form.updateComplete;
      for (const text of ['ab', 'abc', 'abcd']) {
        const before = all(form, '.item').length;
        idle.come();
        assert.isAbove(all(form, '.item').length, before);
        assert.equal(form.shadowRoot?.activeElement, last);
        press(last, text);
        assert.deepEqual([form.value['last'], form.value['field 51']], [text, 'abc']);
      }
    } finally {
      idle.release();
    }
  });

  it('takes its time to say whether all of it is valid, however long the keys before took', async () => {
    // The time is what the test says: a busy machine may not even read such a schema in 25 ms.
    const now = performance.now();
    let msPerLook = 0;
    let looks = 0;
    performance.now = () => now + msPerLook * looks++;
    try {
      const form = formOf(400, { not: { required: ['absent'] } });
      await form.updateComplete;
      const input = within<HTMLInputElement>(form, 'input');
      press(input, 'NOT');
      assert.isFalse(form.reportValidity());
      // Checks that begin at about the same time share 25 ms, of which the first steps are free.
      for (let times = 0; times < 100; times++) press(input, `typed${'x'.repeat(times)}`);
      msPerLook = 30;
      looks = 0;
      press(input, 'NOT');
      msPerLook = 0;
      assert.isFalse(form.reportValidity());
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
  });

  it('goes on where it stopped when it is back on the page', async () => {
    const idle = holdIdle();
    try {
      const form = formOf(120);
      await form.updateComplete;
      const before = all(form, '.item').length;
      form.remove();
      idle.come();
      assert.lengthOf(all(form, '.item'), before);
      document.body.append(form);
      idle.come();
      idle.come();
      assert.lengthOf(all(form, '.item'), 120);
    } finally {
      idle.release();
    }
  });

  it('draws first what the layout puts first, and says how many members it folds', async () => {
    const idle = holdIdle();
    try {
      const form = formOf(100, { required: ['field 90'] });
      form.layout = { order: ['field 99'], optional: 'folded' };
      form.value = { 'field 99': 'z' };
      await form.updateComplete;
      const named = all(form, '.members > .item label').map(({ textContent }) => textContent.replace('*', '').trim());
      assert.deepEqual(named.slice(0, 2), ['field 99', 'field 90']);
      assert.include(within(form, 'summary').textContent, '98');
    } finally {
      idle.release();
    }
  });

  it('shows what the user adds to all that is shown, with the focus in it', async () => {
    const idle = holdIdle();
    try {
      const form = document.createElement('mcp-schema-form');
      form.schema = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } };
      document.body.append(form);
      for (const count of [24, 25]) {
        form.value = { tags: Array.from({ length: count }, String) };
        await form.updateComplete;
        while (all(form, '.list-item').length < count) idle.come();
        all(form, 'button')
          .find(({ textContent }) => textContent.includes('Add item'))
          ?.click();
        await until(() => form.shadowRoot?.activeElement === all(form, '.list-item input').at(-1));
        assert.lengthOf(all(form, '.list-item'), count + 1);
      }
    } finally {
      idle.release();
    }
  });

  it('opens a fold that the user closed, on the way to a problem in it', async () => {
    const form = document.createElement('mcp-schema-form');
    form.layout = { optional: 'folded' };
    const names = ['a', 'b', 'c', 'd', 'e'];
    form.schema = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 3 }])),
    };
    document.body.append(form);
    await form.updateComplete;
    for (const input of all<HTMLInputElement>(form, 'input').slice(0, 2)) press(input, 'x');
    assert.isFalse(form.reportValidity());
    const fold = await until(() => all<HTMLDetailsElement>(form, 'details').find(({ open }) => open));
    fold.open = false;
    const [link] = all(form, '[part~=problems] button');
    link?.click();
    assert.isTrue(fold.open);
    await until(() => form.shadowRoot?.activeElement === all(form, 'input')[0]);
  });

  it('shows a problem beyond those that are drawn, and goes there', async () => {
    const form = formOf(2_000, { required: ['absent'] });
    await form.updateComplete;
    assert.isFalse(form.reportValidity());
    await until(() => form.shadowRoot?.activeElement?.matches(':is([part~=control], [part~=checkbox])') === true);
    assert.lengthOf(all(form, '.problem'), 1);
  });
});
