/** Renders a field with the control for its kind. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LARGE } from '../model/options.ts';
import type { FormNode } from '../model/node.ts';
import { isLongText } from '../model/plan.ts';
import { FORMATS } from '../model/validate.ts';
import { checkbox, checkboxes, choice, manyChoices, select, suggested } from './choice.ts';
import { dateTime } from './date-time.ts';
import { nullToggle, structureTemplate } from './group.ts';
import { foldedText, multiLine, oninput, rawTemplate, restoreButton } from './text-area.ts';
import { describedBy, groupTemplate, hintsOf, isInvalid, label, labelled, problemTemplate, type View } from './view.ts';

/** Any field. `isBare` hides its label, because something else names it. */
export function fieldTemplate(node: FormNode, view: View, isBare = false): TemplateResult {
  const { kind, isNullable, options } = node.field;
  if (kind === 'object' || kind === 'list' || kind === 'variants') return structureTemplate(node, view, isBare);
  if (node.raw === undefined && kind === 'choices') {
    const several = options.all.length > LARGE ? manyChoices(node, view) : checkboxes(node, view, options.all.keys());
    return groupTemplate(node, view, html`${several}${nullToggle(node, view)}`);
  }
  if (node.raw === undefined && !isNullable && isCheckbox(node)) return yesOrNo(node, view);
  const content = html`${control(node, view)}${node.raw === undefined ? restoreButton(node, view) : nothing}`;
  return labelled(node, view, content, isBare, nullToggle(node, view));
}

/** A boolean is a checkbox, unless it can be absent: then there is a third answer. */
function isCheckbox({ field: { kind, isRequired }, given }: FormNode): boolean {
  return kind === 'boolean' && (isRequired || given !== undefined);
}

function yesOrNo(node: FormNode, view: View): TemplateResult {
  const box = checkbox(
    node,
    view,
    node.id,
    node.text === 'true',
    (isOn) => ({ text: String(isOn) }),
    label(node, view),
  );
  return html`<div class="item" part="field">${box}${hintsOf(node, view)}${problemTemplate(node, view)}</div>`;
}

function control(node: FormNode, view: View): TemplateResult {
  const { text } = view;
  const { kind, isNullable, options } = node.field;
  if (node.raw !== undefined) return rawTemplate(node, view);
  if (node.isFolded) return foldedText(node, view);
  switch (kind) {
    case 'boolean':
      return select(node, view, [
        ['true', text.yes],
        ['false', text.no],
        ...(isNullable ? ([['null', text.null]] as const) : []),
      ]);
    case 'choice':
      return options.all.length > LARGE
        ? choice(node, view)
        : select(
            node,
            view,
            options.all.map((option, index) => [String(index), option.label]),
          );
    case 'number':
      return line(node, view, 'number');
    default:
      return textControl(node, view);
  }
}

function textControl(node: FormNode, view: View): TemplateResult {
  const { field } = node;
  const { format } = field.shape;
  const custom = view.customControl(node);
  if (custom) return custom;
  if (format === 'date-time') return dateTime(node, view);
  if (node.isLong || isLongText(field)) return multiLine(node, view);
  if (view.suggest && !format) return suggested(node, view);
  const type = FORMATS.get(format)?.inputType ?? 'text';
  // The browser's control only shows a whole date; anything else is edited as text.
  return line(node, view, type === 'date' && node.text && !/^\d{4}-\d\d-\d\d$/.test(node.text) ? 'text' : type);
}

function line(node: FormNode, view: View, type: 'text' | 'number' | 'email' | 'url' | 'date'): TemplateResult {
  const { shape, isRequired } = node.field;
  const { minimum, maximum, format } = shape;
  const isNumber = type === 'number';
  const onpaste = (event: ClipboardEvent & { readonly currentTarget: HTMLInputElement }): void => {
    const pasted = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    if (type !== 'text' || !pasted.trim().includes('\n')) return;
    // A single line would drop the line breaks, so the control becomes a large one.
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const [before, after] = [value.slice(0, selectionStart ?? value.length), value.slice(selectionEnd ?? value.length)];
    view.change(node, { text: before + pasted + after, isLong: true }, node);
  };
  return html`<input class="field ${type === 'text' ? '' : 'narrow'}" part="control" id=${node.id} type=${type} autocomplete="off" autocapitalize=${format ? 'none' : 'sentences'}
    .step=${isNumber ? 'any' : ''} min=${isNumber ? (minimum ?? nothing) : nothing} max=${isNumber ? (maximum ?? nothing) : nothing} inputmode=${isNumber && !(Number(minimum) >= 0) ? 'text' : nothing}
    aria-required=${isRequired} aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, view)} @blur=${() => view.leave(node)} @paste=${onpaste} />`;
}
