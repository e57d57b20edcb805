/** Rows as comma-separated values (RFC 4180) that no spreadsheet takes for formulas. */
import type { JsonObject } from '@mcp-web/client';
import { previewJson } from '../internal/text/json-preview.ts';
import { columnsOf } from './rows.ts';

/** Spreadsheets hold not many more. */
const MAX_COLUMNS = 1_000;
const MAX_CELLS = 10_000_000;
/** Without it, Excel reads the file in the encoding of its country. */
const UTF8_MARK = '\uFEFF';
/** What begins a formula, at the start of a cell, or of what another separator than the comma makes one. */
const FORMULA = /(^|[;\t\r\n|])(["']*)(?= {0,8}[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** The most of a nested value that is written if it is too deep for JSON. */
const MAX_DEEP = 1_000;

/**
 * Yields a heading and a line for each row, after an empty text for each row in which it looked for columns.
 *
 * @throws {RangeError} if the rows have too many columns
 */
export function* csv(rows: readonly JsonObject[]): Generator<string, undefined> {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const name of columnsOf([row], MAX_COLUMNS + 1)) columns.add(name);
    if (columns.size > MAX_COLUMNS || columns.size * rows.length > MAX_CELLS)
      throw new RangeError('These rows have too many columns for a spreadsheet.');
    yield '';
  }
  const names = [...columns];
  yield `${UTF8_MARK}${names.map(quoted).join(',')}\r\n`;
  for (const row of rows)
    yield `${names.map((name) => (Object.hasOwn(row, name) ? cellOf(row[name]) : '')).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  return quoted(typeof value === 'string' ? value : jsonOf(value));
}

/** An apostrophe before it makes it a text. */
const quoted = (text: string): string => `"${text.replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`;

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return previewJson(value, MAX_DEEP);
  }
}
