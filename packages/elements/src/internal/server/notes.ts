/** Notes on servers whose tools, prompts or resources are missing from a list: why, and what the user can do. */
import type { HostServer, McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';
import { serverAddress, serverName } from './identity.ts';
import { reconnectButton, reloadButton, signInButton } from './connection-buttons.ts';
import { wantsSignIn } from './sign-in.ts';

const MAX_NOTES = 5;

/** A note for each server that is not connected, or whose lists are incomplete. */
export function serverNotes(messages: SharedMessages, host: McpHost): TemplateResult | typeof nothing {
  const incomplete = host
    .getSnapshot()
    .servers.filter(({ status, isListing, listError }) => status !== 'ready' || isListing || listError);
  return incomplete.length === 0
    ? nothing
    : html`<ul class="server-notes small" part="notes">${incomplete.slice(0, MAX_NOTES).map((server) => serverNote(messages, host, server))}</ul>`;
}

/** The state of one server and a button for the next step, as a list item. */
export function serverNote(messages: SharedMessages, host: McpHost, server: HostServer): TemplateResult {
  const { text, next } = noteOf(messages, host, server);
  return html`<li class="soft"><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi>:
    ${text}
    ${next}
  </li>`;
}

function noteOf(messages: SharedMessages, host: McpHost, server: HostServer): { text: string; next: unknown } {
  const { status, listError, failedLists, isSlow } = server;
  if (wantsSignIn(server)) return { text: messages.notSignedIn, next: signInButton(messages, host, server) };
  if (status === 'failed') return { text: messages.notConnected, next: reconnectButton(messages, host, server) };
  if (status === 'ready' && listError)
    return { text: failedLists ? messages.notListed : messages.outdated, next: reloadButton(messages, host, server) };
  const doing = status === 'connecting' ? messages.connecting : messages.listing;
  return { text: isSlow ? messages.slow : doing, next: nothing };
}
