/**
 * Large controls: for texts of several lines, for JSON, and for texts that are too long for any control. A browser needs half a minute for
 * a million lines, so of those only the beginning is shown, and they are sent as they are until the user replaces them.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { beginning, isEditable, STEP, visibleText } from '../../internal/text/text.ts';
import { type Field, type FormNode, writtenIn } from '../model/node.ts';
import { describedBy, isInvalid, titleOf, type View } from './view.ts';

type ControlEvent = Event & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement };

/** Takes over what the user types. */
export const oninput =
  (node: FormNode, view: View) =>
  ({ currentTarget: { value, validity } }: ControlEvent): void =>
    view.change(node, { text: value, isIncomplete: validity.badInput });

/** A text of several lines. */
export function multiLine(node: FormNode, view: View): TemplateResult {
  return html`<textarea class="field" part="control" id=${node.id} rows="3" autocomplete="off"
    aria-required=${node.field.isRequired} aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, view)} @blur=${() => view.leave(node)}></textarea>`;
}

/** A field, or the whole form, as JSON. */
export function rawTemplate(node: FormNode, view: View): TemplateResult {
  if (node.isFolded) return foldedText(node, view);
  const { field, id, depth } = node;
  const isWhole = depth === 0;
  const onraw = ({ currentTarget }: ControlEvent): void => view.change(node, { raw: currentTarget.value });
  return html`<textarea class="field mono" part="control" id=${id} rows=${isWhole ? 8 : 3} autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" placeholder=${placeholderOf(field, view)}
    aria-label=${isWhole ? view.text.wholeJson : titleOf(node, view.text)} aria-required=${field.isRequired} aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)}
    ?disabled=${view.isDisabled} .value=${live(node.raw ?? '')} @input=${onraw} @blur=${() => view.leave(node)}></textarea>${restoreButton(node, view)}`;
}

function placeholderOf({ kind, shape: { type } }: Field, { text }: View): string {
  if (kind === 'object' || type === 'object') return '{ }';
  return kind === 'list' || type === 'array' ? '[ ]' : text.json;
}

/** The beginning of a long text, its length, and what the user can do with it. */
export function foldedText(node: FormNode, view: View): TemplateResult {
  const { id, seen } = node;
  const { text } = view;
  const written = writtenIn(node);
  const isOff = view.isDisabled || node.isNull;
  const title = titleOf(node, text);
  const button = (name: string, run: () => FormNode | string, said = ''): TemplateResult =>
    html`<button type="button" class="button small" ?disabled=${isOff} @click=${() => view.act(node, run, said)}>${name}</button>`;
  const replace = (): void => {
    const { text: before, raw, given, isTouched } = node;
    Object.assign(
      node,
      { replaced: { text: before, raw, given, isTouched }, isTouched: true, isFolded: false },
      raw === undefined ? { text: '' } : { raw: '' },
    );
  };
  return html`<div class="folded" role="group" aria-label=${title}>
    <pre class="field" part="control" id=${id} tabindex="0" role="group" dir=${node.raw === undefined ? 'auto' : 'ltr'} aria-label=${title} aria-describedby=${[`${id}-length`, describedBy(node, view)].filter((one) => typeof one === 'string').join(' ')}>${visibleText(beginning(written, seen))}${written.length > seen ? '…' : nothing}</pre>
    <p class="soft small" id="${id}-length">${text.folded(written.length)}</p>
    <div class="row">
      ${
        written.length > seen
          ? html`<button type="button" class="button small" @click=${() =>
              view.act(node, () => {
                node.seen = seen + STEP;
                return node;
              })}>${view.shared.showMore(written.length - seen)}</button>`
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
export function restoreButton(node: FormNode, view: View): TemplateResult | typeof nothing {
  const { replaced } = node;
  return replaced
    ? html`<div><button type="button" class="button small" id="${node.id}-restore" ?disabled=${view.isDisabled} @click=${() =>
        view.act(node, () => {
          Object.assign(node, replaced, { replaced: undefined, isFolded: true });
          return node;
        })}>${view.text.restore}</button></div>`
    : nothing;
}
