/** Stage one: what the model would get. */
import type { SamplingMessage, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { jsonTree } from '../internal/text/json-tree.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { toolClaims } from '../internal/server/tool-claims.ts';
import { limitsView } from './limits-view.ts';
import { blocksOf, type RequestDraft, textName } from './request-draft.ts';
import { blockView, firstOf, problemView, STEP_OF_ITEMS, textField, type View } from './view.ts';

const MESSAGES_AT_ONCE = 30;

/** The request, to edit it where the draft is edited. */
export function requestView(view: View, draft: RequestDraft): TemplateResult {
  const { asked, isEditing } = draft;
  const { tools } = asked;
  return html`
    <ol class="messages" part="messages">${systemView(view, draft)}${messageViews(view, draft)}</ol>
    ${tools && tools.length > 0 ? toolsView(view, draft, tools, isEditing) : nothing}
    ${limitsView(view, draft)}`;
}

function systemView(
  view: View,
  { asked: { systemPrompt }, fields, isEditing }: RequestDraft,
): TemplateResult | typeof nothing {
  if (!systemPrompt) return nothing;
  const { text } = view;
  return html`<li class="message system"><span class="role">${text.system}</span>
    ${isEditing ? textField(view, fields, 'systemPrompt', text.system, systemPrompt) : html`<div class="text">${serverText(fields.get('systemPrompt') ?? systemPrompt, 1_200)}</div>`}
  </li>`;
}

/** The newest, which the model answers, and the way to the others. */
function messageViews(view: View, draft: RequestDraft): TemplateResult {
  const { messages } = draft.asked;
  const count = draft.shown.get(messages) ?? MESSAGES_AT_ONCE;
  const first = Math.max(0, messages.length - count);
  const showEarlier = (): void => {
    draft.shown.set(messages, count + STEP_OF_ITEMS);
    view.onchange();
  };
  return html`${first > 0 ? html`<li><button type="button" class="link small" @click=${showEarlier}>${first > STEP_OF_ITEMS ? view.host.shared.moreMembers(first) : view.text.earlier(first)}</button></li>` : nothing}
    ${messages.slice(first).map((message, index) => (draft.removedMessages.has(message) ? nothing : messageView(view, draft, message, first + index)))}`;
}

function messageView(view: View, draft: RequestDraft, message: SamplingMessage, place: number): TemplateResult {
  const { text, onchange } = view;
  const { asked, fields, isEditing, removedMessages } = draft;
  const blocks = blocksOf(message);
  // A use of a tool and its result belong together, and a request needs a message.
  const isRemovable =
    isEditing &&
    removedMessages.size < asked.messages.length - 1 &&
    blocks.every(({ type }) => !type.startsWith('tool_'));
  const remove = (): void => {
    removedMessages.add(message);
    onchange();
  };
  return html`<li class="message ${message.role}">
    <span class="role">${text[message.role]}</span>
    ${isRemovable ? html`<button type="button" class="link small remove" aria-label=${text.removeMessage(place + 1)} @click=${remove}>${text.removePart}</button>` : nothing}
    ${firstOf(view, draft.shown, message, blocks, (block, index) => {
      if (block.type !== 'text') return blockView(view, block);
      const name = textName(place, index);
      const current = fields.get(name);
      return isEditing
        ? html`${textField(view, fields, name, text.messageText(place + 1), block.text)}${problemView(fields, name)}`
        : blockView(view, current === undefined ? block : { ...block, text: current });
    })}
  </li>`;
}

function toolsView(view: View, draft: RequestDraft, tools: readonly Tool[], isEditing: boolean): TemplateResult {
  const { text, host, onchange } = view;
  const { removedTools } = draft;
  const kept = tools.filter(({ name }) => !removedTools.has(name));
  const toggle = (name: string) => (): void => {
    if (!removedTools.delete(name)) removedTools.add(name);
    onchange();
  };
  const ontoggle = ({ currentTarget }: Event): void => {
    draft.showsTools = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    onchange();
  };
  return html`<details class="tools" .open=${draft.showsTools} @toggle=${ontoggle}>
    <summary>${kept.length > 0 ? text.tools(kept.length) : text.noTools}</summary>
    <ul class="stack">${
      draft.showsTools
        ? firstOf(
            view,
            draft.shown,
            tools,
            isEditing ? tools : kept,
            (tool) => html`<li class="tool stack tight">
      <p>${
        isEditing
          ? html`<label class="row"><input type="checkbox" aria-label=${text.keepTool(shortText(tool.name))} .checked=${!removedTools.has(tool.name)} @change=${toggle(tool.name)} /><code>${shortText(tool.name, 200)}</code></label>`
          : html`<code>${shortText(tool.name, 200)}</code>`
      }</p>
      ${tool.description ? html`<p class="small">${serverText(tool.description, 280)}</p>` : nothing}
      ${toolClaims(host.shared, tool)}
      ${jsonTree(host, tool.inputSchema, { openLevels: 0 })}
    </li>`,
          )
        : nothing
    }</ul>
  </details>`;
}
