/** The tools of servers for the browser's own agent (WebMCP). */
import type { McpHost } from '../host/host.ts';
import { OFFERED, type OfferedTool, toolRegistry } from '../host/page-tools/model-context.ts';
import { textOnly } from './media-notes.ts';
import { FIND_TOOLS, type ModelCallOptions, type ModelTool, type ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

/** Options of {@link exposeTools}. */
export interface ExposeToolsOptions extends Omit<ModelToolsOptions, 'dialect'> {
  /** Takes the tools back, and cancels the calls that run. */
  signal?: AbortSignal | undefined;
}

/**
 * Offers the tools that the user lets models use to the browser's own agent, through `document.modelContext` (WebMCP).
 * They come and go as those of the host do. Each call asks for consent. Tools that the page registered itself are not
 * offered again. Does nothing where the browser has no WebMCP.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { exposeTools } from '@mcp-web/client/tools/webmcp';
 *
 * const host = new McpHost();
 * host.add('https://example.com/mcp');
 * exposeTools(host, { filter: ({ annotations }) => annotations?.readOnlyHint === true });
 * ```
 */
export function exposeTools(host: McpHost, { filter, signal, ...options }: ExposeToolsOptions = {}): void {
  const registry = toolRegistry();
  if (!registry || signal?.aborted) return;
  const tools = modelTools(host, {
    ...options,
    filter: (tool, server) => !server.isPage && (filter?.(tool, server) ?? true),
  });
  const offered = new Map<string, Offer>();
  let hasWarned = false;
  const offer = (tool: ModelTool): void => {
    const ending = new AbortController();
    offered.set(tool.name, { tool, ending });
    const call = async (input: unknown, own: ModelCallOptions): Promise<object> => {
      const signals = [signal, own.signal].filter((one) => one !== undefined);
      const result = await tools.call(tool.name, input, { signal: AbortSignal.any(signals) });
      return { content: [{ type: 'text', text: textOnly(result.content) }], isError: result.isError };
    };
    // Not every browser returns a promise.
    const register = async (): Promise<unknown> =>
      registry.registerTool(toOffered(tool, call), { signal: ending.signal });
    register().catch((error: unknown) => {
      if (ending.signal.aborted) return;
      // With the next change of the host, it is tried again.
      if (offered.get(tool.name)?.ending === ending) offered.delete(tool.name);
      if (hasWarned) return;
      hasWarned = true;
      console.warn(`The browser does not offer the tool ${tool.name} to its agent: ${String(error)}`);
    });
  };
  const update = (): void => {
    const wanted = new Map(tools.list.map((tool) => [tool.name, tool]));
    for (const [name, { tool, ending }] of offered) {
      const next = wanted.get(name);
      if (next && isSame(next, tool)) continue;
      ending.abort();
      offered.delete(name);
    }
    for (const [name, tool] of wanted) if (!offered.has(name)) offer(tool);
  };
  const unsubscribe = host.subscribe(update);
  signal?.addEventListener(
    'abort',
    () => {
      unsubscribe();
      for (const { ending } of offered.values()) ending.abort();
    },
    { once: true },
  );
  update();
}

interface Offer {
  readonly tool: ModelTool;
  readonly ending: AbortController;
}

function toOffered(
  { name, title, description, inputSchema, tool }: ModelTool,
  call: (input: unknown, options: ModelCallOptions) => Promise<object>,
): OfferedTool {
  const readOnlyHint = tool ? tool.annotations?.readOnlyHint === true : name === FIND_TOOLS;
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, $comment: OFFERED },
    annotations: { readOnlyHint, untrustedContentHint: true },
    execute: (input, options = {}) => call(input, options),
  };
}

/** A list that is fetched again has new objects for the same tools. */
function isSame(one: ModelTool, other: ModelTool): boolean {
  const definition = ({ title, description, inputSchema, tool }: ModelTool): string =>
    JSON.stringify([title, description, inputSchema, tool?.annotations]);
  return one === other || definition(one) === definition(other);
}
