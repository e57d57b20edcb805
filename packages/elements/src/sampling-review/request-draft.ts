/** A request as the server sent it, with what the user changed. */
import type { ModelPreferences, SamplingContent, SamplingMessage, SamplingParams } from '@mcp-web/client';
import { Drafts } from './drafts.ts';

export const PRIORITIES = ['costPriority', 'speedPriority', 'intelligencePriority'] as const;
const TOOL_CHOICES = ['auto', 'required', 'none'] as const;
const CONTEXTS = ['none', 'thisServer', 'allServers'] as const;

export class RequestDraft {
  readonly asked: SamplingParams;
  readonly fields = new Drafts();
  readonly removedMessages = new Set<SamplingMessage>();
  readonly removedTools = new Set<string>();
  isEditing = false;
  /** How many of a long list the user wants to see. */
  readonly shown = new Map<unknown, number>();
  showsTools = false;

  constructor(asked: SamplingParams) {
    this.asked = asked;
  }

  discard(): void {
    this.isEditing = false;
    this.fields.clear();
    this.removedMessages.clear();
    this.removedTools.clear();
  }

  /** What the model gets. What was not touched is as the server sent it, `_meta` too. */
  get params(): SamplingParams {
    const { asked, fields } = this;
    const {
      messages,
      maxTokens,
      modelPreferences,
      systemPrompt,
      temperature,
      stopSequences,
      includeContext,
      tools,
      toolChoice,
      ...rest
    } = asked;
    const system = fields.get('systemPrompt') ?? systemPrompt;
    const heat = numberIn(fields, 'temperature', temperature);
    const stops = listIn(fields.get('stopSequences')) ?? stopSequences;
    const mode = TOOL_CHOICES.find((choice) => choice === fields.get('toolChoice'));
    const context = CONTEXTS.find((own) => own === fields.get('includeContext')) ?? includeContext;
    const preferences = this.#preferences(modelPreferences);
    return {
      ...rest,
      messages: messages
        .filter((message) => !this.removedMessages.has(message))
        .map((message) => this.#message(message)),
      // An upper bound: it can be lowered, not raised.
      maxTokens: Math.min(numberIn(fields, 'maxTokens', maxTokens) ?? maxTokens, maxTokens),
      ...(preferences && { modelPreferences: preferences }),
      ...(system && { systemPrompt: system }),
      ...(heat !== undefined && { temperature: heat }),
      ...(stops && { stopSequences: stops }),
      ...(context && { includeContext: context }),
      ...(tools && { tools: tools.filter(({ name }) => !this.removedTools.has(name)) }),
      ...(mode ? { toolChoice: { mode } } : toolChoice && { toolChoice }),
    };
  }

  #preferences(asked: ModelPreferences | undefined): ModelPreferences | undefined {
    if (!asked) return undefined;
    const hints =
      this.fields
        .get('hints')
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({ name })) ?? asked.hints;
    const priorities = PRIORITIES.flatMap((name) => {
      const value = numberIn(this.fields, name, asked[name]);
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...(hints && { hints }), ...Object.fromEntries(priorities) };
  }

  #message(message: SamplingMessage): SamplingMessage {
    const place = this.asked.messages.indexOf(message);
    const edit = (block: SamplingContent, index: number): SamplingContent => {
      const text = block.type === 'text' ? this.fields.get(textName(place, index)) : undefined;
      return block.type === 'text' && text !== undefined ? { ...block, text } : block;
    };
    const { content } = message;
    return { ...message, content: Array.isArray(content) ? content.map(edit) : edit(content, 0) };
  }
}

export const textName = (message: number, block: number): string => `text ${message} ${block}`;

export function blocksOf({ content }: { content: SamplingContent | SamplingContent[] }): SamplingContent[] {
  return Array.isArray(content) ? content : [content];
}

/** Texts in JSON, as the field shows them; nothing when it is something else. */
export function listIn(json: string | undefined): string[] | undefined {
  if (json === undefined) return undefined;
  if (json.trim() === '') return [];
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** What was typed; nothing when the field was emptied. */
function numberIn(fields: Drafts, name: string, asked: number | undefined): number | undefined {
  const typed = fields.get(name);
  return typed === undefined ? asked : typed === '' ? undefined : Number(typed);
}
