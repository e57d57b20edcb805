/** Values to choose from by writing: large enums, and what the page suggests. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_IN_CONTROL, shortText } from '../internal/text/text.ts';
import { combobox, type ComboModel, type Found } from './combobox.ts';
import { describedBy } from './fields.ts';
import type { FullView } from './full-view.ts';
import { checksTemplate } from './more-fields.ts';
import type { FormNode } from './node.ts';
import type { Option } from './plan.ts';
import { titleOf } from './title.ts';

/** More than one can look through. */
const MAX_LISTED = 100;

/** One of many. */
export function choiceTemplate(node: FormNode, view: FullView): TemplateResult {
  const { options, isRequired } = node.field;
  const chosen = options[node.text === '' ? -1 : Number(node.text)];
  return html`${combobox({
    ...common(node, view),
    text: chosen ? shortText(chosen.label, 120) : '',
    placeholder: isRequired ? view.text.choose : view.text.none,
    words: { options: view.text.options, found: view.text.found },
    find: (typed) => {
      const found = search(options, typed);
      return {
        options: found.slice(0, MAX_LISTED).map(({ option: { label }, index }) => ({ label, key: String(index) })),
        more: Math.max(found.length - MAX_LISTED, 0),
      };
    },
    ontext: undefined,
    onpick: (key) => view.change(node, { text: key }),
  })}`;
}

/** Text that may be anything, with suggestions. */
export function suggestedTemplate(node: FormNode, view: FullView): TemplateResult {
  return html`${combobox({
    ...common(node, view),
    text: node.text,
    placeholder: node.isNull ? view.text.null : '',
    isDisabled: view.isDisabled || node.isNull === true,
    words: { options: view.text.suggestions, found: view.text.found },
    find: async (typed, signal): Promise<Found> => {
      const { values, total, hasMore } = (await view.suggest?.(node.field.name, typed, signal)) ?? { values: [] };
      return {
        options: values.slice(0, MAX_LISTED).map((value) => ({ label: value, key: value })),
        more: Math.max((total ?? 0) - values.length, hasMore ? 1 : 0),
      };
    },
    ontext: (text) => view.change(node, { text }),
    onpick: (text) => {
      const isFolded = text.length > MAX_IN_CONTROL;
      view.change(node, { text, isFolded }, isFolded ? node : undefined);
    },
  })}`;
}

/** Several of many: a search above those that are listed. */
export function choicesTemplate(node: FormNode, view: FullView): TemplateResult {
  const { options } = node.field;
  const { text } = view;
  const found = search(options, node.text);
  const onsearch = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement)
      view.act(node, () => {
        node.text = target.value;
        return undefined;
      });
  };
  return html`<input class="field" type="search" id="${node.id}-search" autocomplete="off" autocapitalize="none" spellcheck="false" aria-label=${text.filterNamed(titleOf(node, text))} placeholder=${text.filter} .value=${live(node.text)} @input=${onsearch} />
    ${checksTemplate(
      node,
      view,
      found.slice(0, MAX_LISTED).map(({ index }) => index),
    )}
    <p class="soft small" role="status">${node.picked?.size ? text.picked(node.picked.size) : nothing} ${text.found(Math.min(found.length, MAX_LISTED), Math.max(found.length - MAX_LISTED, 0))}</p>`;
}

function common(
  node: FormNode,
  view: FullView,
): Pick<ComboModel, 'id' | 'isRequired' | 'isDisabled' | 'isInvalid' | 'describedBy' | 'onleave'> {
  return {
    id: node.id,
    isRequired: node.field.isRequired,
    isDisabled: view.isDisabled,
    isInvalid: view.problemOf(node) !== undefined,
    describedBy: describedBy(node, view),
    onleave: () => view.leave(node),
  };
}

/** Those that begin with what was typed come first. */
function search(options: readonly Option[], typed: string): { option: Option; index: number }[] {
  const all = options.map((option, index) => ({ option, index }));
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return all;
  const places = all
    .map((one) => ({ ...one, at: one.option.label.toLowerCase().indexOf(wanted) }))
    .filter(({ at }) => at >= 0);
  return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)];
}
