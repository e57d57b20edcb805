/** Above the tools of a server: its name and address, which fold them, and why there are no tools, or not all. */
import type { McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { isListed } from '../internal/server/listed.ts';
import { reconnectButton, reloadButton, signInButton } from '../internal/server/connection-buttons.ts';
import { wantsSignIn } from '../internal/server/sign-in.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { shortText } from '../internal/text/text.ts';
import type { Group } from './listed-tools.ts';
import type { ToolsMessages } from './messages.ts';

interface GroupHead {
  readonly host: McpHost | undefined;
  readonly enabledCount: number;
  /** Undefined if the group cannot be folded. */
  readonly onfold: (() => void) | undefined;
}

export function groupHead(
  messages: ToolsMessages,
  shared: SharedMessages,
  { server, id, tools, isFolded }: Pick<Group, 'server' | 'id' | 'tools' | 'isFolded'>,
  { host, enabledCount, onfold }: GroupHead,
): TemplateResult {
  const isLoading = server.tools.length === 0 && (server.status === 'connecting' || server.isListing);
  const name = html`<bdi>${shortText(serverName(server), 60)}</bdi>${server.tools.length > 0 ? html` <span class="badge count" part="badge" aria-hidden="true">${tools.length}</span>` : nothing}<span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span>`;
  return html`<h3 class="group-name" id=${id}>${onfold ? html`<button type="button" class="fold" part="summary" aria-expanded=${!isFolded} aria-controls="${id}-tools" @click=${onfold}>${name}</button>` : name}</h3>
      ${enabledCount < server.tools.length ? html`<p class="soft small">${messages.enabled(enabledCount, server.tools.length)}</p>` : nothing}
      ${wantsSignIn(server) ? html`<p class="soft small row">${shared.notSignedIn} ${signInButton(shared, host, server)}</p>` : nothing}
      ${server.status === 'failed' && !wantsSignIn(server) ? html`<p class="soft small row">${shared.notConnected} ${reconnectButton(shared, host, server)}</p>` : nothing}
      ${isLoading ? html`<p class=${server.isSlow ? 'soft small' : 'visually-hidden'} role="status">${server.isSlow ? shared.slow : server.status === 'connecting' ? shared.connecting : messages.listing}</p><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div>` : nothing}
      ${server.failedLists?.includes('tools') && !server.isListing ? html`<p class="soft small row">${messages.notListed} ${reloadButton(shared, host, server)}</p>` : nothing}
      ${isListed(server, 'tools') && server.tools.length === 0 ? html`<p class="soft small">${messages.noTools}</p>` : nothing}`;
}
