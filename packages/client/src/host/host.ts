import type { McpClient } from '../client/client.ts';
import { resolveUrl } from '../client/connect-options.ts';
import type { ReadOptions } from '../client/request-options.ts';
import { McpError } from '../errors.ts';
import type { CallToolResult, GetPromptResult, JsonObject, LogLevel, ReadResourceResult } from '../protocol/types.ts';
import type { CallOptions } from '../session/exchange.ts';
import type { HostCalls } from './calls/host-calls.ts';
import { KnownCalls } from './calls/known-calls.ts';
import { runCall } from './calls/run-call.ts';
import { Consent } from './consent/consent.ts';
import type { Permission } from './consent/permission-store.ts';
import { Permissions } from './consent/permissions.ts';
import { consentToSkill, type ConsentToSkill } from './consent/skill-consent.ts';
import { HostToolPermissions, type ToolPermissions } from './consent/tool-permissions.ts';
import { emptySnapshot } from './empty-snapshot.ts';
import { Log } from './log/log.ts';
import type { AddServerOptions, CallToolOptions, DecideOptions, HostOptions, ReadyOptions } from './host-options.ts';
import type { ConsentPolicy, RequestPolicy } from './policies.ts';
import { pageToolRegistry } from './page-tools/model-context.ts';
import { RequestPlaces } from './requests/request-places.ts';
import { RequestQueue, type ResponderOptions } from './requests/request-queue.ts';
import { ServerRequests } from './requests/server-requests.ts';
import { HostRoots } from './roots/host-roots.ts';
import { HostedServer, type HostedServerOptions, type ServerContext } from './servers/hosted-server.ts';
import { whenReady } from './servers/when-ready.ts';
import { type Answers, type HostServer, type HostSnapshot, numbersAmong, type PendingRequest } from './snapshot.ts';
import { Store } from './store.ts';
import type { HostTasks } from './tasks/host-tasks.ts';
import { KnownTasks } from './tasks/known-tasks.ts';
import { LeftCalls } from './unfinished/left-calls.ts';

/**
 * Connects to many servers and shows them in one frozen snapshot. Nothing runs unless the user, or a policy of the
 * page, allowed it. `getSnapshot` and `subscribe` fit React's `useSyncExternalStore` and Svelte's stores as they are.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost({ clientInfo: { name: 'notes', version: '1.0.0' } });
 * host.subscribe(() => console.log(host.getSnapshot().servers.map(({ status }) => status)));
 * host.add('https://example.com/mcp');
 * ```
 */
export class McpHost {
  /** What the servers logged, and what the page did with them. */
  readonly log: Log;
  readonly #calls = new KnownCalls();
  /** The tool calls that run, and the latest that ended. */
  readonly calls: HostCalls = this.#calls;
  /** The tool calls that have become tasks. */
  readonly tasks: HostTasks = new KnownTasks(this.#calls, this, () => this.#context.leftCalls);
  /** Where the page shows requests of the user. */
  readonly places = new RequestPlaces(() => this.#store.update({}));
  /** Records what is sent and received from now on. Undefined records nothing. */
  recorder: HostOptions['recorder'];
  /** What the user decided about each tool: allow, ask or block. */
  readonly toolPermissions: ToolPermissions;
  /** Asks the user before a model gets a skill. `loadSkill` of `@mcp-web/client/skills` calls it. */
  readonly consentToSkill: ConsentToSkill;
  /** The roots that servers may be told of, and which server is told of which. None unless the user or the page adds some. */
  readonly roots: HostRoots;
  readonly #defaults: Pick<HostOptions, 'auth' | 'relay'>;
  readonly #store: Store<HostSnapshot>;
  readonly #servers = new Map<string, HostedServer>();
  readonly #permissions: Permissions;
  readonly #requests: RequestQueue;
  readonly #serverRequests: ServerRequests;
  readonly #consent: Consent;
  readonly #context: ServerContext;
  #lastServer = 0;

  constructor(options: HostOptions = {}) {
    const { clientInfo, consent, permissionStore, callStore, requestLimits = {} } = options;
    this.#defaults = { auth: options.auth, relay: options.relay };
    this.recorder = options.recorder;
    this.log = new Log({ maxEntries: options.maxLogEntries, maxBytes: options.maxLogBytes });
    this.#permissions = new Permissions(permissionStore, () => {
      for (const server of this.#servers.values()) server.updateEnabledTools();
      this.#publish({ consent: this.#permissions.snapshot });
    });
    this.#requests = new RequestQueue(
      (requests) => this.#store.update({ requests }),
      () => this.#servers.forEach(({ connection }) => connection.changeCapabilities()),
    );
    this.roots = new HostRoots(this, permissionStore);
    this.#serverRequests = new ServerRequests(
      { requests: this.#requests, calls: this.#calls, limits: requestLimits, log: this.log, roots: this.roots },
      (id, unseenRequests) => this.#servers.get(id)?.update({ unseenRequests }),
    );
    const asked = { permissions: this.#permissions, requests: this.#requests, log: this.log };
    this.#consent = new Consent(asked.permissions, asked.requests, this.log);
    this.toolPermissions = new HostToolPermissions(this.#permissions, this.#consent, () => this.getSnapshot().servers);
    this.consentToSkill = consentToSkill({ ...asked, server: (id) => this.#server(id) });
    const onchange = (unfinished: HostSnapshot['unfinished']): void => this.#store.update({ unfinished });
    const left = { servers: () => this.#servers.values(), calls: this.#calls, log: this.log, onchange };
    this.#context = {
      ...asked,
      declared: { clientInfo, extensions: options.extensions },
      recorder: () => this.recorder,
      calls: this.#calls,
      requests: this.#serverRequests,
      leftCalls: callStore && new LeftCalls(callStore, left),
      onchange: () => this.#publish(),
    };
    this.#store = new Store(emptySnapshot(this.#permissions.snapshot, callStore !== undefined));
    this.#permissions.open();
    if (consent) this.#consent.policies.add(consent);
  }

  /** Everything a user interface needs. Returns the same object until something changes. Bound. */
  readonly getSnapshot = (): HostSnapshot => this.#store.getSnapshot();

  /** Calls `listener` after changes, once for all changes of one task. Returns a function that ends it. Bound. */
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /**
   * Adds a server and connects to it. Returns the server's id at once; the snapshot shows how the connection goes.
   * @throws {McpError} `invalid-argument` when a page cannot fetch the URL or that of the relay, or the id is taken.
   */
  add(url: string | URL, { id = `server-${++this.#lastServer}`, ...options }: AddServerOptions = {}): string {
    const { auth = this.#defaults.auth, relay = this.#defaults.relay } = options;
    return this.#open(id, resolveUrl(url).href, { ...options, auth, relay });
  }

  /**
   * Adds the tools that the page registered with `document.modelContext` (WebMCP), as one more server. Returns its id,
   * or nothing where the browser has no WebMCP.
   * @throws {McpError} `invalid-argument` when the id is taken.
   */
  addPageTools({ id = 'page' }: Pick<AddServerOptions, 'id'> = {}): string | undefined {
    return pageToolRegistry() && this.#open(id, new URL('/', globalThis.location.href).href, { isPage: true });
  }

  /**
   * Resolves with the server once it is connected, its lists are fetched, and it is known which tools the user switched
   * off: its `enabledTools` are those for a model. It rejects if the user has to sign in: call it again after `signIn`.
   * @throws {McpError} the server's `error` when it failed, also if the host will try again; an {@link AuthError} with the
   *   reason `sign-in-required`; its `listError` when a list could not be fetched; `closed` when it is removed;
   *   `invalid-argument` for an unknown id. The platform's `AbortError` when `signal` aborts.
   *
   * @example
   * ```ts
   * import { McpHost } from '@mcp-web/client';
   *
   * const host = new McpHost();
   * const { enabledTools } = await host.ready(host.add('https://example.com/mcp'));
   * ```
   */
  async ready(id: string, { signal }: ReadyOptions = {}): Promise<HostServer> {
    return whenReady(this.#store, this.#server(id).state.id, signal);
  }

  /**
   * Closes the connection and removes the server. Calls that wait for it reject with `closed`. If a user is signed in,
   * what they allowed for the session is forgotten.
   */
  remove(id: string): void {
    this.#servers.get(id)?.close();
    this.#serverRequests.forget(id);
    if (this.#servers.delete(id)) this.#publish();
  }

  /** Connects again, whatever the status. Does nothing for an unknown id. */
  retry(id: string): void {
    void this.#servers.get(id)?.connection.open({ isByUser: true });
  }

  /**
   * Lets the user sign in to a server. Call it in a click handler, because a window may open. The host connects when the
   * user has signed in, here or in another tab. The snapshot shows the progress as the server's `signIn`.
   *
   * @throws {AuthError} the reason why the user is not signed in. {@link McpError} `invalid-argument` when nothing
   *   signs users in.
   */
  signIn(id: string): Promise<void> {
    return this.#server(id).requireSignIn().signIn();
  }

  /** Cancels a sign-in that is under way. */
  cancelSignIn(id: string): void {
    this.#servers.get(id)?.signIn?.cancel();
  }

  /**
   * Signs the user out in every tab. The host forgets the server's lists, its requests and what they allowed, and counts
   * the server's `signOuts`. Calls under way may still be answered; nothing more is sent for them. Rejects when the
   * authorization server could not be told; the tokens are deleted anyway.
   */
  signOut(id: string): Promise<void> {
    return this.#server(id).requireSignIn().signOut();
  }

  /** Fetches the server's lists again, whatever is cached. */
  async refresh(id: string): Promise<void> {
    await this.#servers.get(id)?.connection.refresh({ isByUser: true });
  }

  /**
   * The client of a server, for what the host has no method for. It does not ask for consent.
   * @throws {McpError} `invalid-argument` for an unknown id, `closed` while the server is not connected.
   */
  client(id: string): McpClient {
    return this.#server(id).connection.client;
  }

  /**
   * Asks for consent, then runs the tool with the arguments that were allowed. While the server is connecting, it waits
   * for the connection and the tools.
   *
   * @throws {McpError} `denied` when the call was not allowed, the tool is switched off or nobody could be asked;
   *   `invalid-argument` when the server or tool is unknown, the arguments are not JSON or the `callId` is taken; `closed`
   *   when it is not connected, or why connecting failed; and everything that `McpClient.callTool` throws.
   */
  async callTool(
    serverId: string,
    name: string,
    args: JsonObject = {},
    options: CallToolOptions = {},
  ): Promise<CallToolResult> {
    const server = this.#server(serverId);
    const known = this.#calls.begin({ serverId, serverName: server.name, name, arguments: args }, options);
    return runCall({ known, server, name, arguments: args, options, log: this.log }, this.#consent);
  }

  /**
   * Renders a prompt that the user chose. While the server is connecting, it waits.
   * @throws {McpError} as `McpClient.getPrompt` does, and as `callTool` does when the server is unknown or not connected.
   */
  async getPrompt(
    serverId: string,
    name: string,
    args?: Record<string, string>,
    options?: CallOptions,
  ): Promise<GetPromptResult> {
    return this.#server(serverId).connection.getPrompt(name, args, options);
  }

  /**
   * Reads a resource. While the server is connecting, it waits.
   * @throws {McpError} as `McpClient.readResource` does, and as `callTool` does when the server is unknown or not connected.
   */
  async readResource(serverId: string, uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#server(serverId).connection.readResource(uri, options);
  }

  /**
   * Asks a server to log messages of this level and above, now and after each reconnect.
   * @deprecated since MCP 2026-07-28 (SEP-2577): see `McpClient.setLogLevel`.
   */
  async setLogLevel(serverId: string, level: LogLevel): Promise<void> {
    await this.#server(serverId).connection.setLogLevel(level);
  }

  /** Adds a policy that is asked before the user. Returns a function that removes it. */
  addConsentPolicy(policy: ConsentPolicy): () => void {
    return this.#consent.policies.add(policy);
  }

  /**
   * Revokes these permissions, or all of them. Calls in progress continue.
   * @param options who decided, for the log
   * @throws {McpError} `storage` when the store could not remove one: it does not apply here, but will after a reload.
   */
  async revokePermissions(
    permissions: readonly Permission[] = this.getSnapshot().consent.permissions,
    options?: DecideOptions,
  ): Promise<void> {
    await this.#consent.revoke(permissions, this.getSnapshot().servers, options);
  }

  /**
   * Switches a tool on or off for models. A tool that is off is not in `enabledTools`, and calls of it are denied
   * unless they are `by: 'user'`. Like a permission, this is stored for the server's URL.
   * @param options who decided, for the log
   * @throws {McpError} `invalid-argument` for an unknown server, `storage` as `revokePermissions` does.
   */
  async setToolEnabled(serverId: string, name: string, isEnabled: boolean, options?: DecideOptions): Promise<void> {
    await this.#consent.setEnabled(this.#server(serverId).state, name, isEnabled, options);
  }

  /**
   * Announces a user interface that shows the snapshot's `requests` of this kind and calls `respond`. While there is
   * none, calls that no policy allowed are denied at once, and servers are told that the page does not support
   * `elicitation`, `sampling` or `roots`; the host reconnects when that changes. Returns a function that removes the responder.
   */
  addResponder(kind: PendingRequest['kind'], options?: ResponderOptions): () => void {
    return this.#requests.addResponder(kind, options);
  }

  /** Adds a policy that is asked before the user when a server asks the user. Returns a function that removes it. */
  addElicitationPolicy(policy: RequestPolicy<'elicitation'>): () => void {
    return this.#serverRequests.elicitationPolicies.add(policy);
  }

  /** Adds a policy that is asked before the user when a server asks a model. Returns a function that removes it. */
  addSamplingPolicy(policy: RequestPolicy<'sampling'>): () => void {
    return this.#serverRequests.samplingPolicies.add(policy);
  }

  /**
   * Takes no more requests from a server: those that wait and all that come are answered with `cancel` or a refusal,
   * until this is called with `isMuted` false, or the server is removed. The snapshot counts them as `unseenRequests`.
   * @param options who decided, for the log
   */
  mute(id: string, isMuted = true, options?: DecideOptions): void {
    const server = this.#servers.get(id);
    if (server) this.#serverRequests.mute(server.state, isMuted, options?.by ?? 'page');
  }

  /**
   * Answers a pending request. Returns false when it was already answered, or does not exist.
   * @throws {McpError} `invalid-argument` when the answer does not fit that kind of request.
   */
  respond(id: string, answer: Answers[PendingRequest['kind']]): boolean {
    return this.#requests.respond(id, answer);
  }

  /** Removes every server. */
  close(): void {
    for (const id of this.#servers.keys()) this.remove(id);
    this.#permissions.close();
    this.roots.close();
    this.#context.leftCalls?.close();
  }

  #open(id: string, url: string, options: HostedServerOptions): string {
    if (this.#servers.has(id))
      throw new McpError('invalid-argument', `This host already has a server with the id ${JSON.stringify(id)}.`);
    const identity = { id, url, ...numbersAmong(this.getSnapshot().servers, url) };
    const server = new HostedServer(identity, options, this.#context);
    this.#servers.set(id, server);
    this.#publish();
    this.#permissions.open();
    void server.connection.open();
    return id;
  }

  #publish(change: Partial<HostSnapshot> = {}): void {
    this.#store.update({ servers: Object.freeze([...this.#servers.values()].map(({ state }) => state)), ...change });
    this.#context.leftCalls?.heed();
  }

  /** @throws {McpError} `invalid-argument` */
  #server(id: string): HostedServer {
    const server = this.#servers.get(id);
    if (!server) throw new McpError('invalid-argument', `This host has no server with the id ${JSON.stringify(id)}.`);
    return server;
  }
}
