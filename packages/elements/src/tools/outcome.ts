/** The outcome of the latest call of a tool: progress, result or error. */
import { type HostServer, RpcError, type Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { McpResourceOpenEvent } from '../content/events.ts';
import { declinedText, errorNotice, errorText } from '../internal/text/error-notice.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { isJsonObject, shortText } from '../internal/text/text.ts';
import { isForServer, linkedView } from './linked-resource.ts';
import type { ToolsMessages } from './messages.ts';
import type { ToolRun } from './tool-run.ts';

/** 2026-07-28: the server needs a capability that the page did not declare. */
const MISSING_CAPABILITY = -32021;
const MAX_HINTS = 5;

export interface OutcomeOptions {
  readonly server: HostServer;
  readonly tool: Tool;
  readonly markdown: boolean;
  readonly onopen: (event: McpResourceOpenEvent) => void;
}

export function outcome(
  messages: ToolsMessages,
  shared: SharedMessages,
  run: ToolRun,
  { server, tool, markdown, onopen }: OutcomeOptions,
): TemplateResult {
  const { status, result, error, duration, wasSent } = run;
  const verdict = result?.isError ? 'failed' : status;
  return html`<div class="outcome stack" part="outcome" tabindex="-1">
    <div class="stack" role="status">
      <p class="row">
        <span class="status ${verdict}">${messages.status[verdict]}</span>
        ${status === 'done' ? html`<span class="soft small">${messages.took(duration)}</span>` : nothing}
      </p>
      ${status === 'failed' ? html`${errorNotice(shared, error, false)}${missingOf(error).map((capability) => html`<p class="notice">${messages.missing(shortText(capability, 60))}</p>`)}` : nothing}
      ${status === 'declined' ? html`<div class="notice stack tight">${declinedText(shared, error)}${wasSent ? nothing : html`<p class="soft">${messages.withdrawnHint}</p>`}</div>` : nothing}
      ${status === 'denied' && error ? html`<div class="notice">${errorText(shared, error)}</div>` : nothing}
      ${status === 'cancelled' ? html`<p class="soft">${wasSent ? messages.cancelledHint : messages.withdrawnHint}</p>` : nothing}
    </div>
    ${status === 'running' ? progress(messages, run) : nothing}
    ${result ? html`<mcp-content exportparts=${PARTS} ${ref(reveal)} .result=${result} .tool=${tool} .server=${server} .opensUri=${server.info?.capabilities.resources ? isForServer : undefined} ?markdown=${markdown} @mcp-resource-open=${onopen}></mcp-content>` : nothing}
    ${linkedView(messages, shared, run.linked, server)}
  </div>`;
}

/** Scrolls a result into view if the focus is still in the panel. Otherwise the page does not move. */
function reveal(content?: Element): void {
  if (content)
    requestAnimationFrame(() => content.closest('.panel:focus-within .outcome')?.scrollIntoView({ block: 'nearest' }));
}

/** The capabilities that the server needs and the page lacks. */
function missingOf(error: unknown): string[] {
  const required =
    error instanceof RpcError && error.rpcCode === MISSING_CAPABILITY && isJsonObject(error.data)
      ? error.data['requiredCapabilities']
      : undefined;
  return isJsonObject(required) ? Object.keys(required).slice(0, MAX_HINTS) : [];
}

function progress(messages: ToolsMessages, { progress: latest, elapsed }: ToolRun): TemplateResult {
  return html`<div class="progress">
    ${
      latest?.total !== undefined
        ? html`<progress aria-label=${messages.progress} max=${latest.total} .value=${Math.min(latest.progress, latest.total)}></progress>`
        : html`<progress aria-label=${messages.progress}></progress>`
    }
    <div class="progress-text soft small">
      <span>${latest?.message ? html`<bdi>${shortText(latest.message, 200)}</bdi>` : nothing}</span>
      <span>${latest ? html`${messages.progressOf(latest.progress, latest.total)} · ` : nothing}<span class="elapsed">${messages.elapsed(elapsed)}</span></span>
    </div>
  </div>`;
}
