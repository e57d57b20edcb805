/** What a task asks for that the page which follows it does not answer. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { ClientCapabilities, JsonObject } from '../../protocol/types.ts';
import { undeclaredOf } from '../../session/modern/input-required.ts';

/** Another page may answer these, or this one later. */
const ANSWERABLE: readonly string[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/** The task waits at its server, and nobody has been asked. */
export class NeedsInputError extends McpError {
  constructor(what: string) {
    super(
      'unsupported',
      `The task waits for input that this page cannot give: ${what} was not declared. Resume it with a handler for that.`,
    );
  }
}

/** The method of a request that this page does not answer, but another may; undefined if there is none. */
export function needsAnother(requests: JsonObject, capabilities: ClientCapabilities): string | undefined {
  return Object.values(requests)
    .filter((request) => isObject(request) && ANSWERABLE.some((method) => method === request['method']))
    .map((request) => undeclaredOf(request, capabilities))
    .find((method) => method !== undefined);
}
