import { ContextProvider } from '@lit/context';
import { type Authorizer, indexedDbCallStore, indexedDbPermissionStore, McpError, McpHost } from '@mcp-web/client';
import { appsExtension } from '@mcp-web/client/apps';
import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { hostContext } from '../internal/base/host-consumer.ts';
import { load } from '../internal/base/on-demand.ts';
import type { McpRequestEvent } from '../internal/dialog/request-event.ts';
import { forgetAtSignOut } from '../internal/kept/forget-user.ts';
import { McpConsentRequestEvent, McpElicitationRequestEvent } from './events.ts';
import { LazySignIn } from './lazy-sign-in.ts';
import { warnWithoutServer } from './no-server.ts';

const DEFAULT_NAME = 'mcp-web';

/**
 * @summary Provides an MCP host to the elements inside it: the connected servers, and the user's permissions.
 *
 * Creates a host unless the page sets one, and closes the connections of its own host when it leaves the page. With
 * `redirect-uri`, users can sign in to servers.
 *
 * @slot - the content of the page, with the other elements anywhere in it
 * @fires {McpConsentRequestEvent} mcp-consent-request - a tool is about to run. Answer with `respondWith()`; otherwise a permission or the user decides.
 * @fires {McpElicitationRequestEvent} mcp-elicitation-request - a server requests information from the user. Answer with `respondWith()`; otherwise the user is asked. Servers can send such requests only while the page contains an `<mcp-elicitation-form>`.
 *
 * @example
 * ```html
 * <mcp-host client-name="My page">
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tools></mcp-tools>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpHostElement extends McpElement {
  static override styles = css`
    :host { display: contents; }
  `;

  /** The name that the page gives to servers. Read when the host is created; later changes have no effect. */
  @property({ attribute: 'client-name' }) clientName: string = DEFAULT_NAME;

  /** The version that the page gives to servers. Read when the host is created. */
  @property({ attribute: 'client-version' }) clientVersion = '0.0.0';

  /**
   * The page of this site that calls `completeSignIn()`. Authorization servers redirect users to it. Required for signing in,
   * unless `auth` is set. Read when the host is created.
   */
  @property({ attribute: 'redirect-uri' }) redirectUri: string | undefined;

  /**
   * The client id of the page at authorization servers: one that you registered, or the URL of a client metadata document.
   * Without it, the page registers itself. Read when the host is created.
   */
  @property({ attribute: 'client-id' }) clientId: string | undefined;

  /**
   * The issuer of the authorization server with which you registered the `client-id`. No other one gets the id: there, the
   * page registers itself. Read when the host is created.
   */
  @property({ attribute: 'client-issuer' }) clientIssuer: string | undefined;

  /**
   * Refuses answers of authorization servers that do not say who sends them (RFC 9207). Many do not yet: nobody can sign in
   * to their servers then. For pages on which users add servers of their own. Read when the host is created.
   */
  @property({ type: Boolean, attribute: 'require-iss' }) requireIss = false;

  /**
   * Lets users allow a tool always. Stores these permissions, which tools are switched off, and the folders of `<mcp-roots>`, in
   * IndexedDB. Add an `<mcp-permissions>` to the page, where users can revoke them. Read when the host is created.
   */
  @property({ type: Boolean, attribute: 'store-permissions' }) storePermissions = false;

  /**
   * Records tool calls while they run, in IndexedDB, without their arguments and results. After a reload, `<mcp-tools>` lists
   * those that are unfinished, and the user can resume them. Tasks continue by themselves if the page has an `<mcp-tasks>`. Read
   * when the host is created.
   */
  @property({ type: Boolean, attribute: 'store-calls' }) storeCalls = false;

  /**
   * The address of a relay on your server, for servers without CORS headers. All servers use it, except for those with a `relay` of
   * their own. Read when the host is created.
   */
  @property() relay: string | undefined;

  /**
   * Offers the tools that the user lets models use to the browser's own agent, where the browser has one that takes tools of
   * pages (WebMCP). Each call asks for consent. To choose tools, call `exposeTools` of `@mcp-web/client/tools/webmcp` instead.
   */
  @property({ type: Boolean, attribute: 'expose-tools' }) exposeTools = false;

  /**
   * Tells servers that the page shows apps, which are user interfaces that tools bring along: the page has an `<mcp-app>`. Read
   * when the host is created.
   */
  @property({ type: Boolean, attribute: 'show-apps' }) showApps = false;

  /**
   * Signs users in, instead of what `redirect-uri` sets up: for example, `browserOAuth()` with options of your own. If it is
   * set after the host was created, as when React hydrates a page, another host takes its place. Once set, it cannot change.
   */
  @property({ attribute: false }) auth: Authorizer | undefined;

  readonly #provider = new ContextProvider(this, { context: hostContext });
  #host: McpHost | undefined;
  #isOwn = false;
  /** Whether the page has the host, and may have changed it. */
  #isHandedOut = false;
  /** Whether it is Lit that reads the properties. */
  #isUpdating = false;
  /** What `auth` was when the host was created. */
  #hostAuth: Authorizer | undefined;
  /** Whether it was in the page before it was defined. */
  readonly #isUpgraded = this.isConnected;
  /** Made from `redirect-uri`. */
  #signIn: LazySignIn | undefined;
  /** Ends what this element does for the current host. */
  #service: AbortController | undefined;
  /** Takes the tools back from the browser's agent. */
  #offer: AbortController | undefined;

  /** The host: the one that the page set, or one that this element creates. */
  // Lit's accessor would create a host only to read the old value.
  @property({ attribute: false, noAccessor: true })
  get host(): McpHost {
    if (!this.#isUpdating) this.#isHandedOut = true;
    return this.#ensureHost();
  }
  set host(host: McpHost | undefined) {
    const old = this.#host;
    if (host === old) return;
    this.#leave();
    this.#host = host;
    this.#isOwn = false;
    this.requestUpdate('host', old);
  }

  #ensureHost(): McpHost {
    if (!this.#host) {
      this.#host = new McpHost({
        clientInfo: { name: this.clientName, version: this.clientVersion },
        auth: this.auth ?? this.#makeSignIn(),
        relay: this.relay ?? undefined,
        permissionStore: this.storePermissions ? indexedDbPermissionStore() : undefined,
        callStore: this.storeCalls ? indexedDbCallStore() : undefined,
        extensions: this.showApps ? { ...appsExtension } : undefined,
      });
      this.#isOwn = true;
      this.#hostAuth = this.auth;
    }
    return this.#host;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The first time, wait for the update: properties that were set before the upgrade are known only then.
    if (this.hasUpdated) this.#serve();
  }

  protected override performUpdate(): void {
    this.#isUpdating = true;
    try {
      super.performUpdate();
    } finally {
      this.#isUpdating = false;
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('auth') && this.#isOwn && this.#hostAuth !== this.auth) this.#renew();
    if (!this.#service) this.#serve();
    else if (changed.has('exposeTools')) this.#offerTools(this.#service.signal);
  }

  override render(): TemplateResult {
    return html`<slot></slot>`;
  }

  #serve(): void {
    if (this.#service || !this.isConnected) return;
    this.#service = new AbortController();
    const { signal } = this.#service;
    const host = this.#ensureHost();
    const removePolicies = [
      host.addConsentPolicy((request, { signal: wanted }) =>
        this.#ask(new McpConsentRequestEvent(request, wanted), { action: 'deny' }),
      ),
      host.addElicitationPolicy((request, { signal: wanted }) =>
        this.#ask(new McpElicitationRequestEvent(request, wanted), { action: 'decline' }),
      ),
    ];
    for (const removePolicy of removePolicies) signal.addEventListener('abort', removePolicy, { once: true });
    this.lifetime.addEventListener('abort', () => this.#leave(), { signal });
    forgetAtSignOut(host, signal);
    this.#offerTools(signal);
    if (this.#isOwn && this.#isUpgraded) warnWithoutServer(this, host, signal);
    this.#provider.setValue(host);
  }

  /** @param service aborts when this element leaves the host */
  #offerTools(service: AbortSignal): void {
    this.#offer?.abort();
    if (!this.exposeTools || !('modelContext' in document)) return;
    this.#offer = new AbortController();
    const signal = AbortSignal.any([service, this.#offer.signal]);
    const host = this.#ensureHost();
    load(() => import('@mcp-web/client/tools/webmcp')).then(
      ({ exposeTools }) => exposeTools(host, { signal }),
      reportError,
    );
  }

  #leave(): void {
    this.#service?.abort();
    this.#service = undefined;
    if (this.#isOwn) this.#host?.close();
    this.#signIn?.close();
  }

  /** `auth` came after the host. */
  #renew(): void {
    // Calls and sign-ins may be under way in a host that has one already, and the page may have added servers.
    const advice = this.#hostAuth
      ? 'keeps the `auth` that it was given first. Give it the same object each time'
      : this.#isHandedOut &&
        'has created its host without `auth`, because the page read `host` before. Set `auth` first';
    if (advice)
      return reportError(new McpError('invalid-argument', `<mcp-host> ${advice}, or set a \`host\` of your own.`));
    this.#leave();
    this.#host = undefined;
  }

  #makeSignIn(): LazySignIn | undefined {
    const { redirectUri, clientId, clientIssuer, clientName, requireIss } = this;
    if (!redirectUri) return undefined;
    // Without a name of its own, the title of the page tells the user more.
    this.#signIn = new LazySignIn({
      redirectUri,
      ...(clientId && (clientIssuer ? { clients: { [clientIssuer]: { clientId } } } : { clientId })),
      clientName: clientName === DEFAULT_NAME ? undefined : clientName,
      requireIss,
    });
    return this.#signIn;
  }

  /** @param refusal the answer when the page prevents the default without answering */
  #ask<T>(event: McpRequestEvent<T>, refusal: T): T | undefined | Promise<T | undefined> {
    const isOpen = this.dispatchEvent(event);
    return event.response ?? (isOpen ? undefined : refusal);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-host': McpHostElement;
  }
}
