import type { LogEntry } from '@mcp-web/client';
import { redactSecrets } from '@mcp-web/client/redact';
import { css, html, nothing, type TemplateResult } from 'lit';
import { jsonTree, jsonTreeStyles } from '../internal/text/json-tree.ts';
import { languageOf } from '../internal/text/messages.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import type { Reading } from './view.ts';

/** One entry as one line of JSON, without what looks like a secret. */
export function jsonLine(
  { time, kind, serverId, serverName, level, logger, data, request }: LogEntry,
  onredact?: () => void,
): string {
  return JSON.stringify({
    time: new Date(time).toISOString(),
    kind,
    level,
    server: serverName,
    serverId,
    logger,
    request,
    data: redactSecrets(data, onredact),
  });
}

/** All of one entry. */
export function details(view: Reading, entry: LogEntry): TemplateResult {
  const { text: words, element, levelLabel } = view;
  const { data, request } = entry;
  const oncopy = (): void => void copy(view, entry);
  const onrequest = (): void => view.setFilter({ sameRequest: view.filter.sameRequest ? undefined : entry });
  return html`<section class="details" part="details" data-level=${entry.level} aria-label=${words.details}>
    <div class="row">
      ${levelLabel(entry.level)}
      <span class="soft small">${formatTime(entry.time, languageOf(element))}</span>
      <span class="small"><bdi>${shortText(entry.serverName, 80)}</bdi>${entry.logger === undefined ? nothing : html`<span class="soft"> / <bdi>${shortText(entry.logger, 80)}</bdi></span>`}</span>
      <span class="actions row"><button type="button" class="button small" title=${words.copyHint} @click=${oncopy}>${words.copy}</button><button type="button" class="button small" data-do="close">${words.close}</button></span>
    </div>
    ${
      request
        ? html`<div class="row small"><span class="soft">${words.request}</span><code><bdi>${shortText(request.method, 60)}</bdi></code>${request.name === undefined ? nothing : html`<bdi>${shortText(request.name, 120)}</bdi>`}<span class="soft">#${shortText(String(request.id), 40)}</span>
          <button type="button" class="button small" aria-pressed=${view.filter.sameRequest !== undefined} @click=${onrequest}>${words.onlyRequest}</button></div>`
        : nothing
    }
    <div class="data" tabindex="0" role="group" aria-label=${words.data}>${typeof data === 'string' ? html`<p class="words">${serverText(data, 2_000)}</p>` : jsonTree(element, data, { openLevels: 2 })}</div>
  </section>`;
}

async function copy({ text: words, say }: Reading, entry: LogEntry): Promise<void> {
  try {
    await navigator.clipboard.writeText(jsonLine(entry));
    say(words.copied);
  } catch {
    say(words.notCopied);
  }
}

function formatTime(time: number, language: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium' } as const;
  try {
    return new Intl.DateTimeFormat(language || 'en', options).format(time);
  } catch {
    return new Intl.DateTimeFormat('en', options).format(time);
  }
}

export const detailsStyles = [
  jsonTreeStyles,
  css`
  .entry:is(:hover, [aria-expanded='true']) { background: var(--_accent-soft); }
  .entry[aria-expanded='true'] { border-color: var(--_accent); }
  .details { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 10px 12px; border-block-end: 1px solid var(--_line); }
  .details .level { font-size: 0.8667em; }
  .data { max-block-size: 220px; overflow: auto; }
  .words { font-family: var(--_mono); font-size: 0.8667em; white-space: pre-wrap; }
  @media (forced-colors: active) {
    .entry:is(:hover, [aria-expanded='true']) { border-color: Highlight; background: Canvas; }
  }
  .details [aria-pressed='true'] { border-color: var(--_accent); background: var(--_accent-soft); color: var(--_accent-strong); }
`,
];
