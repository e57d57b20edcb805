/** 2026-07-28, streamable HTTP, custom headers from tool parameters: `x-mcp-header` in a tool's input schema. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject, JsonSchema, Tool } from '../../protocol/types.ts';
import { encodeHeaderValue } from '../../transports/stateless-http.ts';

const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/;
const MIRRORED_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** How deep schemas are searched, so that none can exhaust the stack. */
const MAX_DEPTH = 64;

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
 * @returns the reason why an annotation breaks a rule, if one does: such a tool may not be offered
 */
export function mirroredArguments(inputSchema: JsonSchema): MirroredArgument[] | string {
  const found: MirroredArgument[] = [];
  const names = new Set<string>();
  const problem = walk(inputSchema, [], true, (name, path) => {
    if (names.has(name.toLowerCase())) return `uses the header name ${JSON.stringify(name)} twice`;
    names.add(name.toLowerCase());
    found.push({ header: `Mcp-Param-${name}`, path });
    return undefined;
  });
  return problem ?? found;
}

type Collect = (name: string, path: string[]) => string | undefined;

/** @param isReachable whether only `properties` lead from the root to here; annotations elsewhere are invalid */
function walk(schema: unknown, path: string[], isReachable: boolean, collect: Collect, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || typeof schema !== 'object' || schema === null) return undefined;
  if (Array.isArray(schema)) return firstProblem(schema, (item) => walk(item, path, false, collect, depth + 1));
  const { properties, ...keywords }: JsonObject = { ...schema };
  if (Object.hasOwn(keywords, ANNOTATION)) {
    const problem = annotationProblem(keywords, path, isReachable) ?? collect(String(keywords[ANNOTATION]), path);
    if (problem) return problem;
  }
  return (
    (isObject(properties)
      ? firstProblem(Object.entries(properties), ([name, property]) =>
          walk(property, [...path, name], isReachable, collect, depth + 1),
        )
      : undefined) ??
    firstProblem(Object.entries(keywords), ([keyword, value]) => {
      if (DATA_KEYWORDS.has(keyword)) return undefined;
      // The members of these are names, not keywords.
      if (MAP_KEYWORDS.has(keyword) && isObject(value))
        return walk(Object.values(value), path, false, collect, depth + 1);
      return walk(value, path, false, collect, depth + 1);
    })
  );
}

/** The values of these are data, in which the annotation means nothing. */
const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

const MAP_KEYWORDS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties']);

function annotationProblem(schema: JsonObject, path: string[], isReachable: boolean): string | undefined {
  const name = schema[ANNOTATION];
  if (typeof name !== 'string' || !TOKEN.test(name))
    return `wants a header named ${JSON.stringify(name)}, which is not a header name`;
  if (!isReachable || path.length === 0)
    return `wants the header ${JSON.stringify(name)} for something that is not a plain property`;
  if (!MIRRORED_TYPES.has(schema['type']))
    return `wants the header ${JSON.stringify(name)} for a property that is not a string, integer or boolean`;
  return undefined;
}

function firstProblem<T>(items: readonly T[], look: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = look(item);
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
