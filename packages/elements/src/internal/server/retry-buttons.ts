/** Buttons for what failed at a server. The snapshot tells how it goes. */
import type { HostServer, McpHost } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';
import { serverName } from './identity.ts';

/** Connects again. */
export function reconnectButton(
  messages: SharedMessages,
  host: McpHost | undefined,
  server: HostServer,
): TemplateResult {
  return retryButton(messages.retry, messages.retryNamed(nameOf(server)), () => host?.retry(server.id));
}

/** Loads the lists again. */
export function reloadButton(messages: SharedMessages, host: McpHost | undefined, server: HostServer): TemplateResult {
  const onretry = (): void => void host?.refresh(server.id);
  return retryButton(messages.retry, messages.retryListsNamed(nameOf(server)), onretry);
}

function retryButton(label: string, name: string, onretry: () => void): TemplateResult {
  return html`<button type="button" class="link" aria-label=${name} @click=${onretry}>${label}</button>`;
}

const nameOf = (server: HostServer): string => shortText(serverName(server), 60);
