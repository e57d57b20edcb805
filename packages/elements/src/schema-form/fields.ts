/** One field each: label, description, control, problem. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { serverText, shortText } from '../internal/text/text.ts';
import type { FormNode } from './node.ts';
import type { View } from './view.ts';

type ControlEvent = Event & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement };

export function fieldTemplate(node: FormNode, view: View, isBare = false): TemplateResult {
  const { id } = node;
  return (
    view.more?.field(node, isBare) ??
    html`<div class="item" part="field">${
      isCheckbox(node)
        ? html`${checkbox(node, view, id, node.text === 'true', (isOn) => ({ text: String(isOn) }), label(node, view))}${hintsOf(node, view)}`
        : html`<label for=${id}>${label(node, view)}</label>${hintsOf(node, view)}${control(node, view)}`
    }${problemTemplate(node, view)}</div>`
  );
}

/** It says yes or no; where nothing was said yet and need not be, there is a third answer. */
export function isCheckbox({ field: { kind, isRequired }, given }: FormNode): boolean {
  return kind === 'boolean' && (isRequired || given !== undefined);
}

export function problemTemplate(node: FormNode, view: View): TemplateResult | undefined {
  const problem = view.problemOf(node);
  return problem === undefined
    ? undefined
    : html`<div class="problems small" part="problem" id="${node.id}-problem">${problem.split('\n').map((line) => html`<p class="problem">${line}</p>`)}</div>`;
}

export function label(node: FormNode, { text, more }: View): TemplateResult {
  const { name, title, isRequired, kind, isItem } = node.field;
  if (isItem) return html`${more?.titleOf(node)}`;
  // `City` says as much as `city`.
  const [plainTitle, plainName] = [title, name].map((one) =>
    one
      .slice(0, 200)
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  return html`<bdi>${shortText(title, 120)}</bdi>${isRequired && kind !== 'boolean' ? html`<span class="required" aria-hidden="true" title=${text.required}>*</span>` : nothing}${plainTitle === plainName || !name ? nothing : html` <code class="soft">${shortText(name, 60)}</code>`}`;
}

function hints(node: FormNode, view: View): unknown[] {
  const { description } = node.field;
  return [...(description ? [serverText(description, 240)] : []), ...(view.more?.hints(node) ?? [])];
}

export function hintsOf(node: FormNode, view: View): TemplateResult | undefined {
  const all = hints(node, view);
  return all.length > 0
    ? html`<div class="hints soft small" id="${node.id}-hint">${all.map((hint) => html`<p>${hint}</p>`)}</div>`
    : undefined;
}

export function describedBy(node: FormNode, view: View): string | typeof nothing {
  return (
    [hints(node, view).length > 0 ? `${node.id}-hint` : '', view.problemOf(node) ? `${node.id}-problem` : '']
      .join(' ')
      .trim() || nothing
  );
}

export function control(node: FormNode, view: View): TemplateResult {
  const { kind, options } = node.field;
  if (kind === 'boolean')
    return select(node, view, [
      ['true', view.text.yes],
      ['false', view.text.no],
    ]);
  return kind === 'choice'
    ? select(
        node,
        view,
        options.map((option, index) => [String(index), shortText(option.label, 120)]),
      )
    : line(node, view, kind === 'number' ? kind : 'text');
}

export function line(node: FormNode, view: View, type: 'text' | 'number' | 'email' | 'url' | 'date'): TemplateResult {
  const { shape, isRequired } = node.field;
  const { minimum, maximum, format } = shape;
  const isNumber = type === 'number';
  const onpaste = (event: ClipboardEvent & { readonly currentTarget: HTMLInputElement }): void => {
    const pasted = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    if (type !== 'text' || !pasted.trim().includes('\n')) return;
    // A single line would swallow the line breaks: make room for them.
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    view.change(
      node,
      {
        text: value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length),
        isLong: true,
      },
      node,
    );
  };
  return html`<input class="field ${type === 'text' ? '' : 'narrow'}" part="control" id=${node.id} type=${type} autocomplete="off" autocapitalize=${format ? 'none' : 'sentences'}
    .step=${isNumber ? 'any' : ''} min=${isNumber ? (minimum ?? nothing) : nothing} max=${isNumber ? (maximum ?? nothing) : nothing} inputmode=${isNumber && !(Number(minimum) >= 0) ? 'text' : nothing}
    aria-required=${isRequired} aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, view)} @blur=${() => view.leave(node)} @paste=${onpaste} @compositionstart=${view.compose} @compositionend=${view.compose} />`;
}

export function select(
  node: FormNode,
  view: View,
  options: readonly (readonly [key: string, label: string])[],
): TemplateResult {
  const { isRequired } = node.field;
  // A required choice that was made cannot be unmade, only changed.
  return html`<select class="field narrow" part="control" id=${node.id}
    aria-required=${isRequired} aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled} @change=${oninput(node, view)} @blur=${() => view.leave(node)}>
    ${!isRequired || !node.text ? html`<option value="" .selected=${!node.text}>${isRequired ? view.text.choose : view.text.none}</option>` : nothing}
    ${options.map(([key, name]) => html`<option value=${key} .selected=${node.text === key}>${name}</option>`)}
  </select>`;
}

export function checkbox(
  node: FormNode,
  view: View,
  id: string,
  isOn: boolean,
  changed: (isOn: boolean) => Partial<FormNode>,
  name: TemplateResult,
): TemplateResult {
  return html`<div class="check">
    <input part="control" id=${id} type="checkbox" aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled || node.isNull}
      .checked=${live(isOn)} @change=${({ currentTarget }: Event & { readonly currentTarget: HTMLInputElement }) => view.change(node, changed(currentTarget.checked))} @blur=${() => view.leave(node)} />
    <label for=${id}>${name}</label>
  </div>`;
}

export const isInvalid = (node: FormNode, view: View): boolean => view.problemOf(node) !== undefined;

export const oninput =
  (node: FormNode, view: View) =>
  ({ currentTarget: { value, validity } }: ControlEvent): void =>
    view.change(node, { text: value, isIncomplete: validity.badInput });
