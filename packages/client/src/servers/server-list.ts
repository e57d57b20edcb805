/** The servers that the user has added: their order, their names, and what is stored of them. */
import { McpError } from '../errors.ts';
import type { PermissionStore } from '../host/consent/permission-store.ts';
import { Store } from '../host/store.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import {
  aliasOf,
  CLEARED_MARK,
  idOfRecord,
  type ListedServer,
  newServerId,
  type NewServer,
  ownHeaders,
  type PlacedServer,
  readRecord,
  recordOf,
  requireUrl,
  STORED_MARK,
  withoutValues,
} from './listed-server.ts';

const READ =
  'The browser could not read the list of servers of earlier visits. Allow this site to store data, and reload the page.';
const WRITE =
  'The browser could not store the list of servers, or not all of it. Changes last until this page is closed. Free some space, or allow this site to store data.';

/** Options of a {@link ServerList}. */
export interface ServerListOptions {
  /** Stores the list where the user wants that: `indexedDbPermissionStore('my-servers')`, a database of its own. */
  store?: PermissionStore | undefined;
}

/** What a {@link ServerList} knows, frozen. */
export interface ServerListSnapshot {
  /** Another array whenever one of them has changed, and after `clear()`. */
  readonly servers: readonly ListedServer[];
  /** Whether what is stored was read, or there is no store. */
  readonly isRead: boolean;
  /** Whether the user wants the list stored. */
  readonly isStored: boolean;
  /** Why the last change could not be stored. It lasts as long as the page. */
  readonly problem?: McpError | undefined;
}

/**
 * The servers that a user added. It connects to none: `<mcp-servers>` shows a list and connects to what is in it, and a page
 * without the element does it as in the example.
 *
 * Every change is in the snapshot at once. With a `store`, and if the user wants it (`setStored`), the list is there on the
 * next visit, and in other tabs. Values of headers are never stored, and stay in their tab.
 *
 * @example
 * ```ts
 * import { indexedDbPermissionStore, McpHost } from '@mcp-web/client';
 * import { connectionHeaders, ServerList } from '@mcp-web/client/servers';
 *
 * const list = new ServerList({ store: indexedDbPermissionStore('my-servers') });
 * await list.read();
 * const host = new McpHost();
 * for (const server of list.getSnapshot().servers) {
 *   const headers = connectionHeaders(server);
 *   if (server.isOn && headers) host.add(server.url, { headers });
 * }
 * ```
 */
export class ServerList {
  readonly #store: PermissionStore | undefined;
  readonly #state: Store<ServerListSnapshot>;
  readonly #servers = new Map<string, PlacedServer>();
  /** The records that are stored, as JSON, by the id of the server. */
  readonly #written = new Map<string, string>();
  #isStored = false;
  #isMarked = false;
  /** Which clearing of the list, in any tab, this page has heard of. Null before anything was read. */
  #cleared: unknown = null;
  /** The highest place that a server ever had. */
  #lastPosition = 0;
  #problem: McpError | undefined;
  #last: Promise<void> = Promise.resolve();
  /** How often the list was cleared, and how often values were forgotten: what was removed before does not bring them back. */
  #clears = 0;
  #departures = 0;
  #reading: Promise<void> | undefined;
  #unwatch: (() => void) | undefined;

  constructor({ store }: ServerListOptions = {}) {
    this.#store = store;
    this.#state = new Store<ServerListSnapshot>({ servers: [], isRead: !store, isStored: false });
  }

  /** Whether there is a place to store the list. */
  get canStore(): boolean {
    return this.#store !== undefined;
  }

  /** The list. Returns the same object until something changes. Bound. */
  readonly getSnapshot = (): ServerListSnapshot => this.#state.getSnapshot();

  /** Calls `listener` after changes. Returns a function that ends it. Bound. */
  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener);

  /** Reads what is stored, once, and follows what other tabs change. A store that cannot be read is in the snapshot as a `problem`. */
  read(): Promise<void> {
    this.#reading ??= this.#use(async () => {
      this.#unwatch ??= this.#store?.watch(() => void this.#use(() => this.#readStore(), READ));
      await this.#readStore();
    }, READ).then(() => this.#publish({ isRead: true }));
    return this.#reading;
  }

  /**
   * Adds a server at the end.
   *
   * @throws {McpError} `invalid-argument` when its URL is none that a page can fetch
   */
  add(server: NewServer): ListedServer {
    const added: PlacedServer = Object.freeze({
      id: newServerId(),
      url: requireUrl(server.url),
      alias: aliasOf(server.alias),
      revision: server.revision,
      isOn: server.isOn ?? true,
      headers: ownHeaders(server.headers ?? []),
      position: this.#lastPosition + 1,
    });
    this.#place(added);
    this.#change();
    return added;
  }

  /**
   * Changes a server. A server that moves to another origin does not get the values of its headers. Does nothing for an
   * unknown id.
   *
   * @throws {McpError} `invalid-argument` when the URL is none that a page can fetch
   */
  update(id: string, change: Partial<NewServer>): void {
    const server = this.#servers.get(id);
    if (!server) return;
    const url = change.url === undefined ? server.url : requireUrl(change.url);
    const isElsewhere = new URL(url).origin !== new URL(server.url).origin;
    const headers = change.headers ?? (isElsewhere ? withoutValues(server) : server).headers;
    const alias = 'alias' in change ? aliasOf(change.alias) : server.alias;
    this.#place({ ...server, ...change, url, alias, headers: ownHeaders(headers) });
    this.#change();
  }

  /** Removes a server. Returns a function that puts it back where it was. Does nothing for an unknown id. */
  remove(id: string): () => void {
    const server = this.#servers.get(id);
    if (!this.#servers.delete(id) || !server) return () => {};
    this.#change();
    const [clears, departures] = [this.#clears, this.#departures];
    return () => {
      if (this.#servers.has(id) || clears !== this.#clears) return;
      this.#servers.set(id, departures === this.#departures ? server : withoutValues(server));
      this.#change();
    };
  }

  /** Moves a server up (`-1`) or down (`1`) by one place. Returns whether there was a place. */
  move(id: string, by: -1 | 1): boolean {
    const sorted = this.#sorted();
    const at = sorted.findIndex((server) => server.id === id);
    const server = sorted[at];
    const other = sorted[at + by];
    if (!server || !other) return false;
    sorted[at] = other;
    sorted[at + by] = server;
    // Two tabs may have given the same place to two servers.
    sorted.forEach((one, index) => one.position === index + 1 || this.#place({ ...one, position: index + 1 }));
    this.#change();
    return true;
  }

  /** Stores the list from now on, or no longer: then nothing of it stays on this device. Without a store, does nothing. */
  setStored(isStored: boolean): void {
    if (!this.#store || this.#isStored === isStored) return;
    this.#isStored = isStored;
    this.#change();
  }

  /** Forgets the values of the headers for a server: its user has signed out. */
  forgetHeaders(url: string): void {
    this.#departures++;
    const found = [...this.#servers.values()].filter((server) => server.url === url && server.headers.length > 0);
    for (const server of found) this.#place(withoutValues(server));
    if (found.length > 0) this.#publish();
  }

  /**
   * Removes every server, in all tabs, and everything that is stored of them: call it when the user of the page signs out.
   *
   * @throws {McpError} `storage` when some of it may still be stored
   */
  async clear(): Promise<void> {
    this.#empty();
    this.#publish();
    if (this.#store) await this.#use(() => this.#clearStore());
    if (this.#problem) throw this.#problem;
  }

  /** Resolves when all changes are stored, or could not be. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Stops following other tabs. */
  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#reading = undefined;
  }

  /** What was removed before does not come back. */
  #empty(): void {
    this.#clears++;
    this.#servers.clear();
    this.#written.clear();
    this.#isStored = this.#isMarked = false;
    // Another list than before, even if there was nothing in it.
    this.#state.update({ servers: Object.freeze([]) });
  }

  #place(server: PlacedServer): void {
    this.#lastPosition = Math.max(this.#lastPosition, server.position);
    this.#servers.set(server.id, Object.freeze(server));
  }

  #sorted(): PlacedServer[] {
    return [...this.#servers.values()].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  }

  #publish(change: Partial<ServerListSnapshot> = {}): void {
    const before = this.getSnapshot().servers;
    const sorted = this.#sorted();
    const isSame = sorted.length === before.length && sorted.every((server, index) => server === before[index]);
    const servers = isSame ? before : Object.freeze(sorted);
    this.#state.update({ servers, isStored: this.#isStored, problem: this.#problem, ...change });
  }

  #change(): void {
    this.#publish();
    if (this.#store) void this.#use(() => this.#writeStore());
  }

  /** One after the other, so that each reads what the one before wrote. */
  #use(work: () => Promise<void>, failure = WRITE): Promise<void> {
    const run = async (): Promise<void> => {
      try {
        await work();
        // What could not be written still is not, whatever can be read.
        if (failure === WRITE) this.#problem = undefined;
      } catch (cause) {
        this.#problem = new McpError('storage', failure, { cause });
      }
      this.#publish();
    };
    this.#last = this.#last.then(run);
    return this.#last;
  }

  async #readStore(): Promise<void> {
    const clears = this.#clears;
    const records = (await this.#store?.read()) ?? [];
    // What was read is of the user who has left.
    if (clears !== this.#clears) return;
    const cleared = recordWith(records, CLEARED_MARK)?.['time'];
    if (this.#cleared !== null && this.#cleared !== cleared) this.#empty();
    this.#cleared = cleared;
    if (!recordWith(records, STORED_MARK)) {
      // Another tab may store nothing any longer. The servers of this one stay.
      if (this.#isMarked) this.#isStored = false;
      this.#isMarked = false;
      this.#written.clear();
      return;
    }
    this.#isStored ||= !this.#isMarked;
    this.#isMarked = true;
    const found = new Map(records.flatMap((record) => readRecord(record) ?? []).map((server) => [server.id, server]));
    for (const id of this.#written.keys()) {
      if (found.has(id)) continue;
      this.#written.delete(id);
      this.#servers.delete(id);
    }
    for (const [id, server] of found) this.#take(server, this.#servers.get(id));
  }

  /** Takes what another tab or an earlier visit stored, unless this page has changed it meanwhile. */
  #take(server: PlacedServer, own: PlacedServer | undefined): void {
    const json = JSON.stringify(recordOf(server));
    const before = this.#written.get(server.id);
    if (before === json || (own && JSON.stringify(recordOf(own)) !== before)) return;
    this.#written.set(server.id, json);
    const isSame = own?.url === server.url;
    const headers = server.headers.map((header) => {
      const known = isSame ? own.headers.find(({ name }) => name === header.name) : undefined;
      return { ...header, value: known?.value };
    });
    this.#place({ ...server, headers: Object.freeze(headers) });
  }

  async #writeStore(): Promise<void> {
    const store = this.#store;
    if (!store) return;
    // Another tab may have changed or cleared the list.
    await this.#readStore();
    const servers = this.#isStored ? this.#sorted() : [];
    // First what must not stay on the device.
    const gone = [...this.#written.keys()].filter((id) => !servers.some((server) => server.id === id));
    const ids = [...gone.map(idOfRecord), ...(this.#isMarked && !this.#isStored ? [STORED_MARK] : [])];
    if (ids.length > 0) await store.remove(ids);
    for (const id of gone) this.#written.delete(id);
    if (!this.#isStored) this.#isMarked = false;
    if (this.#isStored && !this.#isMarked) {
      // A tab that has not heard of a clearing may have left some.
      await this.#removeAll(await store.read());
      await store.write({ id: STORED_MARK });
      this.#isMarked = true;
    }
    for (const server of servers) {
      const record = recordOf(server);
      const json = JSON.stringify(record);
      if (this.#written.get(server.id) === json) continue;
      await store.write(record);
      this.#written.set(server.id, json);
    }
  }

  /** Also what another tab or an earlier visit stored, and this page has not read. */
  async #clearStore(): Promise<void> {
    await this.#removeAll((await this.#store?.read()) ?? []);
    this.#cleared = Date.now() + Math.random();
    await this.#store?.write({ id: CLEARED_MARK, time: this.#cleared });
    // A change that was being written is gone with the rest.
    this.#written.clear();
    this.#isMarked = false;
  }

  async #removeAll(records: readonly unknown[]): Promise<void> {
    const ids = records.flatMap((record) =>
      isObject(record) && typeof record['id'] === 'string' && record['id'] !== CLEARED_MARK ? [record['id']] : [],
    );
    if (ids.length > 0) await this.#store?.remove(ids);
  }
}

const recordWith = (records: readonly unknown[], id: string): JsonObject | undefined =>
  records.filter(isObject).find((record) => record['id'] === id);
