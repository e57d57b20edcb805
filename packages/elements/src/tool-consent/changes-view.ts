/** Shows how the definition of a tool differs from the one that the user allowed. */
import type { Permission, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverJson, serverText, shortText, visibleText } from '../internal/text/text.ts';
import { type Budget, type Change, changesBetween, newBudget, textChange } from './changes.ts';
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
  const left = newBudget();
  return html`<ul class="changes" part="changes" tabindex="0" role="list" aria-label=${messages.changes}>
    ${
      changes.length === 0
        ? html`<li>${messages.noChanges}</li>`
        : changes.map(
            (change) => html`<li>
      <code class="path" dir="ltr">${change.path.map((name) => shortText(name, 60)).join(' › ')}</code>
      <p class="diff">${stretchesOf(messages, change, left)}</p>
    </li>`,
          )
    }
    ${isWhole ? nothing : html`<li>${messages.moreChanges}</li>`}
  </ul>`;
}

function stretchesOf(
  messages: ToolConsentMessages,
  { before, after }: Change,
  left: Budget,
): readonly TemplateResult[] {
  if (typeof before === 'string' && typeof after === 'string')
    return textChange(before, after, left).map(({ kind, text }) =>
      kind === 'same' ? same(text) : changed(messages, kind, shownText(text)),
    );
  const values = [
    ['removed', before],
    ['added', after],
  ] as const;
  return values.flatMap(([kind, value]) =>
    value === undefined || value === '' ? [] : changed(messages, kind, shownValue(value)),
  );
}

const same = (text: string): TemplateResult =>
  html`<span class="soft">${text.length > 2 * CONTEXT ? html`${visibleText(text.slice(0, CONTEXT))} … ${visibleText(text.slice(-CONTEXT))}` : visibleText(text)}</span>`;

const shownText = (text: string): unknown =>
  text.trim() === '' ? visibleText(text.slice(0, MAX_TEXT)) : serverText(text, MAX_TEXT);

const shownValue = (value: unknown): unknown =>
  typeof value === 'string' ? shownText(value) : serverJson(value, MAX_TEXT);

function changed(messages: ToolConsentMessages, kind: 'removed' | 'added', shown: unknown): TemplateResult {
  const label = html`<span class="visually-hidden"> ${messages[kind]} </span>`;
  return kind === 'removed' ? html`<del>${label}${shown}</del>` : html`<ins>${label}${shown}</ins>`;
}
