/** How the model is to be chosen, and what bounds its answer. */
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { jsonTree } from '../internal/text/json-tree.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { blocksOf, listIn, PRIORITIES, type RequestDraft } from './request-draft.ts';
import { firstOf, keepIn, problemView, type View } from './view.ts';

/** One row: what was asked, or the field for it. */
interface Row {
  readonly name: string;
  readonly label: string;
  /** What stands there to read; nothing where the server did not ask for it. */
  readonly value: unknown;
  readonly field?: TemplateResult;
}

export function limitsView(view: View, draft: RequestDraft): TemplateResult {
  const { text, host } = view;
  const { asked, isEditing, fields } = draft;
  const { metadata, messages } = asked;
  const rounds = messages.flatMap(blocksOf).filter(({ type }) => type === 'tool_use').length;
  const rows = rowsOf(view, draft).filter(({ value }) => value !== undefined && value !== nothing);
  return html`<section class="stack tight">
    <h3>${text.limits}</h3>
    ${rounds > 0 ? html`<p class="small soft">${text.toolRounds(rounds)}</p>` : nothing}
    <dl class="limits">${rows.map(
      ({ name, label, value, field }) => html`<div>
      <dt>${label}</dt><dd>${isEditing && field ? html`${field}${problemView(fields, name)}` : value}</dd></div>`,
    )}
    </dl>
    ${metadata && Object.keys(metadata).length > 0 ? html`<details><summary>${text.metadata}</summary>${jsonTree(host, metadata)}</details>` : nothing}
  </section>`;
}

function rowsOf(view: View, { asked, params, fields, shown }: RequestDraft): Row[] {
  const { text } = view;
  const { maxTokens, temperature, stopSequences, modelPreferences, includeContext, tools, toolChoice } = asked;
  const { hints, ...priorities } = modelPreferences ?? {};
  const number = (
    name: string,
    label: string,
    value: number | undefined,
    range: { min: number; max?: number; step?: number },
  ): TemplateResult =>
    html`<input class="field" type="number" aria-label=${label} min=${range.min} max=${ifDefined(range.max)} step=${range.step ?? 0.001} .value=${String(value ?? '')} @input=${keepIn(view, fields, name)} />`;
  const typed = (name: string, label: string, value: string, check?: (typed: string) => string): TemplateResult =>
    html`<input class="field" aria-label=${label} autocomplete="off" spellcheck="false" .value=${value} @input=${keepIn(view, fields, name, check)} />`;
  const select = (
    name: string,
    label: string,
    choices: Readonly<Record<string, string>>,
    value: string,
  ): TemplateResult =>
    html`<select class="field" aria-label=${label} @change=${keepIn(view, fields, name)}>${Object.entries(choices).map(([choice, words]) => html`<option value=${choice} ?selected=${choice === value}>${words}</option>`)}</select>`;
  const wanted = hints?.flatMap(({ name }) => name ?? []);
  const mode = toolChoice?.mode ?? 'auto';
  return [
    {
      name: 'maxTokens',
      label: text.maxTokens,
      value: text.tokens(params.maxTokens),
      field: number('maxTokens', text.maxTokens, maxTokens, { min: 1, max: maxTokens, step: 1 }),
    },
    {
      name: 'temperature',
      label: text.temperature,
      value: temperature === undefined ? undefined : (params.temperature ?? '–'),
      field: number('temperature', text.temperature, temperature, { min: 0 }),
    },
    {
      name: 'stopSequences',
      label: text.stopSequences,
      value: stopSequences?.length
        ? firstOf(
            view,
            shown,
            stopSequences,
            params.stopSequences ?? [],
            (stop) => html`<code>${shortText(JSON.stringify(stop), 60)}</code> `,
          )
        : undefined,
      field: typed('stopSequences', text.stopSequences, JSON.stringify(stopSequences ?? []), (json) =>
        listIn(json) ? '' : text.textList,
      ),
    },
    {
      name: 'hints',
      label: text.hints,
      value: wanted?.length
        ? serverText(params.modelPreferences?.hints?.map(({ name }) => name).join(', ') ?? '', 200)
        : undefined,
      field: html`${typed('hints', text.hints, wanted?.join(', ') ?? '')}<span class="soft small">${text.hintsHint}</span>`,
    },
    ...PRIORITIES.map((name): Row => ({
      name,
      label: text[name],
      value: priorities[name] === undefined ? undefined : (params.modelPreferences?.[name] ?? '–'),
      field: number(name, `${text[name]}. ${text.priorityHint}`, priorities[name], { min: 0, max: 1 }),
    })),
    {
      name: 'toolChoice',
      label: text.toolChoice,
      value: tools?.length ? text.toolChoices[params.toolChoice?.mode ?? 'auto'] : undefined,
      field: select('toolChoice', text.toolChoice, text.toolChoices, mode),
    },
    {
      name: 'includeContext',
      label: text.context,
      value: includeContext && includeContext !== 'none' ? text.contexts[params.includeContext ?? 'none'] : undefined,
      field: select('includeContext', text.context, text.contexts, includeContext ?? 'none'),
    },
  ];
}
