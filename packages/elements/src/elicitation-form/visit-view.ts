/** A page that the user visits for a server: its address, and what is suspicious about it. */
import { addressSpaceOf } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverText, STEP } from '../internal/text/text.ts';
import type { ElicitationFormMessages } from './messages.ts';

/** An address in three parts, so that its host stands out. */
interface Address {
  readonly before: string;
  readonly host: string;
  readonly after: string;
  /** Whether it is on the user's own device, which is unusual, but no reason to worry. */
  readonly isOwn: boolean;
  readonly warnings: readonly string[];
}

export interface Visit {
  readonly url: string;
  readonly serverUrl: string;
  /** Whether the user has opened the page. */
  readonly isOpen: boolean;
  /** Whether the server says when the visit is over. */
  readonly isNoticed: boolean;
  readonly onreopen: (event: Event) => void;
}

export function visitView(
  messages: ElicitationFormMessages,
  { url, serverUrl, isOpen, isNoticed, onreopen }: Visit,
): TemplateResult {
  const { before, host, after, isOwn, warnings } = readAddress(messages, url);
  const bold = html`<bdi dir="ltr"><b>${host}</b></bdi>`;
  return html`<div class="stack tight">
      <h3>${messages.address}</h3>
      <p class="address mono" part="address" tabindex="0" role="group" aria-label=${messages.address}><bdi dir="ltr">${serverText(before, STEP)}<b>${host}</b>${serverText(after, STEP)}</bdi></p>
      ${host === new URL(serverUrl).hostname ? nothing : html`<p class="soft small">${messages.otherSite}</p>`}
    </div>
    ${isOwn ? html`<p class="notice">${messages.ownDevice}</p>` : nothing}
    ${warnings.length > 0 ? html`<ul class="notice warning">${warnings.map((warning) => html`<li>${warning}</li>`)}</ul>` : nothing}
    <div role="status">${
      isOpen
        ? html`<div class="notice stack tight"><p>${messages.waiting(bold)}</p>${isNoticed ? html`<p class="soft">${messages.waitingForServer}</p>` : nothing}</div>`
        : html`<p class="soft small">${messages.visitHint}</p>`
    }</div>
    ${isOpen ? html`<p><button type="button" class="link small" part="link" @click=${onreopen}>${messages.reopen}</button></p>` : nothing}`;
}

/** Takes the address apart as the browser would open it. */
function readAddress(messages: ElicitationFormMessages, url: string): Address {
  const { href, protocol, username, password, hostname } = new URL(url);
  const user = username || password ? `${username}${password ? `:${password}` : ''}@` : '';
  const start = protocol.length + 2 + user.length;
  const isOwn = addressSpaceOf(hostname) === 'loopback';
  return {
    before: href.slice(0, start),
    host: hostname,
    after: href.slice(start + hostname.length),
    isOwn,
    warnings: [
      user ? messages.credentials : '',
      // URL parsers write every host that is not ASCII like this.
      /(^|\.)xn--/.test(hostname) ? messages.lookalike : '',
      !isOwn && /^[\d.]+$|^\[/.test(hostname) ? messages.unnamed : '',
    ].filter(Boolean),
  };
}
