/** What the user allows when they allow a tool: its definition, and what tells it from any other. */
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject, Tool } from '../../protocol/types.ts';

/** Everything that says what the tool does and takes; not its pictures, nor what programs tell each other. */
export function definitionOf({ icons: _icons, _meta, ...definition }: Tool): JsonObject {
  return definition;
}

/** Whether digests can be computed: browsers do that only for pages that nobody could have changed on their way. */
export function hasDigests(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Nothing when the definition is too deep to be written down: such a tool is asked about each time. */
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

/** The order of members means nothing in JSON. */
const sorted = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.keys(value)
          .toSorted()
          .map((name) => [name, value[name]]),
      )
    : value;
