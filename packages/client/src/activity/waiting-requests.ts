/** The requests of each connection that wait for an answer. */
import type { RecordedServer } from '../client/recorder.ts';
import type { KeptEntry } from './kept-entries.ts';

/** A server that never answers fills no memory: how many requests of one connection may wait. */
const MAX_WAITING = 10_000;

type Direction = 'sent' | 'received';

export class WaitingRequests {
  #ofServers = new WeakMap<RecordedServer, Map<string, KeptEntry>>();
  /** How each is found, to be forgotten. */
  #places = new WeakMap<KeptEntry, { readonly waiting: Map<string, KeptEntry>; readonly key: string }>();

  /** The oldest no longer waits when there are too many. */
  add(server: RecordedServer, direction: Direction, id: string | number, entry: KeptEntry): void {
    let waiting = this.#ofServers.get(server);
    if (!waiting) this.#ofServers.set(server, (waiting = new Map()));
    const key = keyOf(direction, id);
    waiting.delete(key);
    waiting.set(key, entry);
    this.#places.set(entry, { waiting, key });
    if (waiting.size <= MAX_WAITING) return;
    const oldest = waiting.keys().next();
    if (!oldest.done) waiting.delete(oldest.value);
  }

  /** The request with this id, which waits no longer. */
  take(server: RecordedServer, direction: Direction, id: string | number): KeptEntry | undefined {
    const waiting = this.#ofServers.get(server);
    const key = keyOf(direction, id);
    const entry = waiting?.get(key);
    waiting?.delete(key);
    return entry;
  }

  /** All of a connection, which wait no longer. */
  takeAll(server: RecordedServer): readonly KeptEntry[] {
    const entries = [...(this.#ofServers.get(server)?.values() ?? [])];
    this.#ofServers.delete(server);
    return entries;
  }

  remove(entry: KeptEntry): void {
    const place = this.#places.get(entry);
    if (place?.waiting.get(place.key) === entry) place.waiting.delete(place.key);
  }

  clear(): void {
    this.#ofServers = new WeakMap();
    this.#places = new WeakMap();
  }
}

const keyOf = (direction: Direction, id: string | number): string => `${direction} ${typeof id} ${id}`;
