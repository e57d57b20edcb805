import { displayName, type HostServer, type Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../internal/error-notice.ts';
import { serverName, serverOrigin } from '../internal/server-identity.ts';
import { serverText, shortText } from '../internal/text.ts';
import { toolClaims } from '../internal/tool-claims.ts';
import { text } from './text.ts';
import type { ToolRun } from './tool-run.ts';

export interface PanelModel {
  readonly id: string;
  readonly server: HostServer;
  readonly tool: Tool;
  readonly run: ToolRun;
  readonly isShown: boolean;
  readonly onrun: (event: Event) => void;
  readonly oncancel: (event: Event) => void;
}

/** One tool: what it is, its form, and how the latest call went. Hidden ones keep what was typed. */
export function toolPanel({ id, server, tool, run, isShown, onrun, oncancel }: PanelModel): TemplateResult {
  const title = shortText(displayName(tool));
  return html`<section class="panel stack" part="tool" aria-labelledby=${id} ?hidden=${!isShown}>
    <header class="stack tight">
      <h3 id=${id} tabindex="-1"><bdi>${title}</bdi></h3>
      <p class="identity soft small"><code>${shortText(tool.name)}</code> <span><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverOrigin(server)}</bdi></span></p>
      ${tool.description ? html`<p class="description-whole">${serverText(tool.description)}</p>` : nothing}
      ${toolClaims(tool)}
    </header>
    <mcp-schema-form .schema=${tool.inputSchema} .label=${text.form(title)} @mcp-form-submit=${onrun}></mcp-schema-form>
    <div class="row">
      <button type="button" class="button primary run" aria-disabled=${run.isActive} @click=${onrun}>${text.run}</button>
      ${run.isActive ? html`<button type="button" class="button cancel" @click=${oncancel}>${text.cancel}</button>` : nothing}
    </div>
    ${run.status === 'idle' ? nothing : outcome(run, tool)}
  </section>`;
}

function outcome(run: ToolRun, tool: Tool): TemplateResult {
  const { status, result, error, duration } = run;
  const verdict = result?.isError ? 'failed' : status;
  return html`<div class="outcome stack" part="outcome">
    <div class="stack" role="status">
      <p class="row">
        <span class="status ${verdict}">${text.status[verdict]}</span>
        ${status === 'done' ? html`<span class="soft small">${text.took(duration)}</span>` : nothing}
      </p>
      ${status === 'failed' ? errorNotice(error, false) : nothing}
      ${status === 'denied' && error instanceof Error ? html`<p class="notice">${serverText(error.message)}</p>` : nothing}
      ${status === 'cancelled' ? html`<p class="soft">${text.cancelledHint}</p>` : nothing}
    </div>
    ${status === 'running' ? progress(run) : nothing}
    ${result ? html`<mcp-content .result=${result} .tool=${tool}></mcp-content>` : nothing}
  </div>`;
}

function progress({ progress: latest }: ToolRun): TemplateResult {
  return html`<div class="progress">
    ${latest?.total !== undefined
      ? html`<progress aria-label=${text.progress} max=${latest.total} .value=${Math.min(latest.progress, latest.total)}></progress>`
      : html`<progress aria-label=${text.progress}></progress>`}
    <div class="progress-text soft small">
      <span>${latest?.message ? html`<bdi>${shortText(latest.message, 200)}</bdi>` : nothing}</span>
      <span>${latest ? text.progressOf(latest.progress, latest.total) : nothing}</span>
    </div>
  </div>`;
}
