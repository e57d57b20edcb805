/** The answers that a client holds for reuse: a bounded number of texts, the least recently used of which leave first. */

/** One answer of a server, as text, so that every caller gets a copy of its own. */
export interface CachedResponse {
  readonly method: string;
  /** The URI or cursor that was asked for; absent for the first page of a list. */
  readonly about: string | undefined;
  /** Who may be given it: `EVERYBODY`, or one authorization context. */
  readonly owner: string;
  readonly text: string;
  /** Where a list goes on; absent on its last page. */
  readonly nextCursor: string | undefined;
  /** In ms since 1970: it has a meaning in the next visit too. */
  readonly receivedAt: number;
  readonly ttlMs: number;
}

/** Owner of what a server calls `public`. */
export const EVERYBODY = 'everybody';

/** No answer is held longer than this, in ms, whatever the server says: a mistyped unit must not last. */
const MAX_TTL_MS = 24 * 60 * 60_000;

/** How many answers are held, and how many characters in all. */
const MAX_RESPONSES = 256;
const MAX_LENGTH = 4 * 1024 * 1024;

/** A longer answer, in characters, is not held: it would drive out all others. */
export const MAX_RESPONSE_LENGTH = MAX_LENGTH / 4;

/** 2026-07-28, caching, freshness calculation. A clock that was set back makes everything stale. */
export function isFresh({ receivedAt, ttlMs }: CachedResponse): boolean {
  const ageMs = Date.now() - receivedAt;
  return ageMs >= 0 && ageMs < Math.min(ttlMs, MAX_TTL_MS);
}

const keyOf = (method: string, about: string | undefined, owner: string): string =>
  JSON.stringify([method, about ?? null, owner]);

export class CachedResponses {
  /** Least recently used first. */
  readonly #responses = new Map<string, CachedResponse>();
  #length = 0;

  [Symbol.iterator](): IterableIterator<CachedResponse> {
    return this.#responses.values();
  }

  /** Fresh or not. */
  find(method: string, about: string | undefined, owner: string): CachedResponse | undefined {
    const key = keyOf(method, about, owner);
    const found = this.#responses.get(key);
    if (found) {
      this.#responses.delete(key);
      this.#responses.set(key, found);
    }
    return found;
  }

  add(response: CachedResponse): void {
    const key = keyOf(response.method, response.about, response.owner);
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
