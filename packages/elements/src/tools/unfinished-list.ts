/** The calls that an earlier page left unfinished, above the list of tools. */
import { displayName, type HostServer, type HostUnfinishedCall } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { ToolsMessages } from './messages.ts';

/** A page that is loaded again and again must not fill the list. */
const MAX_CALLS = 10;

export interface UnfinishedActions {
  readonly onresume: (call: HostUnfinishedCall) => void;
  readonly onforget: (call: HostUnfinishedCall) => void;
}

export function unfinishedList(
  messages: ToolsMessages,
  calls: readonly HostUnfinishedCall[] | undefined,
  servers: readonly HostServer[],
  { onresume, onforget }: UnfinishedActions,
): TemplateResult | typeof nothing {
  if (!calls || calls.length === 0) return nothing;
  return html`<section class="unfinished stack tight" part="unfinished" aria-labelledby="unfinished">
    <h3 class="group-name" id="unfinished" tabindex="-1">${messages.unfinished}</h3>
    ${calls.slice(-MAX_CALLS).map((call) => {
      const server = servers.find(({ id }) => id === call.serverId);
      const tool = server?.tools.find(({ name }) => name === call.tool);
      const name = shortText(tool ? displayName(tool) : call.tool);
      return html`<div role="group" aria-label=${name}>
        <b><bdi>${name}</bdi></b>
        <p class="soft small">${server ? html`<bdi>${shortText(serverName(server), 60)}</bdi> · ` : nothing}${messages.calledAt(new Date(call.time))}</p>
        ${call.canResume ? nothing : html`<p class="soft small">${messages.answerLost}</p>`}
        <p class="row">
          ${call.canResume && tool ? html`<button type="button" class="button small" part="button secondary small" aria-label=${messages.resumeNamed(name)} @click=${() => onresume(call)}>${messages.resume}</button>` : nothing}
          <button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.forgetNamed(name)} @click=${() => onforget(call)}>${messages.forget}</button>
        </p>
      </div>`;
    })}
  </section>`;
}
