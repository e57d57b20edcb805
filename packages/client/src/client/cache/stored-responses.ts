/**
 * Answers that outlive a visit. The answers of all servers are one value in the store, so that one limit holds for all.
 */
import { type Guard, number, optional, objectWith, string } from '../../protocol/guards.ts';
import type { KeyValueStore } from '../../storage/key-value.ts';
import { untilAborted } from '../../wire/abort.ts';
import { type CachedResponse, isList, isUseful } from './cached-responses.ts';

interface StoredResponse extends CachedResponse {
  /** Which server answered, and to whom: its URL, the revision and what the client offers. */
  readonly server: string;
}

const KEY = 'responses';

/** How many resources of all servers are stored, and how many characters of them. The newest stay. */
const MAX_RESOURCES = 128;
const MAX_LENGTH_OF_RESOURCES = 1024 * 1024;
const MAX_LENGTH_OF_RESOURCE = MAX_LENGTH_OF_RESOURCES / 4;

/** How many characters of lists of all servers are stored: 10,000 tools of 700 characters fit. */
const MAX_LENGTH_OF_LISTS = 8 * 1024 * 1024;

/** After this time, in ms, a store that has not finished writing no longer blocks other stores. */
const WRITE_MS = 1_000;

const storedResponse: Guard<StoredResponse> = objectWith<StoredResponse>({
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

/** What fits into the limits, the newest first. Of a list, all pages are stored or none. */
function newest(responses: StoredResponse[]): StoredResponse[] {
  const sorted = responses.sort((a, b) => b.receivedAt - a.receivedAt);
  const resources = sorted.filter(({ method }) => !isList(method)).slice(0, MAX_RESOURCES);
  const lists = new Map<string, StoredResponse[]>();
  for (const page of sorted) {
    if (!isList(page.method)) continue;
    const key = JSON.stringify([page.server, page.method, page.owner]);
    const pages = lists.get(key);
    if (pages) pages.push(page);
    else lists.set(key, [page]);
  }
  return [
    ...upTo(
      MAX_LENGTH_OF_RESOURCES,
      resources.filter(({ text }) => text.length <= MAX_LENGTH_OF_RESOURCE).map((resource) => [resource]),
    ),
    ...upTo(MAX_LENGTH_OF_LISTS, [...lists.values()].filter(isWhole)),
  ];
}

/** The groups that fit, in this order. */
function upTo(maxLength: number, groups: StoredResponse[][]): StoredResponse[] {
  let left = maxLength;
  return groups
    .filter((group) => {
      const length = group.reduce((sum, { text }) => sum + text.length, 0);
      if (length > left) return false;
      left -= length;
      return true;
    })
    .flat();
}

/** Whether the pages lead from the first to the last. */
function isWhole(pages: StoredResponse[]): boolean {
  const left = new Map(pages.map((page) => [page.about, page]));
  let page = left.get(undefined);
  while (page?.nextCursor !== undefined) {
    left.delete(page.about);
    page = left.get(page.nextCursor);
  }
  return page !== undefined;
}

async function exclusively(work: () => Promise<void>): Promise<void> {
  // A page on plain http has no locks. Two writers may then lose an answer, which costs one request.
  const { locks } = navigator;
  await (isSecureContext ? locks.request(`mcp-web ${KEY}`, work) : work());
}
