/**
 * Answers that outlive a visit. Each server has a record of its own in the store, so that a client reads no other server's answers.
 * A list of the records lets one limit hold for all.
 */
import { type Guard, number, optional, objectWith, string } from '../../protocol/guards.ts';
import type { KeyValueStore } from '../../storage/key-value.ts';
import { untilAborted } from '../../wire/abort.ts';
import { type CachedResponse, isList, isUseful, MAX_AGE_MS } from './cached-responses.ts';

/** The record of one server. */
interface StoredRecord {
  /** Which server answered, and to whom: its URL, the revision and what the client offers. */
  readonly server: string;
  /** In characters. */
  readonly length: number;
  /** In ms since the epoch. */
  readonly storedAt: number;
}

/** The key of the list of records. The records' own keys begin with it. */
const KEY = 'responses';

/** How many resources of a server are stored, and how many characters of them. The newest stay. */
const MAX_RESOURCES = 128;
const MAX_LENGTH_OF_RESOURCES = 1024 * 1024;
const MAX_LENGTH_OF_RESOURCE = MAX_LENGTH_OF_RESOURCES / 4;

/** How many characters of a server's lists are stored: 10,000 tools of 700 characters fit. */
const MAX_LENGTH_OF_LISTS = 8 * 1024 * 1024;

/** How many characters are stored of all servers. The records that were written last stay. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** After this time, in ms, a store that has not finished writing no longer blocks other stores. */
const WRITE_MS = 1_000;

const cachedResponse: Guard<CachedResponse> = objectWith<CachedResponse>({
  method: string,
  about: optional(string),
  owner: string,
  text: string,
  nextCursor: optional(string),
  receivedAt: number,
  ttlMs: number,
});
const isCachedResponse = (value: unknown): value is CachedResponse => cachedResponse(value) === undefined;

const storedRecord: Guard<StoredRecord> = objectWith<StoredRecord>({
  server: string,
  length: number,
  storedAt: number,
});
const isStoredRecord = (value: unknown): value is StoredRecord => storedRecord(value) === undefined;

const keyOf = (server: string): string => `${KEY} ${server}`;

export class StoredResponses {
  readonly #store: KeyValueStore;
  readonly #server: string;

  constructor(store: KeyValueStore, server: string) {
    this.#store = store;
    this.#server = server;
  }

  /** Reads the answers of this server that are still of use, for all owners. */
  async read(): Promise<CachedResponse[]> {
    const stored = await this.#store.get(keyOf(this.#server));
    return Array.isArray(stored) ? stored.filter(isCachedResponse).filter(isUseful) : [];
  }

  /** Stores these in place of what was stored of this server. */
  async write(responses: readonly CachedResponse[]): Promise<void> {
    // The clients of other servers, and other tabs, change the same list of records.
    await exclusively(() => untilAborted(this.#replace(responses), AbortSignal.timeout(WRITE_MS)));
  }

  async #replace(responses: readonly CachedResponse[]): Promise<void> {
    const own = newest(responses.filter(isUseful));
    const before = await this.#readRecords();
    const records = before.filter(({ server }) => server !== this.#server);
    if (own.length > 0) records.unshift({ server: this.#server, length: lengthOf(own), storedAt: Date.now() });
    const kept = upTo(MAX_LENGTH, records.filter(isRecent), ({ length }) => length);
    // In this order every record is in the list, should the page end in between.
    for (const { server } of before) {
      if (!kept.some((record) => record.server === server)) await this.#store.delete(keyOf(server));
    }
    await this.#store.set(KEY, kept);
    if (own.length > 0) await this.#store.set(keyOf(this.#server), own);
  }

  /** The records, the one written last first. */
  async #readRecords(): Promise<StoredRecord[]> {
    const stored = await this.#store.get(KEY);
    return Array.isArray(stored) ? stored.filter(isStoredRecord).sort((a, b) => b.storedAt - a.storedAt) : [];
  }
}

/** What fits into the limits of one server, the newest first. Of a list, all pages are stored or none. */
function newest(responses: CachedResponse[]): CachedResponse[] {
  const sorted = responses.sort((a, b) => b.receivedAt - a.receivedAt);
  const resources = sorted.filter(({ method }) => !isList(method)).slice(0, MAX_RESOURCES);
  const lists = new Map<string, CachedResponse[]>();
  for (const page of sorted) {
    if (!isList(page.method)) continue;
    const key = JSON.stringify([page.method, page.owner]);
    const pages = lists.get(key);
    if (pages) pages.push(page);
    else lists.set(key, [page]);
  }
  return [
    ...upTo(
      MAX_LENGTH_OF_RESOURCES,
      resources.filter(({ text }) => text.length <= MAX_LENGTH_OF_RESOURCE),
      ({ text }) => text.length,
    ),
    ...upTo(MAX_LENGTH_OF_LISTS, [...lists.values()].filter(isWhole), lengthOf).flat(),
  ];
}

function lengthOf(responses: readonly CachedResponse[]): number {
  return responses.reduce((sum, { text }) => sum + text.length, 0);
}

/** The entries that fit, in this order. */
function upTo<T>(maxLength: number, entries: readonly T[], lengthOfEntry: (entry: T) => number): T[] {
  let left = maxLength;
  return entries.filter((entry) => {
    const length = lengthOfEntry(entry);
    if (length > left) return false;
    left -= length;
    return true;
  });
}

function isRecent({ storedAt }: StoredRecord): boolean {
  const ageMs = Date.now() - storedAt;
  return ageMs >= 0 && ageMs < MAX_AGE_MS;
}

/** Whether the pages lead from the first to the last. */
function isWhole(pages: CachedResponse[]): boolean {
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
