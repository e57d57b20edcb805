import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';

/** What the server would get: a copy, so that nobody can change it between the question and the call. */
export function toJson(args: JsonObject): JsonObject {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(args));
    if (isObject(copy)) return copy;
  } catch (cause) {
    throw new McpError('invalid-argument', 'The arguments of a tool have to be JSON: no cycles, no BigInt.', { cause });
  }
  throw new McpError('invalid-argument', 'The arguments of a tool have to be a plain object.');
}
