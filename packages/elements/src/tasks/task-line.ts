/** The line of a task: what it is, how it is, and for how long. */
import { displayName, type HostSnapshot, type HostTask } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { shortText } from '../internal/text/text.ts';
import { type ShownState, signOf } from '../tool-call/call-state.ts';
import type { TasksMessages } from './messages.ts';

export type ShownStatus = keyof TasksMessages['status'];

const SIGNS: Readonly<Record<ShownStatus, ShownState>> = {
  unknown: 'waiting',
  working: 'running',
  input_required: 'input',
  asks: 'input',
  fetching: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  lost: 'failed',
};

export const taskTitle = ({ tool, name }: HostTask): string => shortText(displayName(tool ?? { name }), 80);

/** Whether its server may have a result that this page does not have. */
export const isKept = ({ isKept: isOfRecord, status }: HostTask): boolean =>
  isOfRecord === true && status !== 'cancelled';

/** Whether it needs the user, who is asked here or elsewhere, or not at all in this page. */
export function needsUser({ requests, unfinished }: HostSnapshot, { id, status }: HostTask): boolean {
  if (requests.some(({ request }) => request.callId === id)) return true;
  return status === 'input_required' && unfinished?.some((call) => call.id === id) === true;
}

/** @param asks whether it needs the user */
export function statusOf({ status, endedAt }: HostTask, asks: boolean): ShownStatus {
  if (asks) return 'asks';
  // What the server has ended still sends its result.
  const isFinal = status !== 'working' && status !== 'input_required' && status !== 'unknown';
  return isFinal && endedAt === undefined ? 'fetching' : status;
}

/** @param id names the tool in the page */
export function taskLine(
  messages: TasksMessages,
  task: HostTask,
  line: { readonly id: string; readonly status: ShownStatus; readonly isOpen: boolean; readonly onclick: () => void },
): TemplateResult {
  const { status } = line;
  const seconds = Math.max(0, Math.floor(((task.endedAt ?? Date.now()) - task.startedAt) / 1_000));
  return html`<button type="button" class="line" part="line item" aria-expanded=${line.isOpen} @click=${line.onclick}>
    ${signOf(SIGNS[status])}
    <span class="what"><bdi class="tool" id=${line.id}>${taskTitle(task)}</bdi> <bdi class="server soft small">${shortText(task.serverName, 60)}</bdi></span>
    <span class="state ${SIGNS[status]}" part="state">${messages.status[status]}</span>
    <span class="time soft">${messages.elapsed(seconds)}</span>
    <svg class="chevron" viewBox="0 0 20 20" aria-hidden="true"><path d="m5 7.5 5 5 5-5" /></svg>
  </button>`;
}

/** What the server says of a task that runs, in one line; empty if it says nothing. */
export function saidOf(messages: TasksMessages, { progress, statusMessage }: HostTask): string {
  const words = shortText(statusMessage || progress?.message || '', 200);
  return [progress ? messages.progressOf(progress.progress, progress.total) : '', words].filter(Boolean).join(' · ');
}
