/** One field each: label, description, control, problem. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { serverText, shortText } from '../internal/text.ts';
import { isLocalDateTime, isDate } from './dates.ts';
import type { BooleanField, ChoiceField, ChoicesField, Field, JsonField, NumberField, TextField } from './plan.ts';
import { text } from './text.ts';
import type { Draft } from './values.ts';

export interface FieldModel<F extends Field = Field> {
  readonly field: F;
  readonly draft: Draft;
  /** Unique within the form; nothing of the server's words in it. */
  readonly id: string;
  /** Set once the user should see it. */
  readonly problem: string | undefined;
  readonly isDisabled: boolean;
  readonly onchange: (change: Partial<Draft>) => void;
  readonly onleave: () => void;
}

export function fieldTemplate(model: FieldModel): TemplateResult {
  const { field, draft, id, problem } = model;
  const hints = [
    field.description ? serverText(field.description, 240) : nothing,
    draft.isJson ? text.kept : field.kind === 'json' ? (field.name === '' ? text.restHint : text.jsonHint) : nothing,
    field.kind === 'text' && field.uncheckedPattern ? html`${text.uncheckedPattern} <code>${shortText(field.uncheckedPattern, 120)}</code>` : nothing,
  ].filter((hint) => hint !== nothing);
  const below = html`
    ${hints.length > 0 ? html`<div class="hints soft small" id="${id}-hint">${hints.map((hint) => html`<p>${hint}</p>`)}</div>` : nothing}
    ${field.looksSecret ? html`<p class="notice warning small" id="${id}-secret">${text.secret}</p>` : nothing}`;
  const wrong = problem === undefined ? nothing : html`<p class="problem small" part="problem" id="${id}-problem">${problem}</p>`;
  if (field.kind === 'choices' && !draft.isJson) {
    return html`<fieldset class="item" part="field" aria-describedby=${describedBy(model)} ?disabled=${model.isDisabled}>
      <legend>${label(field)}</legend>${below}${choices({ ...model, field })}${nullToggle(model)}${wrong}
    </fieldset>`;
  }
  if (field.kind === 'boolean' && isCheckbox(field, draft)) return html`<div class="item" part="field">${checkbox({ ...model, field })}${below}${wrong}</div>`;
  return html`<div class="item" part="field"><div class="head"><label for=${id}>${label(field)}</label>${nullToggle(model)}</div>${below}${control(model)}${wrong}</div>`;
}

function label({ name, title, isRequired }: Field): TemplateResult {
  if (name === '') return html`${title || text.rest}`;
  return html`<bdi>${shortText(title, 120)}</bdi>${isRequired ? html`<span class="required" aria-hidden="true" title=${text.required}>*</span>` : nothing}${isSameName(title, name) ? nothing : html` <code class="soft">${shortText(name, 60)}</code>`}`;
}

/** `City` says as much as `city`. */
function isSameName(title: string, name: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');
  return plain(title) === plain(name);
}

function control(model: FieldModel): TemplateResult {
  const { field, draft } = model;
  if (draft.isJson) return jsonControl(model);
  switch (field.kind) {
    case 'text':
      return draft.isLong || field.isLong ? longText({ ...model, field }) : lineOfText({ ...model, field });
    case 'number':
      return number({ ...model, field });
    case 'boolean':
      return yesNo({ ...model, field });
    case 'choice':
      return choice({ ...model, field });
    case 'choices':
    case 'json':
      return jsonControl(model);
  }
}

function lineOfText({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel<TextField>): TemplateResult {
  const { format } = field;
  const isShown = { date: isDate, 'date-time': isLocalDateTime };
  const isPicker = (format === 'date' || format === 'date-time') && (draft.text === '' || isShown[format](draft.text));
  const type = isPicker ? (format === 'date' ? 'date' : 'datetime-local') : format === 'email' ? 'email' : format === 'uri' ? 'url' : 'text';
  const onpaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    if (format || !pasted.trim().includes('\n') || !(event.target instanceof HTMLInputElement)) return;
    // A single line would swallow the line breaks: make room for them.
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.target;
    onchange({ text: value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length), isLong: true });
  };
  return html`<input class="field ${isPicker ? 'narrow' : ''}" part="control" id=${id} type=${type} autocomplete="off" autocapitalize=${format ? 'none' : 'sentences'}
    aria-required=${field.isRequired} aria-invalid=${problem !== undefined} aria-describedby=${describedBy({ field, draft, id, problem })}
    placeholder=${draft.isNull ? text.null : ''} ?disabled=${isDisabled || draft.isNull}
    .value=${live(draft.text)} @input=${oninput(onchange)} @blur=${onleave} @paste=${onpaste} />`;
}

function longText({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel<TextField>): TemplateResult {
  return html`<textarea class="field" part="control" id=${id} rows="3" autocomplete="off"
    aria-required=${field.isRequired} aria-invalid=${problem !== undefined} aria-describedby=${describedBy({ field, draft, id, problem })}
    ?disabled=${isDisabled || draft.isNull} .value=${live(draft.text)} @input=${oninput(onchange)} @blur=${onleave}></textarea>`;
}

function number({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel<NumberField>): TemplateResult {
  return html`<input class="field narrow" part="control" id=${id} type="number" autocomplete="off" inputmode=${field.isInteger && (field.minimum ?? -1) >= 0 ? 'numeric' : 'text'}
    .step=${'any'} min=${ifDefined(field.minimum)} max=${ifDefined(field.maximum)}
    aria-required=${field.isRequired} aria-invalid=${problem !== undefined} aria-describedby=${describedBy({ field, draft, id, problem })}
    placeholder=${draft.isNull ? text.null : ''} ?disabled=${isDisabled || draft.isNull}
    .value=${live(draft.text)} @input=${oninput(onchange)} @blur=${onleave} />`;
}

/** A checkbox says yes or no; where nothing was said yet and need not be, there is a third answer. */
function isCheckbox(field: BooleanField, draft: Draft): boolean {
  return !draft.isJson && !field.isNullable && (field.isRequired || draft.given !== undefined);
}

function checkbox({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel<BooleanField>): TemplateResult {
  const onpick = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) onchange({ text: String(event.target.checked) });
  };
  return html`<div class="check">
    <input part="control" id=${id} type="checkbox" aria-invalid=${problem !== undefined} aria-describedby=${describedBy({ field, draft, id, problem })}
      ?disabled=${isDisabled} .checked=${live(draft.text === 'true')} @change=${onpick} @blur=${onleave} />
    <label for=${id}>${label({ ...field, isRequired: false })}</label>
  </div>`;
}

function yesNo(model: FieldModel<BooleanField>): TemplateResult {
  const { field } = model;
  return select(model, [
    { key: 'true', label: text.yes },
    { key: 'false', label: text.no },
    ...(field.isNullable ? [{ key: 'null', label: text.null }] : []),
  ]);
}

function choice(model: FieldModel<ChoiceField>): TemplateResult {
  return select(model, model.field.options.map((option, index) => ({ key: String(index), label: shortText(option.label, 120) })));
}

function select({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel, options: readonly { key: string; label: string }[]): TemplateResult {
  const onpick = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement) onchange({ text: event.target.value });
  };
  // A required choice that was made cannot be unmade, only changed.
  const hasNone = !field.isRequired || draft.text === '';
  return html`<select class="field narrow" part="control" id=${id} aria-required=${field.isRequired} aria-invalid=${problem !== undefined}
    aria-describedby=${describedBy({ field, draft, id, problem })} ?disabled=${isDisabled} @change=${onpick} @blur=${onleave}>
    ${hasNone ? html`<option value="" .selected=${draft.text === ''}>${field.isRequired ? text.choose : text.none}</option>` : nothing}
    ${options.map((option) => html`<option value=${option.key} .selected=${draft.text === option.key}>${option.label}</option>`)}
  </select>`;
}

function choices({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel<ChoicesField>): TemplateResult {
  return html`<div class="options">${field.options.map((option, index) => {
    const onpick = (event: Event): void => {
      if (!(event.target instanceof HTMLInputElement)) return;
      const picked = new Set(draft.picked);
      if (event.target.checked) picked.add(index);
      else picked.delete(index);
      onchange({ picked });
    };
    return html`<div class="check">
      <input part="control" id=${index === 0 ? id : `${id}-${index}`} type="checkbox" aria-invalid=${problem !== undefined} ?disabled=${isDisabled || draft.isNull}
        .checked=${live(draft.picked.has(index))} @change=${onpick} @blur=${onleave} />
      <label for=${index === 0 ? id : `${id}-${index}`}><bdi>${shortText(option.label, 120)}</bdi></label>
    </div>`;
  })}</div>`;
}

function jsonControl({ field, draft, id, problem, isDisabled, onchange, onleave }: FieldModel): TemplateResult {
  return html`<textarea class="field mono" part="control" id=${id} rows="3" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder=${placeholder(field)}
    aria-required=${field.isRequired} aria-invalid=${problem !== undefined} aria-describedby=${describedBy({ field, draft, id, problem })}
    ?disabled=${isDisabled} .value=${live(draft.text)} @input=${oninput(onchange)} @blur=${onleave}></textarea>`;
}

function placeholder(field: Field): string {
  const [type] = field.kind === 'json' ? (field satisfies JsonField).types : [];
  return type === 'object' ? '{ }' : type === 'array' ? '[ ]' : text.json;
}

function nullToggle({ field, draft, id, isDisabled, onchange }: FieldModel): TemplateResult | typeof nothing {
  if (!field.isNullable || draft.isJson || field.kind === 'choice' || field.kind === 'boolean' || field.kind === 'json') return nothing;
  const onpick = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) onchange({ isNull: event.target.checked });
  };
  return html`<div class="check small soft">
    <input id="${id}-null" type="checkbox" ?disabled=${isDisabled} .checked=${live(draft.isNull)} @change=${onpick} />
    <label for="${id}-null">${text.isNull}<span class="visually-hidden"> (${shortText(field.title, 60)})</span></label>
  </div>`;
}

const oninput = (onchange: FieldModel['onchange']) => (event: Event): void => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) onchange({ text: event.target.value, isIncomplete: event.target.validity.badInput });
};

function describedBy({ field, draft, id, problem }: Pick<FieldModel, 'field' | 'draft' | 'id' | 'problem'>): string | typeof nothing {
  const hasHint = field.description !== '' || draft.isJson || field.kind === 'json' || (field.kind === 'text' && field.uncheckedPattern !== undefined);
  const ids = [hasHint && `${id}-hint`, field.looksSecret && `${id}-secret`, problem !== undefined && `${id}-problem`].filter((part) => part !== false);
  return ids.length > 0 ? ids.join(' ') : nothing;
}
