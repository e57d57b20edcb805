/** The answer as it came, or as the user writes it, and what the server would get of it. */
import { type HostServer, type SamplingContent, type SamplingResult, supports } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { parseJson } from '../internal/text/written-json.ts';
import { Drafts } from './drafts.ts';
import type { SamplingReviewMessages } from './messages.ts';

export class AnswerDraft {
  readonly fields = new Drafts();
  readonly removed = new Set<SamplingContent>();
  readonly model: string;
  readonly blocks: readonly SamplingContent[];
  readonly stopReason: string | undefined;
  isEditing: boolean;

  constructor(
    { model, content, stopReason }: Pick<SamplingResult, 'model' | 'content' | 'stopReason'>,
    isEditing = false,
  ) {
    this.model = model;
    this.blocks = Array.isArray(content) ? content : [content];
    this.stopReason = stopReason;
    this.isEditing = isEditing;
  }

  discard(): void {
    this.isEditing = false;
    this.fields.clear();
    this.removed.clear();
  }

  get #content(): SamplingContent[] {
    return this.blocks.flatMap((block, place): SamplingContent[] => {
      if (this.removed.has(block)) return [];
      const typed = this.fields.get(`text ${place}`);
      if (block.type === 'text') return [typed === undefined ? block : { ...block, text: typed }];
      if (block.type !== 'tool_use') return [block];
      const input = this.fields.get(`input ${place}`);
      const parsed: unknown = input === undefined ? block.input : JSON.parse(input);
      return [
        {
          ...block,
          name: this.fields.get(`name ${place}`) ?? block.name,
          input: isJsonObject(parsed) ? parsed : block.input,
        },
      ];
    });
  }

  /** Why it cannot go as it is; empty where that is said, or seen, elsewhere. */
  problem(text: SamplingReviewMessages, server: HostServer): string | undefined {
    if (!this.fields.isValid) return '';
    if ((this.fields.get('model') ?? this.model).trim() === '') return text.nameMissing;
    const content = this.#content;
    const isEmpty = content.every((block) => block.type === 'text' && block.text === '');
    if (isEmpty) return '';
    const { revision } = server;
    return revision === undefined || supports(revision, 'samplingTools') || singleBlock(content)
      ? undefined
      : text.oneBlockOnly(revision);
  }

  /** What the server gets. Only when there is no problem. */
  result(server: HostServer): SamplingResult {
    const content = this.#content;
    const { revision } = server;
    const takesOneBlock = revision !== undefined && !supports(revision, 'samplingTools');
    const only = takesOneBlock || content.length === 1 ? (singleBlock(content) ?? content[0]) : undefined;
    return {
      role: 'assistant',
      model: (this.fields.get('model') ?? this.model).trim(),
      content: only ?? content,
      ...(this.stopReason !== undefined && { stopReason: this.stopReason }),
    };
  }
}

/** What is wrong with the input of a tool as it is typed. */
export function problemOfInput(text: SamplingReviewMessages, shared: SharedMessages, typed: string): string {
  const parsed = parseJson(shared, typed);
  return parsed.problem ?? (isJsonObject(parsed.value) ? '' : text.notObject);
}

/** The one block that older revisions carry; several texts become one. Nothing when there is more, or the use of a tool. */
function singleBlock(content: readonly SamplingContent[]): SamplingContent | undefined {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts.length === content.length) return { type: 'text', text: texts.join('\n') };
  return content.length === 1 && content[0]?.type !== 'tool_use' ? content[0] : undefined;
}
