/** Renders a field with the control for its kind. */
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, directive } from 'lit/directive.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { LARGE } from '../model/options.ts';
import type { FormNode } from '../model/node.ts';
import { isAnyText, isLongText } from '../model/plan.ts';
import { FORMATS } from '../model/validate.ts';
import { checkbox, checkboxes, choice, manyChoices, select, suggested } from './choice.ts';
import { dateTime } from './date-time.ts';
import { nullToggle, rootTemplate, structureTemplate } from './group.ts';
import { exampleButtons, examplesOf } from './examples.ts';
import { foldedText, growing, jsonText, multiLine, oninput, rawTemplate, restoreButton } from './text-area.ts';
import {
  describedBy,
  type DrawnField,
  groupTemplate,
  hintsTemplate,
  isInvalid,
  label,
  labelled,
  problemTemplate,
  type FieldContext,
} from './field-parts.ts';

/** A field that can be drawn again without the rest of the form. */
class FieldDirective extends AsyncDirective implements DrawnField {
  problem: string | undefined;
  #shown: { readonly node: FormNode; readonly context: FieldContext; readonly isBare: boolean } | undefined;

  override render(_node: FormNode, _context: FieldContext, _isBare: boolean): unknown {
    return noChange;
  }

  override update(_part: ChildPart, [node, context, isBare]: [FormNode, FieldContext, boolean]): unknown {
    const before = this.#shown;
    // Whatever changes within one context draws its field by itself.
    if (
      before?.node === node &&
      before.context === context &&
      before.isBare === isBare &&
      this.problem === context.problemOf(node)
    )
      return noChange;
    if (before?.node !== node) this.#forget();
    this.#shown = { node, context, isBare };
    context.drawn.set(node, this);
    return this.#template();
  }

  draw(): void {
    this.setValue(this.#template());
  }

  protected override disconnected(): void {
    this.#forget();
  }

  protected override reconnected(): void {
    if (this.#shown) this.#shown.context.drawn.set(this.#shown.node, this);
  }

  #template(): unknown {
    if (!this.#shown) return noChange;
    const { node, context, isBare } = this.#shown;
    this.problem = context.problemOf(node);
    return fieldTemplate(node, context, isBare);
  }

  /** Another directive may have drawn the field since, where fields have changed places. */
  #forget(): void {
    if (!this.#shown) return;
    const { node, context } = this.#shown;
    if (context.drawn.get(node) === this) context.drawn.delete(node);
  }
}

/** Renders a field. `isBare` hides its label, because something else names it. */
export const drawField = directive(FieldDirective);

function fieldTemplate(node: FormNode, context: FieldContext, isBare: boolean): TemplateResult {
  const { kind, isNullable, options } = node.field;
  if (node.depth === 0) return rootTemplate(node, context);
  if (kind === 'object' || kind === 'list' || kind === 'variants') return structureTemplate(node, context, isBare);
  if (node.raw === undefined && kind === 'choices') {
    const several = options.count > LARGE ? manyChoices(node, context) : checkboxes(node, context, options.search(''));
    return groupTemplate(node, context, html`${several}${nullToggle(node, context)}`);
  }
  if (node.raw === undefined && !isNullable && isCheckbox(node)) return yesOrNo(node, context);
  const content = html`${control(node, context)}${node.raw === undefined ? restoreButton(node, context) : nothing}`;
  return labelled(node, context, content, isBare, nullToggle(node, context));
}

/** A boolean is a checkbox, unless it can be absent: then there is a third answer. */
function isCheckbox({ field: { kind, isRequired }, given }: FormNode): boolean {
  return kind === 'boolean' && (isRequired || given !== undefined);
}

function yesOrNo(node: FormNode, context: FieldContext): TemplateResult {
  const box = checkbox(
    node,
    context,
    node.id,
    node.text === 'true',
    (isOn) => ({ text: String(isOn) }),
    label(node, context),
  );
  return html`<div class="item" part="field">${box}${hintsTemplate(node, context)}${problemTemplate(node, context)}</div>`;
}

function control(node: FormNode, context: FieldContext): TemplateResult {
  const { text } = context;
  const { kind, isNullable, options } = node.field;
  if (node.raw !== undefined) return rawTemplate(node, context);
  if (node.isFolded) return foldedText(node, context);
  switch (kind) {
    case 'boolean':
      return select(node, context, [
        ['true', text.yes],
        ['false', text.no],
        ...(isNullable ? ([['null', text.null]] as const) : []),
      ]);
    case 'choice':
      return options.count > LARGE
        ? choice(node, context)
        : select(
            node,
            context,
            options.search('').map((index) => [String(index), options.at(index)?.label ?? '']),
          );
    case 'number':
      return line(node, context, 'number');
    default:
      return textControl(node, context);
  }
}

function textControl(node: FormNode, context: FieldContext): TemplateResult {
  const { field } = node;
  const { format } = field.shape;
  const custom = context.customControl(node);
  if (custom) return custom;
  if (format === 'date-time') return dateTime(node, context);
  if (format === 'json') return jsonText(node, context);
  if (node.isLong || isLongText(field) || context.layoutOf(node)?.widget === 'multiline')
    return multiLine(node, context);
  if (context.suggest && !format) return suggested(node, context);
  if (context.layout.texts === 'growing' && isAnyText(field))
    return html`${growing(node, context)}${exampleButtons(node, context)}`;
  const type = FORMATS.get(format)?.inputType ?? 'text';
  // The browser's control only shows a whole date; anything else is edited as text.
  return line(node, context, type === 'date' && node.text && !/^\d{4}-\d\d-\d\d$/.test(node.text) ? 'text' : type);
}

function line(
  node: FormNode,
  context: FieldContext,
  type: 'text' | 'number' | 'email' | 'url' | 'date',
): TemplateResult {
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
    context.change(node, { text: before + pasted + after, isLong: true }, node);
  };
  const examples = examplesOf(node);
  return html`<input class="field ${type === 'text' ? '' : 'narrow'}" part="control" id=${node.id} type=${type} autocomplete="off" autocapitalize=${format ? 'none' : 'sentences'}
    placeholder=${ifDefined(context.layoutOf(node)?.placeholder)} list=${ifDefined(examples.length > 0 ? `${node.id}-examples` : undefined)} .step=${isNumber ? 'any' : ''} min=${isNumber ? (minimum ?? nothing) : nothing} max=${isNumber ? (maximum ?? nothing) : nothing} inputmode=${isNumber && !(Number(minimum) >= 0) ? 'text' : nothing}
    aria-required=${isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, context)} @blur=${() => context.leave(node)} @paste=${onpaste} />${examples.length > 0 ? html`<datalist id="${node.id}-examples">${examples.map((example) => html`<option value=${example}></option>`)}</datalist>` : nothing}`;
}
