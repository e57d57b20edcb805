/**
 * Large controls: for texts of several lines, for JSON, and for texts that are too long for any control. A browser needs half a minute for
 * a million lines, so of those only the beginning is shown, and they are sent as they are until the user replaces them.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { beginning, isEditable, STEP, visibleText } from '../../internal/text/text.ts';
import { type Field, type FormNode, writtenIn } from '../model/node.ts';
import { examplesOf } from './examples.ts';
import { describedBy, isInvalid, titleOf, type FieldContext } from './field-parts.ts';

type ControlEvent = Event & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement };

/** Takes over what the user types. */
export const oninput =
  (node: FormNode, context: FieldContext) =>
  ({ currentTarget: { value, validity } }: ControlEvent): void =>
    context.type(node, { text: value, isIncomplete: validity.badInput });

/** Draws the field again if the number of lines changes or there are examples to choose from. */
const ongrow =
  (node: FormNode, context: FieldContext) =>
  ({ currentTarget: { value } }: ControlEvent): void => {
    const isSame = linesOf(value) === linesOf(node.text) && examplesOf(node).length === 0;
    context[isSame ? 'type' : 'change'](node, { text: value });
  };

/** A text of several lines. */
export function multiLine(node: FormNode, context: FieldContext): TemplateResult {
  return html`<textarea class="field" part="control textarea" id=${node.id} rows="3" autocomplete="off" placeholder=${ifDefined(context.layoutOf(node)?.placeholder)}
    aria-required=${node.field.isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, context)} @blur=${() => context.leave(node)}></textarea>`;
}

/** A text of one line, which grows with what the user writes. Enter submits the form as long as it has one line; Shift+Enter adds one. */
export function growing(node: FormNode, context: FieldContext): TemplateResult {
  return html`<textarea class="field growing" part="control textarea" id=${node.id} rows=${linesOf(node.text)} autocomplete="off" placeholder=${ifDefined(context.layoutOf(node)?.placeholder)}
    aria-required=${node.field.isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${ongrow(node, context)} @blur=${() => context.leave(node)}></textarea>`;
}

/** A text that has to be JSON. */
export function jsonText(node: FormNode, context: FieldContext): TemplateResult {
  return html`<textarea class="field mono" part="control textarea" id=${node.id} rows="3" autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" placeholder=${context.layoutOf(node)?.placeholder ?? context.text.json}
    aria-required=${node.field.isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, context)} @blur=${() => context.leave(node)}></textarea>`;
}

/** A text is scrolled from here on. */
const MAX_ROWS = 12;

/** For browsers whose text areas do not grow by themselves. */
function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines < MAX_ROWS; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** A field, or the whole form, as JSON. */
export function rawTemplate(node: FormNode, context: FieldContext): TemplateResult {
  if (node.isFolded) return foldedText(node, context);
  const { field, id, depth } = node;
  const isWhole = depth === 0;
  const onraw = ({ currentTarget }: ControlEvent): void => context.type(node, { raw: currentTarget.value });
  return html`<textarea class="field mono" part="control textarea" id=${id} rows=${isWhole ? 8 : 3} autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" placeholder=${placeholderOf(field, context)}
    aria-label=${isWhole ? context.text.wholeJson : titleOf(node, context.text)} aria-required=${field.isRequired} aria-invalid=${isInvalid(node, context)} aria-describedby=${describedBy(node, context)}
    ?disabled=${context.isDisabled} .value=${live(node.raw ?? '')} @input=${onraw} @blur=${() => context.leave(node)}></textarea>${restoreButton(node, context)}`;
}

function placeholderOf({ kind, shape: { type } }: Field, { text }: FieldContext): string {
  if (kind === 'object' || type === 'object') return '{ }';
  return kind === 'list' || type === 'array' ? '[ ]' : text.json;
}

/** The beginning of a long text, its length, and what the user can do with it. */
export function foldedText(node: FormNode, context: FieldContext): TemplateResult {
  const { id, seen } = node;
  const { text } = context;
  const written = writtenIn(node);
  const isOff = context.isDisabled || node.isNull;
  const title = titleOf(node, text);
  const button = (name: string, run: () => FormNode | string, said = ''): TemplateResult =>
    html`<button type="button" class="button small" part="button secondary small" ?disabled=${isOff} @click=${() => context.act(node, run, said)}>${name}</button>`;
  const replace = (): void => {
    const { text: before, raw, given, isTouched } = node;
    Object.assign(
      node,
      { replaced: { text: before, raw, given, isTouched }, isTouched: true, isFolded: false },
      raw === undefined ? { text: '' } : { raw: '' },
    );
  };
  return html`<div class="folded" role="group" aria-label=${title}>
    <pre class="field" part="control" id=${id} tabindex="0" role="group" dir=${node.raw === undefined ? 'auto' : 'ltr'} aria-label=${title} aria-describedby=${[`${id}-length`, describedBy(node, context)].filter((one) => typeof one === 'string').join(' ')}>${visibleText(beginning(written, seen))}${written.length > seen ? '…' : nothing}</pre>
    <p class="soft small" id="${id}-length">${text.folded(written.length)}</p>
    <div class="row">
      ${
        written.length > seen
          ? html`<button type="button" class="button small" part="button secondary small" @click=${() =>
              context.act(node, () => {
                node.seen = seen + STEP;
                return node;
              })}>${context.shared.showMore(written.length - seen)}</button>`
          : nothing
      }
      ${
        isEditable(written)
          ? button(text.edit, () => {
              node.isFolded = false;
              return node;
            })
          : nothing
      }
      ${button(text.replace, () => {
        replace();
        return node;
      })}
      ${button(
        text.clear,
        () => {
          replace();
          return `${id}-restore`;
        },
        text.removed(title),
      )}
    </div>
  </div>`;
}

/** Puts back a text that was replaced. */
export function restoreButton(node: FormNode, context: FieldContext): TemplateResult | typeof nothing {
  const { replaced } = node;
  return replaced
    ? html`<div><button type="button" class="button small" part="button secondary small" id="${node.id}-restore" ?disabled=${context.isDisabled} @click=${() =>
        context.act(node, () => {
          Object.assign(node, replaced, { replaced: undefined, isFolded: true });
          return node;
        })}>${context.text.restore}</button></div>`
    : nothing;
}
