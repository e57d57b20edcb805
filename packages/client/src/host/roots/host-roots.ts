/** The roots that servers may be told of, and which server is told of which. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { lazy } from '../../lazy.ts';
import type { Root } from '../../protocol/request-types.ts';
import type { PermissionDuration, PermissionStore } from '../consent/permission-store.ts';
import type { HostServer } from '../snapshot.ts';
import { Store } from '../store.ts';
import { type HostRootsSnapshot, idOfShare, type RootsHost } from './root-share.ts';
import type { EarlierAnswer, SharedRoots } from './shared-roots.ts';

const load = lazy(() => import('./shared-roots.ts'), 'shares roots with servers');

/** Options of {@link HostRoots.share}. */
export interface ShareRootsOptions {
  /** `session` by default: as long as the page, or until the user signs out. `always` lasts until then too, where the host can store it. */
  duration?: PermissionDuration | undefined;
}

/**
 * The roots of a host: directories and files that servers may be told of. There are none unless the user or the page adds
 * them, and no server hears of one unless the user chose it for that server. Servers are asked to request roots only while a
 * responder of the kind `roots` is there, such as `<mcp-roots>`. A root is a name for a place: it gives nobody access.
 *
 * With the host's `permissionStore`, roots are there on the next visit too, and so is what the user allowed always.
 *
 * @example
 * ```ts
 * import { fileUriOf, McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * await host.roots.add({ uri: fileUriOf('/home/ada/notes'), name: 'Notes' });
 * host.addResponder('roots');
 * host.subscribe(() => {
 *   for (const { id, kind, request } of host.getSnapshot().requests)
 *     if (kind === 'roots')
 *       host.respond(id, { action: 'allow', uris: confirm(`Tell ${request.server.url}?`) ? ['file:///home/ada/notes'] : [] });
 * });
 * ```
 */
export class HostRoots {
  readonly #host: RootsHost;
  readonly #permissionStore: PermissionStore | undefined;
  readonly #store = new Store<HostRootsSnapshot>({ roots: [], shares: [], asked: [] });
  #loading: Promise<SharedRoots> | undefined;
  #loaded: SharedRoots | undefined;
  /** How often a user of each server has left, by its URL. */
  readonly #departures = new Map<string, number>();
  #isClosed = false;

  /** Made by an `McpHost`. */
  constructor(host: RootsHost, store: PermissionStore | undefined) {
    this.#host = host;
    this.#permissionStore = store;
  }

  /** The roots, and what is shared. Returns the same object until something changes. Bound. */
  readonly getSnapshot = (): HostRootsSnapshot => this.#store.getSnapshot();

  /** Calls `listener` after changes, and lets the host read what it stored. Returns a function that ends it. Bound. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#isClosed = false;
    // What could not be loaded is told to whoever uses it.
    this.#use().then(
      (roots) => roots.read(),
      () => {},
    );
    return this.#store.subscribe(listener);
  };

  /**
   * Adds a root that no server is told of yet, or gives a root another name.
   *
   * @throws {McpError} `invalid-argument` when it is not the `file://` URI of a path without `.` and `..`; `storage` when
   *   it could not be stored: it is there until the page is closed.
   */
  async add(root: Root): Promise<void> {
    await (await this.#use()).add(root);
  }

  /**
   * Removes a root. Servers that were told of it are told that the roots changed, where their revision can.
   *
   * @throws {McpError} `storage` when the store still has it: it is gone here, but will be back after a reload.
   */
  async remove(uri: string): Promise<void> {
    await (await this.#use()).remove(uri);
  }

  /**
   * Decides which roots a server gets from now on, without asking the user. Call it only because the user chose so. With
   * no URIs, it gets none. What is no root of the host is left out.
   *
   * @throws {McpError} `invalid-argument` for an unknown server; `storage` when it could not be stored: it holds until the
   *   page is closed.
   */
  async share(serverId: string, uris: readonly string[], options: ShareRootsOptions = {}): Promise<void> {
    const server = this.#host.getSnapshot().servers.find(({ id }) => id === serverId);
    if (!server)
      throw new McpError('invalid-argument', `This host has no server with the id ${JSON.stringify(serverId)}.`);
    const before = this.#departures.get(server.url);
    const isStillThere = (): boolean => this.#departures.get(server.url) === before;
    await (await this.#use()).shareWith(server, uris, options.duration ?? 'session', isStillThere);
  }

  /**
   * Forgets what a server may be told: the user is asked again when it asks.
   *
   * @throws {McpError} `storage` when the store still has it: it does not hold here, but will after a reload.
   */
  async forget(serverUrl: string): Promise<void> {
    await (await this.#use()).forget(serverUrl);
  }

  /** @internal What a server gets without asking the user, or nothing when they have to be asked. */
  async of(server: HostServer): Promise<EarlierAnswer | undefined> {
    return (await this.#use()).of(server);
  }

  /** @internal Returns what the user chose just now for a server that asks. What is no root of the host is left out. */
  async choose(
    server: HostServer,
    uris: readonly string[],
    duration: PermissionDuration | undefined,
  ): Promise<readonly Root[]> {
    return (await this.#use()).choose(server, uris, duration);
  }

  /** @internal What one user of a server allowed does not hold for the next one, even if nothing can be loaded now. */
  async forgetUser(serverUrl: string, hasSignedOut: boolean): Promise<void> {
    this.#departures.set(serverUrl, (this.#departures.get(serverUrl) ?? 0) + 1);
    const loaded = this.#loaded ?? (await this.#loading?.catch(() => undefined));
    if (loaded) return loaded.forgetUser(serverUrl, hasSignedOut);
    const store = this.#permissionStore;
    if (!hasSignedOut || !store) return;
    const id = idOfShare(serverUrl);
    const records = await store.read().catch(() => undefined);
    if (!records || records.some((record) => isObject(record) && record['id'] === id)) await store.remove([id]);
  }

  /** @internal The server is gone. */
  leave(serverId: string): void {
    this.#loaded?.leave(serverId);
  }

  /** @internal Stops watching the store. */
  close(): void {
    this.#isClosed = true;
    this.#loaded?.close();
  }

  async #use(): Promise<SharedRoots> {
    this.#loading ??= load().then(
      ({ SharedRoots: Roots }) =>
        (this.#loaded = new Roots(this.#host, this.#permissionStore, {
          canWatch: () => !this.#isClosed,
          onchange: (snapshot) => this.#store.update(snapshot),
        })),
    );
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
