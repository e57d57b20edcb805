/** The cached answers of one client: a limited number of texts, of which the least recently used are dropped first. */

/** One answer of a server, as text, so that every caller gets a copy of its own. */
export interface CachedResponse {
  readonly method: string;
  /** The URI or cursor of the request; absent for the first page of a list. */
  readonly about: string | undefined;
  /** Who may get it: `EVERYBODY`, or one authorization context. */
  readonly owner: string;
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

/** A list older than this, in ms, is of no use any more. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** How many answers are cached, and how many characters in all. */
const MAX_RESPONSES = 256;
const MAX_LENGTH = 4 * 1024 * 1024;

/** Longer answers, in characters, are not cached, because they would displace all others. */
export const MAX_RESPONSE_LENGTH = MAX_LENGTH / 4;

/** 2026-07-28, caching, freshness calculation. A clock that was set back makes everything stale. */
export function isFresh({ receivedAt, ttlMs }: CachedResponse): boolean {
  const ageMs = Date.now() - receivedAt;
  return ageMs >= 0 && ageMs < Math.min(ttlMs, MAX_TTL_MS);
}

/** Whether it is fresh, or a list that may be shown until the server has sent it again. */
export function isUseful(response: CachedResponse): boolean {
  const ageMs = Date.now() - response.receivedAt;
  return isFresh(response) || (response.method.endsWith('/list') && ageMs >= 0 && ageMs < MAX_AGE_MS);
}

const cacheKey = (method: string, about: string | undefined, owner: string): string =>
  JSON.stringify([method, about ?? null, owner]);

export class CachedResponses {
  /** Least recently used first. */
  readonly #responses = new Map<string, CachedResponse>();
  #length = 0;

  [Symbol.iterator](): IterableIterator<CachedResponse> {
    return this.#responses.values();
  }

  /** Finds an answer, fresh or not. */
  find(method: string, about: string | undefined, owner: string): CachedResponse | undefined {
    const key = cacheKey(method, about, owner);
    const found = this.#responses.get(key);
    if (found) {
      this.#responses.delete(key);
      this.#responses.set(key, found);
    }
    return found;
  }

  add(response: CachedResponse): void {
    const key = cacheKey(response.method, response.about, response.owner);
    this.#delete(key, this.#responses.get(key));
    this.#responses.set(key, response);
    this.#length += response.text.length;
    for (const [oldest, { text }] of this.#responses) {
      if (this.#responses.size <= MAX_RESPONSES && this.#length <= MAX_LENGTH) return;
      this.#responses.delete(oldest);
      this.#length -= text.length;
    }
  }

  drop(matches: (response: CachedResponse) => boolean): void {
    for (const [key, response] of this.#responses) if (matches(response)) this.#delete(key, response);
  }

  #delete(key: string, response: CachedResponse | undefined): void {
    if (response && this.#responses.delete(key)) this.#length -= response.text.length;
  }
}
