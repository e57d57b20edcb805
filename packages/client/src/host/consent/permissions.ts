/** What the user decided about tools: which may run without a question, and which no model gets to see. */
import { McpError } from '../../errors.ts';
import type { JsonObject, Tool } from '../../protocol/types.ts';
import {
  type Permission,
  type PermissionStore,
  type PermissionDuration,
  idOf,
  readRecord,
  type SwitchedOff,
} from './permission-store.ts';
import { definitionOf, digestOf, hasDigests } from './definition.ts';
import type { HostConsent, HostServer } from '../snapshot.ts';

/** How long a store may take, in ms: nobody waits longer for a disk. */
const STORE_MS = 3_000;

/** What is known about a call before anybody is asked. */
export interface Standing {
  readonly definition: JsonObject;
  readonly digest: string | undefined;
  /** The user allowed this very tool. */
  readonly permission: Permission | undefined;
  /** The user allowed a tool of this name that has changed since. */
  readonly changedSince: Permission | undefined;
}

export class Permissions {
  readonly #store: PermissionStore | undefined;
  readonly #onchange: () => void;
  #permissions: ReadonlyMap<string, Permission> = new Map();
  #off: ReadonlyMap<string, SwitchedOff> = new Map();
  /** What the user took back and the store may still have. */
  readonly #revoked = new Set<string>();
  /** What the store did not take yet, or at all: it lasts as long as the page. */
  readonly #unkept = new Set<string>();
  #isLoaded: boolean;
  #canRead = true;
  #canWrite = true;
  /** One after the other, so that nothing is read that is older than what was written. */
  #lastUse: Promise<unknown> = Promise.resolve();
  /** One after the other: digests are done in any order, and questions come in the order of the calls. */
  #lastFind: Promise<unknown> = Promise.resolve();
  #unwatch: (() => void) | undefined;

  constructor(store: PermissionStore | undefined, onchange: () => void) {
    this.#store = store;
    this.#onchange = onchange;
    this.#isLoaded = !store;
  }

  get snapshot(): HostConsent {
    const always = !this.#store
      ? 'off'
      : !hasDigests()
        ? 'insecure'
        : this.#canRead && this.#canWrite
          ? 'available'
          : 'failed';
    return Object.freeze({
      always,
      permissions: Object.freeze([...this.#permissions.values()]),
      isKnown: this.#isLoaded,
    });
  }

  /** Reads the store, and again whenever a page changed it. */
  open(): void {
    if (!this.#store || this.#unwatch) return;
    this.#unwatch = this.#store.watch(() => void this.#load());
    void this.#load();
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** Looks into the store each time: what was revoked in another tab is revoked from that moment. */
  find(server: HostServer, tool: Tool): Promise<Standing> {
    const find = (): Promise<Standing> => this.#find(server, tool);
    const standing = this.#lastFind.then(find, find);
    this.#lastFind = standing;
    return standing;
  }

  async #find({ url }: HostServer, tool: Tool): Promise<Standing> {
    await this.#load();
    const definition = definitionOf(tool);
    const digest = await digestOf(definition);
    const held = [
      this.#permissions.get(idOf('session', url, tool.name)),
      this.#permissions.get(idOf('always', url, tool.name)),
    ].filter((permission) => permission !== undefined);
    const permission = held.find((candidate) => candidate.digest === digest);
    return { definition, digest, permission, changedSince: permission ? undefined : held[0] };
  }

  /** Returns how long it will be remembered: for the session where nothing can keep it longer, not at all where the tool cannot be told from others. */
  remember(
    { url, name }: { readonly url: string; readonly name: string },
    tool: Tool,
    { definition, digest }: Standing,
    wanted: PermissionDuration,
  ): PermissionDuration | undefined {
    if (digest === undefined) return undefined;
    const duration = wanted === 'always' && this.snapshot.always === 'available' ? 'always' : 'session';
    const permission: Permission = Object.freeze({
      id: idOf(duration, url, tool.name),
      serverUrl: url,
      serverName: name.slice(0, 200),
      toolName: tool.name,
      digest,
      definition,
      time: Date.now(),
      duration,
    });
    this.#revoked.delete(permission.id);
    this.#setPermissions([...this.#permissions.values(), permission]);
    if (duration === 'always') void this.#write({ ...permission }, () => this.#holdForSession(permission));
    return duration;
  }

  /** @throws {McpError} `storage` when the store still has them: they count no more in this page, but in the next. */
  async forget(permissions: readonly Permission[]): Promise<void> {
    const ids = new Set(permissions.map(({ id }) => id));
    this.#setPermissions([...this.#permissions.values()].filter(({ id }) => !ids.has(id)));
    await this.#remove(permissions.filter(({ duration }) => duration === 'always').map(({ id }) => id));
  }

  isEnabled(serverUrl: string, toolName: string): boolean {
    return !this.#off.has(idOf('off', serverUrl, toolName));
  }

  /** The tools that a model may see; none while it is not known what the user switched off. */
  enabledOf(serverUrl: string, tools: readonly Tool[]): readonly Tool[] {
    if (!this.#isLoaded) return [];
    const enabled = tools.filter(({ name }) => this.isEnabled(serverUrl, name));
    return enabled.length === tools.length ? tools : Object.freeze(enabled);
  }

  async setEnabled(serverUrl: string, toolName: string, isEnabled: boolean): Promise<void> {
    const id = idOf('off', serverUrl, toolName);
    const off = new Map(this.#off);
    if (isEnabled) off.delete(id);
    else off.set(id, { id, serverUrl, toolName });
    this.#off = off;
    this.#onchange();
    if (isEnabled) return this.#remove([id]);
    this.#revoked.delete(id);
    await this.#write({ id, serverUrl, toolName });
  }

  #setPermissions(permissions: readonly Permission[]): void {
    this.#permissions = new Map(permissions.map((permission) => [permission.id, permission]));
    this.#onchange();
  }

  #holdForSession(permission: Permission): void {
    this.#unkept.delete(permission.id);
    if (this.#permissions.get(permission.id) !== permission) return;
    const id = idOf('session', permission.serverUrl, permission.toolName);
    this.#setPermissions(
      [...this.#permissions.values()].flatMap((other) =>
        other === permission ? Object.freeze({ ...permission, id, duration: 'session' as const }) : other,
      ),
    );
  }

  async #load(): Promise<void> {
    if (!this.#store) return;
    const records = await this.#use((store) => store.read()).catch(() => undefined);
    const couldRead = this.#canRead;
    this.#canRead = records !== undefined;
    const known = (records ?? [])
      .map(readRecord)
      .filter((record) => record !== undefined && !this.#revoked.has(record.id));
    const isGrant = (record: Permission | SwitchedOff | undefined): record is Permission =>
      record !== undefined && 'digest' in record;
    const kept = hasDigests() ? known.filter(isGrant) : [];
    const off = known.filter((record): record is SwitchedOff => record !== undefined && !isGrant(record));
    // What a disk does not say any more stays off; what it allowed is asked about again.
    const held = [...this.#off.values()].filter(({ id }) => records === undefined || this.#unkept.has(id));
    const wasLoaded = this.#isLoaded;
    this.#isLoaded = true;
    const nextOff = new Map([...off, ...held].map((record) => [record.id, record]));
    const own = [...this.#permissions.values()].filter(
      ({ id, duration }) => duration === 'session' || this.#unkept.has(id),
    );
    const next = new Map([...kept, ...own].map((permission) => [permission.id, permission]));
    if (wasLoaded && couldRead === this.#canRead && isSame(nextOff, this.#off) && isSame(next, this.#permissions))
      return;
    this.#off = nextOff;
    this.#permissions = next;
    this.#onchange();
  }

  async #write(record: JsonObject & { readonly id: string }, onfailure = (): void => {}): Promise<void> {
    if (!this.#store) return;
    this.#unkept.add(record.id);
    try {
      await this.#use((store) => store.write(record));
      this.#canWrite = true;
      this.#unkept.delete(record.id);
    } catch {
      this.#canWrite = false;
      onfailure();
      this.#onchange();
    }
  }

  async #remove(ids: readonly string[]): Promise<void> {
    if (!this.#store || ids.length === 0) return;
    for (const id of ids) {
      this.#revoked.add(id);
      this.#unkept.delete(id);
    }
    try {
      await this.#use((store) => store.remove(ids));
      for (const id of ids) this.#revoked.delete(id);
    } catch (cause) {
      throw new McpError(
        'storage',
        'It counts no more in this page, but the browser could not remove it from its storage: after a reload it is back. Clear the data of this site.',
        { cause },
      );
    }
  }

  #use<T>(work: (store: PermissionStore) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const store = this.#store;
      if (!store) throw new Error('There is no store');
      return new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The store did not answer within ${STORE_MS} ms`)), STORE_MS);
        work(store)
          .then(resolve, reject)
          .finally(() => clearTimeout(timer));
      });
    };
    const use = this.#lastUse.then(run, run);
    this.#lastUse = use;
    return use;
  }
}

function isSame(some: ReadonlyMap<string, object>, others: ReadonlyMap<string, object>): boolean {
  return (
    some.size === others.size &&
    [...some].every(([id, record]) => JSON.stringify(record) === JSON.stringify(others.get(id)))
  );
}
