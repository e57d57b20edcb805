/** Stage two: what the server would get. */
import type { HostServer, SamplingContent, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { visibleJson } from '../internal/text/text.ts';
import { type AnswerDraft, problemOfInput } from './answer-draft.ts';
import { blockView, boundedField, keepIn, problemView, textField, type View } from './view.ts';

/** The blocks of an answer, to edit them where the draft is edited. */
export function answerView(view: View, draft: AnswerDraft, tools: readonly Tool[], server: HostServer): TemplateResult {
  const problem = draft.problem(view.text, server);
  return html`${draft.blocks.map((block, place) => (draft.removed.has(block) ? nothing : answerBlock(view, draft, block, place, tools)))}
    ${problem ? html`<p class="field-error small" id="answer-problem" role="status">${problem}</p>` : nothing}`;
}

function answerBlock(
  view: View,
  draft: AnswerDraft,
  block: SamplingContent,
  place: number,
  tools: readonly Tool[],
): TemplateResult {
  const { text, onchange, host } = view;
  const { fields } = draft;
  if (!draft.isEditing)
    return html`${blockView(view, block)}${block.type === 'tool_use' ? unknownTool(view, block.name, tools) : nothing}`;
  const remove = (): void => {
    draft.removed.add(block);
    fields.forget(`input ${place}`);
    onchange();
  };
  const removal =
    draft.blocks.length - draft.removed.size > 1
      ? html`<button type="button" class="link small remove" @click=${remove}>${text.removePart}</button>`
      : nothing;
  if (block.type === 'text')
    return html`<div class="edited">${removal}${textField(view, fields, `text ${place}`, text.answerText(place + 1), block.text)}</div>`;
  if (block.type !== 'tool_use') return html`<div class="edited">${removal}${blockView(view, block)}</div>`;
  const [name, input] = [`name ${place}`, `input ${place}`];
  return html`<div class="edited use">${removal}
    <label class="stack tight"><span class="soft small">${text.toolName}</span>
      <input class="field mono" required autocomplete="off" spellcheck="false" .value=${block.name} @input=${keepIn(view, fields, name)} /></label>
    ${problemView(fields, name)}
    ${unknownTool(view, fields.get(name) ?? block.name, tools)}
    ${boundedField(
      view,
      fields,
      input,
      visibleJson(block.input),
      (
        shown,
      ) => html`<textarea class="field mono" dir="ltr" aria-label=${text.toolInput} spellcheck="false" autocapitalize="none" aria-invalid=${fields.problemOf(input) !== undefined} .value=${shown}
      @input=${keepIn(view, fields, input, (typed) => problemOfInput(text, host.shared, typed))}></textarea>`,
    )}
    ${problemView(fields, input)}
  </div>`;
}

function unknownTool({ text }: View, name: string, tools: readonly Tool[]): TemplateResult | typeof nothing {
  return tools.some((tool) => tool.name === name)
    ? nothing
    : html`<p class="notice warning small">${text.unknownTool}</p>`;
}
