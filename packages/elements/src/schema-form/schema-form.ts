import type { JsonObject, JsonSchema } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { McpElement } from '../internal/element.ts';
import { shortText } from '../internal/text.ts';
import { McpFormInputEvent, McpFormSubmitEvent } from './events.ts';
import { fieldTemplate } from './fields.ts';
import { FormState } from './form-state.ts';
import type { Field } from './plan.ts';
import { styles } from './schema-form.styles.ts';
import { text } from './text.ts';
import type { Draft } from './values.ts';

/** So many fields are shown at once, until the user asks for the others. */
const MAX_SHOWN = 100;
const MAX_LISTED_PROBLEMS = 20;

/**
 * @summary A form for a JSON Schema: tool arguments, an elicitation, or anything else that is a flat object.
 *
 * Strings, numbers, booleans and enums have controls of their own; everything else is written as JSON, so nothing is lost.
 * Optional members that nobody touched stay absent. Within a `<form>` it takes part as a control whose value is the JSON text.
 *
 * @attr {string} label - the form's accessible name
 * @attr {string} name - the name within a `<form>`
 * @attr {boolean} disabled - nothing can be changed
 *
 * @fires mcp-form-submit - Enter was pressed, or Ctrl+Enter in a large control, and the form is valid. Cancelable: otherwise the `<form>` around it is submitted. (`McpFormSubmitEvent`)
 * @fires mcp-form-input - the user changed something. (`McpFormInputEvent`)
 *
 * @csspart field - one field with its label
 * @csspart control - an input, select or textarea
 * @csspart problem - what is wrong with a field
 *
 * @example
 * ```ts
 * import '@mcp-web/elements/define.js';
 *
 * const form = document.createElement('mcp-schema-form');
 * form.schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
 * form.addEventListener('mcp-form-submit', ({ value }) => console.log(value));
 * document.body.append(form);
 * ```
 */
export class McpSchemaForm extends McpElement {
  static readonly formAssociated = true;
  static override styles: CSSResultGroup = [McpElement.styles, styles];

  @property() label = '';
  @property({ reflect: true, useDefault: true }) name = '';
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** Whether the `<form>` or `<fieldset>` around it, or its own attribute, switched it off. */
  @state() private isDisabled = false;
  /** Whether the user wants to see more than the first fields. */
  @state() private isWhole = false;

  readonly #internals = this.attachInternals();
  readonly #state = new FormState();
  #isChecking = false;

  constructor() {
    super();
    this.addEventListener('invalid', () => {
      if (!this.#isChecking) this.#reveal();
    });
    this.#sync();
  }

  /** The JSON Schema of an object. A schema of the same content leaves what was typed alone. */
  get schema(): JsonSchema | undefined {
    return this.#state.schema;
  }
  @property({ attribute: false }) set schema(schema: JsonSchema | undefined) {
    this.#state.schema = schema;
    this.#sync();
  }

  /**
   * What the form says. Ask `checkValidity()` or `reportValidity()` first: what cannot be read, such as half a number, is not in it.
   * Setting it fills the form: it is then the whole value, and the defaults of the schema are not added to it.
   */
  get value(): JsonObject {
    return this.#state.read().value;
  }
  @property({ attribute: false }) set value(value: JsonObject | undefined) {
    this.#state.give(value);
    this.#sync();
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }
  get validity(): ValidityState {
    return this.#internals.validity;
  }
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** Whether everything fits the schema, as far as this form knows it. Changes nothing on the screen. */
  checkValidity(): boolean {
    this.#isChecking = true;
    const isValid = this.#internals.checkValidity();
    this.#isChecking = false;
    return isValid;
  }

  /** As `checkValidity()`, and shows the user what is missing: messages at the fields, focus on the first of them. */
  reportValidity(): boolean {
    const isValid = this.checkValidity();
    if (!isValid) {
      this.#reveal();
      void this.updateComplete.then(() => this.#firstInvalid()?.focus());
    }
    return isValid;
  }

  /** Back to the value that was set, or to the schema's defaults. */
  reset(): void {
    this.#state.reset();
    this.#sync();
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('[part=control]')?.focus(options);
  }

  formResetCallback(): void {
    this.reset();
  }
  formDisabledCallback(isDisabled: boolean): void {
    this.isDisabled = isDisabled;
  }
  formStateRestoreCallback(saved: unknown): void {
    if (typeof saved !== 'string') return;
    this.#state.restore(saved);
    this.#sync();
  }

  override render(): TemplateResult {
    const { json } = this.#state;
    return html`<div class="form stack" role="group" aria-label=${this.label || nothing} @keydown=${this.#onkeydown}>
      ${json === undefined ? this.#fields() : this.#whole(json)}
      <button type="button" class="button quiet small toggle" ?disabled=${this.isDisabled} @click=${this.#toggle}>${json === undefined ? text.asJson : text.asForm}</button>
    </div>`;
  }

  protected override updated(): void {
    // Only now is there a control for the browser's own message to point at.
    this.#tellForm();
  }

  #fields(): TemplateResult {
    const all = this.#state.fields;
    if (all.length === 0) return html`<p class="soft">${text.nothing}</p>`;
    const shown = this.isWhole ? all : all.slice(0, MAX_SHOWN);
    const { problems } = this.#state.read();
    return html`${shown.map((field, index) => fieldTemplate({
      field,
      draft: this.#state.draft(field),
      id: idOf(index),
      problem: this.#state.isRevealed(field) ? problems.get(field) : undefined,
      isDisabled: this.isDisabled,
      onchange: (change) => this.#change(field, change, idOf(index)),
      onleave: () => this.#leave(field),
    }))}
    ${shown.length < all.length ? html`<button type="button" class="button small" @click=${this.#showAll}>${text.showAll(all.length - shown.length)}</button>` : nothing}`;
  }

  #whole(json: string): TemplateResult {
    const { problem, problems } = this.#state.read();
    const listed = [...problems].slice(0, MAX_LISTED_PROBLEMS);
    const hasProblem = this.#state.isAllRevealed && (problem !== undefined || listed.length > 0);
    return html`<div class="item">
      <label for="whole">${text.wholeJson}</label>
      <textarea class="field mono" part="control" id="whole" rows="8" autocomplete="off" autocapitalize="none" spellcheck="false" ?disabled=${this.isDisabled}
        aria-invalid=${hasProblem} aria-describedby=${hasProblem ? 'whole-problem' : nothing} .value=${live(json)} @input=${this.#onjson} @blur=${this.#onjsonleave}></textarea>
      ${hasProblem ? html`<div class="problems small" part="problem" id="whole-problem">
        ${problem === undefined ? nothing : html`<p class="problem">${problem}</p>`}
        ${listed.map(([field, why]) => html`<p class="problem"><bdi>${shortText(field.name || text.rest, 60)}</bdi>: ${why}</p>`)}
      </div>` : nothing}
    </div>`;
  }

  #change(field: Field, change: Partial<Draft>, id: string): void {
    this.#state.change(field, change);
    // The control becomes another one: the focus goes with it.
    if (change.isLong) void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus());
    this.#announce();
  }

  #leave(field: Field): void {
    if (!this.#state.draft(field).isTouched || this.#state.isRevealed(field)) return;
    this.#state.reveal(field);
    this.requestUpdate();
  }

  readonly #onjson = (event: Event): void => {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.#state.changeJson(event.target.value);
    this.#announce();
  };

  readonly #onjsonleave = (): void => {
    // It may have lost the focus because it made way for the fields.
    if (this.#state.json === undefined || this.#state.isAllRevealed) return;
    this.#state.revealAll();
    this.requestUpdate();
  };

  readonly #showAll = (): void => {
    this.isWhole = true;
  };

  readonly #toggle = (): void => {
    if (!this.#state.toggleJson()) this.reportValidity();
    this.#sync();
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    const { target } = event;
    const isMeant = target instanceof HTMLInputElement || (target instanceof HTMLTextAreaElement && (event.ctrlKey || event.metaKey));
    if (event.key !== 'Enter' || event.isComposing || event.repeat || !isMeant) return;
    event.preventDefault();
    if (!this.reportValidity()) return;
    if (this.dispatchEvent(new McpFormSubmitEvent(this.value))) this.form?.requestSubmit();
  };

  #announce(): void {
    this.#sync();
    this.dispatchEvent(new McpFormInputEvent(this.value));
  }

  #reveal(): void {
    this.#state.revealAll();
    if (this.#indexOfInvalid() >= MAX_SHOWN) this.isWhole = true;
    this.requestUpdate();
  }

  #indexOfInvalid(): number {
    const { problems } = this.#state.read();
    return this.#state.fields.findIndex((field) => problems.has(field));
  }

  #firstInvalid(): HTMLElement | undefined {
    const id = this.#state.json === undefined ? idOf(Math.max(0, this.#indexOfInvalid())) : 'whole';
    return this.renderRoot.querySelector<HTMLElement>(`#${id}`) ?? undefined;
  }

  #sync(): void {
    this.requestUpdate();
    this.#tellForm();
  }

  /** Tells the `<form>` around it what it says, and whether that fits. */
  #tellForm(): void {
    const { value, problem, problems } = this.#state.read();
    const message = problem ?? problems.values().next().value;
    this.#internals.setFormValue(JSON.stringify(value), this.#state.save());
    this.#internals.setValidity(message === undefined ? {} : { customError: true }, message, this.hasUpdated ? this.#firstInvalid() : undefined);
  }
}

/** Nothing of the server's words is in it. */
const idOf = (index: number): string => `field-${index}`;

declare global {
  interface HTMLElementTagNameMap {
    'mcp-schema-form': McpSchemaForm;
  }
  interface HTMLElementEventMap {
    'mcp-form-submit': McpFormSubmitEvent;
    'mcp-form-input': McpFormInputEvent;
  }
}
