/** Keeps roots and what is shared of them: in memory, and in the host's store where that is wanted. */
import { requireRoot } from '../../client/requests/root-uri.ts';
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { Root } from '../../protocol/request-types.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { PermissionStore } from '../consent/permission-store.ts';
import { idOfShare, type RootShare } from './root-share.ts';

/** How long a store may take, in ms. Nobody waits longer for a disk. */
const STORE_MS = 3_000;

interface Kept<T> {
  value: T;
  /** Whether the store has it. What it does not have lasts as long as the page. */
  isStored: boolean;
}

interface RootRecordsOptions {
  /** Whether what the user decides may outlive the page. */
  readonly canStore: () => boolean;
  /** Whether the store may be watched: no longer once the host is closed. */
  readonly canWatch: () => boolean;
  /** Called when any of it changed. */
  readonly onchange: () => void;
}

export class RootRecords {
  readonly #store: PermissionStore | undefined;
  readonly #canStore: () => boolean;
  readonly #canWatch: () => boolean;
  readonly #onchange: () => void;
  #roots = new Map<string, Kept<Root>>();
  #shares = new Map<string, Kept<RootShare>>();
  /** Ids of what was removed and the store may still have. */
  readonly #removed = new Set<string>();
  /** URIs of roots that were removed, and that the store may still share. */
  readonly #stillShared = new Set<string>();
  /** Uses of the store run one after the other, so that no read returns less than what was written. */
  #lastUse: Promise<unknown> = Promise.resolve();
  #unwatch: (() => void) | undefined;

  constructor(store: PermissionStore | undefined, { canStore, canWatch, onchange }: RootRecordsOptions) {
    this.#store = store;
    this.#canStore = canStore;
    this.#canWatch = canWatch;
    this.#onchange = onchange;
  }

  /** By URI. */
  get roots(): ReadonlyMap<string, Root> {
    return valuesOf(this.#roots);
  }

  /** By the URL of the server. */
  get shares(): ReadonlyMap<string, RootShare> {
    return valuesOf(this.#shares);
  }

  /** Reads the store now, and whenever a page changes it. What cannot be read is not there. */
  async read(): Promise<void> {
    const store = this.#store;
    if (!store) return;
    try {
      if (this.#canWatch()) this.#unwatch ??= store.watch(() => void this.read());
    } catch {
      // It is still read each time a server asks.
    }
    const records = await this.#use(() => store.read()).catch(() => undefined);
    const roots = new Map<string, Kept<Root>>();
    const shares = new Map<string, Kept<RootShare>>();
    for (const record of records ?? []) {
      const root = readRoot(record);
      const share = root ? undefined : readShare(record, (uri) => !this.#stillShared.has(uri));
      if (root && !this.#removed.has(idOfRoot(root.uri))) roots.set(root.uri, { value: root, isStored: true });
      if (share && !this.#removed.has(idOfShare(share.serverUrl)))
        shares.set(share.serverUrl, { value: share, isStored: true });
    }
    keepUnstored(this.#roots, roots);
    keepUnstored(this.#shares, shares);
    // What another tab removed is no longer shared here either, even if it is added again.
    if (records) withdraw(shares, (uri, { isStored }) => isStored || roots.has(uri));
    if (isSame(roots, this.#roots) && isSame(shares, this.#shares)) return;
    this.#roots = roots;
    this.#shares = shares;
    this.#onchange();
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** @throws {McpError} `storage` */
  async setRoot(root: Root): Promise<void> {
    const { uri, name } = root;
    const kept: Kept<Root> = { value: root, isStored: false };
    this.#roots.set(uri, kept);
    this.#onchange();
    const record = { id: idOfRoot(uri), uri, ...(name !== undefined && { name }) };
    if (await this.#write(record, (store) => this.#endSharing(store, uri))) kept.isStored = true;
  }

  /**
   * Who adds it again has shared it with nobody.
   *
   * @throws {McpError} `storage`
   */
  async removeRoot(uri: string): Promise<void> {
    withdraw(this.#shares, (other) => other !== uri);
    if (this.#roots.delete(uri)) this.#onchange();
    if (this.#store) this.#stillShared.add(uri);
    // In this order: what is left by a page that closes meanwhile is a root that nobody is told of.
    await this.#remove([idOfRoot(uri)], (store) => this.#endSharing(store, uri));
  }

  /** @throws {McpError} `storage` */
  async setShare(wanted: RootShare): Promise<void> {
    const duration = wanted.duration === 'always' && this.#store && this.#canStore() ? 'always' : 'session';
    const share: RootShare = Object.freeze({ ...wanted, serverName: wanted.serverName.slice(0, 200), duration });
    const { serverUrl } = share;
    const kept: Kept<RootShare> = { value: share, isStored: false };
    this.#shares.set(serverUrl, kept);
    this.#onchange();
    // What was decided for good is over, even if this is only for the session, and whether it was read yet or not.
    if (duration === 'session') return this.#remove([idOfShare(serverUrl)]);
    try {
      await this.#write(recordOf(share));
      kept.isStored = true;
    } catch (error) {
      kept.value = Object.freeze({ ...kept.value, duration: 'session' });
      if (this.#shares.get(serverUrl) === kept) this.#onchange();
      throw error;
    }
  }

  /** @throws {McpError} `storage` */
  async removeShare(serverUrl: string): Promise<void> {
    if (this.#shares.delete(serverUrl)) this.#onchange();
    await this.#remove([idOfShare(serverUrl)]);
  }

  /**
   * @param hasSignedOut whether the user left for good. When only their session ended, they usually return.
   * @throws {McpError} `storage`
   */
  async forgetUser(serverUrl: string, hasSignedOut: boolean): Promise<void> {
    // Also what another tab stored, or an earlier visit.
    if (hasSignedOut) return this.removeShare(serverUrl);
    if (this.#shares.get(serverUrl)?.value.duration === 'session' && this.#shares.delete(serverUrl)) this.#onchange();
  }

  /** Takes a removed root out of all that is stored. The servers need not be connected, or known to this page. */
  async #endSharing(store: PermissionStore, uri: string): Promise<void> {
    if (!this.#stillShared.has(uri)) return;
    for (const record of await store.read()) {
      const share = readShare(record);
      if (!share?.uris.includes(uri)) continue;
      const less = without(share, (other) => other !== uri);
      // Where less cannot be written, the user is asked again.
      await store.write(recordOf(less)).catch(() => store.remove([idOfShare(share.serverUrl)]));
    }
    this.#stillShared.delete(uri);
  }

  /**
   * Resolves with whether it is stored.
   *
   * @param before what has to be done first
   */
  async #write(record: StoredRecord, before?: (store: PermissionStore) => Promise<void>): Promise<boolean> {
    const store = this.#store;
    if (!store || !this.#canStore()) return false;
    this.#removed.delete(record.id);
    const write = async (): Promise<void> => {
      await before?.(store);
      await store.write(record);
    };
    await this.#use(write).catch((cause: unknown) => {
      throw new McpError('storage', 'The browser could not store it, so it lasts until this page is closed.', {
        cause,
      });
    });
    return true;
  }

  /**
   * Even where nothing can be stored any longer: what was stored counts at the next visit.
   *
   * @param before what has to be done first
   */
  async #remove(ids: readonly string[], before?: (store: PermissionStore) => Promise<void>): Promise<void> {
    const store = this.#store;
    if (!store) return;
    for (const id of ids) this.#removed.add(id);
    const remove = async (): Promise<void> => {
      await before?.(store);
      await store.remove(ids);
    };
    await this.#use(remove).catch((cause: unknown) => {
      throw new McpError(
        'storage',
        'This page applies the change, but the browser could not store it, so a reload will undo it. Clear the data of this site.',
        { cause },
      );
    });
    for (const id of ids) this.#removed.delete(id);
  }

  #use<T>(work: () => Promise<T>): Promise<T> {
    const use = this.#lastUse.then(() => untilAborted(work(), AbortSignal.timeout(STORE_MS)));
    this.#lastUse = use.catch(() => {});
    return use;
  }
}

type StoredRecord = JsonObject & { readonly id: string };

const recordOf = ({ serverUrl, serverName, uris, time }: RootShare): StoredRecord => ({
  id: idOfShare(serverUrl),
  serverUrl,
  serverName,
  uris: [...uris],
  time,
});

const without = (share: RootShare, stays: (uri: string) => boolean): RootShare =>
  Object.freeze({ ...share, uris: Object.freeze(share.uris.filter(stays)) });

/** What is shared is among the roots: whoever takes some of it away has taken a root away, too. */
function withdraw(
  shares: ReadonlyMap<string, Kept<RootShare>>,
  isShared: (uri: string, kept: Kept<RootShare>) => boolean,
): void {
  for (const kept of shares.values()) kept.value = without(kept.value, (uri) => isShared(uri, kept));
}

const idOfRoot = (uri: string): string => JSON.stringify(['root', uri]);

const valuesOf = <T>(kept: ReadonlyMap<string, Kept<T>>): Map<string, T> =>
  new Map(sorted(kept).map(([key, { value }]) => [key, value]));

/** In an order that does not change when a store is read again. */
const sorted = <T>(kept: ReadonlyMap<string, T>): [string, T][] => [...kept].sort(([a], [b]) => (a < b ? -1 : 1));

function keepUnstored<T>(from: ReadonlyMap<string, Kept<T>>, into: Map<string, Kept<T>>): void {
  for (const [key, kept] of from) if (!kept.isStored) into.set(key, kept);
}

function isSame(some: ReadonlyMap<string, Kept<unknown>>, others: ReadonlyMap<string, Kept<unknown>>): boolean {
  return JSON.stringify(sorted(some)) === JSON.stringify(sorted(others));
}

/** Reads a record of a store. Returns nothing when it is not one of ours: the id has to fit the rest. */
function readRoot(record: unknown): Root | undefined {
  if (!isObject(record)) return undefined;
  const { uri, name } = record;
  if (typeof uri !== 'string' || record['id'] !== idOfRoot(uri)) return undefined;
  try {
    return Object.freeze(requireRoot({ uri, ...(typeof name === 'string' && { name }) }));
  } catch {
    return undefined;
  }
}

function readShare(record: unknown, isShared: (uri: string) => boolean = () => true): RootShare | undefined {
  if (!isObject(record)) return undefined;
  const { serverUrl, serverName, uris, time } = record;
  if (
    typeof serverUrl !== 'string' ||
    record['id'] !== idOfShare(serverUrl) ||
    typeof serverName !== 'string' ||
    !Array.isArray(uris) ||
    typeof time !== 'number'
  )
    return undefined;
  const known = Object.freeze(uris.filter((uri) => typeof uri === 'string' && isShared(uri)));
  return Object.freeze({ serverUrl, serverName, uris: known, time, duration: 'always' });
}
