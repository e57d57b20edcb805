/** Shows how the definition of a tool differs from the one that the user allowed. */
import type { Permission, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverText, shortText, visibleJson, visibleText } from '../internal/text/text.ts';
import { type Change, changesBetween, type Stretch, textChange } from './changes.ts';
import type { ToolConsentMessages } from './messages.ts';

/** How much unchanged text is shown before and after a change, in characters. */
const CONTEXT = 80;
const MAX_TEXT = 600;

export function changesView(
  messages: ToolConsentMessages,
  tool: Tool,
  allowed: Permission['definition'],
): TemplateResult {
  const { icons: _icons, _meta, ...definition } = tool;
  const { changes, isWhole } = changesBetween(allowed, definition);
  return html`<ul class="changes" part="changes" tabindex="0" role="list" aria-label=${messages.changes}>
    ${
      changes.length === 0
        ? html`<li>${messages.noChanges}</li>`
        : changes.map(
            (change) => html`<li>
      <code class="path" dir="ltr">${change.path.map((name) => shortText(name, 60)).join(' › ')}</code>
      <p class="diff">${stretchesOf(change).map((stretch) => stretchView(messages, stretch))}</p>
    </li>`,
          )
    }
    ${isWhole ? nothing : html`<li>${messages.moreChanges}</li>`}
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

function stretchView(messages: ToolConsentMessages, { kind, text: content }: Stretch): TemplateResult {
  if (kind === 'same')
    return html`<span class="soft">${content.length > 2 * CONTEXT ? html`${visibleText(content.slice(0, CONTEXT))} … ${visibleText(content.slice(-CONTEXT))}` : visibleText(content)}</span>`;
  const label = html`<span class="visually-hidden"> ${kind === 'removed' ? messages.removed : messages.added} </span>`;
  const shown = content.trim() === '' ? visibleText(content.slice(0, MAX_TEXT)) : serverText(content, MAX_TEXT);
  return kind === 'removed' ? html`<del>${label}${shown}</del>` : html`<ins>${label}${shown}</ins>`;
}
