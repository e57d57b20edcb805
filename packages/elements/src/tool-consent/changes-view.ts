/** How a tool differs from the one that the user allowed. Loaded on demand. */
import type { ConsentRequest } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverText, shortText, visibleJson, visibleText } from '../internal/text/text.ts';
import { type Change, changesBetween, type Stretch, textChange } from './changes.ts';
import { styles } from './definition-change.styles.ts';

export const english = {
  changes: 'What changed',
  removed: 'Removed:',
  added: 'Added:',
  more: 'There is more than can be shown here.',
  nothing: 'Nothing that can be shown.',
};

export type ChangeMessages = typeof english;

/** What did not change is only shown so far around what did, in characters. */
const CONTEXT = 80;
const MAX_TEXT = 600;

/** Gives the element the styles of what is drawn here. */
export function adoptChangeStyles(root: HTMLElement | DocumentFragment): void {
  const sheet = styles.styleSheet;
  if (sheet && root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets.push(sheet);
}

export function definitionChange(text: ChangeMessages, { tool, changedSince }: ConsentRequest): TemplateResult {
  const { icons: _icons, _meta, ...now } = tool;
  const { changes, isWhole } = changesBetween(changedSince?.definition, now);
  return html`<ul class="changes" part="changes" tabindex="0" role="list" aria-label=${text.changes}>
    ${
      changes.length === 0
        ? html`<li>${text.nothing}</li>`
        : changes.map(
            (change) => html`<li>
      <code class="path" dir="ltr">${change.path.map((name) => shortText(name, 60)).join(' › ')}</code>
      <p class="diff">${stretchesOf(change).map((stretch) => stretchTemplate(text, stretch))}</p>
    </li>`,
          )
    }
    ${isWhole ? nothing : html`<li>${text.more}</li>`}
  </ul>`;
}

function stretchesOf({ before, after }: Change): readonly Stretch[] {
  if (typeof before === 'string' && typeof after === 'string') return textChange(before, after);
  const all: Stretch[] = [
    { kind: 'removed', text: before === undefined ? '' : written(before) },
    { kind: 'added', text: after === undefined ? '' : written(after) },
  ];
  return all.filter((stretch) => stretch.text !== '');
}

const written = (value: unknown): string => (typeof value === 'string' ? value : visibleJson(value));

function stretchTemplate(text: ChangeMessages, { kind, text: said }: Stretch): TemplateResult {
  if (kind === 'same')
    return html`<span class="soft">${said.length > 2 * CONTEXT ? html`${visibleText(said.slice(0, CONTEXT))} … ${visibleText(said.slice(-CONTEXT))}` : visibleText(said)}</span>`;
  const label = html`<span class="visually-hidden"> ${kind === 'removed' ? text.removed : text.added} </span>`;
  const content = html`${label}${said.trim() === '' ? visibleText(said.slice(0, MAX_TEXT)) : serverText(said, MAX_TEXT)}`;
  return kind === 'removed' ? html`<del>${content}</del>` : html`<ins>${content}</ins>`;
}
