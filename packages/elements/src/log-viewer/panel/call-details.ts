/** The parts of the call that the user opened: what was decided, sent and answered. */
import type { HostCall, LogEntry } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../../internal/base/element.ts';
import { jsonTree } from '../../internal/text/json-tree.ts';
import { previewJson } from '../../internal/text/json-preview.ts';
import { serverText, shortText } from '../../internal/text/text.ts';
import { sentArguments, callStateLabel, took } from '../list/call-row.ts';
import { callState, callStateTexts } from '../list/call-outcome.ts';
import { timeOfDay } from '../list/row.ts';
import { sentence } from '../list/sentence.ts';
import type { LogViewerMessages } from '../messages.ts';
import { type DetailsOptions, detailsButtons, requestFilter } from './details.ts';

export interface CallDetailsOptions extends DetailsOptions {
  /** All entries about the call. */
  readonly parts: readonly LogEntry[];
  /** What the host knows of the call. The log has no results. */
  readonly known: HostCall | undefined;
}

/**
 * @param element the log viewer
 * @param entry the first entry about the call
 */
export function callDetails(
  element: McpElement,
  messages: LogViewerMessages,
  { serverName, request }: LogEntry,
  options: CallDetailsOptions,
): TemplateResult {
  const { parts, known } = options;
  const state = callState(parts, known);
  // Those of the log: what was edited, and what was too long to be logged, is in the host.
  const args = known && Object.keys(known.arguments).length > 0 ? known.arguments : sentArguments(parts);
  const { progress, result } = known ?? {};
  const section = (label: string, content: unknown): TemplateResult =>
    html`<div class="part" role="group" aria-label=${label}><b class="small">${label}</b>${content}</div>`;
  return html`<section class="details" part="details" data-level=${state.level} aria-label=${messages.callDetails}>
    <div class="row">
      ${callStateLabel(state, callStateTexts(messages, state).full)}
      <b><bdi>${shortText(request?.name ?? '', 80)}</bdi></b>
      <span class="soft small">${took(messages, state)}</span>
      <bdi class="small">${shortText(serverName, 80)}</bdi>
      ${detailsButtons(messages, options)}
    </div>
    ${request && options.isOnlyRequest ? requestFilter(messages, request, options) : nothing}
    <div class="data parts" tabindex="0" role="group" aria-label=${messages.data}>
      <ol class="steps small">${parts.map((part) => step(messages, part))}</ol>
      ${args === undefined ? nothing : section(messages.arguments, jsonTree(element, args))}
      ${
        progress
          ? section(
              messages.progress,
              html`<p class="small"><bdi>${progress.progress}${progress.total === undefined ? nothing : ` / ${progress.total}`}</bdi>${progress.message === undefined ? nothing : html` <bdi>${serverText(progress.message, 300)}</bdi>`}</p>`,
            )
          : nothing
      }
      ${
        result
          ? section(result.isError ? messages.error : messages.result, jsonTree(element, result, { openLevels: 2 }))
          : state.sign === 'done'
            ? html`<p class="soft small">${messages.resultGone}</p>`
            : nothing
      }
    </div>
  </section>`;
}

/** When it was, and what it says. Its arguments are below. */
function step(messages: LogViewerMessages, part: LogEntry): TemplateResult {
  const { arguments: _, ...data }: { arguments?: unknown } = { ...Object(part.data) };
  const text = sentence(messages, { ...part, data }) ?? previewJson(part.data, 300);
  return html`<li><span class="time soft">${timeOfDay(part.time)}</span> <span dir="auto">${text}</span></li>`;
}
