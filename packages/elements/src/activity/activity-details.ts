/** Everything about the message that the user opened. */
import type { ActivityEntry, HttpExchange, RecordedHeader } from '@mcp-web/client/activity';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { timeInWords } from '../internal/text/time-in-words.ts';
import { jsonTree } from '../internal/text/json-tree.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { stateLabel } from './activity-row.ts';
import type { ActivityMessages } from './messages.ts';

/** A list of events is shown up to this length. */
const MAX_EVENTS = 200;

export interface ActivityDetailsOptions {
  readonly curl: string | undefined;
  readonly code: string | undefined;
  /** Undefined where it cannot be sent again. */
  readonly onagain: (() => void) | undefined;
  /** What the user is asked before it is sent again. */
  readonly question: string | undefined;
  readonly onconfirm: () => void;
  readonly oncancel: () => void;
  readonly oncopy: (text: string) => void;
  /** Opens another entry. */
  readonly onentry: (id: number) => void;
  readonly onclose: () => void;
}

export class ActivityDetails {
  readonly #element: McpElement;
  /** The tree of a value keeps what is open in it only for the same value. */
  readonly #values = new WeakMap<ActivityEntry, Map<string, unknown>>();

  constructor(element: McpElement) {
    this.#element = element;
  }

  template(messages: ActivityMessages, entry: ActivityEntry, options: ActivityDetailsOptions): TemplateResult {
    const { curl, code, onagain, question, onconfirm, oncancel, oncopy, onentry, onclose } = options;
    const { kind, method, name, exchange, answerExchange } = entry;
    const copyButton = (label: string, text: string | undefined, className: string): unknown =>
      text === undefined
        ? nothing
        : html`<button type="button" class="button small ${className}" part="button secondary small" @click=${() => oncopy(text)}>${label}</button>`;
    return html`<section class="details" part="details" aria-label=${messages.details}>
      <div class="row">
        <h3 class="method"><bdi>${shortText(method, 120)}</bdi>${name === undefined ? nothing : html` <bdi class="soft">${shortText(name, 120)}</bdi>`}</h3>
        <span class="state soft" data-state=${entry.state}>${stateLabel(messages, entry)}</span>
        ${sentAt(this.#element, entry.time)}
        <span class="actions row">
          ${copyButton(messages.copyCurl, curl, 'curl')}
          ${copyButton(messages.copyCode, code, 'code')}
          ${onagain ? html`<button type="button" class="button small again" part="button secondary small" @click=${onagain}>${messages.again}</button>` : nothing}
          <button type="button" class="button small close" part="button secondary small" @click=${onclose}>${messages.close}</button>
        </span>
      </div>
      ${
        question === undefined
          ? nothing
          : html`<div class="notice row question" role="alert"><span>${question}</span> <button type="button" class="button small cancel" part="button secondary small" @click=${oncancel}>${messages.cancel}</button> <button type="button" class="button small confirm" part="button secondary small" @click=${onconfirm}>${messages.confirm}</button></div>`
      }
      <div class="data" tabindex="0" role="group" aria-label=${messages.details}>
        ${kind === 'http' ? nothing : this.#json(messages, messages.message, entry, entry.message)}
        ${kind === 'request' && (entry.state === 'done' || entry.state === 'error') ? this.#json(messages, messages.answer, entry, entry.answer) : nothing}
        ${exchange ? httpView(messages, messages.http, exchange, kind === 'http' || entry.state === 'failed', onentry) : nothing}
        ${answerExchange ? httpView(messages, messages.answeredBy, answerExchange, false, onentry) : nothing}
      </div>
    </section>`;
  }

  #json(messages: ActivityMessages, label: string, entry: ActivityEntry, text: string | undefined): TemplateResult {
    if (text === undefined) return html`<h4>${label}</h4><p class="soft small">${messages.tooLong}</p>`;
    return html`<h4>${label}</h4>${jsonTree(this.#element, this.#valueOf(entry, text), { openLevels: 3 })}`;
  }

  #valueOf(entry: ActivityEntry, text: string): unknown {
    let values = this.#values.get(entry);
    if (!values) this.#values.set(entry, (values = new Map()));
    if (!values.has(text)) values.set(text, parsedOr(text));
    return values.get(text);
  }
}

/** A file may say any number. */
function sentAt(element: McpElement, time: number): TemplateResult | typeof nothing {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return nothing;
  return html`<time class="soft" datetime=${date.toISOString()}>${timeInWords(element, time)}</time>`;
}

/** A recording from a file may say that anything is JSON. */
function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function httpView(
  messages: ActivityMessages,
  label: string,
  exchange: HttpExchange,
  isOpen: boolean,
  onentry: (id: number) => void,
): TemplateResult {
  const { method, url, relay, status, headAfterMs, endAfterMs, end, error, text, events, eventCount } = exchange;
  const shown = events.slice(-MAX_EVENTS);
  return html`<details class="http" ?open=${isOpen}>
    <summary part="summary">${label} <span class="soft"><bdi>${shortText(`${method} ${url}`, 200)}</bdi>${status === undefined ? nothing : ` ${status}`}</span></summary>
    <div class="stack tight inner">
      ${relay === undefined ? nothing : html`<p class="small">${messages.relay(shortText(relay, 200))}</p>`}
      <p class="small">${status === undefined ? messages.noAnswer : status} ${messages.ends[end]}. ${headAfterMs === undefined || endAfterMs === undefined ? nothing : messages.times(headAfterMs, endAfterMs)}</p>
      ${error === undefined ? nothing : html`<p class="notice danger">${serverText(error, 400)}</p>`}
      ${headersView(messages.requestHeaders, exchange.requestHeaders)}
      ${headersView(messages.responseHeaders, exchange.responseHeaders)}
      ${text === undefined ? nothing : html`<div class="text">${serverText(text, 2_000)}</div>`}
      ${
        shown.length === 0
          ? nothing
          : html`<h4>${messages.events(eventCount)}</h4><ol class="events mono">${shown.map(
              ({ afterMs, type, eventId, entryId, data }) =>
                html`<li><span class="soft">${messages.milliseconds(afterMs)}</span> <bdi>${shortText(type, 40)}</bdi>${eventId === undefined ? nothing : html` <bdi class="soft">${shortText(eventId, 80)}</bdi>`} ${entryId === undefined ? html`<bdi>${shortText(data ?? '', 200)}</bdi>` : html`<button type="button" class="link" part="link" @click=${() => onentry(entryId)}>${messages.eventOf(entryId)}</button>`}</li>`,
            )}</ol>`
      }
    </div>
  </details>`;
}

function headersView(label: string, headers: readonly RecordedHeader[]): TemplateResult | typeof nothing {
  if (headers.length === 0) return nothing;
  return html`<h4>${label}</h4><dl class="headers mono">${headers.map(([name, value]) => html`<div><dt class="soft"><bdi>${shortText(name, 80)}</bdi>:</dt> <dd><bdi>${shortText(value, 500)}</bdi></dd></div>`)}</dl>`;
}
