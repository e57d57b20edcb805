/**
 * From `unknown` to a typed value: the only way that a message enters the program.
 *
 * A guard does not copy. It returns nothing if the value fits, else a sentence that begins with the path of the first
 * member that does not, e.g. `tools[3].name: expected a string, got null`. It removes optional members that are null,
 * and wrong ones that are only for show. Members that it does not name stay as they are, as the specification asks.
 */
import { McpError } from '../errors.ts';
import type { JsonObject } from './types.ts';

export interface Guard<T> {
  (value: unknown): string | undefined;
  /** Never set: carries the type of a value that passes. */
  readonly type?: T;
  /** Set where a page of a list is checked, which may be long. */
  readonly page?: PageGuards<T>;
}

/** The parts of a guard of a page, so that the items can be checked a few at a time. */
interface PageGuards<T> {
  /** The member that has the items. */
  readonly list: string;
  readonly item: Guard<unknown>;
  /** Checks everything but the items. */
  readonly frame: Guard<T>;
}

/** Returns `value` with the type of the guard, or throws what `fail` makes of the problem. */
export function check<T>(value: unknown, guard: Guard<T>, fail: (problem: string) => Error): T {
  const problem = guard(value);
  if (problem !== undefined) throw fail(problem);
  return value as T; // The guard looked at every member that T names.
}

/** Whether a value has the type of the guard. */
export function passes<T>(value: unknown, guard: Guard<T>): value is T {
  return guard(value) === undefined;
}

/**
 * Returns a part of the server's answer with the type of the guard.
 *
 * @throws {McpError} `invalid-result`, naming `what` and the path, when it does not fit.
 */
export function parse<T>(value: unknown, guard: Guard<T>, what: string): T {
  return check(
    value,
    guard,
    (problem) =>
      new McpError('invalid-result', `The server's ${what} is not what MCP specifies: ${problem.replace(/^: /, '')}.`),
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value has more levels than that. Walks level by level, so that no depth is too much for it. */
export function isNestedDeeper(value: unknown, depth: number): boolean {
  let level = [value];
  for (let left = depth; level.length > 0; left--) {
    if (left < 0) return true;
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

/** Whether a JSON value has a member of this name, at most `depth` levels down. */
export function mentions(value: unknown, name: string, depth = 64): boolean {
  if (Array.isArray(value)) return depth > 0 && value.some((item) => mentions(item, name, depth - 1));
  if (!isObject(value) || depth === 0) return false;
  // `for in` makes no array of the names: lists have thousands of schemas. Most members are not objects.
  for (const key in value) {
    const member = value[key];
    if (key === name || (typeof member === 'object' && mentions(member, name, depth - 1))) return true;
  }
  return false;
}

const describe = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'an array'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`;

const expected = (what: string, value: unknown): string => `: expected ${what}, got ${describe(value)}`;

const primitive =
  <T>(type: 'string' | 'number' | 'boolean', name: string): Guard<T> =>
  (value) =>
    typeof value === type ? undefined : expected(name, value);

export const string: Guard<string> = primitive('string', 'a string');
export const number: Guard<number> = primitive('number', 'a number');
export const boolean: Guard<boolean> = primitive('boolean', 'a boolean');
export const object: Guard<JsonObject> = (value) => (isObject(value) ? undefined : expected('an object', value));
export const anything: Guard<unknown> = () => undefined;

/** One of these strings. */
export const literal =
  <T extends string>(...values: T[]): Guard<T> =>
  (value) =>
    values.some((allowed) => allowed === value)
      ? undefined
      : expected(values.map((allowed) => `"${allowed}"`).join(' or '), value);

/** May be absent. `objectWith` also takes null for absent, because several servers send that. */
export const optional = <T>(guard: Guard<T>): Guard<T | undefined> =>
  Object.assign((value: unknown) => (value === undefined ? undefined : guard(value)), { isOptional: true });

/** May be absent, and is removed if it is wrong: for members that are only for show, and not worth losing a list over. */
export const ornamental = <T>(guard: Guard<T>): Guard<T | undefined> =>
  Object.assign(optional(guard), { isOrnamental: true });

export const array =
  <T>(item: Guard<T>): Guard<T[]> =>
  (value) => {
    if (!Array.isArray(value)) return expected('an array', value);
    for (let index = 0; index < value.length; index++) {
      const problem = item(value[index]);
      if (problem !== undefined) return `[${index}]${problem}`;
    }
    return undefined;
  };

/** An object whose `type` says which guard it has to pass. `otherwise` looks at everything else. */
export const byType =
  <T>(guards: ReadonlyMap<unknown, Guard<T>>, otherwise: (value: unknown) => string | undefined): Guard<T> =>
  (value) =>
    ((isObject(value) && guards.get(value['type'])) || otherwise)(value);

/** An object with at least these members. */
export function objectWith<T extends object>(members: { readonly [Key in keyof T]-?: Guard<T[Key]> }): Guard<T> {
  const checks = Object.entries<Guard<unknown>>(members).map(([name, guard]) => ({
    name,
    guard,
    isOptional: 'isOptional' in guard,
    isOrnamental: 'isOrnamental' in guard,
  }));
  return (value) => {
    if (!isObject(value)) return expected('an object', value);
    for (const { name, guard, isOptional, isOrnamental } of checks) {
      const member = value[name];
      if (isOptional && (member === undefined || member === null)) {
        if (member === null) delete value[name];
        continue;
      }
      const problem = guard(member);
      if (problem === undefined) continue;
      if (!isOrnamental) return `.${name}${problem}`;
      delete value[name];
    }
    return undefined;
  };
}

/**
 * A page of a list.
 *
 * @param list the member that has the items
 * @param make the guard of a page with these items
 */
export function page<T, Item>(list: string, item: Guard<Item>, make: (items: Guard<Item[]>) => Guard<T>): Guard<T> {
  const unchecked: Guard<Item[]> = (value) => (Array.isArray(value) ? undefined : expected('an array', value));
  return Object.assign(make(array(item)), { page: { list, item, frame: make(unchecked) } });
}

/**
 * Does the same as `parse`, and yields after each item of a page, so that the caller can pause.
 *
 * @throws {McpError} as `parse` does
 */
export function* parseInSteps<T>(value: unknown, guard: Guard<T>, what: string): Generator<undefined, T> {
  for (const item of itemsOf(value, guard)) {
    // This throws, and names the item.
    if (guard.page?.item(item) !== undefined) return parse(value, guard, what);
    yield;
  }
  return parse(value, guard.page?.frame ?? guard, what);
}

/** The items of a page, checked or not; none in anything else. */
export function itemsOf(value: unknown, { page: guards }: Guard<unknown>): readonly unknown[] {
  const items = guards && isObject(value) ? value[guards.list] : undefined;
  return Array.isArray(items) ? items : [];
}
