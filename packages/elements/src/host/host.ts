import { ContextProvider } from '@lit/context';
import { type Authorizer, indexedDbPermissionStore, McpHost } from '@mcp-web/client';
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { hostContext } from '../internal/base/host-context.ts';
import type { McpRequestEvent } from '../internal/dialog/request-event.ts';
import { McpConsentRequestEvent } from './consent-request-event.ts';
import { McpElicitationRequestEvent } from './elicitation-request-event.ts';
import { styles } from './host.styles.ts';
import { LazySignIn } from './lazy-sign-in.ts';

const DEFAULT_NAME = 'mcp-web';

/**
 * @summary Gives the elements inside it an MCP host: the servers, and who may do what.
 *
 * Without a host of the page's own it makes one, and closes its connections when it leaves the page. With `redirect-uri`
 * its servers can ask the user to sign in.
 *
 * @slot - the page's own content, with the other elements anywhere in it
 * @fires {McpConsentRequestEvent} mcp-consent-request - a tool is about to run. Answer with `respondWith()`, or leave it to the user and to what they allowed before.
 * @fires {McpElicitationRequestEvent} mcp-elicitation-request - a server asks something of the user. Answer with `respondWith()`, or leave it to the user. Servers ask only while an `<mcp-elicitation-form>` is there.
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
  static override styles = styles;

  /** The name that servers are told. Read when the host is made: change it and servers added later are told the old one. */
  @property({ attribute: 'client-name' }) clientName: string = DEFAULT_NAME;

  /** The version that servers are told, read as `client-name` is. */
  @property({ attribute: 'client-version' }) clientVersion = '0.0.0';

  /**
   * The page of this site that calls `completeSignIn()`: users can sign in, and authorization servers send them back to it.
   * Read as `client-name` is, as are the others.
   */
  @property({ attribute: 'redirect-uri' }) redirectUri: string | undefined;

  /**
   * Who the page is to authorization servers: an id that was registered with them, or the URL of a published client metadata
   * document. Without it, the page registers itself.
   */
  @property({ attribute: 'client-id' }) clientId: string | undefined;

  /**
   * Lets users allow a tool always, and keeps that, and which tools they switched off, in IndexedDB. A page with it has an
   * `<mcp-permissions>` too, where they can take it back. Read as `client-name` is.
   */
  @property({ type: Boolean, attribute: 'store-permissions' }) storePermissions = false;

  /** What signs users in, in place of what `redirect-uri` makes: `browserOAuth()` with options of your own. */
  @property({ attribute: false }) auth: Authorizer | undefined;

  readonly #provider = new ContextProvider(this, { context: hostContext });
  #host: McpHost | undefined;
  #isOwn = false;
  /** What this element made of `redirect-uri`. */
  #signIn: LazySignIn | undefined;
  /** Ends what this element does for its host. */
  #service: AbortController | undefined;

  /** The host: the page's own, or else one that this element makes. */
  // Without an accessor of Lit's, which would make a host only to know the old value.
  @property({ attribute: false, noAccessor: true })
  get host(): McpHost {
    if (!this.#host) {
      this.#host = new McpHost({
        clientInfo: { name: this.clientName, version: this.clientVersion },
        auth: this.auth ?? this.#makeSignIn(),
        permissionStore: this.storePermissions ? indexedDbPermissionStore() : undefined,
      });
      this.#isOwn = true;
    }
    return this.#host;
  }
  set host(host: McpHost | undefined) {
    const old = this.#host;
    if (host === old) return;
    this.#leave();
    this.#host = host;
    this.#isOwn = false;
    this.requestUpdate('host', old);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The first time waits for the update: only then are properties known that were set before the upgrade.
    if (this.hasUpdated) this.#serve();
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    this.#serve();
  }

  override render(): TemplateResult {
    return html`<slot></slot>`;
  }

  #serve(): void {
    if (this.#service || !this.isConnected) return;
    this.#service = new AbortController();
    const { signal } = this.#service;
    const { host } = this;
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
    this.#provider.setValue(host);
  }

  #leave(): void {
    this.#service?.abort();
    this.#service = undefined;
    if (this.#isOwn) this.#host?.close();
    this.#signIn?.close();
  }

  #makeSignIn(): LazySignIn | undefined {
    const { redirectUri, clientId, clientName } = this;
    if (!redirectUri) return undefined;
    // The title of the page says more than a name that nobody chose.
    this.#signIn = new LazySignIn({
      redirectUri,
      clientId: clientId || undefined,
      clientName: clientName === DEFAULT_NAME ? undefined : clientName,
    });
    return this.#signIn;
  }

  /** @param refusal what it means that the page prevents the default and says nothing */
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
