/** Notes on servers whose tools, prompts or resources are missing from a list: why, and what the user can do. */
import type { HostServer, McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';
import { serverAddress, serverName } from './identity.ts';
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
  const { id, status, listError } = server;
  const name = shortText(serverName(server), 60);
  const isSignedOut = wantsSignIn(server);
  const isWorking = status === 'connecting' || (status === 'ready' && !listError);
  const onnext = (): void => {
    // The snapshot tells how it goes.
    if (isSignedOut) host.signIn(id).catch(() => {});
    else if (status === 'ready') void host.refresh(id);
    else host.retry(id);
  };
  return html`<li class="soft"><bdi>${name}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi>:
    ${status === 'connecting' ? messages.connecting : isWorking ? messages.listing : status === 'ready' ? messages.notListed : isSignedOut ? messages.notSignedIn : messages.notConnected}
    ${isWorking ? nothing : html`<button type="button" class="link" aria-label=${isSignedOut ? messages.signInNamed(name) : messages.retryNamed(name)} @click=${onnext}>${isSignedOut ? messages.signIn : messages.retry}</button>`}
  </li>`;
}
