import { displayName, type HostServer, type Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import '../content/define.ts';
import type { McpResourceOpenEvent } from '../content/events.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import { toolClaims } from '../internal/server/claims.ts';
import { toneIcon, toneOf } from '../internal/server/tone.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import '../schema-form/define.ts';
import { TOOL_LAYOUT } from '../schema-form/view/layout.ts';
import { outcome } from './outcome.ts';
import type { ToolsMessages } from './messages.ts';
import { riskText } from './tool-row.ts';
import { ToolRun } from './tool-run.ts';
import { panelStyles } from './tools.styles.ts';

/** Loaded when the user selects a tool. */
export const panel = { styles: [panelStyles], toolPanel, reveal, ToolRun };

export interface PanelModel {
  readonly id: string;
  readonly server: HostServer;
  readonly tool: Tool;
  readonly run: ToolRun;
  readonly isShown: boolean;
  readonly markdown: boolean;
  readonly isEnabled: boolean;
  /** Why it could not be switched on or off for models. */
  readonly problem: unknown;
  readonly onrun: (event: Event) => void;
  readonly oncancel: (event: Event) => void;
  readonly onswitch: (event: Event) => void;
  readonly onopen: (event: McpResourceOpenEvent) => void;
}

/** One tool: its description, the switch for models, its form, and the outcome of the latest call. A hidden panel keeps what the user typed. */
function toolPanel(
  messages: ToolsMessages,
  shared: SharedMessages,
  { id, server, tool, run, isShown, markdown, isEnabled, problem, onrun, oncancel, onswitch, onopen }: PanelModel,
): TemplateResult {
  const title = shortText(displayName(tool));
  const tone = toneOf(tool);
  const risk = tone === 'caution' || tone === 'danger' ? tone : undefined;
  return html`<section class="panel stack" part="tool" aria-labelledby=${id} ?hidden=${!isShown}>
    <header class="stack tight">
      <h3 id=${id} tabindex="-1"><bdi>${title}</bdi></h3>
      <p class="identity soft small"><code>${shortText(tool.name)}</code> <span><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></span></p>
      ${tool.description ? html`<p class="description-whole">${serverText(tool.description)}</p>` : nothing}
      ${toolClaims(shared, tool)}
    </header>
    <mcp-schema-form exportparts=${PARTS} .schema=${tool.inputSchema} .layout=${TOOL_LAYOUT} .label=${messages.form(title)} @mcp-form-submit=${onrun}></mcp-schema-form>
    <div class="row run-row">
      <button type="button" class="button primary ${tone} run" part="button primary ${tone}" title=${ifDefined(risk && riskText(messages, shared, risk))} aria-disabled=${run.isActive} @click=${onrun}>${risk ? toneIcon(risk) : nothing}${messages.run}</button>
      ${run.isActive ? html`<button type="button" class="button cancel" part="button secondary" @click=${oncancel}>${messages.cancel}</button>` : nothing}
    </div>
    ${run.status === 'idle' ? nothing : outcome(messages, shared, run, { server, tool, markdown, onopen })}
    <p class="row models" part="switch">
      <label class="row"><input part="checkbox" type="checkbox" role="switch" aria-describedby="${id}-models" .checked=${live(isEnabled)} @change=${onswitch} /> ${messages.forModels}</label>
      <span class="soft small" id="${id}-models">${isEnabled ? messages.forModelsHint : messages.offHint}</span>
    </p>
    ${problem ? errorNotice(shared, problem) : nothing}
  </section>`;
}

/** Moves the focus to the panel, and scrolls it into view if it is below the list. */
async function reveal(root: ParentNode): Promise<void> {
  const heading = root.querySelector<HTMLElement>('.panel:not([hidden]) h3');
  heading?.focus({ preventScroll: true });
  const shown = heading?.closest('.panel');
  // Forms render after their panel.
  await shown?.querySelector('mcp-schema-form')?.updateComplete;
  const detail = shown?.closest('.detail');
  // Where the tool scrolls by itself, the page stays where it is.
  if (detail && detail.scrollHeight > detail.clientHeight) {
    detail.scrollTop = 0;
    return heading?.scrollIntoView({ block: 'nearest' });
  }
  if (shown && (shown.getBoundingClientRect().bottom > innerHeight || shown.getBoundingClientRect().top < 0))
    heading?.scrollIntoView({ block: 'nearest' });
  if (shown && shown.getBoundingClientRect().bottom > innerHeight) heading?.scrollIntoView();
}
