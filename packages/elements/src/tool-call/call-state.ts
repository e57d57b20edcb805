/** What a card says about a call: its name, its arguments in short, its state and sign, and how long it took. */
import { displayName, type HostCall, type PendingRequest } from '@mcp-web/client';
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { isDeclined } from '../internal/text/error-notice.ts';
import { previewJson } from '../internal/text/json-preview.ts';
import { shortText } from '../internal/text/text.ts';
import type { ToolCallMessages } from './messages.ts';

export type ShownState = keyof ToolCallMessages['state'];

export const callTitle = ({ tool, name }: HostCall): string => shortText(displayName(tool ?? { name }), 80);

/** Without the braces around all arguments. */
export const previewOf = (call: HostCall): string => previewJson(call.arguments, 120).replace(/^\{|\}$/g, '');

/** Whether the tool claims that it does no harm when it runs twice. */
export function isRepeatable({ tool }: HostCall): boolean {
  return tool?.annotations?.readOnlyHint === true || tool?.annotations?.idempotentHint === true;
}

/** @param request what waits for the user in this call */
export function shownState({ state, error }: HostCall, request: PendingRequest | undefined): ShownState {
  if (request?.kind === 'consent' || request?.kind === 'step-up' || request?.kind === 'skill') return 'approval';
  if (request) return 'input';
  return state === 'denied' && isDeclined(error) ? 'declined' : state;
}

/** Whether nothing more comes of the call. */
export const hasEnded = ({ endedAt }: HostCall): boolean => endedAt !== undefined;

export function timeOf(messages: ToolCallMessages, { sentAt, endedAt }: HostCall): string | typeof nothing {
  if (sentAt === undefined) return nothing;
  if (endedAt !== undefined) return messages.took(Math.max(0, endedAt - sentAt));
  return messages.running(Math.max(0, Math.floor((Date.now() - sentAt) / 1_000)));
}

export const signOf = (state: ShownState): TemplateResult =>
  html`<svg class="sign ${state}" viewBox="0 0 20 20" aria-hidden="true">${DRAWINGS[state]}</svg>`;

const RING = svg`<circle cx="10" cy="10" r="7.5" />`;
const STOPPED = svg`${RING}<path d="M4.8 15.2 15.2 4.8" />`;
const ASKS = svg`${RING}<path d="M10 6v5M10 13.8v.2" />`;
const TURNS = svg`<circle class="track" cx="10" cy="10" r="7.5" /><path class="turns" d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" />`;
const DRAWINGS: Readonly<Record<ShownState, SVGTemplateResult>> = {
  waiting: TURNS,
  approval: ASKS,
  input: ASKS,
  running: TURNS,
  done: svg`${RING}<path d="m6.5 10.3 2.4 2.4 4.6-5.2" />`,
  failed: svg`${RING}<path d="m7.2 7.2 5.6 5.6M12.8 7.2l-5.6 5.6" />`,
  declined: STOPPED,
  denied: STOPPED,
  cancelled: STOPPED,
};
