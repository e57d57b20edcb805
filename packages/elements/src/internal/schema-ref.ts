import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from './json.ts';

const MAX_HOPS = 16;

/**
 * The schema that a `$ref` within the same document leads to, with what stands beside the `$ref` on top. Undefined when it leads
 * elsewhere, nowhere or round in a circle: nothing is ever fetched.
 */
export function resolveRef(schema: JsonObject, root: JsonObject): JsonObject | undefined {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const { $ref, ...beside } = current;
    if ($ref === undefined) return current;
    const target = typeof $ref === 'string' ? pointedAt($ref, root) : undefined;
    if (!isJsonObject(target)) return undefined;
    current = { ...target, ...beside };
  }
  return undefined;
}

function pointedAt(ref: string, root: JsonObject): unknown {
  if (!/^#(\/|$)/.test(ref)) return undefined;
  let at: unknown = root;
  for (const part of ref.split('/').slice(1)) {
    const name = unescape(part);
    if (name === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** A part of a JSON pointer in a URI fragment. */
function unescape(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
