import type { JsonObject, JsonSchema } from '@mcp-web/client';
import { type CSSResultGroup, html, noChange, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { focused } from '../internal/base/focused.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import type { McpFormInputEvent, McpFormSubmitEvent } from './events.ts';
import { planFlat, readFlat } from './flat-form.ts';
import type { Form, FormPart, FormReading, Owner, SuggestValues } from './form.ts';
import { english } from './messages.ts';
import type { FormNode } from './node.ts';
import { styles } from './schema-form.styles.ts';
import { toggleTemplate } from './toggle.ts';
import type { Widget } from './widget.ts';

/** See {@link McpSchemaFormElement.suggest}. `name` is the field's, `typed` what stands in it. */
export type { SuggestValues } from './form.ts';

/**
 * @summary A form for a JSON Schema: tool arguments, an elicitation, or anything else that is an object.
 *
 * Every keyword of JSON Schema 2020-12 counts: what has no control of its own is written as JSON, and the client's interpreter has the last
 * word, so that what the form calls valid is. Optional members that nobody touched stay absent. Within a `<form>` it takes part as a control whose
 * value is the JSON text. What draws the fields is loaded with the first form that has some: they are there at `updateComplete`, value and validity
 * before. Only what is more than a flat form is not valid until then.
 *
 * @fires {McpFormSubmitEvent} mcp-form-submit - Enter was pressed, or Ctrl+Enter in a large control, and the form is valid. Cancelable: otherwise the `<form>` around it is submitted.
 * @fires {McpFormInputEvent} mcp-form-input - the user changed something.
 *
 * @csspart field - one field with its label
 * @csspart control - an input, select or textarea
 * @csspart problem - what is wrong with a field
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
   * Suggests values for the text fields, which then become comboboxes. Asked when the user pauses; `signal` aborts with the next
   * keystroke, and nobody hears of errors. `others` is what the form says apart from this field.
   */
  @property({ attribute: false }) suggest: SuggestValues | undefined;

  /**
   * Controls of the page's own, by `format`. Each is made once for a field, and stands in the page's document, so that its styles apply.
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

  readonly #internals = this.attachInternals();
  readonly #owner: Owner = {
    element: this,
    look: (words) => ({ text: this.words('schema-form', words), shared: this.shared, problems: new Map() }),
    readPlain: (readTouched) =>
      this.#items
        ? readFlat(this.#items, this.#owner.look(english), readTouched)
        : { value: this.#filled ?? {}, problems: new Map() },
    changed: (next) => {
      this.requestUpdate();
      this.#tellForm();
      if (next) this.#focusOn(() => this.#form?.controlOf([next]));
    },
  };
  readonly #plain = new OnDemand<FormPart>(this, () => import('./plain.ts'));
  readonly #full = new OnDemand<FormPart>(this, () => import('./more.ts'));
  /** What is to draw the form, as of when it was last looked at: the page may change its widgets and problems in place. */
  #part: OnDemand<FormPart> | undefined;
  /** What draws it. */
  #opened: OnDemand<FormPart> | undefined;
  #form: Form | undefined;
  /** The fields of a flat form, with what stands in them. */
  #items: readonly FormNode[] | undefined;
  #schema: JsonSchema | undefined;
  /** What `reset` goes back to. */
  #given: JsonObject | undefined;
  /** What the form was last filled with. */
  #filled: JsonObject | undefined;
  /** Whether the user should see all that is wrong. */
  #isRevealed = false;
  /** Whether the user asked for JSON, which has to be loaded. */
  #isJson = false;

  constructor() {
    super();
    this.addEventListener('invalid', this.#reveal);
    this.#fill();
  }

  /** Nothing can be changed, as within a `<fieldset>` that is disabled. */
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  @property({ type: Boolean }) set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  /** The JSON Schema of an object. A schema of the same content leaves what was typed alone. */
  get schema(): JsonSchema | undefined {
    return this.#schema;
  }
  @property({ attribute: false }) set schema(schema: JsonSchema | undefined) {
    const isSame = JSON.stringify(schema) === JSON.stringify(this.#schema);
    const restored = !this.#schema && this.#filled;
    this.#schema = schema;
    if (!isSame) this.#fill(restored && planFlat(schema, restored) ? restored : this.#given);
  }

  /**
   * What the form says. Ask `checkValidity()` or `reportValidity()` first: what cannot be read, such as half a number, is not in it.
   * Setting it fills the form: it is then the whole value, and the defaults of the schema are not added to it. The same object
   * again changes nothing, as templates set it each time they are rendered: `reset()` goes back to it.
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
   * What somebody else found wrong, such as the server: sentences by the JSON pointer of the value that they are about, `''` for the whole.
   * Each is shown at its field until that is changed; they do not keep the form from being valid.
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

  /** Whether everything fits the schema. Changes nothing on the screen, and fires no `invalid`. */
  checkValidity(): boolean {
    return this.validity.valid || !this.#internals.willValidate;
  }

  /** As `checkValidity()`, and shows the user what is missing: messages at the fields, focus on the first of them. */
  reportValidity(): boolean {
    const isValid = this.checkValidity();
    if (!isValid) {
      this.#reveal();
      // The fields may still be on their way.
      this.#focusOn(() => this.#form?.controlOf(this.#read().problems.keys()));
    }
    return isValid;
  }

  /** Back to the value that was set, or to the schema's defaults. */
  reset(): void {
    this.#fill(this.#given);
  }

  override focus(options?: FocusOptions): void {
    this.#focusOn(() => this.#find('[part=control]'), options);
  }

  formResetCallback(): void {
    this.reset();
  }
  formDisabledCallback(): void {
    this.requestUpdate();
  }
  /** Browsers restore a control before the page can give it its schema. */
  formStateRestoreCallback(json: string): void {
    this.#filled = Object(JSON.parse(json));
    if (this.#schema) this.#fill(this.#filled);
  }

  #fill(value?: JsonObject): void {
    this.#filled = value;
    this.#isRevealed = this.#isJson = false;
    this.#items = planFlat(this.#schema, value);
    this.#form = this.#opened = undefined;
    this.#open();
    this.#part?.forgive();
    this.requestUpdate();
    this.#tellForm();
  }

  /** With what stands in plain fields already. Nothing is needed where there is no field. */
  #open(): void {
    const items = this.#items;
    const isFull =
      this.#full.part ||
      !items ||
      this.#isJson ||
      this.suggest ||
      items.some(({ isLong }) => isLong) ||
      Object.keys({ ...this.widgets, ...this.problems }).length;
    const part = (this.#part = isFull ? this.#full : items.length ? this.#plain : undefined);
    if (!part?.part || part === this.#opened || this.#form?.isComposing) return;
    this.#opened = part;
    this.#form = part.part.openForm(
      { schema: this.#schema, value: this.#filled, items, isJson: this.#isJson },
      this.#owner,
    );
  }

  #read(isWhole = false): FormReading {
    return this.#form?.read(isWhole) ?? this.#owner.readPlain();
  }

  protected override willUpdate(): void {
    this.#open();
    this.#part?.need();
    if (!this.#schema) this.#plain.warmUp();
  }

  /** When the fields are drawn, or are known to be lost. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isSettled = await super.getUpdateComplete();
    const part = this.#part;
    if (!part || part.part || part.isLost) return isSettled;
    await part.settle();
    return this.getUpdateComplete();
  }

  override render(): TemplateResult {
    const { text } = this.#owner.look(english);
    const isDisabled = this.matches(':disabled');
    const toggle = toggleTemplate(text.asJson, isDisabled, () => {
      this.#isJson = true;
      this.requestUpdate();
    });
    const form = this.#form;
    // Meanwhile the fields of before keep the place, or about as many: there the browser goes with what is wrong, until the fields come.
    const isWaiting = !form && this.#part?.isLost === false;
    const former = isWaiting && this.#find('[part=control]');
    return html`<div class="form stack" role="group" aria-label=${this.label || nothing} .inert=${!!former} aria-busy=${isWaiting} @keydown=${form?.onkeydown} @focusout=${() => this.#tellForm(true)}>
      ${this.#part?.notice()}
      ${form?.template({ isDisabled, isRevealed: this.#isRevealed }, toggle) ?? (former ? noChange : isWaiting ? (this.#items ?? [0, 0, 0]).map(() => html`<div class="field loading" tabindex="-1"></div>`) : this.#part ? nothing : html`<p class="soft">${text.nothing}</p>${toggle}`)}
    </div>`;
  }

  protected override updated(): void {
    this.#form?.drawn();
    // Only now is there a control for the browser's own message to point at.
    this.#tellForm();
  }

  #find(selector: string): HTMLElement | undefined {
    // There is nothing before the element was on the page.
    return this.renderRoot?.querySelector<HTMLElement>(selector) ?? undefined;
  }

  /** When it is drawn, unless the user went elsewhere meanwhile. */
  #focusOn(find: () => HTMLElement | undefined, options?: FocusOptions): void {
    const before = focused();
    void this.updateComplete.then(() => {
      if (!before?.isConnected || before === focused()) find()?.focus(options);
    });
  }

  readonly #reveal = (): void => {
    this.#isRevealed = true;
    this.requestUpdate();
  };

  /** Tells the `<form>` around it what it says, and whether that fits. */
  #tellForm(isWhole = false): void {
    const { value, problems } = this.#read(isWhole);
    const [message = (this.#form ?? this.#items) ? '' : this.#owner.look(english).text.loading] = problems.values();
    // A flat form has no field for a secret, which is nothing for the browser to keep.
    const json = JSON.stringify(value);
    this.#internals.setFormValue(json, this.#items?.length ? json : null);
    this.#internals.setValidity(
      { customError: !!message },
      message,
      this.#form?.controlOf(problems.keys()) ?? this.#find('.loading'),
    );
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
