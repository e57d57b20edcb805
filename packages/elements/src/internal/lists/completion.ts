/** Suggestions of a server while the user types: given up when outdated, and kept for a while. The form asks in pauses. */
import {
  type Completion,
  type HostServer,
  type JsonObject,
  McpError,
  type McpHost,
  RpcError,
  supports,
} from '@mcp-web/client';

/** The specification's limit. */
const MAX_VALUES = 100;
const MAX_HELD = 100;
const METHOD_NOT_FOUND = -32601;

/** What a form asks for suggestions: the member's name, what was typed, and the other members. */
export type Suggest = (
  name: string,
  typed: string,
  others: JsonObject,
  options: { signal: AbortSignal },
) => Promise<Completion>;

/**
 * Suggestions for the arguments of a prompt or the variables of a template; undefined when the server has none.
 *
 * @param reference `{ prompt: name }` or `{ template: uriTemplate }`
 */
export function suggestionsOf(
  host: McpHost,
  { id, info, revision }: HostServer,
  reference: { prompt: string } | { template: string },
): Suggest | undefined {
  // The first revision has completions, and no way to declare them.
  const isDeclared = !revision || supports(revision, 'completionsCapability');
  if (!info?.capabilities.completions && isDeclared) return undefined;
  const held = new Map<string, Completion>();
  let isRefused = false;
  return async (name, value, others, { signal }) => {
    const context = revision && supports(revision, 'completionContext') ? filled(others) : undefined;
    const key = JSON.stringify([name, value, context]);
    const known = held.get(key);
    if (known || isRefused) return known ?? { values: [] };
    try {
      const { values, total, hasMore } = await host
        .client(id)
        .complete(reference, { name, value }, { signal, ...(context && { context }) });
      const completion: Completion = {
        values: values.slice(0, MAX_VALUES),
        ...(total !== undefined && { total }),
        ...((hasMore || values.length > MAX_VALUES) && { hasMore: true }),
      };
      if (held.size >= MAX_HELD) held.clear();
      held.set(key, completion);
      return completion;
    } catch (error) {
      signal.throwIfAborted();
      // The user goes on without them.
      isRefused =
        error instanceof RpcError
          ? error.rpcCode === METHOD_NOT_FOUND
          : error instanceof McpError && error.code === 'unsupported';
      return { values: [] };
    }
  };
}

function filled(others: JsonObject): Record<string, string> | undefined {
  const texts = Object.entries(others).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}
