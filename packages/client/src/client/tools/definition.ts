/** What a call is decided on: the definition of its tool, and a digest that identifies it. */
import type { JsonObject, Tool } from '../../protocol/types.ts';
import { inSlices } from '../../wire/slices.ts';
import { writeJson } from '../../wire/write-json.ts';
import { sortedNames } from './sorted-names.ts';

/** Everything that says what the tool does and takes, without its icons and `_meta`. */
export function definitionOf({ icons: _icons, _meta, ...definition }: Tool): JsonObject {
  return definition;
}

/** Whether digests can be computed. Browsers do that only in secure contexts. */
export function hasDigests(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Deeper than any that is meant. */
const MAX_DEPTH = 1_000;

/**
 * Resolves with nothing when the definition is too deep: the user is asked about such a tool each time.
 */
export async function digestOf(definition: JsonObject): Promise<string | undefined> {
  let text: string;
  try {
    // The order of members means nothing in JSON.
    text = await inSlices(writeJson(definition, requireShallow, sortedNames));
  } catch {
    return undefined;
  }
  if (!hasDigests()) return text;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether both say the same about what the tool does and takes. One that is too deep to be written as JSON never does. */
export async function isSameDefinition(one: Tool, other: Tool): Promise<boolean> {
  const [digest, otherDigest] = await Promise.all([digestOf(definitionOf(one)), digestOf(definitionOf(other))]);
  return digest !== undefined && digest === otherDigest;
}

function requireShallow(value: unknown, _name: string | undefined, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new RangeError(`it is more than ${MAX_DEPTH} levels deep`);
  return value;
}
