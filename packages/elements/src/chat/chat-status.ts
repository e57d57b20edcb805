/** What stands around the messages of a chat: a greeting before them, and why the model says nothing more after them. */
import type { HostSnapshot } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../internal/text/error-notice.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import type { Conversation } from './conversation.ts';
import type { FollowEnd } from './follow-end.ts';
import type { ChatMessages } from './messages.ts';
import type { ModelChoice } from './model-choice.ts';
import type { Waiting } from './waiting.ts';

export function greeting(
  messages: ChatMessages,
  snapshot: HostSnapshot | undefined,
  choice: ModelChoice,
): TemplateResult {
  const tools = snapshot?.servers.reduce((sum, { enabledTools }) => sum + enabledTools.length, 0) ?? 0;
  return html`<div class="greeting">${
    choice.chosen
      ? html`<slot name="empty"><h3>${messages.empty}</h3><p class="soft">${messages.emptyHint(tools)}</p></slot>`
      : html`<h3>${messages.noModel}</h3><p class="soft">${messages.noModelHint}</p>${choice.offers(messages)}`
  }</div>`;
}

/** Leads to what waits for the user, or else to the end. Keyboards get to what waits with it also when that is in sight. */
export function toEndButton(
  messages: ChatMessages,
  { isAtEnd }: FollowEnd,
  { count, lead }: Waiting,
): TemplateResult | typeof nothing {
  if (isAtEnd && count === 0) return nothing;
  return html`<div class="to-end ${isAtEnd ? 'by-key' : ''}"><button type="button" class="button small ${count > 0 ? 'primary' : ''}" part="button ${count > 0 ? 'primary' : 'secondary'} small" @click=${lead}>${count > 0 ? messages.toRequests(count) : html`<span aria-hidden="true">↓</span> ${messages.toEnd}`}</button></div>`;
}

export function conversationEnd(
  messages: ChatMessages,
  shared: SharedMessages,
  { problem, end, round, isRunning }: Conversation,
  onresume: () => void,
): TemplateResult | typeof nothing {
  if (isRunning)
    return round?.text || round?.calls.length
      ? nothing
      : html`<p class="waiting soft">${round?.progress === undefined ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span class="visually-hidden">${messages.answering}</span>` : messages.downloading(Math.round(round.progress * 100))}</p>`;
  if (problem !== undefined)
    return html`<div class="end stack tight">${errorNotice(shared, problem)}<div><button type="button" class="button small resume" part="button secondary small" @click=${onresume}>${shared.retry}</button></div></div>`;
  if (!end || end === 'answered') return nothing;
  return html`<div class="end row soft"><span>${messages[end]}</span><button type="button" class="button small resume" part="button secondary small" @click=${onresume}>${messages.resume}</button></div>`;
}
