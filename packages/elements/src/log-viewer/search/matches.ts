import type { LogEntry } from '@mcp-web/client';
import { indexOfId, type ListRows } from '../../internal/lists/list-rows.ts';

/** Rows that can be shown: all entries, or those that match. */
export type Rows = ListRows<LogEntry>;

/** How many entries are searched between two looks at the clock. */
const AT_ONCE = 32;

/**
 * The entries that match. Each is looked at once: first from where the user is to the newest, then back to the oldest. So what is
 * near is found first, however long the log is.
 */
export class Matches implements Rows {
  readonly #isMatch: (entry: LogEntry) => boolean;
  /** Found on the way back: the newest first. */
  readonly #back: LogEntry[] = [];
  #forth: LogEntry[] = [];
  /** How many of those in `#forth` the log has already forgotten. */
  #forgotten = 0;
  /** Everything from the one id to before the other was searched. */
  #lowId: number;
  #highId: number;
  #share = 0;

  /** @param startId where to begin */
  constructor(isMatch: (entry: LogEntry) => boolean, startId: number) {
    this.#isMatch = isMatch;
    this.#lowId = this.#highId = startId;
  }

  get length(): number {
    return this.#back.length + this.#forth.length - this.#forgotten;
  }

  at(index: number): LogEntry | undefined {
    const place = (index < 0 ? this.length + index : index) - this.#back.length;
    return place < 0 ? this.#back[-1 - place] : this.#forth[this.#forgotten + place];
  }

  slice(start = 0, end = this.length): readonly LogEntry[] {
    return Array.from({ length: Math.max(0, Math.min(end, this.length) - start) }, (_, index) =>
      this.at(start + index),
    ).filter((entry) => entry !== undefined);
  }

  /** How many were found before the entry that the search began at. */
  get above(): number {
    return this.#back.length;
  }

  get isDone(): boolean {
    return this.#share === 1;
  }

  /** How much of the entries was searched, between 0 and 1. */
  get share(): number {
    return this.#share;
  }

  /** Searches until a time of `performance.now()`. */
  update(rows: Rows, until: number): void {
    this.#forget(rows.at(0)?.id ?? Infinity);
    let high = indexOfId(rows, this.#highId);
    let low = indexOfId(rows, this.#lowId);
    for (let searched = 1; high < rows.length || low > 0; searched++) {
      const isForth = high < rows.length;
      const entry = rows.at(isForth ? high++ : --low);
      if (!entry) break;
      if (isForth) this.#highId = entry.id + 1;
      else this.#lowId = entry.id;
      if (this.#isMatch(entry)) (isForth ? this.#forth : this.#back).push(entry);
      if (searched % AT_ONCE === 0 && performance.now() > until) break;
    }
    const left = rows.length - high + low;
    this.#share = left === 0 ? 1 : 1 - left / rows.length;
  }

  /** Looks again at an entry that was searched and may match by now, because its call has gone on. */
  lookAgainAt(entry: LogEntry): void {
    if (entry.id < this.#lowId || entry.id >= this.#highId) return;
    const index = indexOfId(this, entry.id);
    if (this.at(index)?.id === entry.id || !this.#isMatch(entry)) return;
    const place = index - this.#back.length;
    if (place >= 0) this.#forth.splice(this.#forgotten + place, 0, entry);
    else this.#back.splice(-place, 0, entry);
  }

  /** Drops the matches that the log has forgotten. */
  #forget(oldestId: number): void {
    while ((this.#back.at(-1)?.id ?? Infinity) < oldestId) this.#back.pop();
    while ((this.#forth[this.#forgotten]?.id ?? Infinity) < oldestId) this.#forgotten++;
    if (this.#forgotten <= this.#forth.length / 2) return;
    this.#forth = this.#forth.slice(this.#forgotten);
    this.#forgotten = 0;
  }
}
