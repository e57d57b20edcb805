/** What the user decided about tools: which may run without asking, and which are hidden from models. */
import { digestOf, hasDigests } from '../../client/tools/definition.ts';
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { isToolFor } from '../../protocol/apps.ts';
import type { JsonObject, Tool } from '../../protocol/types.ts';
import type { Permission, PermissionDuration, PermissionStore } from './permission-store.ts';
import type { HostConsent, HostServer } from '../snapshot.ts';

/** How long a store may take, in ms. Nobody waits longer for a disk. */
const STORE_MS = 3_000;

/** A tool that is hidden from models. */
interface SwitchedOff {
  readonly id: string;
  readonly serverUrl: string;
  readonly toolName: string;
}

/** What a permission is for: a tool, or a skill, whose name is its address. */
export interface Subject {
  readonly kind: Permission['kind'];
  readonly name: string;
  /** What the user sees. */
  readonly definition: JsonObject;
}

/** What is known about a tool before anybody is asked. */
export interface Standing {
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
  /** Ids of what the user revoked and the store may still have. */
  readonly #revoked = new Set<string>();
  /** Ids of what the store has not written yet, or could not write: it lasts as long as the page. */
  readonly #unstored = new Set<string>();
  #isLoaded: boolean;
  #canRead = true;
  #canWrite = true;
  #canWatch = true;
  /** Uses of the store run one after the other, so that no read returns less than what was written. */
  #lastUse: Promise<unknown> = Promise.resolve();
  /** Lookups run one after the other: digests finish in any order, but the user is asked in the order of the calls. */
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
        : this.#canRead && this.#canWrite && this.#canWatch
          ? 'available'
          : 'failed';
    return Object.freeze({
      always,
      permissions: Object.freeze([...this.#permissions.values()]),
      isKnown: this.#isLoaded,
    });
  }

  /** Reads the store now, and again whenever a page changes it. A store that cannot be watched is still read. */
  open(): void {
    if (!this.#store || this.#unwatch) return;
    const couldWatch = this.#canWatch;
    try {
      this.#unwatch = this.#store.watch(() => void this.#load());
      this.#canWatch = true;
    } catch {
      this.#canWatch = false;
    }
    if (this.#canWatch !== couldWatch) this.#onchange();
    void this.#load();
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /** Reads the store, for what another page decided a moment ago. */
  async read(): Promise<void> {
    await this.#load();
  }

  /** Reads the store each time, so that what was revoked in another tab no longer counts. */
  find(server: HostServer, subject: Subject): Promise<Standing> {
    const find = (): Promise<Standing> => this.#find(server, subject);
    const standing = this.#lastFind.then(find, find);
    this.#lastFind = standing;
    return standing;
  }

  async #find({ url }: HostServer, { kind, name, definition }: Subject): Promise<Standing> {
    await this.#load();
    const digest = await digestOf(definition);
    const allowed = [
      this.#permissions.get(idOf(kind, 'session', url, name)),
      this.#permissions.get(idOf(kind, 'always', url, name)),
    ].filter((permission) => permission !== undefined);
    const permission = allowed.find((candidate) => candidate.digest === digest);
    return { digest, permission, changedSince: permission ? undefined : allowed[0] };
  }

  /**
   * Lets a tool run, or a skill be loaded, without asking from now on.
   *
   * @returns for how long: for the session where nothing can store it longer, not at all where the tool has no digest
   */
  allow(
    serverUrl: string,
    serverName: string,
    { kind, name, definition }: Subject,
    { digest }: Standing,
    wanted: PermissionDuration,
  ): PermissionDuration | undefined {
    if (digest === undefined) return undefined;
    const duration = wanted === 'always' && this.snapshot.always === 'available' ? 'always' : 'session';
    const permission: Permission = Object.freeze({
      id: idOf(kind, duration, serverUrl, name),
      kind,
      serverUrl,
      serverName: serverName.slice(0, 200),
      toolName: name,
      digest,
      definition,
      time: Date.now(),
      duration,
    });
    this.#revoked.delete(permission.id);
    this.#setPermissions([...this.#permissions.values(), permission]);
    if (duration === 'always') void this.#write({ ...permission }, () => this.#limitToSession(permission));
    return duration;
  }

  /**
   * @throws {McpError} `storage` when the store still has them: this page no longer uses them, but the next one will
   */
  async revoke(permissions: readonly Permission[]): Promise<void> {
    const ids = new Set(permissions.map(({ id }) => id));
    this.#setPermissions([...this.#permissions.values()].filter(({ id }) => !ids.has(id)));
    await this.#remove(permissions.filter(({ duration }) => duration === 'always').map(({ id }) => id));
  }

  /**
   * Revokes what a user of this server allowed, because the next one may be somebody else. Tools that are switched off
   * stay off.
   *
   * @param hasSignedOut whether they left for good. When only their session ended, they usually return.
   * @param onrevoke called for each permission that is revoked
   */
  async forgetUser(
    serverUrl: string,
    hasSignedOut: boolean,
    onrevoke: (permission: Permission) => void,
  ): Promise<void> {
    const leftAt = Date.now();
    const forget = (): Promise<void> => {
      const theirs = [...this.#permissions.values()].filter(
        ({ serverUrl: url, duration, time }) =>
          // While the store is read, the next user may allow something.
          url === serverUrl && time <= leftAt && (hasSignedOut || duration === 'session'),
      );
      for (const permission of theirs) onrevoke(permission);
      return this.revoke(theirs);
    };
    await forget();
    if (!hasSignedOut) return;
    // What another tab stored, or an earlier visit.
    await this.#load();
    await forget();
  }

  isEnabled(serverUrl: string, toolName: string): boolean {
    return !this.#off.has(idOf('tool', 'off', serverUrl, toolName));
  }

  /** The tools that a model may see. None while it is unknown which ones the user switched off. */
  enabledOf(serverUrl: string, tools: readonly Tool[]): readonly Tool[] {
    if (!this.#isLoaded) return [];
    const enabled = tools.filter((tool) => this.isEnabled(serverUrl, tool.name) && isToolFor('model', tool));
    return enabled.length === tools.length ? tools : Object.freeze(enabled);
  }

  async setEnabled(serverUrl: string, toolName: string, isEnabled: boolean): Promise<void> {
    const id = idOf('tool', 'off', serverUrl, toolName);
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

  #limitToSession(permission: Permission): void {
    this.#unstored.delete(permission.id);
    if (this.#permissions.get(permission.id) !== permission) return;
    const id = idOf(permission.kind, 'session', permission.serverUrl, permission.toolName);
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
      .filter((record) => record !== undefined)
      .filter(({ id }) => !this.#revoked.has(id));
    const stored = hasDigests() ? known.filter(isPermission) : [];
    const off = known.filter((record) => !isPermission(record));
    // When the disk cannot be read, tools that were off stay off, and the user is asked again about those that were
    // allowed.
    const stillOff = [...this.#off.values()].filter(({ id }) => records === undefined || this.#unstored.has(id));
    const wasLoaded = this.#isLoaded;
    this.#isLoaded = true;
    const nextOff = new Map([...off, ...stillOff].map((record) => [record.id, record]));
    const own = [...this.#permissions.values()].filter(
      ({ id, duration }) => duration === 'session' || this.#unstored.has(id),
    );
    const next = new Map([...stored, ...own].map((permission) => [permission.id, permission]));
    if (wasLoaded && couldRead === this.#canRead && isSame(nextOff, this.#off) && isSame(next, this.#permissions))
      return;
    this.#off = nextOff;
    this.#permissions = next;
    this.#onchange();
  }

  async #write(record: JsonObject & { readonly id: string }, onfailure = (): void => {}): Promise<void> {
    if (!this.#store) return;
    this.#unstored.add(record.id);
    try {
      await this.#use((store) => store.write(record));
      this.#unstored.delete(record.id);
      if (this.#canWrite) return;
      this.#canWrite = true;
      this.#onchange();
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
      this.#unstored.delete(id);
    }
    try {
      await this.#use((store) => store.remove(ids));
      for (const id of ids) this.#revoked.delete(id);
    } catch (cause) {
      throw new McpError(
        'storage',
        'This page applies the change, but the browser could not store it, so a reload will undo it. Clear the data of this site.',
        { cause },
      );
    }
  }

  #use<T>(work: (store: PermissionStore) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const store = this.#store;
      if (!store) throw new Error('There is no store.');
      return new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`The store did not answer within ${STORE_MS} ms.`)), STORE_MS);
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

/** The address of a skill can be the name of a tool. */
const idOf = (kind: Permission['kind'], what: PermissionDuration | 'off', serverUrl: string, name: string): string =>
  JSON.stringify([kind === 'skill' ? `skill-${what}` : what, serverUrl, name]);

function isPermission(record: Permission | SwitchedOff): record is Permission {
  return 'digest' in record;
}

/** Reads a record of a store. Returns nothing when it is not one of ours. */
function readRecord(record: unknown): Permission | SwitchedOff | undefined {
  if (!isObject(record)) return undefined;
  const { serverUrl, serverName, toolName, digest, definition, time } = record;
  if (typeof serverUrl !== 'string' || !URL.canParse(serverUrl) || typeof toolName !== 'string') return undefined;
  const off = idOf('tool', 'off', serverUrl, toolName);
  if (record['id'] === off) return { id: off, serverUrl, toolName };
  // The id has to fit the rest: nobody can file a permission for one tool under another.
  const kind = record['kind'] === 'skill' ? 'skill' : 'tool';
  const id = idOf(kind, 'always', serverUrl, toolName);
  if (
    record['id'] !== id ||
    typeof serverName !== 'string' ||
    typeof digest !== 'string' ||
    !isObject(definition) ||
    typeof time !== 'number'
  )
    return undefined;
  return Object.freeze({ id, kind, serverUrl, serverName, toolName, digest, definition, time, duration: 'always' });
}

function isSame(some: ReadonlyMap<string, object>, others: ReadonlyMap<string, object>): boolean {
  return (
    some.size === others.size &&
    [...some].every(([id, record]) => JSON.stringify(record) === JSON.stringify(others.get(id)))
  );
}
