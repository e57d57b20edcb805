/** JSON that a server sends as text. */
import { parseJson } from '../internal/text/written-json.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';

/** Longer texts are not read as JSON. */
const MAX_LENGTH = 1_000_000;
/** Longer texts are not read number by number. */
const MAX_CHECKED = 100_000;
/** A number that may not be the same once it is read. */
const LONG_NUMBER = /\d[\d.]{15}|\de[+-]?\d{3}/i;

export interface JsonText {
  readonly value: unknown;
}

/** The value of a JSON text. Undefined if there is none, if the text is very long, or if its numbers would lose digits. */
export function valueOfJson(shared: SharedMessages, text: string): JsonText | undefined {
  if (text.length > MAX_LENGTH || !LONG_NUMBER.test(text)) return parsed(text);
  const read = text.length <= MAX_CHECKED ? parseJson(shared, text) : undefined;
  return read && read.problem === undefined ? { value: read.value } : undefined;
}

/** The same, whatever digits its numbers lose. */
export function parsed(json: string): JsonText | undefined {
  if (json.length > MAX_LENGTH) return undefined;
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

/** The value as JSON, without spaces. Undefined if it is too deep: a text is read to more levels than it is written. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Whether the text looks like an object or an array, without reading it. */
export function looksLikeJson(text: string): boolean {
  const [first, last] = [text.trimStart().charAt(0), text.trimEnd().at(-1)];
  return (first === '{' && last === '}') || (first === '[' && last === ']');
}
