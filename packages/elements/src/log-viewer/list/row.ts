import { LOG_LEVELS, type LogEntry, type LogLevel } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { previewJson } from '../internal/text/json-preview.ts';
import { shortText } from '../internal/text/text.ts';
import type { LogViewerMessages } from './messages.ts';
import type { Reader } from './reader.ts';

/** Each level has a shape of its own, in their order, so that none depends on its colour. */
const SHAPES = '·○●△✕◆▲■';

const unmarked = (text: string, _entry?: LogEntry): unknown => text;

/**
 * One entry on one line.
 * @param isStop whether the Tab key leads to it
 */
export function row(
  words: LogViewerMessages,
  entry: LogEntry,
  isStop: boolean,
  reader: Reader | undefined,
): TemplateResult {
  const { id, time, kind, level, serverName, logger, data, request } = entry;
  const find = reader?.find;
  const mark = find?.mark ?? unmarked;
  return html`<button type="button" class="entry ${find?.currentId === id ? 'found' : ''}" part="entry" data-level=${level} data-id=${id} aria-expanded=${entry === reader?.picked} tabindex=${isStop ? 0 : -1}>
    ${levelLabel(level)}
    <span class="time soft">${clock(time)}</span>
    <span class="source" dir="auto"><span class="name">${mark(shortText(serverName, 40))}</span>${logger === undefined ? nothing : html`<span class="soft"> / <bdi>${mark(shortText(logger, 40))}</bdi></span>`}</span>
    <span class="message" dir="auto">${kind === 'log' ? nothing : html`<bdi class="badge accent">${words.kinds[kind]}${request?.name ? html` <bdi>${mark(shortText(request.name, 40))}</bdi>` : nothing}</bdi> `}${mark(reader?.sentence(entry) ?? previewJson(data, 300), entry)}</span>
  </button>`;
}

export function levelLabel(level: LogLevel): TemplateResult {
  return html`<span class="level"><span class="shape" aria-hidden="true">${SHAPES[LOG_LEVELS.indexOf(level)]}</span>${level}</span>`;
}

/** The time of day here. */
function clock(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(11, -1);
}
