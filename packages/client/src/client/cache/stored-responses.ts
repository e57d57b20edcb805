/** The answers that outlive a visit. All servers share one value in the store, so that there is one bound for them all. */
import { type Guard, number, optional, shape, string } from '../../protocol/guards.ts';
import type { KeyValueStore } from '../../storage/key-value.ts';
import { untilAborted } from '../../wire/abort.ts';
import { type CachedResponse, isFresh } from './cached-responses.ts';

interface SavedResponse extends CachedResponse {
  /** Which server answered, and to whom: its URL, the revision and what the client offers. */
  readonly server: string;
}

const KEY = 'responses';

/** How many answers are saved, of all servers, and how many characters in all. The newest stay. */
const MAX_RESPONSES = 128;
const MAX_LENGTH = 1024 * 1024;
const MAX_RESPONSE_LENGTH = MAX_LENGTH / 4;

/** A store that takes longer than this to write, in ms, does not keep others from writing to theirs. */
const WRITE_MS = 1_000;

const savedResponse: Guard<SavedResponse> = shape<SavedResponse>({
  server: string,
  method: string,
  about: optional(string),
  owner: string,
  text: string,
  nextCursor: optional(string),
  receivedAt: number,
  ttlMs: number,
});
const isSavedResponse = (value: unknown): value is SavedResponse => savedResponse(value) === undefined;

export class StoredResponses {
  readonly #store: KeyValueStore;
  readonly #server: string;

  constructor(store: KeyValueStore, server: string) {
    this.#store = store;
    this.#server = server;
  }

  /** Those of this server that are still fresh, for whomever. */
  async read(): Promise<CachedResponse[]> {
    return (await this.#readAll()).filter(({ server }) => server === this.#server);
  }

  /** Saves these in place of what was saved of this server. */
  async write(responses: readonly CachedResponse[]): Promise<void> {
    // The clients of other servers, and other tabs, write the same value.
    await exclusively(() => untilAborted(this.#replace(responses), AbortSignal.timeout(WRITE_MS)));
  }

  async #replace(responses: readonly CachedResponse[]): Promise<void> {
    const others = (await this.#readAll()).filter(({ server }) => server !== this.#server);
    const own = responses.filter(isFresh).map((response) => ({ ...response, server: this.#server }));
    await this.#store.set(KEY, newest([...others, ...own]));
  }

  async #readAll(): Promise<SavedResponse[]> {
    const saved = await this.#store.get(KEY);
    return Array.isArray(saved) ? saved.filter(isSavedResponse).filter(isFresh) : [];
  }
}

function newest(responses: SavedResponse[]): SavedResponse[] {
  let left = MAX_LENGTH;
  return responses
    .sort((a, b) => b.receivedAt - a.receivedAt)
    .slice(0, MAX_RESPONSES)
    .filter(({ text }) => {
      if (text.length > Math.min(left, MAX_RESPONSE_LENGTH)) return false;
      left -= text.length;
      return true;
    });
}

async function exclusively(work: () => Promise<void>): Promise<void> {
  // A page on plain http has no locks. Two writers may then lose an answer, which costs a request.
  const { locks } = navigator;
  await (isSecureContext ? locks.request(`mcp-web ${KEY}`, work) : work());
}
