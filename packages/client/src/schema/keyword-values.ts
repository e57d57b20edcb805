/** Reads the values of keywords, each as the type that the dialects require. The errors are the ends of sentences. */
import { isObject } from '../protocol/guards.ts';
import { listed } from './quoted.ts';
import { type Meter, OutOfTimeError } from './schema-limits.ts';

const TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Adds the name of the keyword to what `read` throws. */
export function located<T>(keyword: string, at: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    // A worker may have the time.
    if (cause instanceof OutOfTimeError) throw cause;
    throw new Error(`${keyword} at ${at || 'the root'}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

export function readNumber(value: unknown): number {
  if (typeof value !== 'number') throw new Error('has to be a number');
  return value;
}

export function readCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new Error('has to be a whole number of at least 0');
  return value;
}

export function readString(value: unknown): string {
  if (typeof value !== 'string') throw new Error('has to be a string');
  return value;
}

/** The name of an anchor. */
export function readName(value: unknown): string {
  if (typeof value !== 'string' || !/^[A-Za-z_][-\w.]*$/.test(value))
    throw new Error('has to be a name of letters, digits, - and _');
  return value;
}

export function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('has to be true or false');
  return value;
}

export function readList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('has to be a list');
  return value;
}

export function readMap(value: unknown, meter: Meter): [name: string, value: unknown][] {
  if (!isObject(value)) throw new Error('has to be an object');
  const names = meter.namesOf(value);
  meter.charge(8 * names.length);
  return names.map((name) => [name, value[name]]);
}

/** The list of `allOf` and similar keywords. It must not be empty. */
export function readSchemas(value: unknown): unknown[] {
  const found = readList(value);
  if (found.length === 0) throw new Error('has to contain a schema');
  return found;
}

export function readStrings(value: unknown): string[] {
  return readList(value).map(readString);
}

export function readTypes(value: unknown): string[] {
  const found = readStrings(Array.isArray(value) ? value : [value]);
  for (const type of found)
    if (!TYPES.has(type)) throw new Error(`names ${listed([type])}, which is not a type of JSON Schema`);
  if (found.length === 0) throw new Error('has to name a type');
  return found;
}
