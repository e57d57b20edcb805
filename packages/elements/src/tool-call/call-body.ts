/** What a card opens to: what waits for the user, the arguments, and what came of the call. Loaded on demand. */
import type { HostCall, HostServer } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import '../content/define.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import { declinedText, errorNotice, errorText } from '../internal/text/error-notice.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { serverJson, shortText, STEP } from '../internal/text/text.ts';
import { focusInline, inlineRequest } from '../requests/inline-request.ts';
import type { ToolCallMessages } from './messages.ts';
import { bodyStyles } from './tool-call.styles.ts';

export const callBody = { styles: [bodyStyles], inlineRequest, focusInline, detailsView };

export interface ShownCall {
  readonly call: HostCall;
  readonly server: HostServer | undefined;
  readonly markdown: boolean;
}

function detailsView(messages: ToolCallMessages, shared: SharedMessages, shown: ShownCall): TemplateResult {
  const { call, server, markdown } = shown;
  const isEmpty = Object.keys(call.arguments).length === 0;
  const args = html`<div class="stack tight" part="arguments">
      <h3 id="arguments">${messages.arguments}</h3>
      ${isEmpty ? html`<p class="soft small">${messages.noArguments}</p>` : html`<pre tabindex="0" role="group" aria-labelledby="arguments" dir="ltr">${serverJson(call.arguments, STEP)}</pre>`}
    </div>`;
  return html`${call.isResumed ? nothing : args}
    ${call.state === 'running' ? progressView(messages, call) : nothing}
    ${outcomeView(messages, shared, call)}
    ${call.result ? html`<div class="stack tight"><h3>${messages.result}</h3><mcp-content part="result" exportparts=${PARTS} .result=${call.result} .tool=${call.tool} .server=${server} ?markdown=${markdown}></mcp-content></div>` : nothing}`;
}

function outcomeView(
  messages: ToolCallMessages,
  shared: SharedMessages,
  { state, error, sentAt }: HostCall,
): TemplateResult | typeof nothing {
  if (state === 'cancelled')
    return html`<p class="soft small">${sentAt === undefined ? messages.notRun : messages.mayHaveRun}</p>`;
  if (error === undefined) return nothing;
  const declined = declinedText(shared, error);
  if (declined) return html`<div class="notice stack tight">${declined}</div>`;
  if (state === 'denied') return html`<div class="notice">${errorText(shared, error)}</div>`;
  return errorNotice(shared, error, false);
}

function progressView(messages: ToolCallMessages, { progress }: HostCall): TemplateResult {
  return html`<div class="progress" part="progress">
    ${
      progress?.total === undefined
        ? html`<progress aria-label=${messages.progress}></progress>`
        : html`<progress aria-label=${messages.progress} max=${progress.total} .value=${Math.min(progress.progress, progress.total)}></progress>`
    }
    ${
      progress
        ? html`<div class="progress-text soft small"><span>${progress.message ? html`<bdi>${shortText(progress.message, 200)}</bdi>` : nothing}</span><span>${messages.progressOf(progress.progress, progress.total)}</span></div>`
        : nothing
    }
  </div>`;
}
