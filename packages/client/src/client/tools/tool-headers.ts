/** 2026-07-28, streamable HTTP, custom headers from tool parameters: `x-mcp-header` in a tool's input schema. */
import { McpError } from '../../errors.ts';
import { isObject, mentions } from '../../protocol/guards.ts';
import type { JsonObject, JsonSchema, Tool } from '../../protocol/types.ts';
import { encodeHeaderValue } from '../../transports/stateless-http.ts';

const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/;
const MIRRORED_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** How deep schemas are searched, so that none can exhaust the stack. */
const MAX_DEPTH = 64;
/** How many members and items of a schema are looked at, so that none keeps the page busy. */
const MAX_MEMBERS = 20_000;

/**
 * Returns the tools that may be offered.
 *
 * @param excluded takes in the others, with the reason; absent for an old list, of which nothing is told
 */
export function admitTools(tools: readonly Tool[], excluded: Map<string, string> | undefined): Tool[] {
  return tools.filter(({ name, inputSchema }) => {
    const problem = mirroredArguments(inputSchema);
    if (typeof problem !== 'string') {
      excluded?.delete(name);
      return true;
    }
    if (!excluded) return false;
    if (excluded.get(name) !== problem) console.warn(`The tool ${JSON.stringify(name)} is left out: it ${problem}.`);
    excluded.set(name, problem);
    return false;
  });
}

/**
 * The headers of one call of this tool.
 *
 * @throws {McpError} `invalid-argument` when a value cannot be a header
 */
export function headersOf({ inputSchema }: Tool, args: JsonObject): Record<string, string> | undefined {
  const mirrored = mirroredArguments(inputSchema);
  return typeof mirrored === 'string' ? undefined : toolHeaders(mirrored, args);
}

/** An argument that is repeated in a header. */
export interface MirroredArgument {
  /** `Mcp-Param-…` */
  header: string;
  /** The property names that lead to it. */
  path: string[];
}

/**
 * The arguments that a tool wants repeated in headers.
 *
 * @returns the reason why the tool may not be offered, if an annotation breaks a rule or the schema is too large
 */
export function mirroredArguments(inputSchema: JsonSchema): MirroredArgument[] | string {
  const search: Search = { path: [], found: [], names: new Set(), members: 0 };
  const problem = walk(search, inputSchema, true);
  if (problem === TOO_LARGE && !mentions(inputSchema, ANNOTATION)) return [];
  return problem ?? search.found;
}

const TOO_LARGE = `uses ${ANNOTATION} in a schema of more than ${MAX_MEMBERS} members`;

interface Search {
  /** The property names that lead to where it is. */
  readonly path: string[];
  readonly found: MirroredArgument[];
  /** Those of the headers, in lower case. */
  readonly names: Set<string>;
  /** How many it has looked at. */
  members: number;
}

/**
 * @param isReachable whether only `properties` lead from the root to here; annotations elsewhere are invalid
 * @returns the first problem
 */
function walk(search: Search, schema: unknown, isReachable: boolean, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(schema)) return firstProblem(search, schema, (item) => walk(search, item, false, depth + 1));
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, ANNOTATION)) {
    const problem = annotationProblem(schema, search.path, isReachable) ?? collect(search, String(schema[ANNOTATION]));
    if (problem) return problem;
  }
  const { properties } = schema;
  const problem = isObject(properties)
    ? firstProblem(search, Object.keys(properties), (name) => {
        search.path.push(name);
        const inside = walk(search, properties[name], isReachable, depth + 1);
        search.path.pop();
        return inside;
      })
    : undefined;
  return (
    problem ??
    firstProblem(search, Object.keys(schema), (keyword) => {
      if (keyword === 'properties' || DATA_KEYWORDS.has(keyword)) return undefined;
      const value = schema[keyword];
      // The members of these are names, not keywords.
      return MAP_KEYWORDS.has(keyword) && isObject(value)
        ? firstProblem(search, Object.keys(value), (name) => walk(search, value[name], false, depth + 2))
        : walk(search, value, false, depth + 1);
    })
  );
}

function collect({ found, names, path }: Search, name: string): string | undefined {
  if (names.has(name.toLowerCase())) return `uses the header name ${JSON.stringify(name)} twice`;
  names.add(name.toLowerCase());
  found.push({ header: `Mcp-Param-${name}`, path: [...path] });
  return undefined;
}

/** The values of these are data, in which the annotation means nothing. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

const MAP_KEYWORDS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties']);

function annotationProblem(schema: JsonObject, path: readonly string[], isReachable: boolean): string | undefined {
  const name = schema[ANNOTATION];
  if (typeof name !== 'string' || !TOKEN.test(name))
    return `wants a header named ${JSON.stringify(name)}, which is not a header name`;
  if (!isReachable || path.length === 0)
    return `wants the header ${JSON.stringify(name)} for something that is not a plain property`;
  if (!MIRRORED_TYPES.has(schema['type']))
    return `wants the header ${JSON.stringify(name)} for a property that is not a string, integer or boolean`;
  return undefined;
}

function firstProblem<T>(
  search: Search,
  items: readonly T[],
  look: (item: T) => string | undefined,
): string | undefined {
  for (const item of items) {
    const problem = ++search.members > MAX_MEMBERS ? TOO_LARGE : look(item);
    if (problem) return problem;
  }
  return undefined;
}

/**
 * The headers of one call.
 *
 * @throws {McpError} `invalid-argument` when a value cannot be a header: half a surrogate pair, or an integer beyond
 *   ±(2^53-1).
 */
export function toolHeaders(mirrored: readonly MirroredArgument[], args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { header, path } of mirrored) {
    const value = valueAt(args, path);
    // A value of another type than the schema's is invalid anyway, and the server will say so.
    if (typeof value === 'string') headers[header] = encodeHeaderValue(value);
    else if (typeof value === 'boolean') headers[header] = String(value);
    else if (typeof value === 'number' && Number.isInteger(value)) {
      if (!Number.isSafeInteger(value))
        throw new McpError(
          'invalid-argument',
          `The argument ${path.join('.')} is too large to be sent exactly: use an integer of at most 2^53-1.`,
        );
      headers[header] = String(value === 0 ? 0 : value);
    }
  }
  return headers;
}

function valueAt(args: JsonObject, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
