/** Which entries of a log are about one tool call. They are one row of the list, in the place of the first of them. */
import type { LogEntry } from '@mcp-web/client';
import { indexOfId } from '../../internal/lists/list-rows.ts';
import type { Rows } from '../search/matches.ts';

/** Entries are looked at in pieces of this size, so that a long log is not copied as a whole. */
const AT_ONCE = 10_000;

interface Call {
  /** Oldest first, and never empty. */
  parts: readonly LogEntry[];
}

/** How an entry of the page says that something ended, or what was decided. */
export function outcomeOf({ data }: LogEntry): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const outcome: unknown = Reflect.get(data, 'status') ?? Reflect.get(data, 'decision');
  return typeof outcome === 'string' ? outcome : undefined;
}

/** Whether the page logged it about a tool call. */
export const isOfCall = ({ kind, request }: LogEntry): boolean => kind !== 'log' && request?.method === 'tools/call';

/** The rows of a log: a call is one row, each other entry is one too. */
export class CallRows implements Rows {
  #entries: Rows = [];
  /** The entries from the one id to before the other were looked at. */
  #lowId = 0;
  #highId = 0;
  /** In the order of their first entries. */
  #calls: Call[] = [];
  readonly #callOf = new Map<number, Call>();
  /** The newest call with this id of this server: ids can be used again, after a reload for example. */
  readonly #newest = new Map<string, Call>();
  /** The ids of the entries that are no rows, because they continue a call. */
  #hidden: number[] = [];
  /** How many of them the log has already forgotten. */
  #forgotten = 0;
  #changed: LogEntry[] = [];

  get length(): number {
    return this.#entries.length - this.#hidden.length + this.#forgotten;
  }

  at(index: number): LogEntry | undefined {
    const row = index < 0 ? this.length + index : index;
    return row < 0 ? undefined : this.#entries.at(row + this.#hiddenBefore(row));
  }

  slice(start = 0, end = this.length): readonly LogEntry[] {
    if (this.#hidden.length === this.#forgotten) return this.#entries.slice(start, end);
    return Array.from({ length: Math.max(0, Math.min(end, this.length) - start) }, (_, index) =>
      this.at(start + index),
    ).filter((entry) => entry !== undefined);
  }

  /** All entries about the call of this one, oldest first; otherwise only this one. */
  partsOf(entry: LogEntry): readonly LogEntry[] {
    return this.#callOf.get(entry.id)?.parts ?? [entry];
  }

  /** What is here of the call that a later entry goes on with, oldest first; empty if it goes on with none. */
  partsBefore(entry: LogEntry): readonly LogEntry[] {
    const parts = isOfCall(entry) ? this.#newest.get(keyOf(entry))?.parts : undefined;
    const last = parts?.at(-1);
    return parts && last && continues(last, entry) ? parts : [];
  }

  /** Takes over the entries that came, and forgets those that the log has forgotten. */
  update(entries: Rows): void {
    if (entries === this.#entries) return;
    this.#entries = entries;
    const firstId = entries.at(0)?.id ?? this.#highId;
    // Entries of earlier visits came before the others.
    if (firstId < this.#lowId) this.#reset();
    this.#forget(firstId);
    for (let index = indexOfId(entries, this.#highId); index < entries.length; index += AT_ONCE)
      for (const entry of entries.slice(index, index + AT_ONCE)) if (isOfCall(entry)) this.#add(entry);
    this.#lowId = firstId;
    this.#highId = (entries.at(-1)?.id ?? firstId - 1) + 1;
  }

  /** The rows whose calls have gone on since this was last asked. */
  takeChanged(): readonly LogEntry[] {
    const changed = this.#changed;
    if (changed.length > 0) this.#changed = [];
    return changed;
  }

  #add(entry: LogEntry): void {
    const { id } = entry;
    const key = keyOf(entry);
    const call = this.#newest.get(key);
    const last = call?.parts.at(-1);
    if (call && last && continues(last, entry)) {
      call.parts = [...call.parts, entry];
      this.#hidden.push(id);
      if (call.parts[0]) this.#changed.push(call.parts[0]);
      return;
    }
    const begun: Call = { parts: [entry] };
    this.#calls.push(begun);
    this.#callOf.set(id, begun);
    this.#newest.set(key, begun);
  }

  #forget(firstId: number): void {
    const idOf = ({ parts }: Call | { parts: [] }): number => parts[0]?.id ?? Infinity;
    const old: Call[] = [];
    for (const call of this.#calls) {
      if (idOf(call) >= firstId) break;
      old.push(call);
    }
    if (old.length > 0) this.#calls = this.#calls.slice(old.length);
    const moved: Call[] = [];
    for (const call of old) {
      const [begun] = call.parts;
      if (!begun) continue;
      this.#callOf.delete(begun.id);
      call.parts = call.parts.filter((part) => part.id >= firstId);
      const [first] = call.parts;
      const key = keyOf(begun);
      if (!first) {
        if (this.#newest.get(key) === call) this.#newest.delete(key);
        continue;
      }
      // Its first entry is gone: the next one takes the row over.
      this.#callOf.set(first.id, call);
      this.#hidden.splice(this.#hidden.indexOf(first.id, this.#forgotten), 1);
      this.#changed.push(first);
      moved.push(call);
    }
    if (moved.length > 0) this.#calls = [...moved, ...this.#calls].toSorted((a, b) => idOf(a) - idOf(b));
    while ((this.#hidden[this.#forgotten] ?? Infinity) < firstId) this.#forgotten++;
    if (this.#forgotten <= this.#hidden.length / 2) return;
    this.#hidden = this.#hidden.slice(this.#forgotten);
    this.#forgotten = 0;
  }

  #reset(): void {
    this.#calls = [];
    this.#callOf.clear();
    this.#newest.clear();
    this.#hidden = [];
    this.#forgotten = 0;
    this.#highId = -Infinity;
  }

  /** How many entries before this row are no rows. */
  #hiddenBefore(row: number): number {
    const hidden = this.#hidden;
    const firstId = this.#lowId;
    let low = this.#forgotten;
    let high = hidden.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      // The row that would be in the place of this entry.
      if ((hidden[middle] ?? Infinity) - firstId - (middle - this.#forgotten) > row) high = middle;
      else low = middle + 1;
    }
    return low - this.#forgotten;
  }
}

const keyOf = ({ serverId, request }: LogEntry): string => `${serverId} ${request?.id}`;

/** Whether an entry goes on with the call that another one is about. Both have the same server and the same id. */
function continues(last: LogEntry, next: LogEntry): boolean {
  if (last.request?.name !== next.request?.name) return false;
  const before = outcomeOf(last) ?? '';
  const now = outcomeOf(next) ?? '';
  if (next.kind !== 'decision')
    return now !== 'resumed' && (last.kind === 'decision' ? before !== 'denied' : isUnderWay(before));
  // A tool that changed is decided on once more.
  return now === 'withdrawn'
    ? before === 'allowed' || before === 'changed'
    : before === 'withdrawn' || before === 'changed';
}

export const isUnderWay = (outcome: string): boolean => ['sent', 'resumed', 'changed', 'allowed'].includes(outcome);
