/** A tool call on one line: its state, its name with the arguments, and how long it took. */
import type { HostCall, LogEntry } from '@mcp-web/client';
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { previewJson } from '../../internal/text/json-preview.ts';
import { shortText } from '../../internal/text/text.ts';
import type { LogViewerMessages } from '../messages.ts';
import { callState, callStateTexts, type CallSign, type CallState } from './call-outcome.ts';
import { outcomeOf } from './calls.ts';
import { MAX_MESSAGE, MAX_ROW_NAME, type RowOptions, rowButton, source, timeOfDay } from './row.ts';

export interface CallRowOptions extends Omit<RowOptions, 'sentence'> {
  /** All entries about the call. */
  readonly parts: readonly LogEntry[];
  /** What the host knows of the call. */
  readonly known: HostCall | undefined;
}

/** @param entry the first entry about the call */
export function callRow(messages: LogViewerMessages, entry: LogEntry, options: CallRowOptions): TemplateResult {
  const { parts, known, mark = (text) => text } = options;
  const state = callState(parts, known);
  const time = timeOfDay(entry.time);
  const name = shortText(entry.request?.name ?? '', MAX_ROW_NAME);
  return rowButton(
    entry,
    { ...options, level: state.level, className: 'call' },
    html`${callStateLabel(state, callStateTexts(messages, state).short)}
    <span class="time soft">${time.slice(0, 8)}<span class="ms">${time.slice(8)}</span></span>
    ${source(entry, mark)}
    <span class="message" dir="auto"><bdi class="tool">${mark(name)}</bdi> ${mark(shortOf(parts), entry)}</span>
    <span class="took soft">${took(messages, state)}</span>`,
  );
}

export function callStateLabel({ sign }: CallState, text: string): TemplateResult {
  return html`<span class="level ${sign}"><svg class="shape" viewBox="0 0 20 20" aria-hidden="true">${DRAWINGS[sign]}</svg>${text}</span>`;
}

export const took = (messages: LogViewerMessages, { took: ms }: CallState): TemplateResult | typeof nothing =>
  ms === undefined ? nothing : html`<bdi>${messages.took(ms)}</bdi>`;

/** Why it did not work; otherwise what was sent. */
function shortOf(parts: readonly LogEntry[]): string {
  const last: unknown = Object(parts.at(-1)?.data);
  const texts = ['code', 'reason', 'message'].map((name): unknown => Reflect.get(Object(last), name));
  const why = texts.filter((text) => typeof text === 'string' && text !== '');
  if (why.length > 0) return shortText(why.join(' · '), MAX_MESSAGE);
  const args = sentArguments(parts);
  return args === undefined ? '' : previewJson(args, MAX_MESSAGE);
}

/** The arguments that the log has: those that were sent last. */
export function sentArguments(parts: readonly LogEntry[]): unknown {
  const sent = parts.findLast((part) => outcomeOf(part) === 'sent');
  const data: unknown = Object(sent?.data);
  const value: unknown = Reflect.get(Object(data), 'arguments') ?? Reflect.get(Object(data), 'argumentNames');
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? value : undefined;
}

const RING = svg`<circle cx="10" cy="10" r="7.5" />`;
const DRAWINGS: Readonly<Record<CallSign, SVGTemplateResult>> = {
  waits: RING,
  runs: svg`<path d="M10 2.5a7.5 7.5 0 1 0 7.5 7.5M10 6v4l2.5 2" />`,
  done: svg`${RING}<path d="m6.5 10.3 2.4 2.4 4.6-5.2" />`,
  failed: svg`${RING}<path d="m7.2 7.2 5.6 5.6M12.8 7.2l-5.6 5.6" />`,
  stopped: svg`${RING}<path d="M4.8 15.2 15.2 4.8" />`,
};
