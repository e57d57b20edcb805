/**
 * 2026-07-28, caching: answers that a server lets the page use again for a while, until they are known to have changed.
 */
import { McpError, RpcError } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { INVALID_PARAMS } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { currentPrincipal } from '../../session/principal.ts';
import type { RequestExtras, Session } from '../../session/session.ts';
import { untilAborted } from '../../wire/abort.ts';
import { digestOfText } from '../../wire/digest.ts';
import type { ConnectOptions } from '../connect-options.ts';
import type { ReadOptions } from '../request-options.ts';
import { type CachedResponse, CachedResponses, EVERYBODY, isFresh, isList, isUseful } from './cached-responses.ts';
import { contentOf, messageUpTo, readAnswer } from './response-text.ts';
import type { StoredResponses } from './stored-responses.ts';

/** What may be cached, and the parameter on which the answer depends. */
const CACHEABLE: ReadonlyMap<string, 'cursor' | 'uri'> = new Map([
  ['tools/list', 'cursor'],
  ['prompts/list', 'cursor'],
  ['resources/list', 'cursor'],
  ['resources/templates/list', 'cursor'],
  ['resources/read', 'uri'],
]);

/** The lists from which a name or URI comes. */
const LISTED_IN: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'tools/'],
  ['prompts/get', 'prompts/'],
  ['resources/read', 'resources/'],
]);

/** How long a request waits for the stored answers, in ms. */
const READ_MS = 1_000;

/** Owners that begin like this are named by the page, and mean the same in the next visit. */
const PRINCIPAL = 'principal ';

const loadStorage = lazy(() => import('./stored-responses.ts'), 'stores answers of servers');

/** What an answer answers. */
interface CacheableRequest {
  readonly method: string;
  readonly about: string | undefined;
}

/** Checks an answer, or rejects with what is wrong with it. */
type Check<T> = (value: unknown) => Promise<T>;

type Matches = (request: CacheableRequest) => boolean;

/** Whether an answer is young enough. */
type Accepts = (response: CachedResponse) => boolean;

interface RunningRequest extends CacheableRequest {
  /** Whether something changed after the request was sent, so that the answer may be older than that. */
  isOutdated: boolean;
}

export interface AnswerOptions extends ReadOptions {
  /** Whether all pages are wanted: the first one is of use only with all the others. */
  wantsAll?: boolean | undefined;
  /** Called when the server is asked because the cache has no answer that will do. */
  onask?: (() => void) | undefined;
}

export class ResponseCache {
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #server: string | undefined;
  readonly #closing = new AbortController();
  #responses = new CachedResponses();
  readonly #running = new Set<RunningRequest>();
  /** Changes that were announced since the stored answers have to be read. */
  #early: Matches[] | undefined;
  #stored: StoredResponses | undefined;
  /** Absent while the stored answers have to be read again. */
  #read: Promise<void> | undefined;
  #isStored = true;
  #isStoring = false;

  /** @param server names the server in the store; absent where nothing outlives the client */
  constructor(session: Session, options: ConnectOptions, server: string | undefined) {
    this.#session = session;
    this.#options = options;
    this.#server = server;
    void this.#ready();
    // A client that nobody closed can be collected all the same.
    const cache = new WeakRef(this);
    whenStopped(() => cache.deref()?.free(), this.#closing.signal);
  }

  /**
   * Answers from the cache where that is fresh, else with `ask`, and caches what that brings.
   *
   * @param check checks cached answers too, which may come from a store
   */
  async answer<T extends object>(
    method: string,
    params: JsonObject,
    check: Check<T>,
    ask: (extras: RequestExtras) => Promise<JsonObject>,
    options: AnswerOptions = {},
  ): Promise<T> {
    // Older servers do not say how long their answers are valid.
    const mayBeCached = this.#session.era === 'modern' && !this.#closing.signal.aborted;
    const { signal, cache = 'default' } = options;
    const isSilent = cache === 'only-if-cached';
    if (!mayBeCached && !isSilent) return check(await ask({}));
    const name = CACHEABLE.get(method);
    const request: RunningRequest = { method, about: name && textOf(params[name]), isOutdated: false };
    let owner: string | undefined;
    if (name && mayBeCached) {
      await untilAborted(this.#ready(), signal);
      owner = this.#owner();
      const accepts = isSilent ? isUseful : cache === 'default' && isFresh;
      const cached = accepts && (await this.#find(request, owner, check, accepts, options.wantsAll));
      if (cached) return cached;
    }
    if (isSilent) throw new McpError('not-cached', `The cache has no answer to ${method}: ask the server for it.`);
    this.#running.add(request);
    try {
      let message: string | undefined;
      const asking = ask({ ontext: (text) => (message = text) });
      options.onask?.();
      const result = await check(await asking);
      if (name && cache !== 'no-store') await this.#add(request, result, owner, message);
      return result;
    } catch (error) {
      this.heedFailure(method, params, error);
      throw error;
    } finally {
      this.#running.delete(request);
      this.#freeIfClosed();
    }
  }

  /** Drops what the event says has changed. To be called before listeners hear of it, so that they fetch anew. */
  heed(event: Event): void {
    if ('list' in event && typeof event.list === 'string') {
      const { list } = event;
      // Templates are announced with the resources.
      this.#drop(({ method }) => method.startsWith(`${list}/`) && method.endsWith('list'));
    } else if ('uri' in event && typeof event.uri === 'string') {
      const { uri } = event;
      // It may name a part of what was read, or what was read may be a part of it.
      this.#drop(
        ({ method, about }) =>
          method === 'resources/read' && about !== undefined && (about.startsWith(uri) || uri.startsWith(about)),
      );
    }
  }

  /**
   * Drops what is doubtful when the server refuses the parameters of a request: a list that its name came from, for
   * example.
   */
  heedFailure(method: string, params: JsonObject, error: unknown): void {
    if (!(error instanceof RpcError && error.rpcCode === INVALID_PARAMS)) return;
    const name = CACHEABLE.get(method);
    this.#drop(doubtedBy({ method, about: name && textOf(params[name]) }));
  }

  /** Answers nothing from the cache anymore, and frees the memory. */
  close(): void {
    this.#closing.abort();
    this.free();
  }

  async #find<T extends object>(
    request: CacheableRequest,
    owner: string | undefined,
    check: Check<T>,
    accepts: Accepts,
    wantsAll = false,
  ): Promise<T | undefined> {
    const found = this.#accepted(request, owner, accepts);
    if (!found || (wantsAll && request.about === undefined && !this.#hasRest(found, owner, accepts))) return undefined;
    try {
      return await check(readAnswer(found.text));
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      // Another version wrote the store, or somebody changed it.
      this.#responses.drop((response) => response === found);
      return undefined;
    }
  }

  #accepted(
    { method, about }: CacheableRequest,
    owner: string | undefined,
    accepts: Accepts,
  ): CachedResponse | undefined {
    for (const who of [owner, EVERYBODY]) {
      const found = who === undefined ? undefined : this.#responses.find(method, about, who);
      if (found && accepts(found)) return found;
    }
    return undefined;
  }

  /** Whether all pages from this one to the last are there, so that none has to be fetched that may no longer fit. */
  #hasRest(first: CachedResponse, owner: string | undefined, accepts: Accepts): boolean {
    const seen = new Set<string>();
    let page: CachedResponse | undefined = first;
    while (page?.nextCursor !== undefined && !seen.has(page.nextCursor)) {
      seen.add(page.nextCursor);
      page = this.#accepted({ method: page.method, about: page.nextCursor }, owner, accepts);
    }
    return page !== undefined;
  }

  /**
   * @param owner for whom it was fetched; absent when that is not certain
   * @param message what brought it, if that came as text
   */
  async #add(
    request: RunningRequest,
    result: object,
    owner: string | undefined,
    message: string | undefined,
  ): Promise<void> {
    const { method, about } = request;
    const { ttlMs, cacheScope, nextCursor }: JsonObject = { ...result };
    const cachedFor = cacheScope === 'public' ? EVERYBODY : owner;
    const text =
      typeof ttlMs === 'number' && ttlMs > 0 && cachedFor !== undefined && !request.isOutdated
        ? await messageUpTo(this.#responses.maxLengthOf(method, about, cachedFor), result, message)
        : undefined;
    if (request.isOutdated) return;
    // Whoever signed in meanwhile does not get what was fetched for somebody else.
    const newOwner = cachedFor === EVERYBODY || this.#owner() === owner ? cachedFor : undefined;
    const own = owner === undefined ? undefined : this.#responses.remove(method, about, owner);
    const before = this.#responses.remove(method, about, EVERYBODY) ?? own;
    // Checks remove what is null or wrong, and the cached text still has it.
    const content = (): string | undefined => contentOf(text === undefined ? result : readAnswer(text));
    // This page changed, so the other pages are of an old list.
    const hasOthers = (): boolean => [...this.#responses].some((other) => other.method === method);
    if (before && isList(method) && hasOthers() && content() !== contentOf(readAnswer(before.text)))
      this.#drop((other) => other.method === method);
    if (typeof ttlMs === 'number' && text !== undefined && newOwner !== undefined) {
      const receivedAt = Date.now();
      this.#responses.add({ method, about, owner: newOwner, text, nextCursor: textOf(nextCursor), receivedAt, ttlMs });
      // A list is stored when its last page is there.
      if (nextCursor === undefined) void this.#store();
    } else if (before) void this.#store();
  }

  #drop(matches: Matches): void {
    this.#responses.drop(matches);
    for (const request of this.#running) if (matches(request)) request.isOutdated = true;
    this.#early?.push(matches);
    void this.#store();
  }

  /** The authorization context of a request that is sent now; nothing when the `headers` option cannot be read. */
  #owner(): string | undefined {
    const { principal, headers, auth } = this.#options;
    const name = currentPrincipal(principal);
    if (name !== undefined) return PRINCIPAL + name;
    // Which token goes with a request is unknown here.
    if (auth) return undefined;
    try {
      return JSON.stringify([...new Headers(typeof headers === 'function' ? headers() : headers)]);
    } catch {
      return undefined; // The request itself says what is wrong with them.
    }
  }

  /** Resolves when the stored answers are there. */
  #ready(): Promise<void> {
    return (this.#read ??= this.#readStored().catch(() => {}));
  }

  async #readStored(): Promise<void> {
    const { store, principal } = this.#options;
    const early: Matches[] = (this.#early ??= []);
    try {
      if (this.#server === undefined || !store || principal === undefined || this.#session.era !== 'modern') return;
      const { StoredResponses } = await loadStorage();
      // The URL of the server may contain a key.
      this.#stored = new StoredResponses(
        store,
        await digestOfText(JSON.stringify([this.#server, this.#session.revision])),
      );
      for (const response of await untilAborted(this.#stored.read(), AbortSignal.timeout(READ_MS))) {
        if (!early.some((matches) => matches(response))) this.#responses.add(response);
      }
    } finally {
      this.#early = undefined;
      this.#freeIfClosed();
    }
  }

  /** Frees the memory. What is stored is read again when the next answer is wanted. */
  free(): void {
    // What is being read or written is needed for that.
    if (this.#isStoring || this.#early || this.#running.size > 0) return;
    this.#responses = new CachedResponses();
    this.#early = [];
    this.#read = undefined;
  }

  #freeIfClosed(): void {
    if (this.#closing.signal.aborted) this.free();
  }

  async #store(): Promise<void> {
    this.#isStored = false;
    // One write for everything that changes while another write is under way.
    if (this.#isStoring) return;
    this.#isStoring = true;
    await this.#ready();
    while (!this.#isStored) {
      this.#isStored = true;
      // What belongs to credentials instead of a principal stays in memory, as the credentials do.
      const lasting = [...this.#responses].filter(({ owner }) => owner === EVERYBODY || owner.startsWith(PRINCIPAL));
      await this.#stored?.write(lasting).catch(() => {});
    }
    this.#isStoring = false;
    this.#freeIfClosed();
  }
}

/** Calls `free` when the browser stops a page that nobody looks at. Pages are told of nothing else that costs memory. */
function whenStopped(free: () => void, signal: AbortSignal): void {
  // `freeze` (Chromium) goes to the document, which workers do not have; the window captures it.
  for (const type of ['freeze', 'pagehide']) globalThis.addEventListener?.(type, free, { capture: true, signal });
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * What is doubtful when parameters are refused: what was requested, its other pages, and the list that its name came
 * from.
 */
function doubtedBy({ method, about }: CacheableRequest): Matches {
  const list = LISTED_IN.get(method);
  return (other) =>
    other.method === method
      ? list === undefined || other.about === about
      : list !== undefined && other.method.startsWith(list) && other.method.endsWith('list');
}
