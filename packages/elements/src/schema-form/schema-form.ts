import type { JsonObject, JsonSchema } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { focused } from '../internal/base/keyboard.ts';
import type { McpFormInputEvent, McpFormSubmitEvent } from './events.ts';
import { english } from './messages.ts';
import { FormModel, type FormReading } from './model/form-model.ts';
import type { Texts } from './model/node.ts';
import { styles } from './schema-form.styles.ts';
import type { FormLayout, Widget } from './view/layout.ts';
import { FormView, type SuggestValues } from './view/form-view.ts';

/** See {@link McpSchemaFormElement.suggest}. `name` is that of the field, `typed` what the user has typed in it. */
export type { SuggestValues } from './view/form-view.ts';
/** See {@link McpSchemaFormElement.layout}. */
export type { FieldLayout, FormLayout } from './view/layout.ts';
/** See {@link McpSchemaFormElement.widgets}. */
export type { Widget } from './view/layout.ts';

/**
 * @summary A form for a JSON Schema: tool arguments, an elicitation, or anything else that is an object.
 *
 * Supports every keyword of JSON Schema 2020-12. A value without a suitable control is edited as JSON, and the interpreter checks the
 * whole value: what the form reports as valid matches the schema. An optional member without a default is absent until the user fills it in. Within a `<form>` the
 * element is a control whose value is the JSON text.
 *
 * Keyboard: Enter submits, in a large control Ctrl+Enter. Alt with the arrow keys up and down moves an item of a list. Where values are
 * suggested, the arrow keys lead through them, Enter picks one, and Escape closes them.
 *
 * @fires {McpFormSubmitEvent} mcp-form-submit - the user pressed Enter, or Ctrl+Enter in a large control, and the form is valid. Unless it is cancelled, the `<form>` around the element is submitted.
 * @fires {McpFormInputEvent} mcp-form-input - the user changed something.
 *
 * @csspart field - one field with its label
 * @csspart control - an input, select or textarea
 * @csspart problem - what is wrong with a field
 * @csspart problems - what is wrong with the form, if it is more than one thing, with a way to each field
 * @csspart optional - the optional members of an object, if the layout folds them
 *
 * @example
 * ```ts
 * import '@mcp-web/elements/define';
 *
 * const form = document.createElement('mcp-schema-form');
 * form.schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
 * form.addEventListener('mcp-form-submit', ({ value }) => console.log(value));
 * document.body.append(form);
 * ```
 */
export class McpSchemaFormElement extends McpElement {
  static readonly formAssociated = true;
  static override styles: CSSResultGroup = [McpElement.styles, styles];

  /** The form's accessible name. */
  @property() label = '';

  /** The name within a `<form>`. */
  @property({ reflect: true, useDefault: true }) name = '';

  /**
   * Suggests values for the text fields, which then become comboboxes. It is called when the user pauses; `signal` aborts at the next
   * key press, and errors are ignored. `others` is the value of the form without this field.
   */
  @property({ attribute: false }) suggest: SuggestValues | undefined;

  /**
   * Makes the controls for certain formats. Each function is called once for a field. Its control becomes a child of the element, so the
   * styles of the page apply to it.
   *
   * @example
   * ```ts
   * import type { McpSchemaFormElement } from '@mcp-web/elements';
   *
   * declare const form: McpSchemaFormElement;
   * form.widgets = { color: () => Object.assign(document.createElement('input'), { type: 'color' }) };
   * ```
   */
  @property({ attribute: false }) widgets: Readonly<Record<string, Widget>> = {};

  /**
   * How the page wants the form to look: the order of its members, whether optional ones are folded, help, placeholders and controls for
   * single fields. It does not say which values are valid. Its `defaults` say which values are there at first, and only matter until the
   * user has changed something. Set a new object to change it.
   *
   * @example
   * ```ts
   * import type { McpSchemaFormElement } from '@mcp-web/elements';
   *
   * declare const form: McpSchemaFormElement;
   * form.layout = {
   *   order: ['city', 'days'],
   *   optional: 'folded',
   *   fields: { '/city': { placeholder: 'Lima', help: 'The nearest large city.' } },
   * };
   * ```
   */
  get layout(): FormLayout {
    return this.#layout;
  }
  @property({ attribute: false }) set layout(layout: FormLayout) {
    const isOther = layout.defaults !== this.#layout.defaults;
    this.#layout = layout;
    // Other values are there at first. What the user has entered stays.
    if (isOther && !this.#model?.isTouched) this.#fill(this.#filled);
  }

  #layout: FormLayout = {};
  readonly #internals = this.attachInternals();
  readonly #view = new FormView({
    element: this,
    texts: () => this.#texts(),
    changed: (next) => {
      this.#tellForm();
      if (next) this.#focusOn(() => this.#view.controlOf([next]));
    },
  });
  /** Made when somebody asks for it: a page often sets the schema and the value one after the other. */
  #model: FormModel | undefined;
  #schema: JsonSchema | undefined;
  /** What `reset()` goes back to. */
  #given: JsonObject | undefined;
  /** What the form was last filled with. */
  #filled: JsonObject | undefined;
  /** What the `<form>` around the element knows. */
  #told:
    | {
        readonly json: string;
        readonly isStorable: boolean;
        readonly problems: FormReading['problems'];
        /** Where the browser shows its own message. */
        readonly anchor: HTMLElement | undefined;
      }
    | undefined;
  /** The texts in the language of the form. */
  #spoken: Texts | undefined;
  /** Whether the user should see everything that is wrong. */
  #isRevealed = false;

  constructor() {
    super();
    this.addEventListener('invalid', this.#reveal);
  }

  /** Whether nothing can be changed, as within a disabled `<fieldset>`. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  @property({ type: Boolean }) set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  /** The JSON Schema of an object. Setting an equal schema again keeps what the user has typed. */
  get schema(): JsonSchema | undefined {
    return this.#schema;
  }
  @property({ attribute: false }) set schema(schema: JsonSchema | undefined) {
    const isSame =
      schema === this.#schema ||
      (schema !== undefined && this.#schema !== undefined && JSON.stringify(schema) === JSON.stringify(this.#schema));
    const restored = !this.#schema && this.#filled;
    this.#schema = schema;
    if (isSame) return;
    this.#fill(restored || this.#given);
    // What the browser restored may be from another schema.
    if (restored && !this.#form.isStorable) this.#fill(this.#given);
  }

  /**
   * The value of the form. Call `checkValidity()` or `reportValidity()` first: what cannot be read, such as half a number, is left out.
   *
   * Setting it fills the form. It is then the whole value: the schema's defaults are not added. Setting the same object again changes
   * nothing, because templates do that whenever they render. Call `reset()` to go back to it.
   */
  get value(): JsonObject {
    return this.#read().value;
  }
  @property({ attribute: false }) set value(value: JsonObject | undefined) {
    if (value && value === this.#given) return;
    this.#given = value;
    this.reset();
  }

  /**
   * Problems found elsewhere, for example by the server. Each key is the JSON pointer of a value (`''` for the
   * whole form), each value a sentence. Each is shown at its field until the user changes the value. They do not make the form invalid.
   */
  @property({ attribute: false, hasChanged: () => true }) problems: Readonly<Record<string, string>> = {};

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }
  get validity(): ValidityState {
    this.#tellForm(true);
    return this.#internals.validity;
  }
  get validationMessage(): string {
    this.#tellForm(true);
    return this.#internals.validationMessage;
  }

  /** Whether the value fits the schema. Changes nothing on the screen, and fires no `invalid` event. */
  checkValidity(): boolean {
    return this.validity.valid || !this.#internals.willValidate;
  }

  /** Like `checkValidity()`, but also shows the problems at their fields and moves the focus to the first one. */
  reportValidity(): boolean {
    const isValid = this.checkValidity();
    if (!isValid) {
      this.#reveal();
      this.#focusOn(() => this.#view.controlOf(this.#read().problems.keys()));
    }
    return isValid;
  }

  /** Goes back to the value that was set, or to the schema's defaults. */
  reset(): void {
    this.#fill(this.#given);
  }

  override focus(options?: FocusOptions): void {
    this.#focusOn(() => this.renderRoot.querySelector<HTMLElement>(':is([part~=control], [part~=checkbox])'), options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // It may be in a part of the page with another language now.
    if (this.hasUpdated) this.requestUpdate();
    this.#view.growSoon();
  }

  formAssociatedCallback(): void {
    this.#tellForm();
  }
  formResetCallback(): void {
    this.reset();
  }
  formDisabledCallback(): void {
    this.requestUpdate();
  }
  /** Browsers may restore a control before the page has set its schema. */
  formStateRestoreCallback(json: string): void {
    this.#filled = Object(JSON.parse(json));
    if (this.#schema) this.#fill(this.#filled);
  }

  #fill(value: JsonObject | undefined): void {
    this.#filled = value;
    this.#isRevealed = false;
    this.#model = undefined;
    this.requestUpdate();
    if (this.form) this.#tellForm();
  }

  get #form(): FormModel {
    return (this.#model ??= new FormModel(this.#schema, this.#filled, () => this.#texts(), {
      marksDefaults: this.#layout.defaults === 'marked',
    }));
  }

  #texts(): Texts {
    // Looking them up takes time, and they only change with an update.
    if (!this.#spoken || this.isUpdatePending)
      this.#spoken = { text: this.messagesFor('schema-form', english), shared: this.shared };
    return this.#spoken;
  }

  #read(isWhole = false): FormReading {
    return this.#form.read(isWhole);
  }

  override render(): TemplateResult {
    const state = { isDisabled: this.matches(':disabled'), isRevealed: this.#isRevealed };
    return html`<div class="form stack" role="group" aria-label=${this.label || nothing} @keydown=${this.#view.onkeydown} @focusout=${() => this.#tellForm(true)}>${this.#view.template(this.#form, state)}</div>`;
  }

  protected override updated(): void {
    this.#view.rendered();
    // The browser's own message needs a control to point at.
    this.#tellForm();
  }

  /** Moves the focus once the form is rendered, unless the user went elsewhere in the meantime. */
  #focusOn(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
    const before = focused();
    void this.updateComplete.then(() => {
      if (!before?.isConnected || before === focused()) find()?.focus(options);
    });
  }

  readonly #reveal = (): void => {
    this.#isRevealed = true;
    this.requestUpdate();
  };

  /** Tells the `<form>` around the element its value, and whether that is valid. */
  #tellForm(isWhole = false): void {
    const form = this.#form;
    const { unchecked, isStorable } = form;
    const { json, problems } = this.#read(isWhole);
    // A check of the whole value may find that it cannot be done.
    if (form.unchecked !== unchecked) this.requestUpdate();
    // The second argument is what the browser stores.
    if (json !== this.#told?.json || isStorable !== this.#told.isStorable)
      this.#internals.setFormValue(json, isStorable ? json : null);
    const told = this.#told;
    const anchor = this.#view.controlOf(problems.keys());
    if (told?.problems !== problems || told.anchor !== anchor) {
      const [message = ''] = problems.values();
      this.#internals.setValidity({ customError: message !== '' }, message, anchor);
    }
    this.#told = { json, isStorable, problems, anchor };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-schema-form': McpSchemaFormElement;
  }
  interface HTMLElementEventMap {
    'mcp-form-submit': McpFormSubmitEvent;
    'mcp-form-input': McpFormInputEvent;
  }
}
