/**
 * Answers that outlive a visit. The answers of all servers are one value in the store, so that one limit holds for all.
 */
import { type Guard, number, optional, shape, string } from '../../protocol/guards.ts';
import type { KeyValueStore } from '../../storage/key-value.ts';
import { untilAborted } from '../../wire/abort.ts';
import { type CachedResponse, isUseful } from './cached-responses.ts';

interface StoredResponse extends CachedResponse {
  /** Which server answered, and to whom: its URL, the revision and what the client offers. */
  readonly server: string;
}

const KEY = 'responses';

/** How many answers of all servers are stored, and how many characters. The newest stay. */
const MAX_RESPONSES = 128;
const MAX_LENGTH = 1024 * 1024;
const MAX_RESPONSE_LENGTH = MAX_LENGTH / 4;

/** After this time, in ms, a store that has not finished writing no longer blocks other stores. */
const WRITE_MS = 1_000;

const storedResponse: Guard<StoredResponse> = shape<StoredResponse>({
  server: string,
  method: string,
  about: optional(string),
  owner: string,
  text: string,
  nextCursor: optional(string),
  receivedAt: number,
  ttlMs: number,
});
const isStoredResponse = (value: unknown): value is StoredResponse => storedResponse(value) === undefined;

export class StoredResponses {
  readonly #store: KeyValueStore;
  readonly #server: string;

  constructor(store: KeyValueStore, server: string) {
    this.#store = store;
    this.#server = server;
  }

  /** Reads the answers of this server that are still of use, for all owners. */
  async read(): Promise<CachedResponse[]> {
    return (await this.#readAll()).filter(({ server }) => server === this.#server);
  }

  /** Stores these in place of what was stored of this server. */
  async write(responses: readonly CachedResponse[]): Promise<void> {
    // The clients of other servers, and other tabs, write the same value.
    await exclusively(() => untilAborted(this.#replace(responses), AbortSignal.timeout(WRITE_MS)));
  }

  async #replace(responses: readonly CachedResponse[]): Promise<void> {
    const others = (await this.#readAll()).filter(({ server }) => server !== this.#server);
    const own = responses.filter(isUseful).map((response) => ({ ...response, server: this.#server }));
    await this.#store.set(KEY, newest([...others, ...own]));
  }

  async #readAll(): Promise<StoredResponse[]> {
    const stored = await this.#store.get(KEY);
    return Array.isArray(stored) ? stored.filter(isStoredResponse).filter(isUseful) : [];
  }
}

function newest(responses: StoredResponse[]): StoredResponse[] {
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
  // A page on plain http has no locks. Two writers may then lose an answer, which costs one request.
  const { locks } = navigator;
  await (isSecureContext ? locks.request(`mcp-web ${KEY}`, work) : work());
}
