/** The request that the model would get: its messages, tools and settings. */
import type { SamplingMessage, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { toolClaims } from '../internal/server/claims.ts';
import { jsonTree } from '../internal/text/json-tree.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { problemView, textField, updateField } from './edited-fields.ts';
import { blocksOf, listIn, PRIORITIES, type RequestDraft, textName } from './request-draft.ts';
import { samplingBlock, firstOf, STEP_OF_ITEMS, TEXT_LIMIT, type ReviewContext } from './review-templates.ts';

const MESSAGES_AT_ONCE = 30;

/** The request, as fields if the user is editing it. */
export function requestView(view: ReviewContext, draft: RequestDraft): TemplateResult {
  const { original, isEditing } = draft;
  const { tools } = original;
  return html`
    <ol class="messages" part="messages">${systemView(view, draft)}${messageViews(view, draft)}</ol>
    ${tools && tools.length > 0 ? toolsView(view, draft, tools, isEditing) : nothing}
    ${settingsView(view, draft)}`;
}

function systemView(
  view: ReviewContext,
  { original: { systemPrompt }, fields, isEditing }: RequestDraft,
): TemplateResult | typeof nothing {
  if (!systemPrompt) return nothing;
  const { messages } = view;
  return html`<li class="message system"><span class="role">${messages.system}</span>
    ${isEditing ? textField(view, fields, 'systemPrompt', messages.system, systemPrompt) : html`<div class="text">${serverText(fields.get('systemPrompt') ?? systemPrompt, TEXT_LIMIT)}</div>`}
  </li>`;
}

/** The newest messages, which the model answers, and a button for the earlier ones. */
function messageViews(view: ReviewContext, draft: RequestDraft): TemplateResult {
  const sent = draft.original.messages;
  const count = draft.shown.get(sent) ?? MESSAGES_AT_ONCE;
  const first = Math.max(0, sent.length - count);
  const showEarlier = ({ currentTarget }: Event): void => {
    draft.shown.set(sent, count + STEP_OF_ITEMS);
    const list = currentTarget instanceof Element && first <= STEP_OF_ITEMS ? currentTarget.closest('ol') : undefined;
    view.onchange();
    // The button goes: the next Tab goes on from where it was.
    if (!list) return;
    list.tabIndex = -1;
    list.focus({ preventScroll: true });
  };
  return html`${first > 0 ? html`<li><button type="button" class="link small" part="link" @click=${showEarlier}>${first > STEP_OF_ITEMS ? view.host.shared.moreMembers(first) : view.messages.earlier(first)}</button></li>` : nothing}
    ${sent.slice(first).map((message, index) => (draft.removedMessages.has(message) ? nothing : messageView(view, draft, message, first + index)))}`;
}

function messageView(
  view: ReviewContext,
  draft: RequestDraft,
  message: SamplingMessage,
  place: number,
): TemplateResult {
  const { messages, onchange } = view;
  const { original, fields, isEditing, removedMessages } = draft;
  const blocks = blocksOf(message);
  // A tool use and its result belong together, and a request needs at least one message.
  const isRemovable =
    isEditing &&
    removedMessages.size < original.messages.length - 1 &&
    blocks.every(({ type }) => !type.startsWith('tool_'));
  const remove = (): void => {
    removedMessages.add(message);
    onchange();
  };
  return html`<li class="message ${message.role}">
    <span class="role">${messages[message.role]}</span>
    ${isRemovable ? html`<button type="button" class="link small remove" part="link" aria-label=${messages.removeMessage(place + 1)} @click=${remove}>${messages.removePart}</button>` : nothing}
    ${firstOf(view, draft.shown, message, blocks, (block, index) => {
      if (block.type !== 'text') return samplingBlock(view, block);
      const name = textName(place, index);
      const current = fields.get(name);
      return isEditing
        ? html`${textField(view, fields, name, messages.messageText(place + 1), block.text)}${problemView(fields, name)}`
        : samplingBlock(view, current === undefined ? block : { ...block, text: current });
    })}
  </li>`;
}

function toolsView(
  view: ReviewContext,
  draft: RequestDraft,
  tools: readonly Tool[],
  isEditing: boolean,
): TemplateResult {
  const { messages, host, onchange } = view;
  const { removedTools } = draft;
  const offered = tools.filter(({ name }) => !removedTools.has(name));
  const toggle = (name: string) => (): void => {
    if (!removedTools.delete(name)) removedTools.add(name);
    onchange();
  };
  const ontoggle = ({ currentTarget }: Event): void => {
    draft.showsTools = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    onchange();
  };
  return html`<details class="tools" .open=${draft.showsTools} @toggle=${ontoggle}>
    <summary part="summary">${offered.length > 0 ? messages.tools(offered.length) : messages.noTools}</summary>
    <ul class="stack">${
      draft.showsTools
        ? firstOf(
            view,
            draft.shown,
            tools,
            isEditing ? tools : offered,
            (tool) => html`<li class="tool stack tight">
      <p>${
        isEditing
          ? html`<label class="row"><input part="checkbox" type="checkbox" aria-label=${messages.offerTool(shortText(tool.name))} .checked=${!removedTools.has(tool.name)} @change=${toggle(tool.name)} /><code>${shortText(tool.name, 200)}</code></label>`
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

/** One setting, or the field for it. */
interface Setting {
  readonly name: string;
  readonly label: string;
  /** What is shown for reading; undefined if the server did not set it. */
  readonly value: unknown;
  readonly field?: TemplateResult;
}

/** How to choose the model, and the limits of its answer. */
function settingsView(view: ReviewContext, draft: RequestDraft): TemplateResult {
  const { messages, host } = view;
  const { original, isEditing, fields } = draft;
  const { metadata } = original;
  const rounds = original.messages.flatMap(blocksOf).filter(({ type }) => type === 'tool_use').length;
  const settings = settingsOf(view, draft).filter(({ value }) => value !== undefined && value !== nothing);
  return html`<section class="stack tight">
    <h3>${messages.settings}</h3>
    ${rounds > 0 ? html`<p class="small soft">${messages.toolRounds(rounds)}</p>` : nothing}
    <dl class="settings">${settings.map(
      ({ name, label, value, field }) => html`<div>
      <dt>${label}</dt><dd>${isEditing && field ? html`${field}${problemView(fields, name)}` : value}</dd></div>`,
    )}
    </dl>
    ${metadata && Object.keys(metadata).length > 0 ? html`<details><summary part="summary">${messages.metadata}</summary>${jsonTree(host, metadata)}</details>` : nothing}
  </section>`;
}

function settingsOf(view: ReviewContext, { original, params, fields, shown }: RequestDraft): Setting[] {
  const { messages } = view;
  const { maxTokens, temperature, stopSequences, modelPreferences, includeContext, tools, toolChoice } = original;
  const { hints, ...priorities } = modelPreferences ?? {};
  const number = (
    name: string,
    label: string,
    value: number | undefined,
    range: { min: number; max?: number; step?: number },
  ): TemplateResult =>
    html`<input class="field" part="control" type="number" aria-label=${label} min=${range.min} max=${ifDefined(range.max)} step=${range.step ?? 0.001} .value=${fields.first(name, String(value ?? ''))} @input=${updateField(view, fields, name)} />`;
  const typed = (name: string, label: string, value: string, check?: (typed: string) => string): TemplateResult =>
    html`<input class="field" part="control" aria-label=${label} autocomplete="off" spellcheck="false" .value=${fields.first(name, value)} @input=${updateField(view, fields, name, check)} />`;
  const select = (
    name: string,
    label: string,
    choices: Readonly<Record<string, string>>,
    value: string,
  ): TemplateResult =>
    html`<select class="field" part="control select" aria-label=${label} @change=${updateField(view, fields, name)}>${Object.entries(choices).map(([choice, title]) => html`<option value=${choice} ?selected=${choice === fields.first(name, value)}>${title}</option>`)}</select>`;
  const wanted = hints?.flatMap(({ name }) => name ?? []);
  const mode = toolChoice?.mode ?? 'auto';
  return [
    {
      name: 'maxTokens',
      label: messages.maxTokens,
      value: messages.tokens(params.maxTokens),
      field: number('maxTokens', messages.maxTokens, maxTokens, { min: 1, max: maxTokens, step: 1 }),
    },
    {
      name: 'temperature',
      label: messages.temperature,
      value: temperature === undefined ? undefined : (params.temperature ?? '–'),
      field: number('temperature', messages.temperature, temperature, { min: 0 }),
    },
    {
      name: 'stopSequences',
      label: messages.stopSequences,
      value: stopSequences?.length
        ? firstOf(
            view,
            shown,
            stopSequences,
            params.stopSequences ?? [],
            (stop) => html`<code>${shortText(JSON.stringify(stop), 60)}</code> `,
          )
        : undefined,
      field: typed('stopSequences', messages.stopSequences, JSON.stringify(stopSequences ?? []), (json) =>
        listIn(json) ? '' : messages.textList,
      ),
    },
    {
      name: 'hints',
      label: messages.hints,
      value: wanted?.length
        ? serverText(params.modelPreferences?.hints?.map(({ name }) => name).join(', ') ?? '', 200)
        : undefined,
      field: html`${typed('hints', messages.hints, wanted?.join(', ') ?? '')}<span class="soft small">${messages.hintsHint}</span>`,
    },
    ...PRIORITIES.map((name): Setting => ({
      name,
      label: messages[name],
      value: priorities[name] === undefined ? undefined : (params.modelPreferences?.[name] ?? '–'),
      field: number(name, `${messages[name]}. ${messages.priorityHint}`, priorities[name], { min: 0, max: 1 }),
    })),
    {
      name: 'toolChoice',
      label: messages.toolChoice,
      value: tools?.length ? messages.toolChoices[params.toolChoice?.mode ?? 'auto'] : undefined,
      field: select('toolChoice', messages.toolChoice, messages.toolChoices, mode),
    },
    {
      name: 'includeContext',
      label: messages.context,
      value:
        includeContext && includeContext !== 'none' ? messages.contexts[params.includeContext ?? 'none'] : undefined,
      field: select('includeContext', messages.context, messages.contexts, includeContext ?? 'none'),
    },
  ];
}
