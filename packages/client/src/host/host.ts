import type { McpClient } from '../client/client.ts';
import { resolveUrl } from '../client/options.ts';
import type { ReadOptions } from '../client/read-options.ts';
import { McpError } from '../errors.ts';
import type {
  CallToolResult,
  GetPromptResult,
  Implementation,
  JsonObject,
  LogLevel,
  ReadResourceResult,
} from '../protocol/types.ts';
import type { CallOptions } from '../session/exchange.ts';
import { untilAborted } from '../wire/abort.ts';
import type { Authorizer, StepUpRequest } from '../wire/authorizer.ts';
import { toJson } from './calls/arguments.ts';
import { Connection } from './servers/connection.ts';
import type { ConsentPolicy } from './consent/consent.ts';
import type { Permission } from './consent/permission-store.ts';
import { LazyConsent } from './consent/lazy-consent.ts';
import { Log } from './log/log.ts';
import type { AddServerOptions, CallToolOptions, DecideOptions, HostOptions } from './options.ts';
import { type ResponderOptions, type RequestPolicy, RequestQueue } from './requests/request-queue.ts';
import { nameOf } from './servers/server-name.ts';
import { ServerRequests } from './requests/server-requests.ts';
import { ServerSignIn, signsIn, withoutWindows } from './servers/server-sign-in.ts';
import type { Answers, HostServer, HostSnapshot, PendingRequest } from './snapshot.ts';
import { Store } from './store.ts';

const NO_LISTS = Object.freeze({ tools: [], enabledTools: [], prompts: [], resources: [], resourceTemplates: [] });

/**
 * Many servers behind one frozen snapshot, and nothing runs unless the user, or a policy of the page, allowed it.
 *
 * `getSnapshot` and `subscribe` fit React's `useSyncExternalStore`, Svelte's stores and the like as they are.
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
  readonly #clientInfo: Implementation | undefined;
  readonly #auth: Authorizer | undefined;
  readonly #store: Store<HostSnapshot>;
  readonly #connections = new Map<string, Connection>();
  readonly #signIns = new Map<string, ServerSignIn>();
  readonly #consent: LazyConsent;
  readonly #requests = new RequestQueue(
    (requests) => this.#store.update({ requests }),
    () => this.#changeCapabilities(),
  );
  readonly #serverRequests: ServerRequests;
  #isChanging = false;
  #lastId = 0;

  constructor({
    clientInfo,
    auth,
    consent,
    permissionStore,
    requestLimits = {},
    maxLogEntries,
    maxLogBytes,
  }: HostOptions = {}) {
    this.#clientInfo = clientInfo;
    this.#auth = auth;
    this.log = new Log({ maxEntries: maxLogEntries, maxBytes: maxLogBytes });
    this.#serverRequests = new ServerRequests(this.#requests, requestLimits, this.log, (id, unseenRequests) =>
      this.#update(id, { unseenRequests }),
    );
    this.#consent = new LazyConsent(permissionStore, this.log, () => this.#changePermissions());
    this.#store = new Store<HostSnapshot>({
      servers: Object.freeze([]),
      consent: this.#consent.snapshot,
      requests: Object.freeze([]),
    });
    this.#consent.open();
    if (consent) this.#consent.addPolicy(consent);
  }

  /** Everything a user interface shows; the same object until something changes. Bound. */
  readonly getSnapshot = (): HostSnapshot => this.#store.getSnapshot();

  /** Calls `listener` after changes, once for all of one task. Returns a function that ends it. Bound. */
  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /**
   * Adds a server and connects to it. Returns its id at once; how the connection goes is in the snapshot.
   *
   * @throws {McpError} `invalid-argument` when the URL is not one that a page can fetch, or the id is taken.
   */
  add(
    url: string | URL,
    { id = `server-${++this.#lastId}`, auth = this.#auth, ...options }: AddServerOptions = {},
  ): string {
    const resolved = resolveUrl(url).href;
    if (this.#connections.has(id))
      throw new McpError('invalid-argument', `This host already has a server with the id ${JSON.stringify(id)}.`);
    const connection = new Connection(
      resolved,
      () => ({
        clientInfo: this.#clientInfo,
        ...this.#serverRequests.handlers(() => this.#server(id)),
        ...options,
        ...(auth && { auth: withoutWindows(auth) }),
      }),
      {
        onchange: (change) => this.#update(id, change),
        onlog: (entry) => this.log.append({ serverId: id, ...entry }),
      },
    );
    this.#connections.set(id, connection);
    const signIn = signsIn(auth)
      ? new ServerSignIn(auth, resolved, {
          onchange: (status) => this.#update(id, { signIn: status }),
          onuserchange: ({ state }) => {
            const server = this.#server(id);
            if (server) this.log.append({ kind: 'sign-in', serverId: id, serverName: nameOf(server), data: { state } });
            // What one user was shown is not for the next one. Whose session ended comes back to where they were.
            if (state === 'signed-out') this.#update(id, NO_LISTS);
            connection.renew();
          },
          confirmStepUp: (request) => this.#confirmStepUp(id, request),
        })
      : undefined;
    if (signIn) this.#signIns.set(id, signIn);
    const server: HostServer = Object.freeze({
      id,
      url: resolved,
      status: 'connecting',
      ...NO_LISTS,
      isListing: false,
      ...(signIn && { signIn: signIn.status }),
    });
    this.#store.update({ servers: Object.freeze([...this.getSnapshot().servers, server]) });
    this.#consent.open();
    void connection.open();
    return id;
  }

  /** Closes the connection and forgets the server. Calls that wait for it reject with `closed`. */
  remove(id: string): void {
    this.#connections.get(id)?.close();
    this.#signIns.get(id)?.close();
    this.#signIns.delete(id);
    this.#serverRequests.forget(id);
    if (!this.#connections.delete(id)) return;
    this.#store.update({ servers: Object.freeze(this.getSnapshot().servers.filter((server) => server.id !== id)) });
  }

  /** Connects again, whatever the status. Does nothing for an unknown id. */
  retry(id: string): void {
    void this.#connections.get(id)?.open();
  }

  /**
   * Lets the user sign in to a server: call it in a click, because a window may open. Once they have, here or in another
   * tab, the server is connected by itself. How it goes is in the snapshot, as the server's `signIn`.
   *
   * @throws {AuthError} whatever stood in the way. {@link McpError} `invalid-argument` where nothing signs users in.
   */
  signIn(id: string): Promise<void> {
    return this.#signIn(id).signIn();
  }

  /** Gives up a sign-in that is under way. */
  cancelSignIn(id: string): void {
    this.#signIns.get(id)?.cancel();
  }

  /** Signs the user out, in every tab. Rejects when the authorization server could not be told; the tokens are forgotten anyway. */
  signOut(id: string): Promise<void> {
    return this.#signIn(id).signOut();
  }

  /** Fetches the server's lists again, whatever is held of them. */
  async refresh(id: string): Promise<void> {
    await this.#connections.get(id)?.refresh();
  }

  /**
   * The connection itself, for what a host has no verb for. No consent is asked there.
   *
   * @throws {McpError} `invalid-argument` for an unknown id, `closed` while the server is not connected.
   */
  client(id: string): McpClient {
    return this.#connection(id).client;
  }

  /**
   * Asks for consent, then runs the tool with the arguments that were allowed. While the server is connecting it waits, and then for
   * the server's lists: those of before may not be what it offers now.
   *
   * @throws {McpError} `denied` when it was not allowed, is switched off or nobody could be asked, `invalid-argument` when the server
   *   or tool is unknown or the arguments are not JSON, why the server could not be connected, `closed` when it is not connected and
   *   nothing is under way, and everything that `McpClient.callTool` throws.
   */
  async callTool(
    serverId: string,
    name: string,
    args: JsonObject = {},
    options: CallToolOptions = {},
  ): Promise<CallToolResult> {
    const { onconsent, by = 'model', ...callOptions } = options;
    const connection = this.#connection(serverId);
    const copy = toJson(args);
    // Nobody is asked about a call that cannot be made, or about a tool as it was before.
    await connection.connected(options.signal, true);
    // The question dies with the call, and with the connection that the call would use.
    const signal = options.signal ? AbortSignal.any([options.signal, connection.signal]) : connection.signal;
    signal.throwIfAborted();
    const calls = await untilAborted(this.#consent.load(), signal);
    return calls.run({
      name,
      arguments: copy,
      server: () => this.#server(serverId),
      nameOf,
      by,
      signal,
      callSignal: options.signal,
      onconsent,
      ask: (asked, until) => this.#requests.ask<'consent'>({ kind: 'consent', request: asked }, until),
      send: (sent) => connection.use((client) => client.callTool(name, sent, callOptions), options.signal),
    });
  }

  /**
   * Renders a prompt. Prompts are the user's to choose: call it when they did. While the server is connecting it waits.
   *
   * @throws {McpError} `invalid-argument` for an unknown id, as `callTool` does for a server that is not connected, and everything that
   *   `McpClient.getPrompt` throws.
   */
  async getPrompt(
    serverId: string,
    name: string,
    args?: Record<string, string>,
    options?: CallOptions,
  ): Promise<GetPromptResult> {
    return this.#connection(serverId).use((client) => client.getPrompt(name, args, options), options?.signal);
  }

  /**
   * Reads a resource. While the server is connecting it waits.
   *
   * @throws {McpError} `invalid-argument` for an unknown id, as `callTool` does for a server that is not connected, and everything that
   *   `McpClient.readResource` throws.
   */
  async readResource(serverId: string, uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#connection(serverId).use((client) => client.readResource(uri, options), options?.signal);
  }

  /**
   * Asks a server to log from this level on, and again whenever it is connected anew.
   *
   * @see McpClient.setLogLevel
   */
  async setLogLevel(serverId: string, level: LogLevel): Promise<void> {
    await this.#connection(serverId).setLogLevel(level);
  }

  /** Adds a policy that is asked before the user. Returns a function that takes it away. */
  addConsentPolicy(policy: ConsentPolicy): () => void {
    return this.#consent.addPolicy(policy);
  }

  /**
   * Takes permissions back: these, or every one. Calls that are under way go on.
   *
   * @param options who wants it, for the log
   * @throws {McpError} `storage` when the store still has one: it counts no more in this page, but will in the next.
   */
  async revokePermissions(
    permissions: readonly Permission[] = this.getSnapshot().consent.permissions,
    options?: DecideOptions,
  ): Promise<void> {
    await (await this.#consent.load()).forget(permissions, this.getSnapshot().servers, options);
  }

  /**
   * Switches a tool on or off for models: one that is off is not in `enabledTools`, and a call of it is denied unless it is
   * `by: 'user'`. It is remembered for the server's URL, as permissions are.
   *
   * @param options who wants it, for the log
   * @throws {McpError} `invalid-argument` for an unknown server, `storage` as `revokePermissions` does.
   */
  async setToolEnabled(serverId: string, name: string, isEnabled: boolean, options?: DecideOptions): Promise<void> {
    const server = this.#server(serverId);
    if (!server)
      throw new McpError('invalid-argument', `This host has no server with the id ${JSON.stringify(serverId)}.`);
    await (await this.#consent.load()).setEnabled(server, nameOf(server), name, isEnabled, options);
  }

  /**
   * Says that a user interface shows the snapshot's `requests` of this kind and calls `respond`.
   * While nobody does, a call that no policy allowed is denied at once, and servers are told that the page answers no
   * `elicitation` or `sampling`: they are connected anew when that changes. Returns a function that takes it back.
   */
  addResponder(kind: PendingRequest['kind'], options?: ResponderOptions): () => void {
    return this.#requests.addResponder(kind, options);
  }

  /** Adds a policy that is asked before the user when a server elicits. Returns a function that takes it away. */
  addElicitationPolicy(policy: RequestPolicy<'elicitation'>): () => void {
    return this.#serverRequests.addElicitationPolicy(policy);
  }

  /** Adds a policy that is asked before the user when a server wants the answer of a model. Returns a function that takes it away. */
  addSamplingPolicy(policy: RequestPolicy<'sampling'>): () => void {
    return this.#serverRequests.addSamplingPolicy(policy);
  }

  /**
   * Turns away what a server asks of the user: its questions that wait and all that come are answered with `cancel` or a
   * refusal, until this is called with `isMuted` false, or the server is removed. The snapshot's `unseenRequests` counts them.
   *
   * @param options who wants it, for the log
   *
   * @example
   * ```ts
   * import { McpHost } from '@mcp-web/client';
   *
   * const host = new McpHost();
   * const id = host.add('https://example.com/mcp');
   * host.mute(id);
   * ```
   */
  mute(id: string, isMuted = true, options?: DecideOptions): void {
    const server = this.#server(id);
    if (server) this.#serverRequests.mute(server, isMuted, options?.by ?? 'page');
  }

  /**
   * Settles a pending request. Returns false when it is already settled, or never was.
   *
   * @throws {McpError} `invalid-argument` when the answer is not one to that kind of question.
   */
  respond(id: string, answer: Answers[PendingRequest['kind']]): boolean {
    return this.#requests.respond(id, answer);
  }

  /** Removes every server. */
  close(): void {
    for (const { id } of this.getSnapshot().servers) this.remove(id);
    this.#consent.close();
  }

  async #confirmStepUp(id: string, { issuer, scope, signal }: StepUpRequest): Promise<boolean | undefined> {
    const server = this.#server(id);
    return server && this.#serverRequests.confirmStepUp(Object.freeze({ server, issuer, scope }), signal);
  }

  /** Elements come and go together: once for all of them. */
  #changeCapabilities(): void {
    if (this.#isChanging) return;
    this.#isChanging = true;
    setTimeout(() => {
      this.#isChanging = false;
      for (const connection of this.#connections.values()) connection.changeCapabilities();
    });
  }

  #server(id: string): HostServer | undefined {
    return this.getSnapshot().servers.find((server) => server.id === id);
  }

  #signIn(id: string): ServerSignIn {
    const signIn = this.#signIns.get(id);
    if (!signIn)
      throw new McpError(
        'invalid-argument',
        `Nothing signs users in to ${JSON.stringify(id)}: give the host an \`auth\`, such as browserOAuth().`,
      );
    return signIn;
  }

  #update(id: string, change: Partial<HostServer>): void {
    const enabled = (url: string): Partial<HostServer> =>
      change.tools ? { enabledTools: this.#consent.enabledOf(url, change.tools) } : {};
    const servers = this.getSnapshot().servers.map((server) =>
      server.id === id ? Object.freeze({ ...server, ...change, ...enabled(server.url) }) : server,
    );
    this.#store.update({ servers: Object.freeze(servers) });
  }

  #changePermissions(): void {
    const servers = this.getSnapshot().servers.map((server) =>
      Object.freeze({ ...server, enabledTools: this.#consent.enabledOf(server.url, server.tools) }),
    );
    this.#store.update({ servers: Object.freeze(servers), consent: this.#consent.snapshot });
  }

  #connection(id: string): Connection {
    const connection = this.#connections.get(id);
    if (!connection)
      throw new McpError('invalid-argument', `This host has no server with the id ${JSON.stringify(id)}.`);
    return connection;
  }
}
