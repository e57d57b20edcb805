/** Controls to choose with: selects, checkboxes, and for long lists of options a search. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_IN_CONTROL, shortText } from '../../internal/text/text.ts';
import type { FormNode } from '../model/node.ts';
import { combobox, type ComboModel, type Found } from './combobox.ts';
import { describedBy, isInvalid, titleOf, type FieldContext } from './field-parts.ts';

/** Nobody looks through more options than that. */
const MAX_LISTED = 100;

export function select(
  node: FormNode,
  context: FieldContext,
  options: readonly (readonly [key: string, label: string])[],
): TemplateResult {
  const { isRequired } = node.field;
  const onchange = ({ currentTarget }: Event & { readonly currentTarget: HTMLSelectElement }): void =>
    context.change(node, { text: currentTarget.value });
  // A required choice can be changed, but not taken back.
  return html`<select class="field narrow" part="control select" id=${node.id}
    aria-required=${isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled} @change=${onchange} @blur=${() => context.leave(node)}>
    ${!isRequired || !node.text ? html`<option value="" .selected=${!node.text}>${isRequired ? context.text.choose : context.text.none}</option>` : nothing}
    ${options.map(([key, name]) => html`<option value=${key} .selected=${node.text === key}>${shortText(name, 120)}</option>`)}
  </select>`;
}

export function checkbox(
  node: FormNode,
  context: FieldContext,
  id: string,
  isOn: boolean,
  changed: (isOn: boolean) => Partial<FormNode>,
  name: TemplateResult,
): TemplateResult {
  return html`<div class="check">
    <input part="checkbox" id=${id} type="checkbox" aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled || node.isNull}
      .checked=${live(isOn)} @change=${({ currentTarget }: Event & { readonly currentTarget: HTMLInputElement }) => context.change(node, changed(currentTarget.checked))} @blur=${() => context.leave(node)} />
    <label for=${id}>${name}</label>
  </div>`;
}

/** A checkbox for each of these options. */
export function checkboxes(node: FormNode, context: FieldContext, indexes: Iterable<number>): TemplateResult {
  const { id, picked = new Set(), field } = node;
  return html`<div class="options">${Array.from(indexes, (index) =>
    checkbox(
      node,
      context,
      index === 0 ? id : `${id}-${index}`,
      picked.has(index),
      (isOn) => ({ picked: new Set([...picked, index].filter((one) => isOn || one !== index)) }),
      html`<bdi>${shortText(field.options.at(index)?.label ?? '', 120)}</bdi>`,
    ),
  )}</div>`;
}

/** Several of many options: a search above those that are listed. */
export function manyChoices(node: FormNode, context: FieldContext): TemplateResult {
  const { text } = context;
  const found = node.field.options.search(node.text);
  const listed = found.slice(0, MAX_LISTED);
  const onsearch = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement)
      context.act(node, () => {
        node.text = target.value;
        return undefined;
      });
  };
  return html`<input class="field" part="control" type="search" id="${node.id}-search" autocomplete="off" autocapitalize="none" spellcheck="false" aria-label=${text.filterNamed(titleOf(node, text))} placeholder=${text.filter} .value=${live(node.text)} @input=${onsearch} />
    ${checkboxes(node, context, listed)}
    <p class="soft small" role="status">${node.picked?.size ? text.picked(node.picked.size) : nothing} ${text.found(listed.length, found.length - listed.length)}</p>`;
}

/** One of many options. */
export function choice(node: FormNode, context: FieldContext): TemplateResult {
  const { text } = context;
  const { options, isRequired } = node.field;
  const chosen = options.at(node.text === '' ? -1 : Number(node.text));
  return html`${combobox({
    ...common(node, context),
    text: chosen ? shortText(chosen.label, 120) : '',
    placeholder: isRequired ? text.choose : text.none,
    messages: { options: text.options, found: text.found },
    find: (typed) => {
      const found = options.search(typed);
      const listed = found.slice(0, MAX_LISTED);
      return {
        options: listed.map((index) => ({ label: options.at(index)?.label ?? '', key: String(index) })),
        more: found.length - listed.length,
      };
    },
    ontext: undefined,
    onpick: (key) => context.change(node, { text: key }),
  })}`;
}

/** A text with suggestions. */
export function suggested(node: FormNode, context: FieldContext): TemplateResult {
  const { text } = context;
  return html`${combobox({
    ...common(node, context),
    text: node.text,
    placeholder: node.isNull ? text.null : '',
    isDisabled: context.isDisabled || node.isNull,
    messages: { options: text.suggestions, found: text.found },
    find: async (typed, signal): Promise<Found> => {
      const { values, total, hasMore } = (await context.suggest?.(node.field.name, typed, signal)) ?? { values: [] };
      return {
        options: values.slice(0, MAX_LISTED).map((value) => ({ label: value, key: value })),
        more: Math.max((total ?? 0) - values.length, hasMore ? 1 : 0),
      };
    },
    ontext: (typed) => context.change(node, { text: typed }),
    onpick: (picked) => {
      const isFolded = picked.length > MAX_IN_CONTROL;
      context.change(node, { text: picked, isFolded }, isFolded ? node : undefined);
    },
  })}`;
}

function common(
  node: FormNode,
  context: FieldContext,
): Pick<ComboModel, 'id' | 'isRequired' | 'isDisabled' | 'isInvalid' | 'describedBy' | 'onleave'> {
  return {
    id: node.id,
    isRequired: node.field.isRequired,
    isDisabled: context.isDisabled,
    isInvalid: isInvalid(node, context),
    describedBy: describedBy(node, context),
    onleave: () => context.leave(node),
  };
}
