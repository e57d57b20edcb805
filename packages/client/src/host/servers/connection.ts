/** The connection to one server of a host: opens it, keeps the server's lists up to date, and tells what changed. */
import type { McpClient } from '../../client/client.ts';
import { capabilitiesOf } from '../../client/requests/handlers.ts';
import { LISTS } from '../../client/events.ts';
import type { ConnectOptions } from '../../client/connect-options.ts';
import type { ReadOptions } from '../../client/request-options.ts';
import type { TaskOptions, ToolCallOptions } from '../../client/tasks/task.ts';
import { McpError } from '../../errors.ts';
import { LoadError } from '../../lazy.ts';
import type {
  CallToolResult,
  GetPromptResult,
  JsonObject,
  LogLevel,
  ReadResourceResult,
} from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import { untilAborted } from '../../wire/abort.ts';
import { logRequest, type NewLogEntry } from '../log/log-entries.ts';
import { type HostServer, nameOfServer } from '../snapshot.ts';
import { ConnectedUser } from './connected-user.ts';
import { isUnreached, toMcpError } from './unreached.ts';
import { Reopening, type ServerPlace } from './reopening.ts';
import { ListFailures } from './list-failures.ts';
import { fetchLists, type List, type RefreshOptions } from './lists.ts';

/** How long a server that could not be reached has to answer a ping, in ms. */
const VERIFY_MS = 10_000;

export interface ConnectionObserver {
  onchange(change: Partial<HostServer>): void;
  onlog(entry: Omit<NewLogEntry, 'serverId'>): void;
}

export class Connection {
  readonly #place: ServerPlace;
  readonly reopening: Reopening;
  readonly #options: (user: ConnectedUser) => ConnectOptions;
  readonly #observer: ConnectionObserver;
  readonly #stale = new Set<List>();
  readonly #failures: ListFailures;
  #refreshing: Promise<void> | undefined;
  /** Whether the user wants the stale lists. */
  #isRefreshByUser = false;
  /** Whether the user wants the connection that is being opened. */
  #isOpenByUser = false;
  #attempt = new AbortController();
  /** Pending while an attempt to connect is under way, then until the first tools were fetched. */
  #opening: Promise<unknown> | undefined;
  readonly #closing = new AbortController();
  #user = new ConnectedUser(this.#closing.signal);
  /** The capabilities that the server was told, as JSON. */
  #declared = '';
  /** Whether the user or the page's capabilities changed, or the server restarted, since the connection was opened. */
  #isOutdated = false;
  #client: McpClient | undefined;
  /** The client of a server that was lost. It still tries to listen for changes. */
  #lost: McpClient | undefined;
  /** The client whose server is being asked whether it is there. */
  #verified: McpClient | undefined;
  /** Called when the tools were fetched, or could not be. */
  #ontools: (() => void) | undefined;
  #logLevel: LogLevel | undefined;

  constructor(place: ServerPlace, options: (user: ConnectedUser) => ConnectOptions, observer: ConnectionObserver) {
    this.#place = place;
    this.reopening = new Reopening(place, () => void this.open());
    this.#failures = new ListFailures(this.reopening.reconnection, (lists) => void this.refresh({ lists }));
    this.#options = options;
    this.#observer = observer;
  }

  /** @throws {McpError} `closed` while the server is not connected. */
  get client(): McpClient {
    if (!this.#client)
      throw new McpError(
        'closed',
        `${this.#place.url.href} is not connected: wait until its status is "ready", retry, or sign in.`,
      );
    return this.#client;
  }

  /** Aborts when this connection fails, is closed or is replaced. */
  get signal(): AbortSignal {
    return this.#attempt.signal;
  }

  /**
   * Waits for the attempt to connect that is under way, and resolves with the client, unless the user signs out.
   *
   * @param isListed whether to wait for the first tools too: the tools of an earlier connection may be out of date
   * @throws {McpError} the reason why that attempt failed, or `closed` when there is none
   */
  async connected(signal: AbortSignal | undefined, isListed = false): Promise<McpClient> {
    const isWaiting = this.#opening;
    const { left } = this.#user;
    while (this.#opening && !this.signal.aborted && !left.aborted && (isListed || !this.#client)) {
      await untilAborted(this.#opening, AbortSignal.any([this.signal, signal ?? this.signal])).catch(() =>
        signal?.throwIfAborted(),
      );
    }
    left.throwIfAborted();
    if (isWaiting) this.signal.throwIfAborted();
    return this.client;
  }

  /** Whether it is being opened, and the user did not ask for that. */
  get isOpeningInBackground(): boolean {
    return !this.#client && !this.#isOpenByUser;
  }

  /** Connects, or connects again. Tells the observer when that fails. */
  async open({ isByUser = false } = {}): Promise<void> {
    this.#end();
    this.#isOpenByUser = isByUser;
    const { signal } = (this.#attempt = new AbortController());
    const tell = this.#tellUntil(signal);
    tell({ status: 'connecting', error: undefined, retryAt: undefined, isListing: false, ...this.#failures.clear() });
    const options = this.#options(this.#user);
    this.#declared = declarationOf(options);
    try {
      const connecting = (this.#opening = this.#place.connect({ ...options, signal }));
      const client = await connecting;
      if (signal.aborted) return void client.close();
      this.#isOutdated = false;
      // A user who signed in meanwhile is the one who is connected. A responder that was added meanwhile was not
      // declared.
      if (declarationOf(this.#options(this.#user)) !== this.#declared) {
        client.close().catch(() => {});
        return this.open({ isByUser });
      }
      this.#client = client;
      this.reopening.succeed();
      this.#giveUpLost();
      const { server, revision, era } = client;
      const serverName = nameOfServer({ info: server, url: this.#place.url.href });
      client.addEventListener(
        'log',
        ({ message, request }) =>
          this.#observer.onlog({ ...message, serverName, request: request && logRequest(request) }),
        { signal },
      );
      client.addEventListener(
        'changeslost',
        ({ error }) => (isUnreached(error) ? void this.#verify(client) : tell(this.#failures.setSilence(error))),
        { signal },
      );
      client.addEventListener('connectionlost', ({ error }) => this.#fail(error), { signal });
      tell({ status: 'ready', info: server, revision, era, isListing: true });
      if (this.#logLevel) this.setLogLevel(this.#logLevel).catch(() => tell({ logLevel: undefined }));
    } catch (error) {
      if (signal.aborted) return;
      if (!isUnreached(error) && !(error instanceof LoadError)) this.#giveUpLost();
      this.#fail(error);
      return this.#renewWhenIdle();
    }
    // A listener that hears `ready` may have closed the connection, or connected again.
    if (signal.aborted) return;
    this.#refreshing = undefined;
    const isListed = new Promise<void>((resolve) => (this.#ontools = resolve));
    // Before the lists are fetched: what changes in between would be missed.
    this.#client?.addEventListener('listchange', ({ list }) => void this.refresh({ lists: [list] }), { signal });
    this.#client?.addEventListener('listchange', () => this.#failures.setSilence(undefined), { signal });
    this.#opening = Promise.race([this.refresh({ cache: 'default', isByUser }), isListed]);
    await this.#opening;
    if (!signal.aborted) this.#opening = undefined;
  }

  /**
   * Fetches lists again, of those that the server declared. Lists that change during a run are fetched after it.
   */
  refresh({ lists = LISTS, cache = 'reload', isByUser = false }: RefreshOptions = {}): Promise<void> {
    this.#isRefreshByUser ||= isByUser;
    for (const list of lists) this.#stale.add(list);
    return (this.#refreshing ??= this.#refreshStale(cache).finally(() => (this.#refreshing = undefined)));
  }

  async #refreshStale(firstCache: ReadOptions['cache']): Promise<void> {
    // Announcements come in bursts.
    await Promise.resolve();
    const client = this.#client;
    const { signal } = this.#attempt;
    const tell = this.#tellUntil(signal);
    if (!client || signal.aborted) return;
    tell({ isListing: true });
    let cache = firstCache;
    while (this.#stale.size > 0 && !signal.aborted) {
      const lists = new Set(this.#stale);
      this.#stale.clear();
      const options = { signal, cache, isBackground: !this.#isRefreshByUser };
      this.#isRefreshByUser = false;
      const failures = await fetchLists(client, lists, options, { onchange: tell, ontools: this.#ontools });
      cache = 'reload';
      if (!signal.aborted) this.#failures.note([...lists], failures);
    }
    tell({ isListing: false, ...this.#failures.state });
  }

  #tellUntil(signal: AbortSignal): (change: Partial<HostServer>) => void {
    return (change) => signal.aborted || this.#observer.onchange(change);
  }

  callTool(name: string, args: JsonObject, options: ToolCallOptions): Promise<CallToolResult> {
    return this.#use(options.signal, (client) => client.callTool(name, args, options));
  }

  resumeTask(id: string, options?: TaskOptions): Promise<CallToolResult> {
    return this.#use(options?.signal, (client) => client.resumeTask(id, options));
  }

  getPrompt(name: string, args?: Record<string, string>, options?: CallOptions): Promise<GetPromptResult> {
    return this.#use(options?.signal, (client) => client.getPrompt(name, args, options));
  }

  readResource(uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#use(options?.signal, (client) => client.readResource(uri, options));
  }

  async setLogLevel(level: LogLevel): Promise<void> {
    const { client } = this;
    await client.setLogLevel(level);
    this.#logLevel = level;
    this.#observer.onchange({ logLevel: level });
  }

  /**
   * Runs a call once the server is connected. When a call does not reach the server, or its answer ends early, the
   * server is pinged, so that the status becomes `failed` if it is gone.
   */
  async #use<T>(signal: AbortSignal | undefined, call: (client: McpClient) => Promise<T>): Promise<T> {
    const user = this.#user;
    const client = await this.connected(signal);
    user.left.throwIfAborted();
    user.calls++;
    try {
      return await call(client);
    } catch (error) {
      if (isUnreached(error, 'stream-ended')) void this.#verify(client);
      throw error;
    } finally {
      user.calls--;
      if (user.left.aborted) user.closeIdleClient();
      void this.#renewWhenIdle();
    }
  }

  /** The user has signed out: connects again at once. */
  changeUser(): void {
    const user = this.#user;
    const client = this.#client;
    this.#user = new ConnectedUser(this.#closing.signal);
    this.#client = undefined;
    this.#giveUpLost();
    user.leave(client);
    void this.open();
  }

  /**
   * Connects again, for example when the user signed in, because the lists are those of the user before. Waits
   * for calls that are under way, and for an attempt to connect, which may already be the right user's.
   */
  renew(): void {
    this.#isOutdated = true;
    void this.#renewWhenIdle();
  }

  /** Connects again when the page's capabilities are no longer those that the server was told. */
  changeCapabilities(): void {
    if (!this.signal.aborted && declarationOf(this.#options(this.#user)) !== this.#declared) this.renew();
  }

  async #renewWhenIdle(): Promise<void> {
    if (this.#isOutdated && (this.#client || !this.#opening) && this.#user.calls === 0) await this.open();
  }

  async #verify(client: McpClient): Promise<void> {
    const { signal } = this;
    if (this.#verified === client || signal.aborted) return;
    this.#verified = client;
    // Changes show that the server is there.
    const heard = new AbortController();
    client.addEventListener('listchange', () => heard.abort(), { signal: heard.signal });
    try {
      await client.ping({ timeoutMs: VERIFY_MS, signal: heard.signal, isBackground: true });
    } catch (error) {
      if (!isUnreached(error) || signal.aborted) return;
      this.#lost = client;
      this.#client = undefined;
      // Whatever the client hears next shows that the server is back: changes, or the reason why it cannot listen.
      const onheard = (): void => {
        if (client !== this.#lost) return;
        // An attempt that is under way may have begun too early.
        if (this.#opening) this.#isOutdated = true;
        else void this.open();
      };
      client.addEventListener('listchange', onheard);
      client.addEventListener('connectionlost', onheard);
      client.addEventListener('changeslost', (event) => {
        if (!isUnreached(event.error)) onheard();
      });
      this.#fail(error);
    } finally {
      heard.abort();
      if (this.#verified === client) this.#verified = undefined;
    }
  }

  close(): void {
    this.#closing.abort();
    this.#end();
    this.#giveUpLost();
  }

  #end(): void {
    this.reopening.stop();
    this.#failures.stop();
    this.#attempt.abort(new McpError('closed', `The connection to ${this.#place.url.href} was closed.`));
    this.#client?.close().catch(() => {});
    this.#client = this.#opening = undefined;
    this.#isOutdated = this.#isRefreshByUser = false;
  }

  #giveUpLost(): void {
    this.#lost?.close().catch(() => {});
    this.#lost = undefined;
  }

  #fail(error: unknown): void {
    this.#client = this.#opening = undefined;
    const failure = toMcpError(error);
    this.#observer.onchange({
      status: 'failed',
      error: failure,
      retryAt: this.reopening.after(error),
      isListing: false,
    });
    // Nobody is asked anymore about calls that can no longer be made.
    this.#attempt.abort(failure);
  }
}

function declarationOf(options: ConnectOptions): string {
  return JSON.stringify(capabilitiesOf(options));
}
