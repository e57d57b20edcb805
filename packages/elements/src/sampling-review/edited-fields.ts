/** The fields of a review: what the user typed in them, and how they are drawn. */
import { html, nothing, type TemplateResult } from 'lit';
import { isEditable, MAX_IN_CONTROL, serverText } from '../internal/text/text.ts';
import { TEXT_LIMIT, type ReviewContext } from './review-templates.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What the user typed, by the name of the field. Fields that were not edited are not in here. */
export class EditedFields {
  readonly #typed = new Map<string, string>();
  readonly #problems = new Map<string, string>();
  /** What was typed before, in another place: the fields begin with it. */
  #before: ReadonlyMap<string, string> = new Map();

  /** To be called before they are drawn in another place. */
  moveIn(): void {
    // Half a number has no value: the field begins anew.
    for (const name of this.#problems.keys()) if (this.#typed.get(name) === '') this.forget(name);
    this.#before = new Map(this.#typed);
  }

  /** What a field begins with. It stays the same while the user types. */
  first(name: string, original: string): string {
    return this.#before.get(name) ?? original;
  }

  /** Takes the value of a control. It is valid if it follows the control's own rules, such as `min`, and has no `problem`. */
  set(name: string, control: Control, problem = ''): void {
    control.setCustomValidity(problem);
    this.#typed.set(name, control.value);
    if (control.validity.valid) this.#problems.delete(name);
    else this.#problems.set(name, control.validationMessage);
  }

  /** Sets the first value of a field that has no control yet. */
  start(name: string, typed: string): void {
    this.#typed.set(name, typed);
  }

  get(name: string): string | undefined {
    return this.#typed.get(name);
  }

  problemOf(name: string): string | undefined {
    return this.#problems.get(name);
  }

  forget(name: string): void {
    this.#typed.delete(name);
    this.#problems.delete(name);
  }

  get isValid(): boolean {
    return this.#problems.size === 0;
  }

  clear(): void {
    this.#typed.clear();
    this.#problems.clear();
    this.#before = new Map();
  }
}

/** Returns a listener that writes the value of a control to `fields`. `check` returns a problem with the value, or an empty string. */
export function updateField(
  { onchange }: ReviewContext,
  fields: EditedFields,
  name: string,
  check?: (typed: string) => string,
): (event: Event) => void {
  return ({ target }) => {
    if (!isControl(target)) return;
    fields.set(name, target, check?.(target.value));
    onchange();
  };
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

export function problemView(fields: EditedFields, name: string): TemplateResult | typeof nothing {
  const problem = fields.problemOf(name);
  return problem ? html`<span class="field-error small" role="alert">${problem}</span>` : nothing;
}

/** A text area. `value` is its first value only. */
export function textField(
  view: ReviewContext,
  fields: EditedFields,
  name: string,
  label: string,
  value: string,
): TemplateResult {
  return boundedField(
    view,
    fields,
    name,
    value,
    (shown) =>
      html`<textarea class="field" part="control textarea" aria-label=${label} .value=${shown} @input=${updateField(view, fields, name)}></textarea>`,
  );
}

/** The control for a text. For a text that is too long, its beginning, and buttons to edit or replace it. */
export function boundedField(
  { host, messages, onchange }: ReviewContext,
  fields: EditedFields,
  name: string,
  value: string,
  control: (shown: string) => TemplateResult,
): TemplateResult {
  if (value.length <= MAX_IN_CONTROL) return control(fields.first(name, value));
  const typed = fields.get(name);
  const button = (label: string, edit: () => void): TemplateResult =>
    html`<button type="button" class="link small edit-long" part="link" @click=${({ currentTarget }: Event) => {
      const field = currentTarget instanceof Element ? currentTarget.closest('.long') : null;
      edit();
      onchange();
      void host.updateComplete.then(() => field?.querySelector<HTMLElement>('textarea, .edit-long')?.focus());
    }}>${label}</button>`;
  return html`<div class="long stack tight">${
    typed === undefined
      ? html`<div class="text">${serverText(value, TEXT_LIMIT)}</div><p class="row"><span class="soft small">${messages.longText}</span>${isEditable(value) ? button(messages.edit, () => fields.start(name, value)) : nothing}${button(messages.replace, () => fields.start(name, ''))}</p>`
      : html`${control(typed)}<p>${button(messages.restore, () => fields.forget(name))}</p>`
  }</div>`;
}
