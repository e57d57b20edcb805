/** 2026-07-28, caching: answers that a server lets the page keep for a while, until it is heard that they changed. */
import { RpcError } from '../../errors.ts';
import { type Guard, isObject } from '../../protocol/guards.ts';
import { INVALID_PARAMS } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Session } from '../../session/session.ts';
import { nameOf } from '../../session/principal.ts';
import { untilAborted } from '../../wire/abort.ts';
import { type CachedResponse, CachedResponses, EVERYBODY, isFresh, MAX_RESPONSE_LENGTH } from './cached-responses.ts';
import type { ListChangeEvent, ResourceUpdateEvent } from '../events.ts';
import type { ConnectOptions } from '../options.ts';
import type { ReadOptions } from '../options.ts';
import type { StoredResponses } from './stored-responses.ts';

/** What may be kept, and the parameter that its answer depends on. */
const CACHEABLE: ReadonlyMap<string, 'cursor' | 'uri'> = new Map([
  ['tools/list', 'cursor'],
  ['prompts/list', 'cursor'],
  ['resources/list', 'cursor'],
  ['resources/templates/list', 'cursor'],
  ['resources/read', 'uri'],
]);

/** The lists that a name or URI comes from. */
const LISTED_IN: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'tools/'],
  ['prompts/get', 'prompts/'],
  ['resources/read', 'resources/'],
]);

/** A store that has not answered after this long, in ms, is not waited for. */
const RECALL_MS = 1_000;

/** Owners with this beginning are named by the page; they mean the same in the next visit. */
const PRINCIPAL = 'principal ';

/** What an answer is an answer to. */
interface Question {
  readonly method: string;
  readonly about: string | undefined;
}

type Matches = (question: Question) => boolean;

interface AskedQuestion extends Question {
  /** Something changed after it was asked: the answer may be older than that. */
  isOutdated: boolean;
}

export interface AnswerOptions extends ReadOptions {
  /** The first page is of use only together with all the others. */
  wantsAll?: boolean | undefined;
}

export class ResponseCache {
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #responses = new CachedResponses();
  readonly #asked = new Set<AskedQuestion>();
  /** Changes that were heard of before the saved answers were there. */
  #early: Matches[] | undefined;
  #saved: StoredResponses | undefined;
  readonly #recalled: Promise<void>;
  #isSaved = true;
  #isSaving = false;

  /** @param server names it for the store; absent where nothing outlives the client. */
  constructor(session: Session, options: ConnectOptions, server: string | undefined) {
    this.#session = session;
    this.#options = options;
    this.#recalled = this.#recall(server).catch(() => {});
  }

  /**
   * Answers from what is held where that is fresh, else with `ask`, and holds what that brings.
   *
   * @param guard what is held has to pass it too: it may come from a store.
   */
  async answer<T extends object>(
    method: string,
    params: JsonObject,
    guard: Guard<T>,
    ask: () => Promise<T>,
    options: AnswerOptions = {},
  ): Promise<T> {
    // Older servers say nothing about how long their answers are good for.
    if (this.#session.era !== 'modern') return ask();
    const { signal, cache = 'default' } = options;
    const name = CACHEABLE.get(method);
    const question: AskedQuestion = { method, about: name && textOf(params[name]), isOutdated: false };
    let owner: string | undefined;
    if (name) {
      await untilAborted(this.#recalled, signal);
      owner = this.#owner();
      const held = cache === 'default' ? this.#find(question, owner, guard, options.wantsAll) : undefined;
      if (held) return held;
    }
    this.#asked.add(question);
    try {
      const result = await ask();
      // Whoever signed in meanwhile is not given what was asked for somebody else.
      if (name && cache !== 'no-store' && !question.isOutdated)
        this.#keep(question, result, this.#owner() === owner ? owner : undefined, Date.now());
      return result;
    } catch (error) {
      if (error instanceof RpcError && error.rpcCode === INVALID_PARAMS) this.#drop(doubtedBy(question));
      throw error;
    } finally {
      this.#asked.delete(question);
    }
  }

  /** Keeps an answer that came before the cache was there, as the text that it was at `receivedAt`. */
  adopt(method: string, params: JsonObject, text: string, receivedAt: number): void {
    const name = CACHEABLE.get(method);
    const result = readJson(text);
    const { principal, headers, auth } = this.#options;
    // For whom it was asked is certain only where that cannot have changed since.
    const isCertain = typeof principal === 'string' || (principal === undefined && !headers && !auth);
    if (name && isObject(result) && this.#session.era === 'modern') {
      this.#keep({ method, about: textOf(params[name]) }, result, isCertain ? this.#owner() : undefined, receivedAt);
    }
  }

  /** Drops what the event says has changed. To be called before anybody else hears of it. */
  heed(event: ListChangeEvent | ResourceUpdateEvent | Event): void {
    if ('list' in event) {
      // Templates are announced with the resources.
      this.#drop(({ method }) => method.startsWith(`${event.list}/`) && method.endsWith('list'));
    } else if ('uri' in event) {
      const { uri } = event;
      // It may name a part of what was read, or what was read may be a part of it.
      this.#drop(
        ({ method, about }) =>
          method === 'resources/read' && about !== undefined && (about.startsWith(uri) || uri.startsWith(about)),
      );
    }
  }

  #find<T extends object>(
    question: Question,
    owner: string | undefined,
    guard: Guard<T>,
    wantsAll = false,
  ): T | undefined {
    const found = this.#freshOf(question, owner);
    if (!found || (wantsAll && question.about === undefined && !this.#hasRest(found, owner))) return undefined;
    const value = readJson(found.text);
    if (fits(value, guard)) return value;
    // The store was tampered with, or is another version's.
    this.#responses.drop((response) => response === found);
    return undefined;
  }

  #freshOf({ method, about }: Question, owner: string | undefined): CachedResponse | undefined {
    for (const who of [owner, EVERYBODY]) {
      const found = who === undefined ? undefined : this.#responses.find(method, about, who);
      if (found && isFresh(found)) return found;
    }
    return undefined;
  }

  /** Whether the list can be walked from this page to its end without asking for a page that may no longer fit. */
  #hasRest(first: CachedResponse, owner: string | undefined): boolean {
    const seen = new Set<string>();
    let page: CachedResponse | undefined = first;
    while (page?.nextCursor !== undefined && !seen.has(page.nextCursor)) {
      seen.add(page.nextCursor);
      page = this.#freshOf({ method: page.method, about: page.nextCursor }, owner);
    }
    return page !== undefined;
  }

  /** @param owner for whom it was asked; absent when that is not certain. */
  #keep({ method, about }: Question, result: object, owner: string | undefined, receivedAt: number): void {
    const { ttlMs, cacheScope, nextCursor }: JsonObject = { ...result };
    const isSame = (response: CachedResponse): boolean =>
      response.method === method &&
      response.about === about &&
      (response.owner === owner || response.owner === EVERYBODY);
    const [before] = [...this.#responses].filter(isSame);
    this.#responses.drop(isSame);
    const holder = cacheScope === 'public' ? EVERYBODY : owner;
    const text =
      typeof ttlMs === 'number' && ttlMs > 0 && holder !== undefined
        ? textUpTo(MAX_RESPONSE_LENGTH, result)
        : undefined;
    // A page that is no longer what it was: the others are of a list that is gone.
    if (before && method !== 'resources/read' && contentOf(result) !== contentOf(readJson(before.text)))
      this.#drop((other) => other.method === method);
    if (typeof ttlMs === 'number' && text !== undefined && holder !== undefined) {
      this.#responses.add({ method, about, owner: holder, text, nextCursor: textOf(nextCursor), receivedAt, ttlMs });
    }
    if (before || text !== undefined) void this.#save();
  }

  #drop(matches: Matches): void {
    this.#responses.drop(matches);
    for (const question of this.#asked) if (matches(question)) question.isOutdated = true;
    this.#early?.push(matches);
    void this.#save();
  }

  /** The authorization context of a request made now; nothing when the `headers` option cannot be read. */
  #owner(): string | undefined {
    const { principal, headers, auth } = this.#options;
    const name = nameOf(principal);
    if (name !== undefined) return PRINCIPAL + name;
    // Whose token goes with a request is not seen from here.
    if (auth) return undefined;
    try {
      return JSON.stringify([...new Headers(typeof headers === 'function' ? headers() : headers)]);
    } catch {
      return undefined; // The request itself says what is wrong with them.
    }
  }

  async #recall(server: string | undefined): Promise<void> {
    const { store, principal } = this.#options;
    if (server === undefined || !store || principal === undefined) return;
    const early: Matches[] = (this.#early = []);
    try {
      const { StoredResponses } = await import('./stored-responses.ts');
      this.#saved = new StoredResponses(store, JSON.stringify([server, this.#session.revision]));
      for (const response of await untilAborted(this.#saved.read(), AbortSignal.timeout(RECALL_MS))) {
        if (!early.some((matches) => matches(response))) this.#responses.add(response);
      }
    } finally {
      this.#early = undefined;
    }
  }

  async #save(): Promise<void> {
    this.#isSaved = false;
    // Once for all that changes while it is being written.
    if (this.#isSaving) return;
    this.#isSaving = true;
    await this.#recalled;
    while (!this.#isSaved) {
      this.#isSaved = true;
      // What belongs to credentials instead of a principal stays in memory, and the credentials with it.
      const lasting = [...this.#responses].filter(({ owner }) => owner === EVERYBODY || owner.startsWith(PRINCIPAL));
      await this.#saved?.write(lasting).catch(() => {});
    }
    this.#isSaving = false;
  }
}

const fits = <T>(value: unknown, guard: Guard<T>): value is T => guard(value) === undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What a refusal of the parameters casts doubt on: what was asked for, its other pages, and the list that its name came from. */
function doubtedBy({ method, about }: Question): Matches {
  const list = LISTED_IN.get(method);
  return (other) =>
    other.method === method
      ? list === undefined || other.about === about
      : list !== undefined && other.method.startsWith(list) && other.method.endsWith('list');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a page lists, without what it says about itself. */
function contentOf(page: unknown): string | undefined {
  return textUpTo(MAX_RESPONSE_LENGTH, {
    ...(isObject(page) && page),
    ttlMs: undefined,
    cacheScope: undefined,
    _meta: undefined,
  });
}

/** The JSON of a value; nothing when it is longer, or nested too deep to be written. */
function textUpTo(maxLength: number, value: object): string | undefined {
  try {
    if (lengthOf(value, maxLength) > maxLength) return undefined;
    const text = JSON.stringify(value);
    return text.length > maxLength ? undefined : text;
  } catch {
    return undefined;
  }
}

/** At least how long the JSON of a value is. Stops counting beyond `enough`, so that a huge one is not written for nothing. */
function lengthOf(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 2;
  for (const [name, member] of Object.entries(value)) {
    if (length > enough) break;
    length += name.length + lengthOf(member, enough - length);
  }
  return length;
}
