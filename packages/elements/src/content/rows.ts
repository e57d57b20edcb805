/** Which JSON values can be shown as a table. Servers send them, so their size may be anything. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';

/** So many rows are looked at to find out whether a table suits them. */
const SAMPLE = 100;
/** More columns make a table unreadable. */
export const MAX_COLUMNS = 20;
/** A table is shown at first if it has no more columns, and its cells are short. */
const MAX_AT_FIRST = 8;
const MAX_SHORT = 120;
/** What stands beside the rows, as in `{ "total": 2, "items": […] }`. */
const MAX_BESIDE = 10;

export interface FoundRows {
  readonly rows: readonly JsonObject[];
  /** What the value holds besides its rows, if anything. */
  readonly beside: JsonObject | undefined;
  /** Whether a table is easier to read than a tree. */
  readonly isPlain: boolean;
}

/** The rows of an array of objects, or of an object with one such array. */
export function rowsOf(value: unknown): FoundRows | undefined {
  if (areRows(value)) return { rows: value, beside: undefined, isPlain: isPlain(value) };
  if (!isJsonObject(value)) return undefined;
  const names = Object.keys(value);
  if (names.length > MAX_BESIDE) return undefined;
  const [name, ...others] = names.filter((own) => areRows(value[own]));
  const rows = name === undefined ? undefined : value[name];
  if (!areRows(rows) || others.length > 0) return undefined;
  const beside = Object.fromEntries(Object.entries(value).filter(([own]) => own !== name));
  return { rows, beside: names.length > 1 ? beside : undefined, isPlain: isPlain(rows) };
}

const areRows = (value: unknown): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => isJsonObject(row));

function isPlain(rows: readonly JsonObject[]): boolean {
  const sample = rows.slice(0, SAMPLE);
  const columns = columnsOf(sample, MAX_AT_FIRST + 1);
  if (rows.length < 2 || columns.length === 0 || columns.length > MAX_AT_FIRST) return false;
  const cells = sample.flatMap((row) => columns.map((name) => row[name]));
  return cells.filter(isShort).length >= cells.length * 0.8;
}

const isShort = (cell: unknown): boolean =>
  typeof cell === 'string' ? cell.length <= MAX_SHORT : typeof cell === 'number' || typeof cell === 'boolean';

/** The names of the members of these rows, in the order in which they appear, but no more than `limit`. */
export function columnsOf(rows: Iterable<JsonObject>, limit: number): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    // Not Object.keys: a row may have a million members.
    for (const name in row) {
      if (!Object.hasOwn(row, name)) continue;
      if (names.size >= limit) return [...names];
      names.add(name);
    }
  }
  return [...names];
}
