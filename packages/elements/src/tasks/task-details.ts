/** What a task opens to: what the server says, the progress and the result. Loaded on demand. */
import type { HostServer, HostTask } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import '../content/define.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import { declinedText, errorNotice } from '../internal/text/error-notice.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { inlineRequest } from '../requests/inline-request.ts';
import { bodyStyles } from '../tool-call/tool-call.styles.ts';
import type { TasksMessages } from './messages.ts';
import { isKept } from './task-line.ts';

export const taskDetails = { styles: [bodyStyles], inlineRequest, detailsView };

export interface ShownTask {
  readonly task: HostTask;
  readonly server: HostServer | undefined;
  readonly markdown: boolean;
  /** Whether an earlier page left it, and it does not go on here. */
  readonly isLeft: boolean;
  /** Why it could not be cancelled. */
  readonly problem: unknown;
}

function detailsView(
  messages: TasksMessages,
  shared: SharedMessages,
  { task, server, markdown, isLeft, problem }: ShownTask,
): TemplateResult {
  const { statusMessage, result, tool, startedAt, expiresAt, endedAt, isElsewhere } = task;
  return html`<p class="facts soft small"><span>${messages.startedAt(new Date(startedAt))}</span>${endedAt === undefined && isDate(expiresAt) ? html`<span>${messages.keptUntil(new Date(expiresAt))}</span>` : nothing}</p>
    ${statusMessage ? html`<p part="message">${serverText(statusMessage)}</p>` : nothing}
    ${isLeft ? html`<p class="soft small">${task.status === 'input_required' ? messages.unasked : messages.left}</p>` : nothing}
    ${isElsewhere ? html`<p class="soft small">${messages.elsewhere}</p>` : nothing}
    ${isKept(task) ? html`<p class="soft small">${messages.kept}</p>` : nothing}
    ${endedAt === undefined ? progressView(messages, task) : outcomeView(messages, shared, task)}
    ${result ? html`<div class="stack tight"><h3>${messages.result}</h3><mcp-content part="result" exportparts=${PARTS} .result=${result} .tool=${tool} .server=${server} ?markdown=${markdown}></mcp-content></div>` : nothing}
    ${problem === undefined ? nothing : errorNotice(shared, problem)}`;
}

/** The dates of a server may lie beyond what a calendar has. */
const isDate = (time: number | undefined): time is number =>
  time !== undefined && !Number.isNaN(new Date(time).getTime());

function outcomeView(
  messages: TasksMessages,
  shared: SharedMessages,
  { status, error }: HostTask,
): TemplateResult | typeof nothing {
  if (status === 'cancelled') {
    const declined = declinedText(shared, error);
    return html`${declined ? html`<div class="notice stack tight">${declined}</div>` : nothing}<p class="soft small">${messages.cancelled}</p>`;
  }
  return error === undefined ? nothing : errorNotice(shared, error, false);
}

function progressView(messages: TasksMessages, { progress }: HostTask): TemplateResult | typeof nothing {
  if (!progress) return nothing;
  return html`<div class="progress" part="progress">
    ${
      progress.total === undefined
        ? html`<progress aria-label=${messages.progress}></progress>`
        : html`<progress aria-label=${messages.progress} max=${progress.total} .value=${Math.min(progress.progress, progress.total)}></progress>`
    }
    <div class="progress-text soft small"><span>${progress.message ? html`<bdi>${shortText(progress.message, 200)}</bdi>` : nothing}</span><span>${messages.progressOf(progress.progress, progress.total)}</span></div>
  </div>`;
}
