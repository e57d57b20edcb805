/** The card of a server: its name and status, what it offers, and what it says about itself. */
import { displayName, type HostServer, type McpError, type McpHost, RpcError } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverAddress } from '../internal/server/identity.ts';
import { reloadButton } from '../internal/server/connection-buttons.ts';
import { hasStatus } from '../internal/server/sign-in.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import type { CardMessages, ServerMessages } from './messages.ts';
import { signInBadge } from './sign-in-panel.ts';

/** What the card shows, also where there is no server because its address was refused. */
export interface CardModel {
  readonly status: HostServer['status'];
  readonly name: string;
  readonly url: string;
  readonly error: McpError | undefined;
  readonly server?: HostServer;
  readonly icon?: unknown;
}

const TONES = { connecting: 'accent', ready: 'success', failed: 'danger' } as const;

/** The name of the server, with its status and address. */
export function cardHead(
  messages: ServerMessages,
  { status, name, url, error, server, icon }: CardModel,
): TemplateResult {
  const badge = (server && signInBadge(messages, server)) ?? {
    text: messages.status[status],
    tone: TONES[status],
    isTurning: status === 'connecting',
  };
  return html`<div class="head">
    <bdi class="name" id="name" part="name"><slot name="icon">${icon}</slot>${name}</bdi>
    <span class="badge ${badge.tone} ${badge.isTurning ? 'turning' : ''}" part="status badge" role="status" aria-live=${error ? 'off' : 'polite'}><span class="dot" part="sign"></span>${badge.text}</span>
    <slot name="actions"></slot>
    ${url && server ? html`<span class="url soft mono"><bdi dir="ltr">${serverAddress(server)}</bdi></span>` : nothing}
  </div>`;
}

/** The relay by which the requests go: whoever runs it can read and change them. */
export function relayNote(messages: ServerMessages, relay: string): TemplateResult {
  const { host, pathname } = new URL(relay);
  return html`<p class="soft small" part="relay">${messages.byRelay(html`<bdi dir="ltr">${shortText(host + pathname)}</bdi>`)}</p>`;
}

/**
 * Why there is no connection. Where the page lets nobody sign in, with what it can do about that.
 *
 * @param hasHeaders whether the page sends headers of its own, which may be credentials
 */
export function connectionError(
  messages: CardMessages,
  error: McpError,
  server: HostServer | undefined,
  hasHeaders: boolean,
): TemplateResult {
  return hasStatus(error, 401) && !server?.signIn
    ? html`<div class="notice danger" part="error" role="alert">${hasHeaders ? messages.refusedHeaders : messages.unauthorized}</div>`
    : html`${error instanceof RpcError ? html`<p class="small">${messages.serverSays}</p>` : nothing}${unreachable(messages, error) ?? errorNotice(messages.shared, error)}`;
}

/** What a browser does not tell has many causes: they are folded, because "Find out why" is beside them. */
function unreachable({ shared, causes }: CardMessages, error: McpError): TemplateResult | undefined {
  const [, what, why = ''] = /^(.+? could not be reached\.) (Either .+)$/s.exec(error.message) ?? [];
  if (!what || shared.errorOf(error.code)) return undefined;
  return html`<div class="notice danger stack tight" part="error" role="alert">
    <p>${serverText(what)}</p>
    <details><summary part="summary">${causes}</summary><p>${serverText(why)}</p><span class="small">${shared.errorCode} <code>${error.code}</code></span></details>
  </div>`;
}

/** The revision, and how many tools, prompts and resources there are. */
export function offer(messages: CardMessages, server: HostServer, host: McpHost | undefined): TemplateResult {
  const { listError, failedLists, isListing, revision, info } = server;
  return html`<div class="row">
      ${revision ? html`<span class="badge" part="badge">${revision}</span>` : nothing}
      ${info?.transport ? html`<span class="badge warning" part="badge">${messages.oldTransport}</span>` : nothing}
    </div>
    ${counts(messages, server)}
    ${listError && !isListing ? html`<p class="small row">${failedLists ? messages.listError : messages.shared.outdated} ${reloadButton(messages.shared, host, server)}</p>${errorNotice(messages.shared, listError)}` : nothing}`;
}

function counts(messages: ServerMessages, server: HostServer): TemplateResult {
  const kinds = (['tools', 'prompts', 'resources'] as const).filter(
    (kind) => server[kind].length > 0 || (kind === 'tools' && !server.failedLists?.includes(kind)),
  );
  return html`<div class="counts soft small">${
    server.isListing && server.tools.length === 0
      ? messages.listing
      : kinds.map((kind) => html`<span><b>${server[kind].length}</b> ${messages[kind](server[kind].length)}</span>`)
  }</div>`;
}

/**
 * Requests of the server that wait for the user in a dialog, and those that were blocked. The region is always rendered, so
 * that screen readers announce each new one.
 */
export function requests(
  messages: ServerMessages,
  { unseenRequests }: HostServer,
  count: number,
  onunmute: () => void,
): TemplateResult {
  return html`<p class="requests row small" part="requests" role="status">${
    count > 0 ? html`<span class="badge accent" part="badge">${messages.requests(count)}</span>` : nothing
  }${
    unseenRequests?.count || unseenRequests?.isMuted
      ? html`<span>${messages.mutedRequests(unseenRequests.count)}</span>${unseenRequests.isMuted ? html`<button type="button" class="link" part="link" @click=${onunmute}>${messages.unmute}</button>` : nothing}`
      : nothing
  }</p>`;
}

/** What the server says about itself, collapsed. */
export function about(messages: ServerMessages, { info }: HostServer): TemplateResult | typeof nothing {
  if (!info) return nothing;
  const { identity, instructions, capabilities } = info;
  const row = (label: string, value: string | undefined): unknown =>
    value ? html`<div><dt>${label}</dt><dd>${serverText(value)}</dd></div>` : nothing;
  const names = Object.entries(capabilities).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return html`<details><summary part="summary">${messages.about}</summary><dl>
    ${row(messages.version, identity && `${displayName(identity)} ${identity.version}`)}
    ${row(messages.description, identity?.description)}
    ${row(messages.website, identity?.websiteUrl)}
    ${row(messages.instructions, instructions)}
    ${names.length > 0 ? html`<div><dt>${messages.capabilities}</dt><dd class="row">${names.map((name) => html`<span class="badge" part="badge">${shortText(name, 40)}</span>`)}</dd></div>` : nothing}
  </dl></details>`;
}
