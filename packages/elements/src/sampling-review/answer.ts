/** The answer that the server would get: as the model gave it, or as the user wrote or edited it. */
import { type HostServer, type SamplingContent, type SamplingResult, supports, type Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { isJsonObject, visibleJson } from '../internal/text/text.ts';
import { parseJson } from '../internal/text/written-json.ts';
import { boundedField, EditedFields, problemView, textField, updateField } from './edited-fields.ts';
import type { SamplingReviewMessages } from './messages.ts';
import type { SpelledAnswer } from './spelled-answer.ts';
import { samplingBlock, type ReviewContext } from './review-templates.ts';

export class AnswerDraft {
  readonly fields = new EditedFields();
  readonly removed = new Set<SamplingContent>();
  readonly model: string;
  readonly blocks: readonly SamplingContent[];
  readonly stopReason: string | undefined;
  isEditing: boolean;
  readonly spelled: SpelledAnswer;

  constructor(
    { model, content, stopReason }: Pick<SamplingResult, 'model' | 'content' | 'stopReason'>,
    { isEditing = false, spelled = new Map() }: { isEditing?: boolean; spelled?: SpelledAnswer } = {},
  ) {
    this.model = model;
    this.blocks = Array.isArray(content) ? content : [content];
    this.stopReason = stopReason;
    this.isEditing = isEditing;
    this.spelled = spelled;
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

  /** Why the answer cannot be sent; empty if the user sees the reason elsewhere. */
  problem(messages: SamplingReviewMessages, server: HostServer): string | undefined {
    if (!this.fields.isValid) return '';
    if ((this.fields.get('model') ?? this.model).trim() === '') return messages.nameMissing;
    const content = this.#content;
    const isEmpty = content.every((block) => block.type === 'text' && block.text === '');
    if (isEmpty) return '';
    const { revision } = server;
    return revision === undefined || supports(revision, 'samplingTools') || singleBlock(content)
      ? undefined
      : messages.oneBlockOnly(revision);
  }

  /** What the server gets. Call it only if there is no `problem`. */
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

/** The blocks of an answer, as fields if the user is editing it. */
export function answerView(
  view: ReviewContext,
  draft: AnswerDraft,
  tools: readonly Tool[],
  server: HostServer,
): TemplateResult {
  const problem = draft.problem(view.messages, server);
  return html`${draft.blocks.map((block, place) => (draft.removed.has(block) ? nothing : answerBlock(view, draft, block, place, tools)))}
    ${problem ? html`<p class="field-error small" id="answer-problem" role="status">${problem}</p>` : nothing}`;
}

function answerBlock(
  view: ReviewContext,
  draft: AnswerDraft,
  block: SamplingContent,
  place: number,
  tools: readonly Tool[],
): TemplateResult {
  const { messages, onchange, host } = view;
  const { fields } = draft;
  if (!draft.isEditing)
    return html`${samplingBlock(view, block, draft.spelled.get(block))}${block.type === 'tool_use' ? unknownTool(view, block.name, tools) : nothing}`;
  const remove = (): void => {
    draft.removed.add(block);
    fields.forget(`input ${place}`);
    onchange();
  };
  const removal =
    draft.blocks.length - draft.removed.size > 1
      ? html`<button type="button" class="link small remove" part="link" @click=${remove}>${messages.removePart}</button>`
      : nothing;
  if (block.type === 'text')
    return html`<div class="edited">${removal}${textField(view, fields, `text ${place}`, messages.answerText(place + 1), block.text)}</div>`;
  if (block.type !== 'tool_use') return html`<div class="edited">${removal}${samplingBlock(view, block)}</div>`;
  const [name, input] = [`name ${place}`, `input ${place}`];
  return html`<div class="edited use">${removal}
    <label class="stack tight"><span class="soft small">${messages.toolName}</span>
      <input class="field mono" part="control" required autocomplete="off" spellcheck="false" .value=${fields.first(name, block.name)} @input=${updateField(view, fields, name)} /></label>
    ${problemView(fields, name)}
    ${unknownTool(view, fields.get(name) ?? block.name, tools)}
    ${boundedField(
      view,
      fields,
      input,
      visibleJson(block.input),
      (
        shown,
      ) => html`<textarea class="field mono" part="control textarea" dir="ltr" aria-label=${messages.toolInput} spellcheck="false" autocapitalize="none" aria-invalid=${fields.problemOf(input) !== undefined} .value=${shown}
      @input=${updateField(view, fields, input, (typed) => problemOfInput(messages, host.shared, typed))}></textarea>`,
    )}
    ${problemView(fields, input)}
  </div>`;
}

function unknownTool(
  { messages }: ReviewContext,
  name: string,
  tools: readonly Tool[],
): TemplateResult | typeof nothing {
  return tools.some((tool) => tool.name === name)
    ? nothing
    : html`<p class="notice warning small">${messages.unknownTool}</p>`;
}

/** What is wrong with the input of a tool that the user typed. */
function problemOfInput(messages: SamplingReviewMessages, shared: SharedMessages, typed: string): string {
  const parsed = parseJson(shared, typed);
  return parsed.problem ?? (isJsonObject(parsed.value) ? '' : messages.notObject);
}

/** The single block that older revisions can carry; several texts become one. Undefined for anything more, and for tool use. */
function singleBlock(content: readonly SamplingContent[]): SamplingContent | undefined {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (texts.length === content.length) return { type: 'text', text: texts.join('\n') };
  return content.length === 1 && content[0]?.type !== 'tool_use' ? content[0] : undefined;
}
