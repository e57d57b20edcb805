/** One entry of the log on one line. */
import { LOG_LEVELS, type LogEntry, type LogLevel } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { previewJson } from '../../internal/text/json-preview.ts';
import { shortText } from '../../internal/text/text.ts';
import type { LogViewerMessages } from '../messages.ts';

/** Each level has a symbol, in the order of the levels, so that no level is told by its color alone. */
const SYMBOLS = '·○●△✕◆▲■';
/** Longer names are cut off, in characters. */
export const MAX_ROW_NAME = 40;
/** So are longer messages. */
export const MAX_MESSAGE = 300;

export interface RowOptions {
  /** What the row says instead of the data of the entry. */
  readonly sentence: string | undefined;
  /** Whether its details are shown. */
  readonly isOpen: boolean;
  /** Whether the Tab key leads to it. */
  readonly isTabStop: boolean;
  /** Whether it is the match that the find bar is at. */
  readonly isFound: boolean;
  /** Highlights matches in a text; `entry` is given for the text that stands for its data. */
  readonly mark: ((text: string, entry?: LogEntry) => unknown) | undefined;
}

export function row(messages: LogViewerMessages, entry: LogEntry, options: RowOptions): TemplateResult {
  const { sentence, mark = (text) => text } = options;
  const { time, kind, level, data, request } = entry;
  return rowButton(
    entry,
    { ...options, level, className: '' },
    html`${levelLabel(messages, level)}
    <span class="time soft">${timeOfDay(time)}</span>
    ${source(entry, mark)}
    <span class="message" dir="auto">${kind === 'log' ? nothing : html`<bdi class="badge accent" part="badge">${messages.kinds[kind]}${request?.name ? html` <bdi>${mark(shortText(request.name, MAX_ROW_NAME))}</bdi>` : nothing}</bdi> `}${mark(sentence ?? previewJson(data, MAX_MESSAGE), entry)}</span>`,
  );
}

export function rowButton(
  { id }: LogEntry,
  {
    level,
    className,
    isOpen,
    isTabStop,
    isFound,
  }: Omit<RowOptions, 'sentence' | 'mark'> & { level: LogLevel; className: string },
  cells: TemplateResult,
): TemplateResult {
  return html`<button type="button" class="entry ${className} ${isFound ? 'found' : ''}" part="entry item" data-level=${level} data-id=${id} aria-atomic=${className === 'call'} aria-expanded=${isOpen} tabindex=${isTabStop ? 0 : -1}>${cells}</button>`;
}

/** Where there is little room, the initials of the server stand for its name, which is there for screen readers and as a hint. */
export function source({ serverName, logger }: LogEntry, mark: (text: string) => unknown): TemplateResult {
  const name = shortText(serverName, MAX_ROW_NAME);
  return html`<span class="source" dir="auto" title=${name} data-initials=${initials(name)}><span class="name">${mark(name)}</span>${logger === undefined ? nothing : html`<span class="soft logger"> / <bdi>${mark(shortText(logger, MAX_ROW_NAME))}</bdi></span>`}</span>`;
}

/** Those of two words, or the first two letters. */
function initials(name: string): string {
  const starts = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  const letters = starts.length > 1 ? starts : (name.match(/[\p{L}\p{N}]/gu) ?? []);
  return letters.slice(0, 2).join('').toUpperCase();
}

export function levelLabel({ levelNames }: LogViewerMessages, level: LogLevel): TemplateResult {
  return html`<span class="level"><span class="shape" aria-hidden="true">${SYMBOLS[LOG_LEVELS.indexOf(level)]}</span>${levelNames[level]}</span>`;
}

/** The local time of day. `Intl` would take most of the time of a row. */
export function timeOfDay(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(11, -1);
}
