/** A form as one would write it by hand with Lit: each field is an element that draws only itself, and its value and validity are true at once. */
import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type FormSchema, presentForm } from '../form-page.ts';

type Property = FormSchema['properties'][string];

class FloorField extends LitElement {
  static override properties: PropertyDeclarations = {
    name: {},
    schema: { attribute: false },
    isRequired: { attribute: false },
    text: { state: true },
  };
  declare name: string;
  declare schema: Property;
  declare isRequired: boolean;
  declare text: string;

  constructor() {
    super();
    this.text = '';
  }

  /** The styles of the form apply to its fields. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** What is wrong with the text, if anything. */
  get problem(): string {
    const { minLength, maxLength, pattern, maximum } = this.schema;
    const { text } = this;
    if (text === '') return this.isRequired ? 'This is required.' : '';
    if (typeof minLength === 'number' && text.length < minLength) return `Enter ${minLength} characters or more.`;
    if (typeof maxLength === 'number' && text.length > maxLength) return `Enter ${maxLength} characters or fewer.`;
    if (typeof maximum === 'number' && !(Number(text) <= maximum)) return `Enter ${maximum} or less.`;
    return typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text) ? 'This does not match.' : '';
  }

  readonly #onchange = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    this.text = target.value;
    this.dispatchEvent(new Event('field-change', { bubbles: true, composed: true }));
  };

  protected override render(): TemplateResult {
    const { name, schema, text, isRequired } = this;
    const options = schema['enum'];
    const control = Array.isArray(options)
      ? html`<select id=${name} @change=${this.#onchange}><option value=""></option>${options.map((option) => html`<option value=${option}>${option}</option>`)}</select>`
      : schema['type'] === 'boolean'
        ? html`<select id=${name} @change=${this.#onchange}><option value=""></option><option value="true">yes</option><option value="false">no</option></select>`
        : html`<input id=${name} type=${schema['type'] === 'integer' ? 'number' : 'text'} aria-required=${isRequired} aria-invalid=${text !== '' && this.problem !== ''} aria-describedby="${name}-hint" .value=${text} @input=${this.#onchange} />`;
    return html`<div class="item"><label for=${name}>${schema['title']}</label><div class="hint" id="${name}-hint"><p>${schema['description']}</p></div>${control}${text !== '' && this.problem !== '' ? html`<p class="problem">${this.problem}</p>` : ''}</div>`;
  }
}

class FloorForm extends LitElement {
  static readonly formAssociated = true;
  static override properties: PropertyDeclarations = { schema: { attribute: false } };
  declare schema: FormSchema | undefined;
  readonly #internals = this.attachInternals();
  #value: Record<string, unknown> = {};
  readonly #problems = new Map<FloorField, string>();

  protected override render(): TemplateResult {
    const { properties = {}, required = [] } = this.schema ?? {};
    return html`<div class="form" @field-change=${this.#onchange}>${repeat(
      Object.entries(properties),
      ([name]) => name,
      ([name, schema]) =>
        html`<floor-field .name=${name} .schema=${schema} .isRequired=${required.includes(name)}></floor-field>`,
    )}</div>`;
  }

  readonly #onchange = ({ target }: Event): void => {
    if (!(target instanceof FloorField)) return;
    const { name, text, schema, problem } = target;
    this.#value = { ...this.#value, [name]: schema['type'] === 'integer' ? Number(text) : text };
    if (problem === '') this.#problems.delete(target);
    else this.#problems.set(target, problem);
    const [first = ''] = this.#problems.values();
    this.#internals.setFormValue(JSON.stringify(this.#value));
    this.#internals.setValidity({ customError: first !== '' }, first);
  };
}

customElements.define('floor-field', FloorField);
customElements.define('floor-form', FloorForm);

const form = new FloorForm();

presentForm({
  show: async (schema, parent) => {
    form.schema = schema;
    parent.append(form);
    await form.updateComplete;
  },
  root: () => form.shadowRoot ?? form,
});
