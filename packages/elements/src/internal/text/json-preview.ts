import { shortText } from './text.ts';

/** The start of a value, as one line of about `limit` characters. It reads no more of the value than it shows. */
export function previewJson(value: unknown, limit: number): string {
  const line = preview(value, limit, 0);
  return line.length > limit || UNTIDY.test(line) ? shortText(line, limit) : line;
}

/** Most lines pass this test, which takes a tenth of the time of `shortText`: a search runs it for each entry of a log. */
const UNTIDY = /[^ -~]|^ |  | $/;

const MAX_DEPTH = 4;

function preview(value: unknown, limit: number, depth: number): string {
  if (typeof value === 'string')
    return depth === 0 ? value.slice(0, limit * 2) : JSON.stringify(value.slice(0, limit * 2));
  if (typeof value !== 'object' || value === null) return String(value);
  const isArray = Array.isArray(value);
  if (depth >= MAX_DEPTH) return isArray ? '[…]' : '{…}';
  let line = '';
  // Not Object.entries: an object may have a million members.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (line.length > limit) break;
    const inside: unknown = Reflect.get(value, key);
    // As in JSON.
    if (inside === undefined && !isArray) continue;
    const member = preview(inside, limit - line.length, depth + 1);
    line += `${line && ', '}${isArray ? '' : `${key.slice(0, limit)}: `}${member}`;
  }
  return isArray ? `[${line}]` : `{${line}}`;
}
