import type { McpClient } from '../client/client.ts';
import { type ConnectOptions, resolveUrl } from '../client/options.ts';
import type { ReadOptions } from '../client/read-options.ts';
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { CallToolResult, GetPromptResult, Implementation, JsonObject, LogLevel, ReadResourceResult } from '../protocol/types.ts';
import type { ToolCallOptions } from '../client/task.ts';
import type { CallOptions } from '../session/call-options.ts';
import type { Authorizer, StepUpRequest } from '../wire/authorizer.ts';
import { Connection } from './connection.ts';
import { Consent, type ConsentPolicy } from './consent.ts';
import { Log } from './log.ts';
import { PendingRequests } from './pending-requests.ts';
import { ServerSignIn, signsIn, withoutWindows } from './server-sign-in.ts';
import type { ConsentDecision, ConsentRequest, HostServer, HostSnapshot, PendingRequest } from './state.ts';
import { Store } from './store.ts';

export type { ConsentPolicy } from './consent.ts';

export interface HostOptions {
  /** Who the page says it is, to every server. */
  clientInfo?: Implementation | undefined;
  /** Signs the user in at servers that want it, when `signIn` is called: `browserOAuth()` of `@mcp-web/client/oauth`, or your own. */
  auth?: Authorizer | undefined;
  /** Asked before the user, on each tool call that was not allowed before. */
  consent?: ConsentPolicy | undefined;
  /** How many log entries are kept. 10,000 by default. */
  maxLogEntries?: number | undefined;
}

export interface AddServerOptions extends Omit<ConnectOptions, 'signal'> {
  /** The server's id within the host; made up when absent. */
  id?: string | undefined;
}

export interface CallToolOptions extends ToolCallOptions {
  /** Called when the call was allowed and is about to be sent. */
  onconsent?: (() => void) | undefined;
}

const NO_LISTS = Object.freeze({ tools: [], prompts: [], resources: [], resourceTemplates: [] });

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
  /** What the servers logged. */
  readonly log: Log;
  readonly #clientInfo: Implementation | undefined;
  readonly #auth: Authorizer | undefined;
  readonly #store = new Store<HostSnapshot>({ servers: Object.freeze([]), pending: Object.freeze([]) });
  readonly #connections = new Map<string, Connection>();
  readonly #signIns = new Map<string, ServerSignIn>();
  readonly #consent = new Consent();
  readonly #pending = new PendingRequests((pending) => this.#store.update({ pending }));
  #lastId = 0;

  constructor({ clientInfo, auth, consent, maxLogEntries }: HostOptions = {}) {
    this.#clientInfo = clientInfo;
    this.#auth = auth;
    this.log = new Log(maxLogEntries);
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
  add(url: string | URL, { id = `server-${++this.#lastId}`, auth = this.#auth, ...options }: AddServerOptions = {}): string {
    const resolved = resolveUrl(url).href;
    if (this.#connections.has(id)) throw new McpError('invalid-argument', `This host already has a server with the id ${JSON.stringify(id)}.`);
    const connection = new Connection(resolved, { clientInfo: this.#clientInfo, ...options, ...(auth && { auth: withoutWindows(auth) }) }, {
      onchange: (change) => this.#update(id, change),
      onlog: (serverName, message) => this.log.append(id, serverName, message),
    });
    this.#connections.set(id, connection);
    const signIn = signsIn(auth) ? new ServerSignIn(auth, resolved, {
      onchange: (status) => this.#update(id, { signIn: status }),
      onuserchange: ({ state }) => {
        // What one user was shown is not for the next one. Whose session ended comes back to where they were.
        if (state === 'signed-out') this.#update(id, NO_LISTS);
        connection.changeUser();
      },
      confirmStepUp: (request) => this.#confirmStepUp(id, request),
    }) : undefined;
    if (signIn) this.#signIns.set(id, signIn);
    const server: HostServer = Object.freeze({
      id, url: resolved, status: 'connecting', ...NO_LISTS, isListing: false,
      ...(signIn && { signIn: signIn.status }),
    });
    this.#store.update({ servers: Object.freeze([...this.getSnapshot().servers, server]) });
    void connection.open();
    return id;
  }

  /** Closes the connection and forgets the server. Calls that wait for it reject with `closed`. */
  remove(id: string): void {
    this.#connections.get(id)?.close();
    this.#signIns.get(id)?.close();
    this.#signIns.delete(id);
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
   * Asks for consent, then runs the tool with the arguments that were allowed.
   *
   * @throws {McpError} `denied` when it was not allowed or nobody could be asked, `invalid-argument` when the server
   *   or tool is unknown or the arguments are not JSON, and everything that `McpClient.callTool` throws.
   */
  async callTool(serverId: string, name: string, args: JsonObject = {}, options: CallToolOptions = {}): Promise<CallToolResult> {
    const { onconsent, ...callOptions } = options;
    const connection = this.#connection(serverId);
    // Nobody is asked about a call that cannot be made.
    void connection.client;
    const server = this.getSnapshot().servers.find(({ id }) => id === serverId);
    const tool = server?.tools.find((candidate) => candidate.name === name);
    if (!server || !tool) throw new McpError('invalid-argument', `The server offers no tool named ${JSON.stringify(name)}: look at the snapshot's \`tools\`.`);
    // The question dies with the call, and with the connection that the call would use.
    const signal = options.signal ? AbortSignal.any([options.signal, connection.signal]) : connection.signal;
    signal.throwIfAborted();
    const request = Object.freeze({ server, tool, arguments: toJson(args) });
    const allowed = await this.#consent.obtain(request, signal, () => this.#pending.ask({ kind: 'consent', request }, signal) ?? Promise.reject(nobodyToAsk(request)));
    onconsent?.();
    return connection.use((client) => client.callTool(name, toJson(allowed), callOptions));
  }

  /** Renders a prompt. Prompts are the user's to choose: call it when they did. */
  async getPrompt(serverId: string, name: string, args?: Record<string, string>, options?: CallOptions): Promise<GetPromptResult> {
    return this.#connection(serverId).use((client) => client.getPrompt(name, args, options));
  }

  async readResource(serverId: string, uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#connection(serverId).use((client) => client.readResource(uri, options));
  }

  /** @see McpClient.setLogLevel */
  async setLogLevel(serverId: string, level: LogLevel): Promise<void> {
    await this.client(serverId).setLogLevel(level);
  }

  /** Adds a policy that is asked before the user. Returns a function that takes it away. */
  addConsentPolicy(policy: ConsentPolicy): () => void {
    return this.#consent.addPolicy(policy);
  }

  /** Forgets every permission that was given for this session. */
  forgetConsent(): void {
    this.#consent.forget();
  }

  /**
   * Says that a user interface shows the snapshot's `pending` requests of this kind and calls `respond`.
   * While nobody does, a question that no policy answered is denied at once. Returns a function that takes it back.
   */
  addAsker(kind: PendingRequest['kind']): () => void {
    return this.#pending.addAsker(kind);
  }

  /** Settles a pending request. Returns false when it is already settled, or never was. */
  respond(id: string, decision: ConsentDecision): boolean {
    return this.#pending.respond(id, decision);
  }

  /** Removes every server. */
  close(): void {
    for (const { id } of this.getSnapshot().servers) this.remove(id);
  }

  async #confirmStepUp(id: string, { issuer, scope, signal }: StepUpRequest): Promise<boolean | undefined> {
    const server = this.getSnapshot().servers.find((candidate) => candidate.id === id);
    const decision = server && (await this.#pending.ask({ kind: 'step-up', request: Object.freeze({ server, issuer, scope }) }, signal));
    return decision && decision.action === 'allow';
  }

  #signIn(id: string): ServerSignIn {
    const signIn = this.#signIns.get(id);
    if (!signIn) throw new McpError('invalid-argument', `Nothing signs users in to ${JSON.stringify(id)}: give the host an \`auth\`, such as browserOAuth().`);
    return signIn;
  }

  #update(id: string, change: Partial<HostServer>): void {
    const servers = this.getSnapshot().servers.map((server) => (server.id === id ? Object.freeze({ ...server, ...change }) : server));
    this.#store.update({ servers: Object.freeze(servers) });
  }

  #connection(id: string): Connection {
    const connection = this.#connections.get(id);
    if (!connection) throw new McpError('invalid-argument', `This host has no server with the id ${JSON.stringify(id)}.`);
    return connection;
  }
}

function nobodyToAsk({ tool }: ConsentRequest): McpError {
  return new McpError('denied', `Nobody could be asked whether ${tool.name} may run. Put an <mcp-tool-consent> into the page, or give the host a \`consent\` policy.`);
}

/** What the server would get: a copy, so that nobody can change it between the question and the call. */
function toJson(args: JsonObject): JsonObject {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(args));
    if (isObject(copy)) return copy;
  } catch (cause) {
    throw new McpError('invalid-argument', 'The arguments of a tool have to be JSON: no cycles, no BigInt.', { cause });
  }
  throw new McpError('invalid-argument', 'The arguments of a tool have to be a plain object.');
}
