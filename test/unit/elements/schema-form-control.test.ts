import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { all, within } from './form-page.ts';

const ROOM = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    nights: { type: 'integer', default: 1 },
    sea: { type: 'boolean' },
  },
  required: ['city', 'sea'],
};
const TRIP = {
  type: 'object',
  properties: { from: { type: 'string' }, to: { type: 'string' } },
  required: ['from', 'to'],
};
const DEEP = {
  type: 'object',
  properties: { place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
  required: ['place'],
};

function create(schema: Record<string, unknown>, value?: Record<string, unknown>): McpSchemaFormElement {
  const form = document.createElement('mcp-schema-form');
  form.schema = schema;
  if (value) form.value = value;
  return form;
}

const saidIn = (form: McpSchemaFormElement): string => form.shadowRoot?.textContent.replace(/\s+/g, ' ').trim() ?? '';
const focusedIn = (form: McpSchemaFormElement): string | undefined => form.shadowRoot?.activeElement?.id;

describe('<mcp-schema-form> as a control', () => {
  afterEach(() => document.body.replaceChildren());

  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  it('says so where there is nothing to fill in', async () => {
    const form = create({ type: 'object', properties: {} });
    document.body.append(form);
    await form.updateComplete;
    assert.equal(saidIn(form), 'No arguments. Edit as JSON');
    assert.deepEqual([form.value, form.checkValidity()], [{}, true]);
    form.schema = ROOM;
    await form.updateComplete;
    assert.lengthOf(all(form, ':is([part~=control], [part~=checkbox])'), 3);
  });

  it('is filled with what the browser restored before there was a schema, and reset to what the page gave it', () => {
    const form = document.createElement('mcp-schema-form');
    form.formStateRestoreCallback('{"city":"Oslo"}');
    form.schema = ROOM;
    assert.deepEqual(form.value, { city: 'Oslo', sea: false });
    form.reset();
    assert.deepEqual(form.value, { nights: 1, sea: false });
    form.formStateRestoreCallback('{"city":"Rome"}');
    assert.deepEqual(form.value, { city: 'Rome', sea: false });
    form.schema = DEEP;
    assert.notInclude(JSON.stringify(form.value), 'Rome');
    const other = document.createElement('mcp-schema-form');
    other.formStateRestoreCallback('{"name":"Ada"}');
    other.schema = ROOM;
    assert.deepEqual(other.value, { nights: 1, sea: false });
  });

  it('lets the browser store what stands in flat forms, and nothing of one that may hold a secret', () => {
    const states: unknown[] = [];
    const setFormValue = Object.getOwnPropertyDescriptor(ElementInternals.prototype, 'setFormValue')
      ?.value as ElementInternals['setFormValue'];
    ElementInternals.prototype.setFormValue = function (value, state): void {
      states.push(state);
      setFormValue.call(this, value, state);
    };
    try {
      const around = document.createElement('form');
      const form = document.createElement('mcp-schema-form');
      around.append(form);
      form.schema = ROOM;
      form.schema = {
        type: 'object',
        properties: { user: { type: 'string' }, password: { type: 'string', default: 'hunter2' } },
      };
      assert.deepEqual(states, [null, '{"nights":1,"sea":false}', null]);
      const isStored = (name: string, title?: string): boolean => {
        form.schema = { type: 'object', properties: { [name]: { type: 'string', ...(title && { title }) } } };
        return states.at(-1) !== null;
      };
      for (const name of ['city', 'Straße', 'prénom', 'miasto łódź', 'from – to …'])
        assert.isTrue(isStored(name), name);
      for (const name of [
        'userpin',
        'mykey',
        'clavier',
        'CVV2',
        'hasło',
        'Hasło',
        'mật khẩu',
        'mật khẩu'.normalize('NFD'),
      ])
        assert.isFalse(isStored(name), name);
      for (const title of ['पासवर्ड', 'รหัสผ่าน', 'Κωδικός', 'Пин-код', '安全码', 'Contrasenya secreta'])
        assert.isFalse(isStored('value', title), title);
    } finally {
      ElementInternals.prototype.setFormValue = setFormValue;
    }
  });

  it('says its value, and whether and why that is not valid, before it is on the page', () => {
    const form = create(ROOM);
    assert.deepEqual(form.value, { nights: 1, sea: false });
    assert.isFalse(form.checkValidity());
    assert.equal(form.validationMessage, 'This is required.');
    form.value = { city: 'B', sea: true };
    assert.deepEqual(form.value, { city: 'B', sea: true });
    assert.equal(form.validationMessage, 'Use at least 2 characters (now 1).');
    form.value = { city: 'Bern', sea: true };
    assert.isTrue(form.checkValidity());
    form.reset();
    assert.deepEqual(form.value, { city: 'Bern', sea: true });
    assert.lengthOf(all(form, ':is([part~=control], [part~=checkbox])'), 0);
  });

  it('is what a <form> around it sends, and keeps an invalid one from being sent', async () => {
    const around = document.createElement('form');
    const form = create(ROOM);
    form.setAttribute('name', 'stay');
    around.append(form);
    document.body.append(around);
    assert.equal(new FormData(around).get('stay'), '{"nights":1,"sea":false}');
    assert.isFalse(around.checkValidity());
    form.value = { city: 'Bern', sea: true };
    assert.equal(new FormData(around).get('stay'), '{"city":"Bern","sea":true}');
    assert.isTrue(around.checkValidity());
    form.name = 'night';
    await Promise.resolve();
    assert.equal(new FormData(around).get('night'), '{"city":"Bern","sea":true}');
  });

  it('says so of a nested form as well', () => {
    const form = create(DEEP, { place: { city: 'Bern' } });
    assert.deepEqual(form.value, { place: { city: 'Bern' } });
    assert.isTrue(form.checkValidity());
    form.value = { place: {} };
    assert.equal(form.validationMessage, 'This is required.');
  });

  for (const [kind, schema, field] of [
    ['flat', ROOM, 'city'],
    ['deep', DEEP, 'city'],
  ] as const) {
    it(`shows what is missing in a ${kind} form, and goes there, when that was asked for before it was rendered`, async () => {
      const form = create(schema);
      document.body.append(form);
      assert.isFalse(form.reportValidity());
      assert.isUndefined(focusedIn(form));
      await form.updateComplete;
      await new Promise((resolve) => setTimeout(resolve));
      const label = all<HTMLLabelElement>(form, 'label').find(({ textContent }) =>
        textContent.trim().startsWith(field),
      );
      assert.equal(within(form, '.problem').textContent, 'This is required.');
      assert.equal(focusedIn(form), label?.htmlFor);
    });
  }

  const asks: Readonly<Record<string, (around: HTMLFormElement) => void>> = {
    'requestSubmit()': (around) => around.requestSubmit(),
    'reportValidity()': (around) => void around.reportValidity(),
    'its button': (around) => around.querySelector('button')?.click(),
  };
  const sentIn = (form: McpSchemaFormElement): HTMLFormElement => {
    const around = document.createElement('form');
    around.append(form, document.createElement('button'));
    document.body.append(around);
    return around;
  };
  const settled = async (form: McpSchemaFormElement): Promise<void> => {
    await form.updateComplete;
    await frame();
    await frame();
  };

  for (const [name, ask] of Object.entries(asks)) {
    for (const [kind, schema, value] of [
      ['flat', TRIP, { from: 'Bern' }],
      ['deep', DEEP, {}],
    ] as const) {
      it(`goes to what is missing in a ${kind} form that is sent with ${name} of the <form>`, async () => {
        const form = create(schema, value);
        const around = sentIn(form);
        around.addEventListener('submit', (event) => event.preventDefault());
        await form.updateComplete;
        ask(around);
        await settled(form);
        const field = form.shadowRoot?.activeElement;
        assert.equal(field?.getAttribute('part'), 'control');
        assert.equal(field?.getAttribute('aria-invalid'), 'true');
        assert.isTrue(within(form, ':is([part~=control], [part~=checkbox])[aria-invalid=true]') === field);
      });
    }
  }

  it('leaves the focus to the user who goes elsewhere after the form was sent', async () => {
    const form = create(ROOM);
    const around = sentIn(form);
    const elsewhere = document.createElement('input');
    around.append(elsewhere);
    await form.updateComplete;
    around.requestSubmit();
    elsewhere.focus();
    await settled(form);
    assert.lengthOf(all(form, ':is([part~=control], [part~=checkbox])'), 3);
    assert.isTrue(document.activeElement === elsewhere);
  });

  it('leaves the focus to a control before it that is wrong as well, and to a page that only asks', async () => {
    const form = create(ROOM);
    const around = sentIn(form);
    const first = document.createElement('input');
    first.required = true;
    around.prepend(first);
    await form.updateComplete;
    around.checkValidity();
    assert.isTrue(document.activeElement === document.body);
    around.requestSubmit();
    await settled(form);
    assert.isTrue(document.activeElement === first);
  });

  it('takes the focus when there is something to focus', async () => {
    const form = create(ROOM);
    document.body.append(form);
    form.focus();
    await form.updateComplete;
    assert.equal(focusedIn(form), 'field-0');
  });

  it('has the schema and the value that were set last', async () => {
    const form = create(ROOM);
    document.body.append(form);
    await Promise.resolve();
    form.schema = DEEP;
    form.value = { place: { city: 'Bern' } };
    await form.updateComplete;
    assert.deepEqual(
      all<HTMLInputElement>(form, 'input').map(({ value }) => value),
      ['Bern'],
    );
    form.schema = ROOM;
    form.value = { city: 'Oslo', sea: true };
    await form.updateComplete;
    assert.equal(within<HTMLInputElement>(form, 'input').value, 'Oslo');
  });

  it('leaves the focus where it is when the page reports a problem', async () => {
    const form = create(ROOM);
    document.body.append(form);
    await form.updateComplete;
    within<HTMLInputElement>(form, '#field-1').focus();
    form.problems = { '/city': 'There is no such city.' };
    await form.updateComplete;
    assert.include(saidIn(form), 'There is no such city.');
    assert.equal(focusedIn(form), 'field-1');
  });

  it('leads from the button for JSON to the JSON', async () => {
    const form = create(ROOM);
    document.body.append(form);
    await form.updateComplete;
    const toggle = within(form, '.toggle');
    toggle.focus();
    toggle.click();
    await form.updateComplete;
    assert.equal(form.shadowRoot?.activeElement?.localName, 'textarea');
  });

  it('shows a problem that the page adds in place, once it is rendered again', async () => {
    const form = create(ROOM);
    form.widgets = {};
    const problems: Record<string, string> = {};
    form.problems = problems;
    document.body.append(form);
    await form.updateComplete;
    problems['/city'] = 'There is no such city.';
    await form.updateComplete;
    assert.notInclude(saidIn(form), 'There is no such city.');
    form.requestUpdate();
    await form.updateComplete;
    assert.include(saidIn(form), 'There is no such city.');
  });

  it('has the fields of another schema, which can be written in', async () => {
    const form = create(ROOM);
    document.body.append(form);
    await form.updateComplete;
    form.schema = DEEP;
    await form.updateComplete;
    assert.isEmpty(all(form, 'label').filter(({ textContent }) => textContent.trim().startsWith('nigh')));
    const input = all<HTMLInputElement>(form, 'input')[0];
    input?.focus();
    assert.equal(focusedIn(form), input?.id);
  });

  for (const ask of ['focus', 'reportValidity'] as const) {
    it(`leaves the focus to the user who went elsewhere before it was rendered: ${ask}()`, async () => {
      const form = create(ROOM);
      const host = document.createElement('div');
      const elsewhere = document.createElement('input');
      host.attachShadow({ mode: 'open' }).append(document.createElement('input'), form, elsewhere);
      document.body.append(host);
      host.shadowRoot?.querySelector('input')?.focus();
      form[ask]();
      elsewhere.focus();
      await form.updateComplete;
      await frame();
      assert.lengthOf(all(form, ':is([part~=control], [part~=checkbox])'), 3);
      assert.isTrue(host.shadowRoot?.activeElement === elsewhere);
    });
  }

  it('leaves what is selected, and what is being composed, when the page reports a problem', async () => {
    const form = create(ROOM, { city: 'Bern an', sea: true });
    document.body.append(form);
    await form.updateComplete;
    const input = within<HTMLInputElement>(form, '#field-0');
    input.focus();
    input.setSelectionRange(3, 5);
    input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
    form.problems = { '/city': 'There is no such city.' };
    await form.updateComplete;
    assert.isTrue(input.isConnected);
    assert.include(saidIn(form), 'There is no such city.');
    assert.equal(focusedIn(form), 'field-0');
    assert.deepEqual([input.selectionStart, input.selectionEnd], [3, 5]);
  });

  it('keeps the focus and the selection when another control takes the place of the one in use', async () => {
    const form = create(ROOM, { city: 'Bern an', sea: true });
    document.body.append(form);
    await form.updateComplete;
    const input = within<HTMLInputElement>(form, '#field-0');
    input.focus();
    input.setSelectionRange(3, 5);
    form.value = { city: 'Bern an\nder Aare', sea: true };
    await form.updateComplete;
    assert.isFalse(input.isConnected);
    const area = within<HTMLTextAreaElement>(form, 'textarea#field-0');
    assert.equal(focusedIn(form), 'field-0');
    assert.deepEqual([area.selectionStart, area.selectionEnd], [3, 5]);
  });

  it('is not submitted by the Enter that ends what an input method composed', async () => {
    const form = create(ROOM, { city: 'Bern', sea: true });
    document.body.append(form);
    await form.updateComplete;
    let count = 0;
    form.addEventListener('mcp-form-submit', () => (count += 1));
    for (const keyCode of [229, 13])
      within(form, '#field-0').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode, bubbles: true, composed: true, cancelable: true }),
      );
    assert.equal(count, 1);
  });
});
