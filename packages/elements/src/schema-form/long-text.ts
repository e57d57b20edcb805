/** Texts that are too long for a control: the browser needs half a minute for a million lines. Their beginning is shown, and they are sent as they are until the user replaces them. */
import { html, nothing, type TemplateResult } from 'lit';
import { beginning, isEditable, STEP, visibleText } from '../internal/text/text.ts';
import { describedBy } from './fields.ts';
import { writtenIn } from './fold.ts';
import type { FullView } from './full-view.ts';
import type { FormNode } from './node.ts';
import { titleOf } from './title.ts';

const FIRST = 1_000;

/** The beginning of the text, its length, and what can be done with it. */
export function foldedTemplate(node: FormNode, view: FullView): TemplateResult {
  const { id, seen = FIRST } = node;
  const { text } = view;
  const written = writtenIn(node);
  const isOff = view.isDisabled || node.isNull === true;
  const title = titleOf(node, text);
  const button = (words: string, run: () => FormNode | string, said = ''): TemplateResult =>
    html`<button type="button" class="button small" ?disabled=${isOff} @click=${() => view.act(node, run, said)}>${words}</button>`;
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

/** The way back to a text that was replaced. */
export function restoreButton(node: FormNode, view: FullView): TemplateResult | typeof nothing {
  const { replaced } = node;
  return replaced
    ? html`<div><button type="button" class="button small" id="${node.id}-restore" ?disabled=${view.isDisabled} @click=${() =>
        view.act(node, () => {
          Object.assign(node, replaced, { replaced: undefined, isFolded: true });
          return node;
        })}>${view.text.restore}</button></div>`
    : nothing;
}
