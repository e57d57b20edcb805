/** What stands between the user and what a server offers, and what to do about it. */
import type { HostServer, McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverName, serverOrigin } from './server-identity.ts';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';
import { wantsSignIn } from './wants-sign-in.ts';

const MAX_NOTES = 5;

/** The servers that are not, or not wholly, there: each with its next step. */
export function serverNotes(text: SharedMessages, host: McpHost): TemplateResult | typeof nothing {
  const away = host
    .getSnapshot()
    .servers.filter(({ status, isListing, listError }) => status !== 'ready' || isListing || listError);
  return away.length === 0
    ? nothing
    : html`<ul class="server-notes small" part="notes">${away.slice(0, MAX_NOTES).map((server) => serverNote(text, host, server))}</ul>`;
}

/** Where one server is, and the next step, as an item of a list. */
export function serverNote(text: SharedMessages, host: McpHost, server: HostServer): TemplateResult {
  const { id, status, listError } = server;
  const name = shortText(serverName(server), 60);
  const isSignedOut = wantsSignIn(server);
  const isWorking = status === 'connecting' || (status === 'ready' && !listError);
  const onnext = (): void => {
    // How it goes is in the snapshot.
    if (isSignedOut) host.signIn(id).catch(() => {});
    else if (status === 'ready') void host.refresh(id);
    else host.retry(id);
  };
  return html`<li class="soft"><bdi>${name}</bdi> <bdi class="mono" dir="ltr">${serverOrigin(server)}</bdi>:
    ${status === 'connecting' ? text.connecting : isWorking ? text.listing : status === 'ready' ? text.notListed : isSignedOut ? text.notSignedIn : text.notConnected}
    ${isWorking ? nothing : html`<button type="button" class="link" aria-label=${isSignedOut ? text.signInNamed(name) : text.retryNamed(name)} @click=${onnext}>${isSignedOut ? text.signIn : text.retry}</button>`}
  </li>`;
}
