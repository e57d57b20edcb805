/** Completions from a server while the user types. Outdated requests are aborted, and completions are cached. */
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
const MAX_CACHED = 100;
const METHOD_NOT_FOUND = -32601;

/** How a form asks for suggestions: with the name of the field, the text in it, and the values of the other fields. */
export type Suggest = (
  name: string,
  typed: string,
  others: JsonObject,
  options: { signal: AbortSignal },
) => Promise<Completion>;

/**
 * Returns a function that asks the server for completions of a prompt's arguments or a template's variables; undefined when
 * the server does not offer completions.
 *
 * @param reference `{ prompt: name }` or `{ template: uriTemplate }`
 */
export function suggestionsOf(
  host: McpHost,
  { id, info, revision }: HostServer,
  reference: { prompt: string } | { template: string },
): Suggest | undefined {
  // In 2024-11-05 servers cannot declare completions.
  const isDeclared = !revision || supports(revision, 'completionsCapability');
  if (!info?.capabilities.completions && isDeclared) return undefined;
  const cached = new Map<string, Completion>();
  let isRefused = false;
  return async (name, value, others, { signal }) => {
    const context = revision && supports(revision, 'completionContext') ? filled(others) : undefined;
    const key = JSON.stringify([name, value, context]);
    const known = cached.get(key);
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
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(key, completion);
      return completion;
    } catch (error) {
      signal.throwIfAborted();
      // The user continues without suggestions.
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
