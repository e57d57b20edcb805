/** What a call is decided on: the definition of its tool, and a digest that identifies it. */
import type { JsonObject, Tool } from '../../protocol/types.ts';

/** Everything that says what the tool does and takes, without its icons and `_meta`. */
export function definitionOf({ icons: _icons, _meta, ...definition }: Tool): JsonObject {
  return definition;
}

/** Whether digests can be computed. Browsers do that only in secure contexts. */
export function hasDigests(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Resolves with nothing when the definition is too deep to be written as JSON: the user is asked about such a tool each
 * time.
 */
export async function digestOf(definition: JsonObject): Promise<string | undefined> {
  let text: string;
  try {
    text = JSON.stringify(definition, sorted);
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

/** Sorts members, whose order means nothing in JSON. */
function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members: JsonObject = Object(value);
  // Comparing the names with a function would take several times as long.
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((name) => [name, members[name]]),
  );
}
