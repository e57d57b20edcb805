/** What browsers have of WebMCP. It is a draft, so nothing is taken for granted. */
import type { JsonSchema } from '../../protocol/types.ts';

/** A tool for the browser's agent. */
export interface OfferedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
  execute(input: unknown, options?: { signal?: AbortSignal | undefined }): Promise<unknown>;
}

/** Takes tools of a page. */
export interface ToolRegistry extends EventTarget {
  registerTool(tool: OfferedTool, options: { signal: AbortSignal }): Promise<unknown>;
}

/** Also shows and runs them. */
export interface PageToolRegistry extends ToolRegistry {
  getTools(): Promise<unknown>;
  /** @param input an object; a text in Chrome 149 to 155 */
  executeTool(tool: unknown, input: object, options: { signal: AbortSignal }): Promise<unknown>;
}

/** In the schemas of tools that a host offers, so that no host takes them for the page's own. */
export const OFFERED = 'A tool of a server, offered by mcp-web';

/** Undefined where the browser has no WebMCP, and in workers. */
export function toolRegistry(): ToolRegistry | undefined {
  const context = modelContext();
  return isRegistry(context) ? context : undefined;
}

/** Undefined also where pages cannot see what they registered. */
export function pageToolRegistry(): PageToolRegistry | undefined {
  const context = modelContext();
  return isRegistry(context) && isPageRegistry(context) ? context : undefined;
}

function modelContext(): unknown {
  return 'document' in globalThis ? Reflect.get(globalThis.document, 'modelContext') : undefined;
}

function isRegistry(value: unknown): value is ToolRegistry {
  return value instanceof EventTarget && 'registerTool' in value && typeof value.registerTool === 'function';
}

function isPageRegistry(value: ToolRegistry): value is PageToolRegistry {
  return ['getTools', 'executeTool'].every((name) => typeof Reflect.get(value, name) === 'function');
}
