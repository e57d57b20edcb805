/** Shows a conversation: what the user wrote, what the model answered, and its calls of tools. */
import type { SamplingMessage, ToolResultContent, ToolUseContent } from '@mcp-web/client';
import { type ModelResult, type ModelTool, modelTools, type ModelTools } from '@mcp-web/client/tools';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { CardOwner } from '../tool-call/tool-call.ts';
import { serverText, shortText, visibleText } from '../internal/text/text.ts';
import type { AnswerText } from './answer-text.ts';
import { type Attachment, readUserMessage } from './attachments.ts';
import { callCard } from './call-card.ts';
import type { Conversation, Round } from './conversation.ts';
import type { Editing } from './editing.ts';
import type { ChatMessages } from './messages.ts';
import { turnActions } from './turn-actions.ts';
import { SKILL } from './involved.ts';

const COPIED_MS = 2_000;

/** What the user can do in the timeline. */
export interface TimelineActions {
  readonly edit: (at: number) => void;
  /** Asks the model again, from this answer on. */
  readonly again: (at: number) => void;
}

export class Timeline {
  readonly #element: HostedElement;
  readonly #conversation: Conversation;
  readonly #editing: Editing;
  readonly #actions: TimelineActions;
  readonly #owner: CardOwner;
  readonly #markdown: OnDemand<AnswerText>;
  #tools: ModelTools | undefined;
  /** Which turn was just copied, by its last message. */
  #copied: number | undefined;
  #toolsHost: unknown;

  /** @param owner of the cards of calls */
  constructor(
    element: HostedElement,
    conversation: Conversation,
    editing: Editing,
    owner: CardOwner,
    actions: TimelineActions,
  ) {
    this.#element = element;
    this.#conversation = conversation;
    this.#editing = editing;
    this.#owner = owner;
    this.#actions = actions;
    this.#markdown = new OnDemand(element, async () => new (await import('./answer-text.ts')).AnswerText(element));
  }

  /** Resolves when everything is loaded and drawn. */
  async settle(): Promise<void> {
    await this.#markdown.settle();
    await this.#markdown.loaded?.settle();
  }

  /** The URL of the server that has the tool with this name for models, or that a skill is of. */
  urlOf(name: string): string | undefined {
    const { servers = [] } = this.#element.snapshot ?? {};
    if (name.startsWith(SKILL)) {
      const place = name.slice(SKILL.length).split('#', 1)[0];
      return servers.find(({ url }) => place === new URL(url).host + new URL(url).pathname.replace(/\/$/, ''))?.url;
    }
    const id = this.#find(name)?.serverId;
    return servers.find((server) => server.id === id)?.url;
  }

  render(messages: ChatMessages): TemplateResult {
    const { messages: said, round } = this.#conversation;
    const places = said.flatMap((message, at) => (isShown(message) ? [at] : []));
    if (round) places.push(round.at);
    return html`${this.#markdown.notice()}${repeat(
      places,
      (at) => at,
      (at) => {
        const message = said[at];
        const isUser = message?.role === 'user';
        const isLast = at === places.at(-1);
        if (message && isUser)
          return guard(
            [message, messages, this.#editing.at === at, this.#editing.version, this.#conversation.isRunning],
            () => (this.#editing.at === at ? this.#editing.render(messages) : this.#user(messages, message, at)),
          );
        const next = said[at + 1];
        const isEnd = isLast
          ? !this.#conversation.isRunning
          : next !== undefined && isShown(next) && next.role === 'user';
        const dependsOn = message
          ? [message, next, round === undefined]
          : [round?.text, round?.results.size, ...this.#known(round)];
        return guard(
          [
            messages,
            this.#markdown.loaded,
            this.#element.snapshot?.servers.length,
            isEnd,
            isLast,
            this.#copied === at,
            ...dependsOn,
          ],
          () => this.#answer(messages, at, isEnd, isLast),
        );
      },
    )}`;
  }

  /** The text of the model's last turn as it is shown. */
  get lastText(): string {
    const answers = [...this.#element.renderRoot.querySelectorAll<HTMLElement>('.answer')];
    return answers.at(-1)?.querySelector<HTMLElement>('.said')?.innerText.trim() ?? '';
  }

  /** The calls of a round, as the host knows them now. */
  #known(round: Round | undefined): unknown[] {
    const calls = this.#element.currentHost?.calls;
    return round?.calls.map((call) => calls?.get(this.#conversation.callIdOf(call) ?? '')) ?? [];
  }

  #find(name: string): ModelTool | undefined {
    const { currentHost: host } = this.#element;
    if (host && host !== this.#toolsHost) this.#tools = modelTools(host);
    this.#toolsHost = host;
    return host && this.#tools?.find(name);
  }

  #call(use: ToolUseContent, result: ModelResult | ToolResultContent | undefined): TemplateResult {
    const { currentHost: host } = this.#element;
    const callId = this.#conversation.callIdOf(use);
    return callCard({ host, use, callId, result, tool: this.#find(use.name), owner: this.#owner });
  }

  #user(messages: ChatMessages, message: SamplingMessage, at: number): TemplateResult {
    const { text, attachments, others } = readUserMessage(message);
    return html`<article class="user" data-at=${at} part="message user-message">
      <h3 class="visually-hidden">${messages.you}</h3>
      ${attachments.length > 0 || others.length > 0 ? html`<div class="row sent-chips">${attachments.map((one) => sentChip(one))}${others.length > 0 ? html`<mcp-content exportparts=${PARTS} .content=${others}></mcp-content>` : nothing}</div>` : nothing}
      <div class="bubble-row"><div class="actions"><button type="button" class="button quiet small edit" part="button quiet small" aria-label=${messages.editNamed} aria-disabled=${this.#conversation.isRunning} @click=${() => this.#conversation.isRunning || this.#actions.edit(at)}>${messages.edit}</button></div>
      ${text ? html`<div class="bubble text">${serverText(text, 4_000)}</div>` : nothing}</div>
    </article>`;
  }

  #answer(messages: ChatMessages, at: number, isEnd: boolean, isLast: boolean): TemplateResult {
    const { messages: said, round } = this.#conversation;
    const message = said[at];
    const blocks = message ? [message.content].flat() : [];
    const text = message
      ? blocks.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n\n')
      : round?.text;
    const media = blocks.filter(({ type }) => type === 'image' || type === 'audio');
    const results = message ? resultsIn(said[at + 1]) : undefined;
    const uses = message ? blocks.filter((block) => block.type === 'tool_use') : (round?.calls ?? []);
    const isFirst = at === 0 || (said[at - 1] !== undefined && isShown(said[at - 1]));
    return html`<article class="answer ${isFirst ? '' : 'goes-on'}" part="message answer">
      ${isFirst ? html`<h3 class="visually-hidden">${messages.answer}</h3>` : nothing}
      ${text ? html`<div class="said" dir="auto" part="answer-text">${this.#text(text)}</div>` : nothing}
      ${media.length > 0 ? html`<mcp-content exportparts=${PARTS} .content=${media}></mcp-content>` : nothing}
      ${uses.map((use) => this.#call(use, results?.get(use.id) ?? round?.results.get(use)))}
      ${isEnd ? this.#turnActions(messages, at, isLast) : nothing}
    </article>`;
  }

  #turnActions(messages: ChatMessages, at: number, isLast: boolean): TemplateResult {
    const text = this.#turnText(at);
    return turnActions(messages, {
      oncopy: text ? () => void this.#copy(at, text) : undefined,
      isCopied: this.#copied === at,
      onagain: isLast ? () => this.#actions.again(this.#turnStart(at)) : undefined,
    });
  }

  async #copy(at: number, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser or the page does not allow it.
      return;
    }
    this.#copied = at;
    this.#element.requestUpdate();
    setTimeout(() => {
      this.#copied = undefined;
      this.#element.requestUpdate();
    }, COPIED_MS);
  }

  #text(text: string): unknown {
    const loaded = this.#markdown.need();
    if (loaded) return loaded.render(text);
    return html`<div class="text"><bdi>${visibleText(text.slice(0, 10_000))}</bdi></div>`;
  }

  /** Where the model's turn begins that this message belongs to. */
  #turnStart(at: number): number {
    const { messages } = this.#conversation;
    let start = at;
    while (start > 0 && !(isShown(messages[start - 1]) && messages[start - 1]?.role === 'user')) start--;
    return start;
  }

  #turnText(at: number): string {
    return this.#conversation.messages
      .slice(this.#turnStart(at), at + 1)
      .filter(({ role }) => role === 'assistant')
      .flatMap(({ content }) => [content].flat())
      .flatMap((block) => (block.type === 'text' ? block.text : []))
      .join('\n\n');
  }
}

function sentChip({ name, server, content }: Attachment): TemplateResult {
  return html`<details class="sent-chip"><summary class="chip" part="chip"><bdi>${shortText(name, 60)}</bdi> <bdi class="soft" dir="ltr">${shortText(hostIn(server), 60)}</bdi></summary><mcp-content exportparts=${PARTS} .content=${content}></mcp-content></details>`;
}

/** Of a file, it may be anything. */
export function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Messages that carry only the results of tools are shown with their calls. */
function isShown(message: SamplingMessage | undefined): boolean {
  return message !== undefined && [message.content].flat().some(({ type }) => type !== 'tool_result');
}

function resultsIn(message: SamplingMessage | undefined): Map<string, ToolResultContent> {
  const results = [message?.content ?? []].flat().flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  return new Map(results.map((result) => [result.toolUseId, result]));
}
