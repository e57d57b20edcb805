import { LOG_LEVELS, type LogEntry, type LogLevel } from '@mcp-web/client';
import { previewJson } from '../internal/json-preview.ts';

export interface LogFilter {
  /** Entries less severe than this are left out. */
  readonly level: LogLevel;
  /** Empty for all servers. */
  readonly serverId: string;
  /** Looked for in server, logger and the beginning of the data, whatever the case. */
  readonly text: string;
}

export const NO_FILTER: LogFilter = { level: 'debug', serverId: '', text: '' };

export function isFiltering({ level, serverId, text }: LogFilter): boolean {
  return level !== 'debug' || serverId !== '' || text.trim() !== '';
}

const SEARCHED = 2_000;

/** The entries that pass a filter. Looks at each entry once, so that ten thousand a second are no burden. */
export class FilteredLog {
  readonly #words = new WeakMap<LogEntry, string>();
  #filter = NO_FILTER;
  #passed: LogEntry[] = [];
  #lastId = -1;

  /** @param entries oldest first, with growing ids. */
  update(entries: readonly LogEntry[], filter: LogFilter): readonly LogEntry[] {
    if (!isFiltering(filter)) return entries;
    if (filter !== this.#filter) {
      this.#filter = filter;
      this.#passed = [];
      this.#lastId = -1;
    }
    const oldest = entries[0]?.id ?? Infinity;
    this.#passed.splice(0, firstIndex(this.#passed, (entry) => entry.id >= oldest));
    const passes = this.#test(filter);
    for (let index = firstIndex(entries, ({ id }) => id > this.#lastId); index < entries.length; index++) {
      const entry = entries[index];
      if (entry && passes(entry)) this.#passed.push(entry);
    }
    this.#lastId = entries.at(-1)?.id ?? this.#lastId;
    return this.#passed;
  }

  #test({ level, serverId, text }: LogFilter): (entry: LogEntry) => boolean {
    const levels = new Set(LOG_LEVELS.slice(LOG_LEVELS.indexOf(level)));
    const wanted = text.trim().toLowerCase();
    return (entry) => levels.has(entry.level) && (serverId === '' || entry.serverId === serverId) && (wanted === '' || this.#wordsOf(entry).includes(wanted));
  }

  #wordsOf(entry: LogEntry): string {
    const known = this.#words.get(entry);
    if (known !== undefined) return known;
    const words = `${entry.serverName} ${entry.logger ?? ''} ${entry.level} ${previewJson(entry.data, SEARCHED)}`.toLowerCase();
    this.#words.set(entry, words);
    return words;
  }
}

/** The index of the first that fits, in a list where all after it fit too. */
function firstIndex<T>(list: readonly T[], fits: (one: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = list[middle];
    if (one !== undefined && fits(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}
