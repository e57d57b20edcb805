import { sendKeys } from '@web/test-runner-commands';
import 'axe-core';
import type axeCore from 'axe-core';
import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import { looksSecret, maybeSecret, mentionsSecret } from '../../../packages/elements/src/schema-form/model/secrets.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';
import { fastestOf, until } from './page.ts';

/** axe-core is a script: it leaves itself here. */
declare const axe: typeof axeCore;

type Properties = Record<string, unknown>;

const flat = (properties: Properties, required: string[] = []): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
});

async function show(
  schema: Record<string, unknown>,
  value?: Record<string, unknown>,
  parent: Element = document.body,
): Promise<McpSchemaFormElement> {
  const form = document.createElement('mcp-schema-form');
  form.label = 'Test';
  form.schema = schema;
  if (value) form.value = value;
  parent.append(form);
  await form.updateComplete;
  return form;
}

function within<T extends Element>(form: McpSchemaFormElement, selector: string): T {
  const found = form.shadowRoot?.querySelector<T>(selector);
  assert.exists(found, `${selector} is in the form`);
  return found;
}

/** The control whose label begins with the text. */
function control<T extends HTMLElement = HTMLInputElement>(form: McpSchemaFormElement, label: string): T {
  const found = [...(form.shadowRoot?.querySelectorAll('label') ?? [])].find((candidate) =>
    candidate.textContent.trim().startsWith(label),
  );
  assert.exists(found, `a label "${label}" is in the form`);
  return within<T>(form, `#${found.htmlFor}`);
}

async function type(form: McpSchemaFormElement, label: string, text: string): Promise<void> {
  const input = control<HTMLInputElement | HTMLTextAreaElement>(form, label);
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await form.updateComplete;
}

async function choose(form: McpSchemaFormElement, label: string, option: string): Promise<void> {
  const select = control<HTMLSelectElement>(form, label);
  select.value = [...select.options].find(({ text }) => text === option)?.value ?? 'no such option';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await form.updateComplete;
}

async function click(form: McpSchemaFormElement, target: HTMLElement): Promise<void> {
  target.click();
  await form.updateComplete;
}

const problems = (form: McpSchemaFormElement): string[] =>
  [...(form.shadowRoot?.querySelectorAll('p.problem') ?? [])].map(({ textContent }) => textContent.trim());
const toggle = (form: McpSchemaFormElement): HTMLElement => within(form, '.toggle');

describe('<mcp-schema-form>', () => {
  afterEach(() => document.body.replaceChildren());

  describe('values', () => {
    it('leaves untouched optional members absent', async () => {
      const form = await show(
        flat({
          text: { type: 'string' },
          count: { type: 'number' },
          sure: { type: 'boolean' },
          size: { enum: ['s', 'm'] },
          tags: { type: 'array', items: { enum: ['a'] } },
          more: { type: 'object' },
        }),
      );
      assert.deepEqual(form.value, {});
      assert.isTrue(form.checkValidity());
    });

    it('leaves out an optional text that was cleared', async () => {
      const form = await show(flat({ text: { type: 'string' } }));
      await type(form, 'text', 'a');
      assert.deepEqual(form.value, { text: 'a' });
      await type(form, 'text', '');
      assert.deepEqual(form.value, {});
    });

    it('keeps the JSON type of each value [EL-19]', async () => {
      const form = await show(
        flat({
          text: { type: 'string' },
          count: { type: 'integer' },
          ratio: { type: 'number' },
          sure: { type: 'boolean' },
        }),
      );
      await type(form, 'text', '5');
      await type(form, 'count', '0');
      await type(form, 'ratio', '0.5');
      await choose(form, 'sure', 'No');
      assert.deepEqual(form.value, { text: '5', count: 0, ratio: 0.5, sure: false });
    });

    it('says no for a required checkbox that nobody ticked', async () => {
      const form = await show(flat({ sure: { type: 'boolean' } }, ['sure']));
      assert.deepEqual(form.value, { sure: false });
      await click(form, control(form, 'sure'));
      assert.deepEqual(form.value, { sure: true });
    });

    it('fills in defaults and returns them untouched [EL-18]', async () => {
      const defaults = {
        name: 'Ada',
        age: 36,
        score: 0,
        sure: true,
        size: 'm',
        tags: ['b'],
        empty: '',
        when: '2026-01-31T09:30:00.5+05:30',
      };
      const form = await show(
        flat({
          name: { type: 'string', default: 'Ada' },
          age: { type: 'integer', default: 36 },
          score: { type: 'number', default: 0 },
          sure: { type: 'boolean', default: true },
          size: { type: 'string', enum: ['s', 'm'], default: 'm' },
          tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] },
          empty: { type: 'string', default: '' },
          when: { type: 'string', format: 'date-time', default: '2026-01-31T09:30:00.5+05:30' },
        }),
      );
      assert.equal(control(form, 'name').value, 'Ada');
      assert.isTrue(control(form, 'sure').checked);
      assert.deepEqual(form.value, defaults);
      assert.isTrue(form.checkValidity());
    });

    it('takes a value that was set as the whole value, without defaults', async () => {
      const form = await show(flat({ a: { type: 'string' }, b: { type: 'string', default: 'no' } }), { a: 'yes' });
      assert.deepEqual(form.value, { a: 'yes' });
    });

    it('keeps members that the schema does not name', async () => {
      const form = await show(flat({ a: { type: 'string' } }), { a: 'x', other: { deep: [1] } });
      assert.deepEqual(form.value, { a: 'x', other: { deep: [1] } });
      assert.equal(within<HTMLInputElement>(form, '.member-name input').value, 'other');
    });

    it('keeps a value that does not fit its field, and says what is wrong', async () => {
      const form = await show(flat({ count: { type: 'integer' } }), { count: ['a', 1] });
      assert.deepEqual(form.value, { count: ['a', 1] });
      assert.isFalse(form.reportValidity());
      await form.updateComplete;
      assert.deepEqual(problems(form), ['This has to be a number.']);
    });

    it('refuses a number that would be rounded', async () => {
      const form = await show(flat({ id: { type: 'integer' } }));
      await type(form, 'id', '9007199254740993');
      assert.deepEqual(form.value, {});
      assert.isFalse(form.checkValidity());
      await type(form, 'id', '9007199254740992');
      assert.deepEqual(form.value, { id: 9007199254740992 });
    });

    it('turns a local date and time into one of RFC 3339 [EL-15]', async () => {
      const form = await show(
        flat({ when: { type: 'string', format: 'date-time' }, day: { type: 'string', format: 'date' } }),
      );
      await type(form, 'when', '2026-01-31T09:30');
      await type(form, 'day', '2026-02-01');
      const { when, day } = form.value;
      assert.match(String(when), /^2026-01-31T09:30:00(Z|[+-]\d\d:\d\d)$/);
      assert.equal(Date.parse(String(when)), new Date(2026, 0, 31, 9, 30).getTime());
      assert.equal(day, '2026-02-01');
      assert.isTrue(form.checkValidity());
    });

    it('sends null where the schema allows it and the user says so', async () => {
      const form = await show(
        flat({ note: { type: ['string', 'null'] }, flag: { anyOf: [{ type: 'boolean' }, { type: 'null' }] } }, [
          'note',
        ]),
      );
      assert.isFalse(form.checkValidity());
      await click(form, control(form, 'Send null'));
      await choose(form, 'flag', 'null');
      assert.deepEqual(form.value, { note: null, flag: null });
      assert.isTrue(form.checkValidity());
    });
  });

  describe('enums', () => {
    const options = (form: McpSchemaFormElement, label: string): string[] =>
      [...control<HTMLSelectElement>(form, label).options].map(({ text }) => text);

    it('shows enumNames and sends the value [EL-16]', async () => {
      const form = await show(
        flat({ size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] } }, ['size']),
      );
      assert.deepEqual(options(form, 'size'), ['Choose…', 'Small', 'Medium']);
      await choose(form, 'size', 'Medium');
      assert.deepEqual(form.value, { size: 'm' });
      assert.deepEqual(options(form, 'size'), ['Small', 'Medium']);
    });

    it('knows the shapes for one and for several, with and without titles [EL-17]', async () => {
      const titled = [
        { const: 's', title: 'Small' },
        { const: 'm', title: 'Medium' },
      ];
      const form = await show(
        flat({
          plain: { type: 'string', enum: ['s', 'm'] },
          titled: { type: 'string', oneOf: titled },
          several: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, maxItems: 2 },
          severalTitled: { type: 'array', items: { anyOf: titled }, minItems: 1 },
        }),
      );
      await choose(form, 'plain', 's');
      await choose(form, 'titled', 'Medium');
      await click(form, control(form, 'z'));
      await click(form, control(form, 'x'));
      await click(form, control(form, 'Small'));
      assert.deepEqual(form.value, { plain: 's', titled: 'm', several: ['x', 'z'], severalTitled: ['s'] });
      await click(form, control(form, 'y'));
      assert.isFalse(form.reportValidity());
      await form.updateComplete;
      assert.deepEqual(problems(form), ['Choose at most 2.']);
    });

    it('keeps the JSON type of options that are not text', async () => {
      const form = await show(flat({ level: { enum: [1, '1', null] } }));
      await choose(form, 'level', 'null');
      assert.deepEqual(form.value, { level: null });
      control<HTMLSelectElement>(form, 'level').selectedIndex = 1;
      control(form, 'level').dispatchEvent(new Event('change'));
      assert.deepEqual(form.value, { level: 1 });
    });

    it('finds options whatever their case and accents, one of many or several', async () => {
      const places = ['Café', 'Cafeteria', 'Decaf', ...Array.from({ length: 20 }, (_none, index) => `Bar ${index}`)];
      const form = await show(flat({ one: { enum: places }, several: { type: 'array', items: { enum: places } } }));
      await type(form, 'one', 'CAFE');
      const listed = [...(form.shadowRoot?.querySelectorAll('[role=option]') ?? [])];
      assert.deepEqual(
        listed.map(({ textContent }) => textContent.trim()),
        ['Café', 'Cafeteria'],
      );
      const search = within<HTMLInputElement>(form, '[type=search]');
      search.value = 'cafe';
      search.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await form.updateComplete;
      assert.deepEqual(
        [...(form.shadowRoot?.querySelectorAll('.options label') ?? [])].map(({ textContent }) => textContent.trim()),
        ['Café', 'Cafeteria'],
      );
    });
  });

  describe('suggestions', () => {
    const suggestions = (form: McpSchemaFormElement): string[] =>
      [...(form.shadowRoot?.querySelectorAll('[role=option]') ?? [])].map(({ textContent }) => textContent.trim());
    /** At once: driven keys may come as slowly as a pause of the user's. */
    const write = (input: HTMLInputElement, value: string): void => {
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    };

    it('are asked for after a pause, with the other values, and picked with the keyboard', async () => {
      const asked: unknown[] = [];
      const form = await show(flat({ country: { type: 'string' }, city: { type: 'string' } }), { country: 'Peru' });
      form.suggest = async (name, typed, others) => {
        asked.push([name, typed, others]);
        return { values: ['Lima', 'Linares'] };
      };
      await form.updateComplete;
      control(form, 'city').focus();
      for (const typed of ['l', 'li']) write(control(form, 'city'), typed);
      await until(() => suggestions(form).length > 0);
      assert.deepEqual(asked, [['city', 'li', { country: 'Peru' }]]);
      assert.deepEqual(suggestions(form), ['Lima', 'Linares']);
      await sendKeys({ press: 'ArrowDown' });
      assert.equal(within(form, `#${control(form, 'city').getAttribute('aria-activedescendant')}`).textContent, 'Lima');
      assert.equal(form.shadowRoot?.activeElement, control(form, 'city'));
      await sendKeys({ press: 'Enter' });
      assert.deepEqual(form.value, { country: 'Peru', city: 'Lima' });
      assert.isEmpty(suggestions(form));
    });

    it('keep the one that the user has gone to when the next ones come, and not when the user writes on', async () => {
      const answers = new Map<string, (values: string[]) => void>();
      const form = await show(flat({ language: { type: 'string' } }));
      form.suggest = (_name, typed) => new Promise((resolve) => answers.set(typed, (values) => resolve({ values })));
      await form.updateComplete;
      const active = (): string | null | undefined =>
        form.shadowRoot?.querySelector('[role=option][aria-selected=true]')?.textContent;
      control(form, 'language').focus();
      await sendKeys({ type: 'g' });
      await until(() => answers.has('g'));
      answers.get('g')?.(['German', 'Greek']);
      await until(() => suggestions(form).length === 2);
      await sendKeys({ type: 'e' });
      await until(() => answers.has('ge'));
      await sendKeys({ press: 'ArrowDown' });
      assert.equal(active(), 'German');
      answers.get('ge')?.(['Georgian', 'German']);
      await until(() => suggestions(form).includes('Georgian'));
      assert.equal(active(), 'German');
      await sendKeys({ type: 'o' });
      await until(() => answers.has('geo'));
      answers.get('geo')?.(['Georgian']);
      await until(() => suggestions(form).length === 1);
      assert.isUndefined(active());
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      assert.deepEqual(form.value, { language: 'Georgian' });
    });

    it('that come too late are cancelled, and those that fail are none', async () => {
      const asked: string[] = [];
      const aborted: boolean[] = [];
      const form = await show(flat({ city: { type: 'string' } }));
      form.suggest = async (_name, typed, _others, { signal }) => {
        asked.push(typed);
        if (typed === 'x') throw new Error('no');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        aborted.push(signal.aborted);
        return { values: ['late'] };
      };
      await form.updateComplete;
      control(form, 'city').focus();
      await sendKeys({ type: 'a' });
      await until(() => asked.length === 1);
      control(form, 'city').value = '';
      await sendKeys({ type: 'x' });
      await until(() => asked.length === 2 && aborted.length === 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(asked, ['a', 'x']);
      assert.deepEqual(aborted, [true]);
      assert.isEmpty(suggestions(form));
      assert.deepEqual(form.value, { city: 'x' });
    });
  });

  describe('what has no control of its own', () => {
    it('is written as JSON, with the reason and problems beside it [EL-14]', async () => {
      const form = await show(
        flat({ filter: { $ref: '#/nowhere' }, far: { $ref: 'https://unreachable.example/schema.json' } }),
      );
      await type(form, 'filter', '{"a": [1, "2"]}');
      assert.deepEqual(form.value, { filter: { a: [1, '2'] } });
      assert.include(within(form, '.hints').textContent, 'refers to something that does not exist');
      await type(form, 'filter', '[1,');
      assert.isFalse(form.reportValidity());
      await form.updateComplete;
      assert.match(problems(form)[0] ?? '', /^Invalid JSON/);
      assert.equal(control<HTMLTextAreaElement>(form, 'filter').getAttribute('aria-invalid'), 'true');
    });

    it('may be the whole form, there and back', async () => {
      const form = await show(flat({ city: { type: 'string' }, days: { type: 'integer' } }, ['city']));
      await type(form, 'city', 'Paris');
      await click(form, toggle(form));
      assert.deepEqual(JSON.parse(control<HTMLTextAreaElement>(form, 'The whole form').value), { city: 'Paris' });
      await type(form, 'The whole form', '{"city": "Rome", "days": 1.5, "extra": true}');
      assert.deepEqual(form.value, { city: 'Rome', days: 1.5, extra: true });
      assert.isFalse(form.reportValidity());
      await form.updateComplete;
      assert.deepEqual(problems(form), ['days: Enter a whole number.']);
      await type(form, 'The whole form', '{"city": "Rome", "days": 2, "extra": true}');
      await click(form, toggle(form));
      assert.equal(control(form, 'city').value, 'Rome');
      assert.deepEqual(form.value, { city: 'Rome', days: 2, extra: true });
    });

    it('stays JSON while it is no object', async () => {
      const form = await show(flat({ city: { type: 'string' } }));
      await click(form, toggle(form));
      await type(form, 'The whole form', '[1]');
      await click(form, toggle(form));
      await form.updateComplete;
      assert.equal(control<HTMLTextAreaElement>(form, 'The whole form').value, '[1]');
      assert.match(problems(form)[0] ?? '', /Must be a JSON object/);
    });

    it('does not lose what could not be read when it becomes JSON', async () => {
      const form = await show(flat({ filter: { $ref: '#/nowhere' } }));
      await type(form, 'filter', '{"half":');
      await click(form, toggle(form));
      assert.deepEqual(form.value, { filter: '{"half":' });
      await click(form, toggle(form));
      assert.equal(control<HTMLTextAreaElement>(form, 'filter').value, '{"half":');
    });
  });

  describe('validity', () => {
    it('checks lengths, patterns and formats, and ties the message to its control [EL-13] [EL-15]', async () => {
      const form = await show(
        flat(
          {
            short: { type: 'string', minLength: 3 },
            long: { type: 'string', maxLength: 2 },
            code: { type: 'string', pattern: '^[A-Z]{2}[0-9]+$' },
            mail: { type: 'string', format: 'email' },
            link: { type: 'string', format: 'uri' },
          },
          ['short'],
        ),
      );
      for (const [label, text] of [
        ['long', 'abc'],
        ['code', 'x'],
        ['mail', 'nobody'],
        ['link', 'example.com'],
      ] as const)
        await type(form, label, text);
      assert.isEmpty(problems(form));
      assert.isFalse(form.reportValidity());
      await form.updateComplete;
      assert.deepEqual(problems(form), [
        'This is required.',
        'Use at most 2 characters (now 3).',
        'Enter text that matches the pattern ^[A-Z]{2}[0-9]+$',
        'Enter an email address, such as name@example.com.',
        'Enter a full address, such as https://example.com/.',
      ]);
      const short = control(form, 'short');
      assert.equal(form.shadowRoot?.activeElement, short);
      assert.equal(short.getAttribute('aria-invalid'), 'true');
      assert.equal(within(form, `#${short.getAttribute('aria-describedby')}`).textContent, 'This is required.');
      for (const [label, text] of [
        ['short', 'abc'],
        ['long', '😀😀'],
        ['code', 'AB1'],
        ['mail', 'a@b.example'],
        ['link', 'mailto:a@b.example'],
      ] as const)
        await type(form, label, text);
      assert.isEmpty(problems(form));
      assert.isTrue(form.checkValidity());
    });

    it('checks the bounds of numbers', async () => {
      const form = await show(flat({ n: { type: 'number', minimum: 1, exclusiveMaximum: 5, multipleOf: 0.1 } }));
      const valid = async (text: string): Promise<boolean> => {
        await type(form, 'n', text);
        return form.checkValidity();
      };
      assert.deepEqual(
        [
          await valid('0.9'),
          await valid('1'),
          await valid('1.3'),
          await valid('1.25'),
          await valid('4.9'),
          await valid('5'),
        ],
        [false, true, true, false, true, false],
      );
    });

    it('shows a problem once the field is left, not while it is filled in', async () => {
      const form = await show(flat({ mail: { type: 'string', format: 'email' } }));
      await type(form, 'mail', 'a');
      assert.isEmpty(problems(form));
      control(form, 'mail').dispatchEvent(new FocusEvent('blur'));
      await form.updateComplete;
      assert.lengthOf(problems(form), 1);
    });

    it('warns of fields that ask for secrets [EL-39]', async () => {
      for (const name of ['password', 'apiKey', 'api_key', 'client-secret', 'accessToken', 'creditCardNumber'])
        assert.isTrue(looksSecret(name), name);
      for (const name of [
        'Passwort',
        'Benutzerpasswort (wiederholen)',
        'Kennwort',
        'API-Schlüssel',
        'contraseña',
        'contrasen\u0303a',
        'mot de passe',
        'Votre mot de passe',
        'clé API',
        'senha',
        'wachtwoord',
        'пароль',
        'Введите пароль',
        '密码',
        '请输入密码',
        '密碼',
        '验证码',
        'كلمة المرور',
        'كَلِمَة السر',
        'رمز التحقق',
        'パスワード',
        '비밀번호',
        'password_confirmation',
        'Password (again)',
        'userPassword',
        'passwordNew',
        'db_password_2',
        'verificationCode',
        'otp',
      ])
        assert.isTrue(looksSecret(name), name);
      // With a Cyrillic а, a Greek ο, and signs that stand for letters.
      for (const name of [
        'P\u0430ssword',
        'Passw\u03bfrd',
        'P\u0410SSWORD',
        'p4ssword',
        'P4SSW0RD',
        'pa$$word',
        'api k\u0435y',
      ])
        assert.isTrue(looksSecret(name), name);
      for (const name of ['B2B', 'h2o', 'μTorrent', 'адрес', 'имя', 'όνομα', 'mp3', 'base64 text'])
        assert.isFalse(looksSecret(name) || maybeSecret(name), name);
      for (const name of ['password_length', '城市', 'المدينة', 'Wort', 'clavecin', 'secret_santa_name', 'postal code'])
        assert.isFalse(looksSecret(name), name);
      assert.isTrue(mentionsSecret('The password of your account'));
      assert.isFalse(mentionsSecret('How many tokens there may be, and the key to sort them by'));
      for (const name of ['maxTokens', 'page_token', 'secretary', 'passenger', 'keyboard'])
        assert.isFalse(looksSecret(name), name);
      const form = await show(flat({ apiKey: { type: 'string' } }));
      assert.include(within(form, '.notice.warning').textContent, 'looks like a secret');
    });
  });

  describe('within a <form>', () => {
    async function showInForm(
      schema: Record<string, unknown>,
    ): Promise<{ outer: HTMLFormElement; form: McpSchemaFormElement }> {
      const outer = document.createElement('form');
      document.body.append(outer);
      outer.addEventListener('submit', (event) => event.preventDefault());
      const form = await show(schema, undefined, outer);
      form.name = 'args';
      await form.updateComplete;
      return { outer, form };
    }

    it('takes part with its JSON text, its validity and reset', async () => {
      const { outer, form } = await showInForm(
        flat({ city: { type: 'string' }, days: { type: 'integer', default: 3 } }, ['city']),
      );
      assert.isFalse(outer.checkValidity());
      await type(form, 'city', 'Paris');
      assert.isTrue(outer.checkValidity());
      assert.equal(new FormData(outer).get('args'), '{"city":"Paris","days":3}');
      outer.reset();
      await form.updateComplete;
      assert.deepEqual(form.value, { days: 3 });
      assert.equal(control(form, 'city').value, '');
    });

    it('shows its own messages when the browser refuses to submit', async () => {
      const { outer, form } = await showInForm(flat({ city: { type: 'string' } }, ['city']));
      outer.requestSubmit();
      await form.updateComplete;
      assert.deepEqual(problems(form), ['This is required.']);
    });

    it('can be switched off by a <fieldset>', async () => {
      const { outer, form } = await showInForm(flat({ city: { type: 'string' } }));
      const fieldset = document.createElement('fieldset');
      outer.append(fieldset);
      fieldset.append(form);
      fieldset.disabled = true;
      await form.updateComplete;
      assert.isTrue(control(form, 'city').disabled);
    });

    it('can be switched off and on, at once and later, by property and attribute', async () => {
      const form = document.createElement('mcp-schema-form');
      form.disabled = true;
      form.schema = flat({ city: { type: 'string' } });
      document.body.append(form);
      await form.updateComplete;
      const isOff = (): boolean[] => [
        form.disabled,
        form.hasAttribute('disabled'),
        control(form, 'city').disabled,
        toggle(form).matches(':disabled'),
      ];
      const off = [true, true, true, true];
      const on = [false, false, false, false];
      assert.deepEqual(isOff(), off);
      for (const change of [
        () => (form.disabled = false),
        () => (form.disabled = true),
        () => form.removeAttribute('disabled'),
        () => form.setAttribute('disabled', ''),
      ]) {
        change();
        await form.updateComplete;
        assert.deepEqual(isOff(), form.disabled ? off : on);
      }
      assert.isTrue(form.disabled);
    });

    it('submits on Enter, once it is valid', async () => {
      const { outer, form } = await showInForm(flat({ city: { type: 'string' } }, ['city']));
      const submitted: unknown[] = [];
      form.addEventListener('mcp-form-submit', ({ value }) => submitted.push(value));
      outer.addEventListener('submit', () => submitted.push('outer'));
      control(form, 'city').focus();
      await sendKeys({ press: 'Enter' });
      assert.isEmpty(submitted);
      await sendKeys({ type: 'Oslo' });
      await sendKeys({ press: 'Enter' });
      assert.deepEqual(submitted, [{ city: 'Oslo' }, 'outer']);
    });
  });

  describe('hostile schemas', () => {
    it('carry members of any name', async () => {
      const schema: unknown = JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"number"}},"required":["__proto__"]}',
      );
      const form = await show(schema as Record<string, unknown>);
      await type(form, '__proto__', 'p');
      await type(form, 'constructor', 'c');
      assert.equal(JSON.stringify(form.value), '{"__proto__":"p","constructor":"c"}');
      assert.equal(Object.getPrototypeOf(form.value), Object.prototype);
      await click(form, toggle(form));
      await type(form, 'The whole form', '{"__proto__": "q"}');
      assert.equal(JSON.stringify(form.value), '{"__proto__":"q"}');
    });

    it('of 1,000 properties stay fast, and show a few of them first', async () => {
      const schema = flat(
        Object.fromEntries(
          Array.from({ length: 1000 }, (_none, index) => [
            `p${index}`,
            { type: 'string', description: 'x'.repeat(500) },
          ]),
        ),
        ['p999'],
      );
      let form = await show(schema);
      const took = await fastestOf(async () => {
        form.remove();
        form = await show(schema);
        await type(form, 'p0', 'a');
      }, 2_000);
      assert.isBelow(took, 2_000);
      assert.isBelow(form.shadowRoot?.querySelectorAll('.item').length ?? 0, 500);
      assert.isFalse(form.reportValidity());
      await form.updateComplete;
      assert.equal(form.shadowRoot?.activeElement, control(form, 'p999'));
    });

    it('never fetch and never follow a $ref in circles [JS-05]', async () => {
      performance.clearResourceTimings();
      const form = await show({
        ...flat({
          remote: { $ref: 'https://unreachable.example/schema.json' },
          circle: { $ref: '#/$defs/a' },
          local: { $ref: '#/$defs/name', title: 'Local' },
        }),
        $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' }, name: { type: 'string', maxLength: 3 } },
      });
      await type(form, 'Local', 'abcd');
      assert.isFalse(form.checkValidity());
      assert.equal(control(form, 'remote').localName, 'textarea');
      assert.equal(control(form, 'circle').localName, 'textarea');
      assert.isEmpty(
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => !name.startsWith(`${location.origin}/`)),
      );
    });

    it('of any shape whatever make a form', async () => {
      for (const schema of [
        null,
        true,
        'no',
        [],
        { properties: [] },
        {
          properties: {
            a: null,
            b: 3,
            c: { type: {} },
            d: { enum: [] },
            e: { oneOf: [null] },
            f: { type: 'string', pattern: '(', minLength: 'x' },
          },
          required: [1, {}, 'g'],
        },
      ]) {
        const form = await show(schema as Record<string, unknown>);
        assert.exists(within(form, '.form'));
      }
      const form = await show(flat({ f: { type: 'string', pattern: '(' } }));
      await type(form, 'f', 'anything');
      assert.isTrue(form.checkValidity());
      assert.include(within(form, '.notice').textContent, 'cannot fully check');
    });

    it('have no pattern that hangs the page', async () => {
      for (const pattern of [
        '(a+)+$',
        '(a|a)*$',
        '([a-z]+)*$',
        '(.*)*$',
        '(a?){30}a{30}',
        '^(?:a*)(?:a*)(?:a*)$',
        '.*.*.*=',
      ]) {
        const took = await fastestOf(async () => {
          const form = await show(flat({ f: { type: 'string', pattern } }));
          await type(form, 'f', `${'a'.repeat(20_000)}!`);
          form.checkValidity();
          form.remove();
        }, 1_500);
        assert.isBelow(took, 1_500, pattern);
      }
    });

    it('speak only as text', async () => {
      const form = await show(
        flat({ a: { type: 'string', title: '<img src=x onerror=alert(1)>', description: '<b>bold</b>\u202E' } }),
      );
      assert.isNull(form.shadowRoot?.querySelector('img, b'));
      assert.include(within(form, '.hints').textContent, '<b>bold</b>‹U+202E›');
    });
  });

  it('keeps line breaks that are pasted into a single line', async () => {
    const form = await show(flat({ text: { type: 'string' } }));
    const data = new DataTransfer();
    data.setData('text/plain', 'one\r\ntwo');
    // Not every engine lets a script make a ClipboardEvent with data.
    control(form, 'text').dispatchEvent(
      Object.defineProperty(new Event('paste', { cancelable: true, bubbles: true }), 'clipboardData', { value: data }),
    );
    await form.updateComplete;
    assert.deepEqual(form.value, { text: 'one\ntwo' });
    assert.equal(control(form, 'text').localName, 'textarea');
  });

  it('keeps what was typed when the same schema comes again', async () => {
    const schema = flat({ text: { type: 'string' } });
    const form = await show(schema);
    await type(form, 'text', 'mine');
    form.schema = structuredClone(schema);
    assert.deepEqual(form.value, { text: 'mine' });
    form.schema = flat({ other: { type: 'string' } });
    assert.deepEqual(form.value, {});
  });

  it('knows its validity at once, whatever its schema', () => {
    const form = document.createElement('mcp-schema-form');
    form.schema = flat(
      {
        text: { type: 'string', minLength: 1 },
        n: { type: 'integer', minimum: 1 },
        b: { type: 'boolean' },
        no: { type: 'boolean', default: false },
        some: { enum: ['a', 'b'] },
        one: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
      },
      ['text'],
    );
    assert.equal(form.validationMessage, 'This is required.');
    form.schema = flat({ deep: { type: 'object' } });
    assert.isTrue(form.checkValidity());
  });

  it('shows what a server found wrong with a flat form, with what was typed', async () => {
    const form = await show(flat({ city: { type: 'string' }, id: { type: 'integer' } }));
    await type(form, 'city', 'Atlantis');
    await type(form, 'id', '9007199254740993');
    form.problems = { '/city': 'We do not deliver there.' };
    await form.updateComplete;
    assert.deepEqual(problems(form), ['We do not deliver there.']);
    assert.equal(control(form, 'id').value, '9007199254740993');
    await type(form, 'city', 'Paris');
    assert.isEmpty(problems(form));
  });

  it('passes axe', async () => {
    const form = await show(
      flat(
        {
          city: { type: 'string', title: 'City', description: 'Where to look' },
          password: { type: 'string' },
          days: { type: ['integer', 'null'], minimum: 1 },
          sure: { type: 'boolean', description: 'Really?' },
          size: { enum: ['s', 'm'] },
          tags: { type: 'array', title: 'Tags', items: { enum: ['a', 'b'] }, minItems: 1, description: 'Some' },
          more: { type: 'object' },
        },
        ['city', 'sure', 'tags'],
      ),
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
