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
  readonly value: T;
  /** Whether the store has it. What it does not have lasts as long as the page. */
  readonly isStored: boolean;
}

export class RootRecords {
  readonly #store: PermissionStore | undefined;
  readonly #canStore: () => boolean;
  readonly #onchange: () => void;
  #roots = new Map<string, Kept<Root>>();
  #shares = new Map<string, Kept<RootShare>>();
  /** Ids of what was removed and the store may still have. */
  readonly #removed = new Set<string>();
  /** Uses of the store run one after the other, so that no read returns less than what was written. */
  #lastUse: Promise<unknown> = Promise.resolve();
  #unwatch: (() => void) | undefined;

  /**
   * @param canStore whether what the user decides may outlive the page
   * @param onchange called when any of it changed
   */
  constructor(store: PermissionStore | undefined, canStore: () => boolean, onchange: () => void) {
    this.#store = store;
    this.#canStore = canStore;
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
    if (!store || !this.#canStore()) return;
    try {
      this.#unwatch ??= store.watch(() => void this.read());
    } catch {
      // It is still read each time a server asks.
    }
    const records = await this.#use(() => store.read()).catch(() => []);
    const roots = new Map<string, Kept<Root>>();
    const shares = new Map<string, Kept<RootShare>>();
    for (const record of records) {
      const root = readRoot(record);
      const share = root ? undefined : readShare(record);
      if (root && !this.#removed.has(idOfRoot(root.uri))) roots.set(root.uri, { value: root, isStored: true });
      if (share && !this.#removed.has(idOfShare(share.serverUrl)))
        shares.set(share.serverUrl, { value: share, isStored: true });
    }
    keepUnstored(this.#roots, roots);
    keepUnstored(this.#shares, shares);
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
    this.#roots.set(uri, { value: root, isStored: false });
    this.#onchange();
    if (!(await this.#write({ id: idOfRoot(uri), uri, ...(name !== undefined && { name }) }))) return;
    if (this.#roots.get(uri)?.value === root) this.#roots.set(uri, { value: root, isStored: true });
  }

  /** @throws {McpError} `storage` */
  async removeRoot(uri: string): Promise<void> {
    if (this.#roots.delete(uri)) this.#onchange();
    await this.#remove([idOfRoot(uri)]);
  }

  /** @throws {McpError} `storage` */
  async setShare(wanted: RootShare): Promise<void> {
    const duration = wanted.duration === 'always' && this.#store && this.#canStore() ? 'always' : 'session';
    const share: RootShare = Object.freeze({ ...wanted, serverName: wanted.serverName.slice(0, 200), duration });
    const { serverUrl, serverName, uris, time } = share;
    const before = this.#shares.get(serverUrl);
    this.#shares.set(serverUrl, { value: share, isStored: false });
    this.#onchange();
    // What was decided for good is over, even if this is only for the session.
    if (duration === 'session') return before?.isStored ? this.#remove([idOfShare(serverUrl)]) : undefined;
    const isCurrent = (): boolean => this.#shares.get(serverUrl)?.value === share;
    try {
      await this.#write({ id: idOfShare(serverUrl), serverUrl, serverName, uris, time });
      if (isCurrent()) this.#shares.set(serverUrl, { value: share, isStored: true });
    } catch (error) {
      if (isCurrent()) {
        this.#shares.set(serverUrl, { value: Object.freeze({ ...share, duration: 'session' }), isStored: false });
        this.#onchange();
      }
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
    const share = this.#shares.get(serverUrl)?.value;
    if (share && (hasSignedOut || share.duration === 'session') && this.#shares.delete(serverUrl)) this.#onchange();
    if (!hasSignedOut || !this.#store) return;
    // What another tab stored, or an earlier visit.
    await this.read();
    if (this.#shares.has(serverUrl)) await this.removeShare(serverUrl);
    else if (share?.duration === 'always') await this.#remove([idOfShare(serverUrl)]);
  }

  /** Resolves with whether it is stored. */
  async #write(record: JsonObject & { readonly id: string }): Promise<boolean> {
    const store = this.#store;
    if (!store || !this.#canStore()) return false;
    this.#removed.delete(record.id);
    await this.#use(() => store.write(record)).catch((cause: unknown) => {
      throw new McpError('storage', 'The browser could not store it, so it lasts until this page is closed.', {
        cause,
      });
    });
    return true;
  }

  async #remove(ids: readonly string[]): Promise<void> {
    const store = this.#store;
    if (!store || !this.#canStore()) return;
    for (const id of ids) this.#removed.add(id);
    await this.#use(() => store.remove(ids)).catch((cause: unknown) => {
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

function readShare(record: unknown): RootShare | undefined {
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
  const known = Object.freeze(uris.filter((uri) => typeof uri === 'string'));
  return Object.freeze({ serverUrl, serverName, uris: known, time, duration: 'always' });
}
