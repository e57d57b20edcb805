/** A request as the server sent it, and what the user changed in it. */
import type { ModelPreferences, SamplingContent, SamplingMessage, SamplingParams } from '@mcp-web/client';
import { EditedFields } from './edited-fields.ts';

export const PRIORITIES = ['costPriority', 'speedPriority', 'intelligencePriority'] as const;
const TOOL_CHOICES = ['auto', 'required', 'none'] as const;
const CONTEXTS = ['none', 'thisServer', 'allServers'] as const;

export class RequestDraft {
  readonly original: SamplingParams;
  readonly fields = new EditedFields();
  readonly removedMessages = new Set<SamplingMessage>();
  readonly removedTools = new Set<string>();
  isEditing = false;
  /** How many items of each long list the user wants to see. */
  readonly shown = new Map<unknown, number>();
  showsTools = false;

  constructor(original: SamplingParams) {
    this.original = original;
  }

  discard(): void {
    this.isEditing = false;
    this.fields.clear();
    this.removedMessages.clear();
    this.removedTools.clear();
  }

  /** What the model gets. What the user did not edit stays as the server sent it, including `_meta`. */
  get params(): SamplingParams {
    const { original, fields } = this;
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
    } = original;
    const system = fields.get('systemPrompt') ?? systemPrompt;
    const editedTemperature = numberIn(fields, 'temperature', temperature);
    const stops = listIn(fields.get('stopSequences')) ?? stopSequences;
    const mode = TOOL_CHOICES.find((choice) => choice === fields.get('toolChoice'));
    const context = CONTEXTS.find((own) => own === fields.get('includeContext')) ?? includeContext;
    const preferences = this.#preferences(modelPreferences);
    return {
      ...rest,
      messages: messages.flatMap((message, place) =>
        this.removedMessages.has(message) ? [] : [this.#message(message, place)],
      ),
      // The server's limit can be lowered, but not raised.
      maxTokens: Math.min(numberIn(fields, 'maxTokens', maxTokens) ?? maxTokens, maxTokens),
      ...(preferences && { modelPreferences: preferences }),
      ...(system && { systemPrompt: system }),
      ...(editedTemperature !== undefined && { temperature: editedTemperature }),
      ...(stops && { stopSequences: stops }),
      ...(context && { includeContext: context }),
      ...(tools && { tools: tools.filter(({ name }) => !this.removedTools.has(name)) }),
      ...(mode ? { toolChoice: { mode } } : toolChoice && { toolChoice }),
    };
  }

  #preferences(original: ModelPreferences | undefined): ModelPreferences | undefined {
    if (!original) return undefined;
    const hints =
      this.fields
        .get('hints')
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({ name })) ?? original.hints;
    const priorities = PRIORITIES.flatMap((name) => {
      const value = numberIn(this.fields, name, original[name]);
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...(hints && { hints }), ...Object.fromEntries(priorities) };
  }

  #message(message: SamplingMessage, place: number): SamplingMessage {
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

/** Parses a JSON list of strings, as the field shows it. Undefined if it is anything else. */
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

/** The number that the user typed; undefined if they emptied the field. */
function numberIn(fields: EditedFields, name: string, original: number | undefined): number | undefined {
  const typed = fields.get(name);
  return typed === undefined ? original : typed === '' ? undefined : Number(typed);
}
