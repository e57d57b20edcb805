/** What a server turned out to be last time, so that the next visit need not find out again. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { isObject, parse } from '../protocol/guards.ts';
import { HEADER_MISMATCH, INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION } from '../protocol/methods.ts';
import { implementation, serverCapabilities } from '../protocol/result-guards.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import { type Era, isRevision, type Revision } from '../protocol/revisions.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import { untilAborted } from '../wire/abort.ts';
import type { CallOptions } from './call-options.ts';
import type { Interest, RequestExtras, Session } from './session.ts';
import { nameOf, type Principal } from './principal.ts';

export interface StoredServer {
  revision: Revision;
  /** Absent where it is another's, or was not to be kept: then only the revision is known. */
  server: ServerInfo | undefined;
  /** Until when the server itself calls this fresh, in ms since 1970. */
  freshUntil: number;
}

/** Where it is remembered. Owned here, provided by the client. */
export interface ServerStore {
  readonly store: KeyValueStore;
  readonly key: string;
  readonly principal: Principal | undefined;
  /** Whether requests carry nothing that says who asks: then all who ask are the same. */
  readonly isAnonymous: boolean;
}

/** Older than this, in ms, a memory is no longer trusted. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** Nobody's name: a principal is never the empty string. */
const ANYBODY = '';

/** Whose a private answer is; nothing when that cannot be told. */
export function ownerOf({ principal, isAnonymous }: ServerStore): string | undefined {
  return nameOf(principal) ?? (isAnonymous ? ANYBODY : undefined);
}

/** What a memory says; nothing when it is too old, or not what was written. */
export function readStoredServer(value: unknown, memory: ServerStore): StoredServer | undefined {
  if (!isObject(value) || !isRevision(value['revision']) || typeof value['savedAt'] !== 'number') return undefined;
  const { revision, savedAt, ttlMs } = value;
  const ageMs = Date.now() - savedAt;
  if (ageMs < 0 || ageMs > MAX_AGE_MS) return undefined;
  try {
    return {
      revision,
      server: readServer(value, ownerOf(memory)),
      freshUntil: savedAt + (typeof ttlMs === 'number' ? ttlMs : 0),
    };
  } catch {
    return undefined;
  }
}

function readServer({ server, owner }: JsonObject, reader: string | undefined): ServerInfo | undefined {
  // 2026-07-28, caching, cache scope: what is private is for the context that it was given to.
  if (!isObject(server) || (owner !== undefined && owner !== reader)) return undefined;
  const { identity, instructions, capabilities } = server;
  return {
    capabilities: parse(capabilities, serverCapabilities, 'remembered capabilities'),
    ...(identity !== undefined && { identity: parse(identity, implementation, 'remembered identity') }),
    ...(typeof instructions === 'string' && { instructions }),
  };
}

/** @param askedBy whose answer it is: another one's by now is not kept */
export async function storeServer(
  memory: ServerStore,
  { revision, server, discovered = {} }: Session,
  askedBy: string | undefined,
): Promise<void> {
  const { ttlMs, cacheScope } = discovered;
  const owner = cacheScope === 'public' ? undefined : ownerOf(memory);
  const isKept = cacheScope === 'public' || (owner !== undefined && owner === askedBy);
  await memory.store
    .set(memory.key, { revision, savedAt: Date.now(), ...(isKept && { server, owner, ttlMs }) })
    .catch(() => {});
}

export async function forgetServer({ store, key }: ServerStore): Promise<void> {
  await store.delete(key).catch(() => {});
}

/** How long a page's first calls have the connection to themselves, in ms, before the memory is brought up to date. */
const REFRESH_DELAY_MS = 2_000;

/** A modern session that nobody asked for yet. */
export type Assumption = Session & { discover(options: CallOptions): Promise<void> };

/**
 * A modern session that was not asked for but assumed. The first answer proves it, and the memory is then brought up
 * to date beside the calls; a refusal that a modern server would not give disproves it, and the request, which such a
 * server has not run, goes to the session found instead.
 */
export class AssumedSession implements Session {
  #session: Session;
  readonly #assumption: Assumption;
  readonly #memory: ServerStore;
  readonly #freshUntil: number;
  readonly #reopen: () => Promise<Session>;
  #isProven = false;
  #isClosed = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #reopening: Promise<void> | undefined;
  #interest: Interest | undefined;
  #logLevel: LogLevel | undefined;

  /**
   * @param freshUntil before this, in ms since 1970, the memory is as good as a new answer
   * @param reopen finds out what the server really speaks
   */
  constructor(assumption: Assumption, memory: ServerStore, freshUntil: number, reopen: () => Promise<Session>) {
    this.#session = assumption;
    this.#assumption = assumption;
    this.#memory = memory;
    this.#freshUntil = freshUntil;
    this.#reopen = reopen;
  }

  get era(): Era {
    return this.#session.era;
  }

  get revision(): Revision {
    return this.#session.revision;
  }

  get server(): ServerInfo {
    return this.#session.server;
  }

  get usesHeaders(): boolean {
    return this.#session.usesHeaders;
  }

  get generation(): number | undefined {
    return this.#session.generation;
  }

  request(method: string, params: JsonObject, options?: CallOptions, extras?: RequestExtras): Promise<JsonObject> {
    // What asks a modern server whether it is there is not what asks an older one.
    const methodFor = ({ era }: Session): string =>
      method === 'server/discover' && era === 'legacy' ? 'ping' : method;
    return this.#try(
      method,
      (session) => session.request(methodFor(session), params, options, extras),
      options?.signal,
    );
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    this.#logLevel = level;
    await this.#session.setLogLevel(level, options);
  }

  setInterest(interest: Interest): Promise<void> {
    this.#interest = interest;
    return this.#try(LISTEN, (session) => session.setInterest(interest));
  }

  async announceRoots(): Promise<void> {
    await this.#session.announceRoots?.();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refreshTimer);
    return this.#session.close();
  }

  async #try<T>(method: string, work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await untilAborted(Promise.resolve(this.#reopening), signal);
    const asked = this.#session;
    try {
      const result = await work(asked);
      // Hearing of nothing sends nothing, and proves nothing.
      if (asked === this.#assumption && method !== LISTEN) this.#prove();
      return result;
    } catch (error) {
      if (asked !== this.#assumption || this.#isProven || this.#isClosed) throw error;
      // Whatever it was: next time the server is asked again.
      await forgetServer(this.#memory);
      if (!isRefusal(error, method)) throw error;
      // Another call may have found out first.
      if (asked === this.#session)
        await untilAborted((this.#reopening ??= this.#replace().finally(() => (this.#reopening = undefined))), signal);
      return await work(this.#session);
    }
  }

  #prove(): void {
    if (this.#isProven) return;
    this.#isProven = true;
    if (Date.now() < this.#freshUntil) return;
    const refresh = async (): Promise<void> => {
      const askedBy = ownerOf(this.#memory);
      await this.#assumption.discover({});
      await storeServer(this.#memory, this.#assumption, askedBy);
    };
    this.#refreshTimer = setTimeout(
      () => void refresh().catch(() => (this.#isClosed ? undefined : forgetServer(this.#memory))),
      REFRESH_DELAY_MS,
    );
  }

  /** Calls that are still with the assumed session come over one by one, as they are refused. */
  async #replace(): Promise<void> {
    const found = await this.#reopen();
    this.#session = found;
    if (this.#isClosed) await found.close();
    const { lists, uris } = this.#interest ?? { lists: false, uris: [] };
    await Promise.allSettled([this.#logLevel && found.setLogLevel(this.#logLevel), found.setInterest({ lists, uris })]);
  }
}

const LISTEN = 'subscriptions/listen';

/** What a modern server says of a request that it understood. */
const MODERN_CODES = [INVALID_PARAMS, HEADER_MISMATCH, -32021, UNSUPPORTED_PROTOCOL_VERSION];

/** What changes nothing may be asked again without knowing whether it arrived. */
const HARMLESS = /\/(?:list|listen|read|get|complete|discover)$/;

/** Not a modern server's answer: it does not know the request's form, or is not reached with its headers. */
function isRefusal(error: unknown, method: string): boolean {
  if (error instanceof HttpError) return [400, 404, 405, 406].includes(error.status);
  if (error instanceof RpcError)
    return error.cause instanceof HttpError && error.cause.status === 400 && !MODERN_CODES.includes(error.rpcCode);
  return (
    error instanceof McpError &&
    (error.code === 'unsupported-revision' || (error.code === 'network' && HARMLESS.test(method)))
  );
}
