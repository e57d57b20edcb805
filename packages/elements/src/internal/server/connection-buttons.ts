/** Buttons for what a server lacks. The snapshot tells how it goes. */
import type { HostServer, McpHost } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';
import { serverName } from './identity.ts';

export function signInButton(messages: SharedMessages, host: McpHost | undefined, server: HostServer): TemplateResult {
  const onsignin = (): void => void host?.signIn(server.id).catch(() => {});
  return button(messages.signIn, messages.signInNamed(nameOf(server)), onsignin);
}

/** Connects again. */
export function reconnectButton(
  messages: SharedMessages,
  host: McpHost | undefined,
  server: HostServer,
): TemplateResult {
  return button(messages.retry, messages.retryNamed(nameOf(server)), () => host?.retry(server.id));
}

/** Loads the lists again. */
export function reloadButton(messages: SharedMessages, host: McpHost | undefined, server: HostServer): TemplateResult {
  const onretry = (): void => void host?.refresh(server.id);
  return button(messages.retry, messages.retryListsNamed(nameOf(server)), onretry);
}

function button(label: string, name: string, onclick: () => void): TemplateResult {
  return html`<button type="button" class="link" part="link" aria-label=${name} @click=${onclick}>${label}</button>`;
}

const nameOf = (server: HostServer): string => shortText(serverName(server), 60);
