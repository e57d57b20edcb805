/** The cached answers of one client: a limited number of texts, of which the least recently used are dropped first. */
import { MAX_PAGES } from '../paginate.ts';

/** One answer of a server. */
export interface CachedResponse {
  readonly method: string;
  /** The URI or cursor of the request; absent for the first page of a list. */
  readonly about: string | undefined;
  /** Who may get it: `EVERYBODY`, or one authorization context. */
  readonly owner: string;
  /** The JSON of the message that brought it, so that every caller gets a copy of its own. */
  readonly text: string;
  /** The cursor of the next page; absent on the last one. */
  readonly nextCursor: string | undefined;
  /** In ms since the epoch, which has a meaning in the next visit too. */
  readonly receivedAt: number;
  readonly ttlMs: number;
}

/** The owner of what a server calls `public`. */
export const EVERYBODY = 'everybody';

/** No answer is cached longer than this, in ms, in case a server mistakes the unit. */
const MAX_TTL_MS = 24 * 60 * 60_000;

/** A list older than this, in ms, is of no use anymore. */
export const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** How many resources are cached, and how many characters of them in all. */
const MAX_RESOURCES = 256;
const MAX_LENGTH_OF_RESOURCES = 4 * 1024 * 1024;

/** Longer resources, in characters, are not cached, because they would displace all others. */
const MAX_LENGTH_OF_RESOURCE = MAX_LENGTH_OF_RESOURCES / 4;

/** How many lists are cached, and how many characters of them in all: 30,000 tools of 700 characters fit. */
const MAX_LISTS = 64;
const MAX_LENGTH_OF_LISTS = 32 * 1024 * 1024;

/** The same for a device with little memory: 10,000 tools fit. */
const LITTLE_MEMORY_GB = 2;
const MAX_LENGTH_OF_LISTS_THERE = 8 * 1024 * 1024;

/** 2026-07-28, caching, freshness calculation. A clock that was set back makes everything stale. */
export function isFresh({ receivedAt, ttlMs }: CachedResponse): boolean {
  const ageMs = Date.now() - receivedAt;
  return ageMs >= 0 && ageMs < Math.min(ttlMs, MAX_TTL_MS);
}

export const isList = (method: string): boolean => method !== 'resources/read';

/** Whether it is fresh, or a list that may be shown until the server has sent it again. */
export function isUseful(response: CachedResponse): boolean {
  const ageMs = Date.now() - response.receivedAt;
  return isFresh(response) || (isList(response.method) && ageMs >= 0 && ageMs < MAX_AGE_MS);
}

export class CachedResponses {
  readonly #maxLengthOfLists = hasLittleMemory() ? MAX_LENGTH_OF_LISTS_THERE : MAX_LENGTH_OF_LISTS;
  readonly #lists = new ResponseGroups(MAX_LISTS, this.#maxLengthOfLists);
  readonly #resources = new ResponseGroups(MAX_RESOURCES, MAX_LENGTH_OF_RESOURCES);

  *[Symbol.iterator](): Generator<CachedResponse, void, undefined> {
    yield* this.#lists;
    yield* this.#resources;
  }

  /** Finds an answer, fresh or not. */
  find(method: string, about: string | undefined, owner: string): CachedResponse | undefined {
    return this.#groupsFor(method).find(keyOf(method, about, owner), about);
  }

  /** The longest answer that can be added, in characters: 0 for a page of a list whose beginning could not be cached. */
  maxLengthOf(method: string, about: string | undefined, owner: string): number {
    if (!isList(method)) return MAX_LENGTH_OF_RESOURCE;
    const hasBeginning = [owner, EVERYBODY].some((who) => this.#lists.has(keyOf(method, about, who)));
    return about === undefined || hasBeginning ? this.#maxLengthOfLists : 0;
  }

  add(response: CachedResponse): void {
    const { method, about, owner } = response;
    this.#groupsFor(method).add(keyOf(method, about, owner), response);
  }

  /** Drops an answer, and returns it. */
  remove(method: string, about: string | undefined, owner: string): CachedResponse | undefined {
    return this.#groupsFor(method).remove(keyOf(method, about, owner), about);
  }

  drop(matches: (response: CachedResponse) => boolean): void {
    this.#lists.drop(matches);
    this.#resources.drop(matches);
  }

  #groupsFor(method: string): ResponseGroups {
    return isList(method) ? this.#lists : this.#resources;
  }
}

/** All pages of a list have the same key. */
const keyOf = (method: string, about: string | undefined, owner: string): string =>
  JSON.stringify([isList(method) ? method : about, owner]);

/** All pages of one list, or one resource. */
interface Group {
  readonly responses: Map<string | undefined, CachedResponse>;
  length: number;
}

/** Answers that are dropped in groups, because a part of a list is of no use. */
class ResponseGroups {
  readonly #maxGroups: number;
  readonly #maxLength: number;
  /** Least recently used first. */
  readonly #groups = new Map<string, Group>();
  #length = 0;

  constructor(maxGroups: number, maxLength: number) {
    this.#maxGroups = maxGroups;
    this.#maxLength = maxLength;
  }

  *[Symbol.iterator](): Generator<CachedResponse, void, undefined> {
    for (const { responses } of this.#groups.values()) yield* responses.values();
  }

  has(key: string): boolean {
    return this.#groups.has(key);
  }

  find(key: string, about: string | undefined): CachedResponse | undefined {
    const group = this.#groups.get(key);
    if (group) this.#touch(key, group);
    return group?.responses.get(about);
  }

  add(key: string, response: CachedResponse): void {
    const group = this.#groups.get(key) ?? { responses: new Map(), length: 0 };
    this.#count(group, -(group.responses.get(response.about)?.text.length ?? 0));
    group.responses.set(response.about, response);
    this.#count(group, response.text.length);
    this.#touch(key, group);
    if (group.length > this.#maxLength || group.responses.size > MAX_PAGES) this.#delete(key, group);
    for (const [oldest, old] of this.#groups) {
      if (this.#groups.size <= this.#maxGroups && this.#length <= this.#maxLength) return;
      this.#delete(oldest, old);
    }
  }

  remove(key: string, about: string | undefined): CachedResponse | undefined {
    const group = this.#groups.get(key);
    const response = group?.responses.get(about);
    if (group && response) this.#remove(key, group, response);
    return response;
  }

  drop(matches: (response: CachedResponse) => boolean): void {
    for (const [key, group] of this.#groups) {
      for (const response of group.responses.values()) if (matches(response)) this.#remove(key, group, response);
    }
  }

  #touch(key: string, group: Group): void {
    this.#groups.delete(key);
    this.#groups.set(key, group);
  }

  #remove(key: string, group: Group, { about, text }: CachedResponse): void {
    this.#count(group, -text.length);
    group.responses.delete(about);
    if (group.responses.size === 0) this.#groups.delete(key);
  }

  #count(group: Group, length: number): void {
    group.length += length;
    this.#length += length;
  }

  #delete(key: string, group: Group): void {
    this.#groups.delete(key);
    this.#length -= group.length;
  }
}

/** Only Chromium says how much memory there is. */
function hasLittleMemory(): boolean {
  const { navigator } = globalThis;
  return navigator && 'deviceMemory' in navigator && Number(navigator.deviceMemory) <= LITTLE_MEMORY_GB;
}
