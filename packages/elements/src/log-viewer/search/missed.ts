/** The rows that came while the list stands still: what the user has not seen. */
import type { LogEntry } from '@mcp-web/client';
import { indexOfId, rowOfId } from '../../internal/lists/list-rows.ts';
import { CallRows } from '../list/calls.ts';
import type { PartsOf } from './filter.ts';
import { Matches, type Rows } from './matches.ts';

export interface MissedOptions {
  /** The entries that are shown, with those that the filter leaves out. */
  readonly shown: CallRows;
  /** The rows that the filter leaves of them. */
  readonly rows: () => Rows;
  /** What the filter leaves; undefined for everything. */
  readonly matcher: ((partsOf: PartsOf) => (entry: LogEntry) => boolean) | undefined;
}

export class Missed {
  /** The newest entry that is shown. */
  readonly lastId: number;
  readonly #calls = new CallRows();
  readonly #matches: Matches;

  constructor(lastId: number, { shown, rows, matcher }: MissedOptions) {
    this.lastId = lastId;
    const partsOf: PartsOf = (entry) => [...shown.partsBefore(entry), ...this.#calls.partsOf(entry)];
    const isMatch = matcher?.(partsOf);
    this.#matches = new Matches((entry) => {
      // A call that goes on is the row that it was, if it had one.
      const [first] = shown.partsBefore(entry);
      return !(first && rowOfId(rows(), first.id)) && isMatch?.(entry) !== false;
    }, lastId + 1);
  }

  get count(): number {
    return this.#matches.length;
  }

  /** Takes over what came. */
  take(entries: Rows): void {
    this.#calls.update(rowsAfter(entries, this.lastId));
    for (const entry of this.#calls.takeChanged()) this.#matches.lookAgainAt(entry);
  }

  /**
   * Counts until a time of `performance.now()`.
   * @returns whether everything was counted
   */
  update(until: number): boolean {
    this.#matches.update(this.#calls, until);
    return this.#matches.isDone;
  }
}

/** A log is not copied for this. */
function rowsAfter(rows: Rows, id: number): Rows {
  const start = indexOfId(rows, id + 1);
  const length = rows.length - start;
  return {
    length,
    at: (index) => (index < -length ? undefined : rows.at(index < 0 ? index : start + index)),
    slice: (from = 0, end = length) => rows.slice(start + from, start + end),
  };
}
