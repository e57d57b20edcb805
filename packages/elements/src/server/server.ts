import { type HostServer, McpError, type McpHost, type Revision, REVISIONS } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { errorNotice } from '../internal/text/error-notice.ts';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { serverIcon } from '../internal/media/icon.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { serverName, serverOrigin } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import { wantsSignIn } from '../internal/server/sign-in.ts';
import { McpServerRemoveEvent, McpServerStatusEvent } from './events.ts';
import { english, type ServerMessages } from './messages.ts';
import { styles } from './server.styles.ts';
import { signInBadge } from './sign-in-state.ts';

const TONES = { connecting: 'accent', ready: 'success', failed: 'danger' } as const;

/**
 * @summary One server: connects to it while the element is in the page, and shows how that goes.
 *
 * With `src` the element adds the server to its host and takes it away when it leaves. With `server-id` it shows a server
 * that the host already has. Where the host signs users in, they do it here, and see who asks for what. A server that the
 * network took away is connected again, once, when the device is online again or the user comes back to the page. One that
 * died is shown as not connected after about ten seconds, and connected when it is back, if it announces changes.
 *
 * @fires {McpServerStatusEvent} mcp-server-status - the status of the server changed.
 * @fires {McpServerRemoveEvent} mcp-server-remove - the user wants the server gone. Cancelable; otherwise the server is removed from the host, and an element with `src` from the page.
 *
 * @csspart card - the box around everything
 * @csspart status - status, as text
 * @csspart error - what went wrong
 * @csspart questions - that the server asks something, or is not heard
 * @csspart user - where the user is signed in
 *
 * @example
 * ```html
 * <mcp-host><mcp-server src="https://example.com/mcp"></mcp-server></mcp-host>
 * ```
 */
export class McpServerElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The URL of the server. A relative one begins with `/` or `.`. */
  @property() src: string | undefined;

  /** Speak exactly this revision, e.g. `2025-11-25`; without it the newest that both sides know. Read together with `src`. */
  @property() revision: string | undefined;

  /** The id of a server that the host already has; used when there is no `src`. */
  @property({ attribute: 'server-id' }) serverId: string | undefined;

  /** Why `src` could not even be added. */
  @state() private refusal: McpError | undefined;

  /** What many visits of a page do without. */
  readonly #parts = new OnDemand(this, async () => new (await import('./server-parts.ts')).ServerParts(this));
  /** Where the focus was before an update, and whether it is where this element put it. */
  #focused: Element | null | undefined;
  #isParked = false;
  #added: { host: McpHost; id: string | undefined; src: string; revision: string | undefined } | undefined;
  #lastStatus: string | undefined;

  /** The server as its host knows it. */
  get server(): HostServer | undefined {
    const id = this.src ? this.#added?.id : this.serverId;
    return id === undefined ? undefined : this.snapshot?.servers.find((server) => server.id === id);
  }

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.#takeAway(), { once: true });
    this.#add();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src') || changed.has('revision')) this.#add();
    this.#focused = this.shadowRoot?.activeElement;
  }

  protected override updated(): void {
    this.#keepFocus();
    const { server } = this;
    if (!server || server.status === this.#lastStatus) return;
    this.#lastStatus = server.status;
    this.dispatchEvent(new McpServerStatusEvent(server));
  }

  /** The button that was pressed may be gone: the keyboard goes on from the next thing to do. */
  #keepFocus(): void {
    const card = this.renderRoot.querySelector<HTMLElement>('.card');
    if (!this.#focused || (this.shadowRoot?.activeElement && !(this.#isParked && this.#focused === card))) return;
    const next = this.renderRoot.querySelector<HTMLElement>('.next');
    // Where there is nothing to do yet it waits on the card.
    this.#isParked = !next;
    (next ?? card)?.focus();
  }

  #add(): void {
    const { currentHost: host, src, revision, isConnected } = this;
    if (this.#added && this.#added.host === host && this.#added.src === src && this.#added.revision === revision)
      return;
    this.#takeAway();
    if (!host || !src || !isConnected) return;
    this.#added = { host, src, revision, id: undefined };
    try {
      this.#added.id = host.add(src, { revision: parseRevision(revision) });
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      this.refusal = error;
    }
  }

  #takeAway(): void {
    const { host, id } = this.#added ?? {};
    if (id !== undefined) host?.remove(id);
    this.#added = undefined;
    this.#lastStatus = undefined;
    this.refusal = undefined;
    this.#parts.part?.forget();
  }

  get #words(): ServerMessages {
    return this.words('server', english);
  }

  override render(): TemplateResult {
    const { server, refusal } = this;
    const text = this.#words;
    if (server)
      return this.#card(
        server.status,
        shortText(serverName(server)),
        server.url,
        wantsSignIn(server) ? undefined : server.error,
        server,
      );
    if (refusal && this.src) return this.#card('failed', shortText(this.src), '', refusal);
    if (!this.currentHost) return html`<p class="notice" part="error">${this.shared.noHost}</p>`;
    return this.serverId && !this.src ? html`<p class="notice">${text.noServer}</p>` : html``;
  }

  #card(
    status: HostServer['status'],
    name: string,
    url: string,
    error: McpError | undefined,
    server?: HostServer,
  ): TemplateResult {
    const text = this.#words;
    this.#parts.warmUp();
    const badge = (server && signInBadge(text, server)) ?? {
      text: text.status[status],
      tone: TONES[status],
      isTurning: status === 'connecting',
    };
    return html`<div class="card stack ${status}" part="card" role="group" aria-labelledby="name" tabindex="-1">
      <div class="head">
        <bdi class="name" id="name">${serverIcon(server?.info?.identity ?? {}, url)}${name}</bdi>
        <span class="badge ${badge.tone} ${badge.isTurning ? 'turning' : ''}" part="status" role="status" aria-live=${error ? 'off' : 'polite'}><span class="dot"></span>${badge.text}</span>
        ${url && server ? html`<span class="url soft mono"><bdi dir="ltr"><b>${serverOrigin(server)}</b>${shortText(url.slice(serverOrigin(server).length), 200)}</bdi></span>` : nothing}
      </div>
      ${error ? errorNotice(this.shared, error) : nothing}
      ${server?.status === 'ready' ? this.#offer(text, server) : nothing}
      ${server ? this.#questions(server) : nothing}
      ${server?.signIn ? this.#parts.need()?.signIn(server, name) : nothing}
      ${this.#parts.notice()}
      <div class="foot ${server?.status === 'ready' ? 'ruled' : ''}">
        <button type="button" class="button quiet danger small remove" aria-label=${text.removeNamed(name)} @click=${this.#remove}>${text.remove}</button>
        ${error && server ? html`<button type="button" class="button primary small" aria-label=${text.retryNamed(name)} @click=${this.#retry}>${text.retry}</button>` : nothing}
        ${server?.status === 'ready' && server.info ? this.#about(text, server) : nothing}
      </div>
    </div>`;
  }

  #offer(text: ServerMessages, server: HostServer): TemplateResult {
    const { listError, revision, era, info } = server;
    return html`<div class="row">
        ${revision ? html`<span class="badge">${revision}</span>` : nothing}
        ${era ? html`<span class="badge ${info?.transport ? 'warning' : ''}">${info?.transport ? text.oldTransport : text.era(era)}</span>` : nothing}
      </div>
      ${counts(text, server)}
      ${listError ? html`<p class="small">${text.listError}</p>${errorNotice(this.shared, listError)}` : nothing}`;
  }

  /** The region stays, so that a reader hears of each that comes. */
  #questions(server: HostServer): TemplateResult {
    const count =
      this.snapshot?.requests.filter(
        ({ kind, request }) => (kind === 'elicitation' || kind === 'sampling') && request.server.id === server.id,
      ).length ?? 0;
    const parts = count > 0 || server.unseenRequests ? this.#parts.need() : undefined;
    return html`<p class="questions row small" part="questions" role="status">${parts?.questions(server, count)}</p>`;
  }

  /** What the server says of itself, folded away. */
  #about(text: ServerMessages, server: HostServer): TemplateResult {
    return html`<details @toggle=${() => this.#parts.need()}><summary>${text.about}</summary>${this.#parts.part?.about(server)}</details>`;
  }

  readonly #retry = (): void => {
    const { server } = this;
    if (server) this.currentHost?.retry(server.id);
  };

  readonly #remove = (): void => {
    const { server, currentHost } = this;
    if (!this.dispatchEvent(new McpServerRemoveEvent(server))) return;
    if (this.src) this.remove();
    else if (server) currentHost?.remove(server.id);
  };
}

function counts(text: ServerMessages, server: HostServer): TemplateResult {
  const kinds = (['tools', 'prompts', 'resources'] as const).filter(
    (kind) => kind === 'tools' || server[kind].length > 0,
  );
  return html`<div class="counts soft small">${
    server.isListing && server.tools.length === 0
      ? text.listing
      : kinds.map((kind) => html`<span><b>${server[kind].length}</b> ${text[kind](server[kind].length)}</span>`)
  }</div>`;
}

/** @throws {McpError} `invalid-argument` */
function parseRevision(revision: string | undefined): Revision | undefined {
  if (!revision) return undefined;
  const known = REVISIONS.find((candidate) => candidate === revision);
  if (!known)
    throw new McpError(
      'invalid-argument',
      `The revision ${JSON.stringify(revision)} is none of ${REVISIONS.join(', ')}.`,
    );
  return known;
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-server': McpServerElement;
  }
}
