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
}

/** Returns `value` with the type of the guard, or throws what `fail` makes of the problem. */
export function check<T>(value: unknown, guard: Guard<T>, fail: (problem: string) => Error): T {
  const problem = guard(value);
  if (problem !== undefined) throw fail(problem);
  return value as T; // The guard looked at every member that T names.
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

/** Whether a JSON value has a member of this name, at most `depth` levels down. */
export function mentions(value: unknown, name: string, depth = 64): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.hasOwn(value, name) || Object.values(value).some((member) => mentions(member, name, depth - 1));
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
  const entries = Object.entries<Guard<unknown>>(members);
  return (value) => {
    if (!isObject(value)) return expected('an object', value);
    for (const [key, guard] of entries) {
      if (value[key] === null && 'isOptional' in guard) delete value[key];
      const problem = guard(value[key]);
      if (problem === undefined) continue;
      if (!('isOrnamental' in guard)) return `.${key}${problem}`;
      delete value[key];
    }
    return undefined;
  };
}
