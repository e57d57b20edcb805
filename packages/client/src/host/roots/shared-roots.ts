/** Keeps the roots of a host, and tells servers of them. Loaded with the first root, or the first server that asks. */
import { requireRoot } from '../../client/requests/root-uri.ts';
import type { Root } from '../../protocol/request-types.ts';
import type { PermissionDuration, PermissionStore } from '../consent/permission-store.ts';
import { type HostServer, nameOfServer } from '../snapshot.ts';
import type { HostRootsSnapshot, RootShare, RootsHost } from './root-share.ts';
import { RootRecords } from './root-records.ts';

/** What the user decided for a server before it asked. */
export interface EarlierAnswer {
  readonly roots: readonly Root[];
  readonly duration: PermissionDuration;
}

interface SharedRootsOptions {
  /** Whether the store may be watched: no longer once the host is closed. */
  readonly canWatch: () => boolean;
  /** Called when there is something else to show. */
  readonly onchange: (snapshot: HostRootsSnapshot) => void;
}

export class SharedRoots {
  readonly #host: RootsHost;
  readonly #records: RootRecords;
  readonly #onchange: (snapshot: HostRootsSnapshot) => void;
  /** What each server was told last, or told to ask for, by id. */
  readonly #told = new Map<string, readonly Root[]>();
  readonly #asked = new Set<string>();

  constructor(host: RootsHost, store: PermissionStore | undefined, { canWatch, onchange }: SharedRootsOptions) {
    this.#host = host;
    this.#onchange = onchange;
    const canStore = (): boolean => host.getSnapshot().consent.always === 'available';
    this.#records = new RootRecords(store, { canStore, canWatch, onchange: () => this.#publish() });
  }

  read(): Promise<void> {
    return this.#records.read();
  }

  /** @throws {McpError} `invalid-argument`, `storage` */
  async add({ uri, name }: Root): Promise<void> {
    const root = requireRoot({ uri, ...(name !== undefined && name !== '' && { name }) });
    await this.#records.setRoot(Object.freeze(root));
  }

  /** @throws {McpError} `storage` */
  async remove(uri: string): Promise<void> {
    await this.#records.removeRoot(uri);
  }

  /**
   * @param isStillThere whether the user who chose it has not left since: what they allowed is not for the next one
   * @throws {McpError} `storage`
   */
  async shareWith(
    server: HostServer,
    uris: readonly string[],
    duration: PermissionDuration,
    isStillThere: () => boolean,
  ): Promise<void> {
    // They may be of an earlier visit.
    await this.#records.read();
    if (isStillThere()) await this.#share(server, uris, duration);
  }

  /** @throws {McpError} `storage` */
  async forget(serverUrl: string): Promise<void> {
    await this.#records.removeShare(serverUrl);
  }

  /** What a server gets without asking the user, or nothing when they have to be asked. */
  async of(server: HostServer): Promise<EarlierAnswer | undefined> {
    // What was revoked in another tab no longer counts.
    await this.#records.read();
    const share = this.#records.shares.get(server.url);
    return share && { roots: this.#tell(server.id, share.uris), duration: share.duration };
  }

  /** Returns what the user chose just now for a server that asks. What is no root of the host is left out. */
  choose(server: HostServer, uris: readonly string[], duration: PermissionDuration | undefined): readonly Root[] {
    const roots = this.#tell(server.id, uris);
    // The answer does not wait for the store, nor fail with it: what could not be stored holds for the session.
    if (duration) this.#share(server, uris, duration).catch(() => {});
    return roots;
  }

  /** What one user of a server allowed does not hold for the next one. */
  async forgetUser(serverUrl: string, hasSignedOut: boolean): Promise<void> {
    await this.#records.forgetUser(serverUrl, hasSignedOut);
  }

  /** The server is gone. */
  leave(serverId: string): void {
    this.#told.delete(serverId);
    if (this.#asked.delete(serverId)) this.#publish();
  }

  /** Stops watching the store. */
  close(): void {
    this.#records.close();
  }

  async #share(server: HostServer, uris: readonly string[], duration: PermissionDuration): Promise<void> {
    const { url } = server;
    const known = uris.filter((uri) => this.#records.roots.has(uri));
    await this.#records.setShare({
      serverUrl: url,
      serverName: nameOfServer(server),
      uris: known,
      time: Date.now(),
      duration,
    });
  }

  #tell(serverId: string, uris: readonly string[]): readonly Root[] {
    const roots = this.#among(uris);
    this.#told.set(serverId, roots);
    if (!this.#asked.has(serverId)) {
      this.#asked.add(serverId);
      this.#publish();
    }
    return roots;
  }

  #among(uris: readonly string[]): Root[] {
    return [...this.#records.roots.values()].filter(({ uri }) => uris.includes(uri));
  }

  #publish(): void {
    const { roots, shares } = this.#records;
    this.#onchange({
      roots: Object.freeze([...roots.values()]),
      shares: Object.freeze([...shares.values()]),
      asked: Object.freeze([...this.#asked]),
    });
    for (const { id, url } of this.#host.getSnapshot().servers) this.#announce(id, shares.get(url));
  }

  /** Tells a server when it would get other roots than last time. Who never asked got none. */
  #announce(id: string, share: RootShare | undefined): void {
    const before = this.#told.get(id) ?? [];
    const now = this.#among(share?.uris ?? before.map(({ uri }) => uri));
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    this.#told.set(id, now);
    try {
      // Where nothing can be sent, nothing has to be: the server asks when it is connected.
      this.#host
        .client(id)
        .rootsChanged()
        .catch(() => {});
    } catch {}
  }
}
