/** Stores what a server turned out to be, so that the next visit need not find out again. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { LoadError } from '../lazy.ts';
import { array, isObject, parse, string } from '../protocol/guards.ts';
import { INVALID_PARAMS, isRepeatable, MODERN_ERRORS } from '../protocol/methods.ts';
import { implementation, serverCapabilities } from '../protocol/result-guards.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import { isRevision, newestOf, revisionsOf } from '../protocol/supports.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import { untilAborted } from '../wire/abort.ts';
import type { CallOptions } from './exchange.ts';
import { newKey } from './idempotency-key.ts';
import { NOTHING } from './whole-interest.ts';
import { isRefusal } from './sent-call.ts';
import type { Interest, RequestExtras, Session } from './session.ts';
import { ownerOf, type Principal } from './principal.ts';
import type { UnprovenSession } from './modern/modern-session.ts';

export interface StoredServer {
  revision: Revision;
  /** Absent if it was given to another principal, or may not be stored: then only the revision is known. */
  server: ServerInfo | undefined;
  /** Until when the server itself calls this fresh, in ms since 1970. */
  freshUntil: number;
  /** The headers that its CORS answer does not allow, in lower case. */
  refusedHeaders: readonly string[];
}

/** Where a server is stored. Declared here, provided by the client. */
export interface ServerStore {
  readonly store: KeyValueStore;
  readonly key: Promise<string>;
  readonly principal: Principal | undefined;
  /** Whether requests carry nothing that says who asks: then the answer is the same for everybody. */
  readonly isAnonymous: boolean;
}

/** What was stored longer ago than this, in ms, is not used. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** Reads what was stored; nothing when it is too old, or is not what `storeServer` wrote. */
export function readStoredServer(value: unknown, stored: ServerStore): StoredServer | undefined {
  if (!isObject(value) || !isRevision(value['revision']) || typeof value['storedAt'] !== 'number') return undefined;
  const { revision, storedAt, ttlMs, refusedHeaders } = value;
  const ageMs = Date.now() - storedAt;
  if (ageMs < 0 || ageMs > MAX_AGE_MS) return undefined;
  try {
    return {
      revision,
      server: readServer(value, ownerOf(stored)),
      freshUntil: storedAt + (typeof ttlMs === 'number' ? ttlMs : 0),
      refusedHeaders: storable(parse(refusedHeaders ?? [], array(string), 'stored headers')),
    };
  } catch {
    return undefined;
  }
}

function readServer({ server, owner }: JsonObject, reader: string | undefined): ServerInfo | undefined {
  // A private answer is only for whom it was given to (2026-07-28, caching, cache scope).
  if (!isObject(server) || (owner !== undefined && owner !== reader)) return undefined;
  const { identity, instructions, capabilities } = server;
  return {
    capabilities: parse(capabilities, serverCapabilities, 'stored capabilities'),
    ...(identity !== undefined && { identity: parse(identity, implementation, 'stored identity') }),
    ...(typeof instructions === 'string' && { instructions }),
  };
}

/**
 * Stores what a session found out. If the server lists a newer revision by now, the next visit speaks that.
 *
 * @param askedBy who owned the answer when it was asked for: it is not stored for another owner
 * @param refused the headers that are left out
 */
export async function storeServer(
  stored: ServerStore,
  { era, revision, server, discovered = {} }: Session,
  askedBy: string | undefined,
  refused: Iterable<string> = [],
): Promise<void> {
  const { ttlMs, cacheScope, supportedVersions } = discovered;
  const listed = Array.isArray(supportedVersions) ? newestOf(revisionsOf(era), supportedVersions) : undefined;
  const owner = cacheScope === 'public' ? undefined : ownerOf(stored);
  const mayBeStored = cacheScope === 'public' || (owner !== undefined && owner === askedBy);
  const value = {
    revision: listed ?? revision,
    storedAt: Date.now(),
    ...(mayBeStored && { server, owner, ttlMs }),
    refusedHeaders: storable(refused),
  };
  await stored.key.then((key) => stored.store.set(key, value)).catch(() => {});
}

/** Stores which headers are left out, beside what is stored about the server already. */
export async function storeRefused({ store, key }: ServerStore, refused: Iterable<string>): Promise<void> {
  try {
    const name = await key;
    const value = await store.get(name);
    if (isObject(value)) await store.set(name, { ...value, refusedHeaders: storable(refused) });
  } catch {
    // Then the next visit finds out again.
  }
}

/** Without this header streams lose something, and it is sent so seldom that a mistake would not be noticed. */
const storable = (refused: Iterable<string>): string[] => [...refused].filter((name) => name !== 'last-event-id');

export async function forgetServer({ store, key }: ServerStore): Promise<void> {
  await key.then((name) => store.delete(name)).catch(() => {});
}

/** How long a page's first calls have the connection to themselves, in ms, before the server is asked what it is now. */
const REFRESH_DELAY_MS = 2_000;

/**
 * A modern session with a stored server, which was not asked what it is. The first answer proves that the server speaks
 * the stored revision; `server/discover` then brings the store up to date, beside the calls. If the server refuses a
 * request as an older one would, a session is negotiated. The request goes there too, if it was surely not run.
 */
export class AssumedSession implements Session {
  #session: Session;
  readonly #assumed: UnprovenSession;
  readonly #stored: ServerStore;
  readonly #known: Pick<StoredServer, 'freshUntil' | 'refusedHeaders'>;
  readonly #refused: ReadonlySet<string>;
  readonly #reopen: () => Promise<Session>;
  #isProven = false;
  #isClosed = false;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #reopening: Promise<void> | undefined;
  #interest: Interest | undefined;
  #logLevel: LogLevel | undefined;

  /**
   * @param known until `freshUntil`, in ms since 1970, what is stored is as good as a new answer
   * @param refused the headers that are left out, at any time
   * @param reopen finds out what the server really speaks
   */
  constructor(
    assumed: UnprovenSession,
    stored: ServerStore,
    known: Pick<StoredServer, 'freshUntil' | 'refusedHeaders'>,
    refused: ReadonlySet<string>,
    reopen: () => Promise<Session>,
  ) {
    this.#session = assumed;
    this.#assumed = assumed;
    this.#stored = stored;
    this.#known = known;
    this.#refused = refused;
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

  get isListening(): boolean {
    return this.#session.isListening;
  }

  get generation(): number | undefined {
    return this.#session.generation;
  }

  request(method: string, params: JsonObject, options?: CallOptions, extras?: RequestExtras): Promise<JsonObject> {
    // `ping` asks an older server whether it is there.
    const methodFor = ({ era }: Session): string =>
      method === 'server/discover' && era === 'legacy' ? 'ping' : method;
    const same: RequestExtras = {
      ...extras,
      // A server can tell by it that the request is the same, in whatever session it comes.
      key: extras?.key ?? newKey(),
      beforeResend: async (again) => {
        // A server that asks for input is a modern one, and has begun.
        if (!again.isNewSession && this.#session === this.#assumed) this.#prove();
        await extras?.beforeResend?.(again);
      },
    };
    let isSent = false;
    return this.#try(
      isRepeatable(method) || extras?.isRepeatable === true,
      async (session) => {
        if (session !== this.#assumed && isSent) await extras?.beforeResend?.({ isNewSession: true });
        isSent = true;
        const result = await session.request(methodFor(session), params, options, same);
        if (session === this.#assumed) this.#prove();
        return result;
      },
      options?.signal,
    );
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    this.#logLevel = level;
    await this.#session.setLogLevel(level, options);
  }

  setInterest(interest: Interest): Promise<void> {
    this.#interest = interest;
    // If the page wants to hear of nothing, nothing is sent, and nothing proven.
    return this.#try(true, (session) => session.setInterest(interest));
  }

  async announceRoots(): Promise<void> {
    await this.#session.announceRoots?.();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refreshTimer);
    if (this.#session !== this.#assumed) void this.#assumed.close();
    return this.#session.close();
  }

  /** @param isSafe whether the work may be done twice */
  async #try<T>(isSafe: boolean, work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    await untilAborted(Promise.resolve(this.#reopening), signal);
    const session = this.#session;
    try {
      return await work(session);
    } catch (error) {
      if (session !== this.#assumed || this.#isProven || this.#isClosed || error instanceof LoadError) throw error;
      // Whatever the error was: the next visit asks the server again.
      await forgetServer(this.#stored);
      if (!isForeign(error, isSafe)) throw error;
      // Another call may have reopened the session already.
      if (session === this.#session) this.#reopening ??= this.#replace().finally(() => (this.#reopening = undefined));
      const reopened = Promise.resolve(this.#reopening);
      if (!isSafe && !hasRunNothing(error)) {
        // The calls that follow go to the new session.
        reopened.catch(() => {});
        throw error;
      }
      await untilAborted(reopened, signal);
      return await work(this.#session);
    }
  }

  #prove(): void {
    if (this.#isProven) return;
    this.#isProven = true;
    const { freshUntil, refusedHeaders } = this.#known;
    const refused = storable(this.#refused);
    const isSame = refused.length === refusedHeaders.length && refused.every((name) => refusedHeaders.includes(name));
    if (Date.now() < freshUntil && isSame) return;
    const refresh = async (): Promise<void> => {
      const askedBy = ownerOf(this.#stored);
      await this.#assumed.discover({ isBackground: true });
      await storeServer(this.#stored, this.#assumed, askedBy, this.#refused);
    };
    this.#refreshTimer = setTimeout(
      () => void refresh().catch(() => (this.#isClosed ? undefined : forgetServer(this.#stored))),
      REFRESH_DELAY_MS,
    );
  }

  /** Calls that are still with the assumed session follow one by one, as they are refused. */
  async #replace(): Promise<void> {
    const found = await this.#reopen();
    this.#session = found;
    if (this.#isClosed) await found.close();
    this.#assumed.setInterest(NOTHING).catch(() => {});
    const interest = this.#interest ?? NOTHING;
    await Promise.allSettled([this.#logLevel && found.setLogLevel(this.#logLevel), found.setInterest(interest)]);
  }
}

/** The errors of a modern server that knows the form of the request. */
const MODERN_CODES = [...MODERN_ERRORS, INVALID_PARAMS];

/**
 * Whether a server may answer like this because it is not a modern one: it does not know the form of the request, or
 * refuses its headers.
 */
function isForeign(error: unknown, isSafe: boolean): boolean {
  if (error instanceof HttpError) return [400, 404, 405, 406].includes(error.status);
  if (error instanceof RpcError)
    return error.cause instanceof HttpError && error.cause.status === 400 && !MODERN_CODES.includes(error.rpcCode);
  return error instanceof McpError && (error.code === 'unsupported-revision' || (error.code === 'network' && isSafe));
}

/** How older servers call what is missing: a session, or a revision that they know. */
const LEGACY_REFUSAL = /session|protocol[ -]version|initiali[sz]ed/i;

/** What only MCP calls so. */
const LEGACY_HEADER = /mcp-session-id|(mcp|unsupported)[ -]protocol[ -]version/i;

/** Whether such an error proves that nothing ran. A modern server may answer with 400 when a call fails halfway. */
function hasRunNothing(error: unknown): boolean {
  if (isRefusal(error) || (error instanceof McpError && error.code === 'unsupported-revision')) return true;
  const refusal = error instanceof RpcError ? error.cause : error;
  return refusal instanceof HttpError && refusal.status === 400 && isLegacyRefusal(refusal.body);
}

/** What refuses a request before it is read has the id of none, but maybe one of its own. */
function isLegacyRefusal(text: string): boolean {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return LEGACY_HEADER.test(text);
  }
  if (!isObject(message) || !isObject(message['error'])) return false;
  return typeof (message['id'] ?? '') === 'string' && LEGACY_REFUSAL.test(text);
}
