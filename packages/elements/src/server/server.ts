import {
  type AddServerOptions,
  type HostServer,
  HttpError,
  McpError,
  type McpHost,
  type Revision,
  REVISIONS,
} from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { Icons } from '../internal/media/icon.ts';
import { serverName } from '../internal/server/identity.ts';
import { signInFailure, wantsSignIn } from '../internal/server/sign-in.ts';
import { shortText } from '../internal/text/text.ts';
import { McpServerMoveEvent, McpServerRemoveEvent, McpServerStatusEvent } from './events.ts';
import { type CardMessages, english } from './messages.ts';
import { about, cardHead, type CardModel, connectionError, offer, relayNote, requests } from './server-card.ts';
import { styles } from './server.styles.ts';
import { type SignInActions, signInPanel } from './sign-in-panel.ts';

/** The properties that a connection is made with. */
const OF_CONNECTION = ['src', 'revision', 'relay', 'headers'] as const;

/**
 * @summary One server: connects to it while the element is in the page, and shows its status.
 *
 * With `src`, the element adds the server to its host, and removes it when the element leaves the page. With `server-id`, it
 * shows a server that the host already has. If the host signs users in, they sign in here. A server that stops working is shown
 * as not connected after about ten seconds. The host connects again by itself, and the element says when it tries next.
 *
 * @fires {McpServerStatusEvent} mcp-server-status - the status of the server changed.
 * @fires {McpServerMoveEvent} mcp-server-move - the user chose the address that the doctor found instead of `src`. Cancelable; otherwise it becomes `src`.
 * @fires {McpServerRemoveEvent} mcp-server-remove - the user removes the server. Cancelable; otherwise the server is removed from the host, and an element with `src` from the page.
 *
 * @slot icon - replaces the icon of the server
 * @slot actions - controls of the page, after the status
 * @csspart card - the box around everything
 * @csspart name - the name that the server gives itself
 * @csspart status - the status, as text
 * @csspart sign - the dot of the status
 * @csspart relay - the relay by which the requests go
 * @csspart error - what went wrong
 * @csspart slow - says that the server has not answered for three seconds
 * @csspart retry - when the host tries again by itself
 * @csspart requests - requests of the server that need the user's input or were blocked
 * @csspart diagnosis - why the server cannot be used, after the user asked; it has the parts of `<mcp-doctor>`
 * @csspart user - where the user is signed in
 * @csspart remove - the button that removes the server
 *
 * @example
 * ```html
 * <mcp-host><mcp-server src="https://example.com/mcp"></mcp-server></mcp-host>
 * ```
 */
export class McpServerElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The URL of the server. A relative URL begins with `/` or `.`. */
  @property() src: string | undefined;

  /** The revision to use, for example `2025-11-25`. Without it, the newest one that both sides support. Read together with `src`. */
  @property() revision: string | undefined;

  /**
   * The address of a relay that sends the requests, for a server without CORS headers. Without it, that of the host; empty
   * for none. Read together with `src`.
   */
  @property() relay: string | undefined;

  /**
   * Additional headers of each request to `src`, such as `Authorization`; a function is called before each request, and a
   * new one from the next request on. Headers with another content connect again. There is no attribute, because secrets do
   * not belong into HTML.
   */
  @property({ attribute: false }) headers: AddServerOptions['headers'];

  /** The id of a server that the host already has. Used when there is no `src`. */
  @property({ attribute: 'server-id' }) serverId: string | undefined;

  /** Why the host refused `src`. */
  @state() private refusal: McpError | undefined;

  /** Why signing out, or the redirect to sign in, failed. */
  @state() private signInProblem: unknown;

  /** Why the connection failed that the host tries to open again by itself. */
  #failure: McpError | undefined;
  /** Where the focus was before an update. */
  #focused: Element | null | undefined;
  /** Whether the focus waits on the card for a next step. */
  #isParked = false;
  /** The server that this element added, and what it was added with. */
  #added: { host: McpHost; id: string | undefined; given: readonly unknown[] } | undefined;
  #lastStatus: string | undefined;
  readonly #icons = new Icons(this);
  /** The id of the server that the doctor looks at. */
  #examined: string | undefined;
  /** Finds out why the server cannot be used, when the user asks. */
  readonly #doctor = new OnDemand(this, async () => {
    const { DoctorView } = await import('../doctor/doctor-view.ts');
    return new DoctorView(this);
  });

  /** The server in the current snapshot of its host. */
  get server(): HostServer | undefined {
    const id = this.src ? this.#added?.id : this.serverId;
    return id === undefined ? undefined : this.snapshot?.servers.find((server) => server.id === id);
  }

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.#removeOwn(), { once: true });
    this.#add();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (OF_CONNECTION.some((name) => changed.has(name))) this.#add();
    this.#focused = this.shadowRoot?.activeElement;
    const { server } = this;
    // What is wrong is announced once, not with each attempt that the user does not know of.
    if (server?.status !== 'connecting') this.#failure = server?.retryAt === undefined ? undefined : server.error;
    // What was wrong is not anymore, or was so with another server.
    if (server?.id !== this.#examined || (server?.status === 'ready' && !server.listError))
      this.#doctor.loaded?.close();
  }

  protected override updated(): void {
    this.#keepFocus();
    const { server } = this;
    if (!server || server.status === this.#lastStatus) return;
    this.#lastStatus = server.status;
    this.dispatchEvent(new McpServerStatusEvent(server));
  }

  /** The button that had the focus may be gone: moves the focus to the next step. */
  #keepFocus(): void {
    const card = this.renderRoot.querySelector<HTMLElement>('.card');
    if (!this.#focused || (this.shadowRoot?.activeElement && !(this.#isParked && this.#focused === card))) return;
    const next = this.renderRoot.querySelector<HTMLElement>('.next');
    // Without a next step, the focus waits on the card.
    this.#isParked = !next;
    (next ?? card)?.focus();
  }

  #add(): void {
    const { currentHost: host, src, revision, relay, headers, isConnected } = this;
    const given = OF_CONNECTION.map((name) => (name === 'headers' ? contentOf(headers) : this[name]));
    if (this.#added?.host === host && this.#added?.given.every((value, index) => value === given[index])) return;
    this.#removeOwn();
    if (!host || !src || !isConnected) return;
    this.#added = { host, given, id: undefined };
    try {
      this.#added.id = host.add(src, {
        revision: parseRevision(revision),
        relay: relay ?? undefined,
        // A template that makes a new function each time means the same by it.
        headers:
          typeof headers === 'function' ? () => (typeof this.headers === 'function' ? this.headers() : {}) : headers,
      });
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      this.refusal = error;
    }
  }

  /** Removes the server that this element added. */
  #removeOwn(): void {
    const { host, id } = this.#added ?? {};
    if (id !== undefined) host?.remove(id);
    this.#added = undefined;
    this.#lastStatus = undefined;
    this.#failure = undefined;
    this.refusal = undefined;
    this.signInProblem = undefined;
    this.#doctor.loaded?.close();
  }

  override render(): TemplateResult {
    const { server, refusal, shared } = this;
    const messages = { ...this.messagesFor('server', english), shared };
    if (server)
      return this.#card(messages, {
        status: server.status,
        name: shortText(serverName(server)),
        url: server.url,
        error: wantsSignIn(server) ? undefined : (server.error ?? this.#failure),
        server,
        icon: this.#icons.template(server.info?.identity ?? {}, server.url),
      });
    if (refusal && this.src)
      return this.#card(messages, { status: 'failed', name: shortText(this.src), url: '', error: refusal });
    if (!this.currentHost) return html`<p class="notice" part="error">${shared.noHost}</p>`;
    return this.serverId && !this.src ? html`<p class="notice">${messages.noServer}</p>` : html``;
  }

  #card(messages: CardMessages, model: CardModel): TemplateResult {
    const { status, name, error, server } = model;
    const isReady = server?.status === 'ready';
    return html`<div class="card stack ${status}" part="card" role="group" aria-labelledby="name" tabindex="-1">
      ${cardHead(messages, model)}
      ${server?.relay ? relayNote(messages, server.relay) : nothing}
      ${error ? connectionError(messages, error, server, this.headers !== undefined) : nothing}
      ${server && this.#doctor.loaded?.isOpen ? html`<div part="diagnosis">${this.#doctor.loaded.template()}</div>` : this.#doctor.notice()}
      ${error && server?.retryAt !== undefined ? html`<p class="soft small" part="retry">${messages.retryAt(server.retryAt)}</p>` : nothing}
      <p class="soft small" part="slow" role="status">${server?.isSlow ? messages.shared.slow : ''}</p>
      ${isReady ? offer(messages, server, this.currentHost) : nothing}
      ${server ? requests(messages, server, this.#requestCount(server), this.#unmute) : nothing}
      ${server ? signInPanel(messages, server, name, this.signInProblem, this.#signInActions) : nothing}
      <div class="foot ${isReady ? 'ruled' : ''}">
        <button type="button" class="button quiet danger small remove" part="button quiet danger small remove" aria-label=${messages.removeNamed(name)} @click=${this.#remove}>${messages.remove}</button>
        ${error && server ? html`<button type="button" class="button primary small" part="button primary small" aria-label=${messages.retryNamed(name)} @click=${this.#retry}>${messages.retry}</button>` : nothing}
        ${server && !server.relay && hidesCause(error ?? signInFailure(server, this.headers !== undefined) ?? server.listError) ? html`<button type="button" class="button small" part="button secondary small" aria-label=${messages.findCauseNamed(name)} @click=${this.#findCause}>${messages.findCause}</button>` : nothing}
        ${isReady ? about(messages, server) : nothing}
      </div>
    </div>`;
  }

  /** The number of requests that wait for the user in a dialog. */
  #requestCount({ id }: HostServer): number {
    const pending = this.snapshot?.requests ?? [];
    return pending.filter(
      ({ kind, request }) => ['elicitation', 'sampling', 'roots'].includes(kind) && request.server.id === id,
    ).length;
  }

  readonly #retry = (): void => {
    const { server } = this;
    this.#failure = undefined;
    this.#doctor.loaded?.close();
    if (server) this.currentHost?.retry(server.id);
  };

  readonly #findCause = (): void => {
    const { server } = this;
    if (!server) return;
    const headers = this.src ? this.headers : undefined;
    this.#examined = server.id;
    this.#doctor.load().then(
      (doctor) =>
        this.server?.id === server.id
          ? doctor.run(server.url, { headers, onuse: this.src ? this.#move : undefined })
          : undefined,
      () => {},
    );
  };

  readonly #move = (src: string): void => {
    if (this.dispatchEvent(new McpServerMoveEvent(this.server, src))) this.src = src;
  };

  readonly #unmute = (): void => {
    const { server } = this;
    if (server) this.currentHost?.mute(server.id, false, { by: 'user' });
  };

  readonly #signInActions: SignInActions = {
    // The snapshot tells how it goes.
    signIn: () => this.#try((host, { id }) => void host.signIn(id).catch(() => {})),
    cancel: () => this.#try((host, { id }) => host.cancelSignIn(id)),
    signOut: () => this.#try((host, { id }) => host.signOut(id)),
    redirect: () => this.#try((_host, { signIn }) => (signIn?.state === 'blocked' ? signIn.redirect() : undefined)),
  };

  #try(action: (host: McpHost, server: HostServer) => Promise<void> | void): void {
    const { server, currentHost } = this;
    if (!server || !currentHost) return;
    this.signInProblem = undefined;
    Promise.resolve(action(currentHost, server)).catch((error: unknown) => {
      this.signInProblem = error;
    });
  }

  readonly #remove = (): void => {
    const { server, currentHost } = this;
    if (!this.dispatchEvent(new McpServerRemoveEvent(server))) return;
    if (this.src) this.remove();
    else if (server) currentHost?.remove(server.id);
  };
}

/** What has a cause that the doctor may find, unless a relay sends the requests: the platform does not tell it, or only in part. */
const HIDING: readonly (string | undefined)[] = [
  'network',
  'unauthorized',
  'timeout',
  'http',
  'not-mcp',
  'invalid-message',
  'invalid-result',
  'stream-ended',
  'session-lost',
];

const hidesCause = (error: McpError | undefined): boolean =>
  // A server may say why it refuses a page in words that only its author understands.
  HIDING.includes(error?.code) || error?.cause instanceof HttpError;

/** @throws {McpError} `invalid-argument` */
function parseRevision(revision: string | undefined): Revision | undefined {
  if (!revision) return undefined;
  const known = REVISIONS.find((candidate) => candidate === revision);
  if (!known)
    throw new McpError(
      'invalid-argument',
      `Revision ${JSON.stringify(revision)} is not supported. Use one of ${REVISIONS.join(', ')}.`,
    );
  return known;
}

/** What tells headers from others: templates write them anew whenever they render. */
function contentOf(headers: McpServerElement['headers']): string | undefined {
  if (!headers || typeof headers === 'function') return typeof headers;
  try {
    return JSON.stringify([...new Headers(headers)]);
  } catch (error) {
    // The host says what is wrong with them.
    return String(error);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-server': McpServerElement;
  }
}
