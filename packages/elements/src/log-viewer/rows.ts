import type { LogEntry, LogLevel } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { previewJson } from '../internal/json-preview.ts';
import { jsonTree } from '../internal/json-tree.ts';
import { serverText, shortText } from '../internal/text.ts';
import { text } from './text.ts';

/** Each level has a shape of its own, so that none depends on its colour. */
const SHAPES: Readonly<Record<LogLevel, string>> = { debug: '·', info: '○', notice: '●', warning: '△', error: '✕', critical: '◆', alert: '▲', emergency: '■' };

export interface RowModel {
  readonly entry: LogEntry;
  readonly index: number;
  readonly isPicked: boolean;
  /** Whether the Tab key leads to it. */
  readonly isStop: boolean;
}

/** One entry on one line. */
export function row({ entry, index, isPicked, isStop }: RowModel): TemplateResult {
  return html`<button type="button" class="entry" part="entry" data-level=${entry.level} data-index=${index} aria-expanded=${isPicked} tabindex=${isStop ? 0 : -1}>
    ${level(entry.level)}
    <span class="time">${clock(entry.time)}</span>
    <span class="source"><bdi>${shortText(entry.serverName, 40)}</bdi>${entry.logger === undefined ? nothing : html`<span class="soft"> / <bdi>${shortText(entry.logger, 40)}</bdi></span>`}</span>
    <span class="message"><bdi>${previewJson(entry.data, 300)}</bdi></span>
  </button>`;
}

/** What an entry looks like, to measure it. */
export function ruler(): TemplateResult {
  return html`<div class="entry ruler" aria-hidden="true">${level('info')}<span class="time">0</span><span class="source">0</span><span class="message">0</span></div>`;
}

/** All of one entry. */
export function details(entry: LogEntry, oncopy: () => void, onclose: () => void): TemplateResult {
  const { data } = entry;
  return html`<section class="details" part="details" aria-label=${text.details}>
    <div class="row">
      ${level(entry.level)}
      <span class="soft small">${new Date(entry.time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })}</span>
      <span class="small"><bdi>${shortText(entry.serverName, 80)}</bdi>${entry.logger === undefined ? nothing : html`<span class="soft"> / <bdi>${shortText(entry.logger, 80)}</bdi></span>`}</span>
      <span class="actions row"><button type="button" class="button small" @click=${oncopy}>${text.copy}</button><button type="button" class="button small" @click=${onclose}>${text.close}</button></span>
    </div>
    <div class="data" tabindex="0" role="group" aria-label=${text.details}>${typeof data === 'string' ? html`<p class="words">${serverText(data, 2_000)}</p>` : jsonTree(data, { openLevels: 2 })}</div>
  </section>`;
}

function level(name: LogLevel): TemplateResult {
  return html`<span class="level" data-level=${name}><span class="shape" aria-hidden="true">${SHAPES[name]}</span>${name}</span>`;
}

function clock(time: number): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
