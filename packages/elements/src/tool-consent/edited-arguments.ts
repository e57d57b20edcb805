import type { JsonObject } from '@mcp-web/client';

/** What the user typed as arguments: an object, or why it is none. */
export type EditedArguments = { readonly value: JsonObject; readonly problem?: never } | { readonly problem: string; readonly value?: never };

const text = {
  notObject: 'The arguments have to be a JSON object, as in { "name": "value" }.',
  notJson: (reason: string) => `This is not JSON: ${reason}`,
};

export function parseArguments(typed: string): EditedArguments {
  try {
    const value: unknown = JSON.parse(typed);
    return isObject(value) ? { value } : { problem: text.notObject };
  } catch (error) {
    return { problem: text.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
