/** The tools that a page registered, as the browser tells them. */
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject, JsonSchema } from '../../protocol/types.ts';
import { OFFERED, type PageToolRegistry } from './model-context.ts';

/** A tool that a page registered. */
export interface PageTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly isReadOnly: boolean;
  /** As the browser knows it. */
  readonly registered: unknown;
}

/** The tools that this page registered itself: not those of its frames, nor those that a host offers. */
export async function readPageTools(registry: PageToolRegistry): Promise<PageTool[]> {
  const tools = await registry.getTools();
  return Array.isArray(tools) ? tools.flatMap((tool: unknown) => readPageTool(tool) ?? []) : [];
}

function readPageTool(registered: unknown): PageTool | undefined {
  if (!isObject(registered) || typeof registered['name'] !== 'string') return undefined;
  const { name, title, description, annotations } = registered;
  const owner = registered['window'];
  if (owner !== undefined && owner !== globalThis) return undefined;
  const inputSchema = readSchema(registered['inputSchema']);
  if (inputSchema['$comment'] === OFFERED) return undefined;
  return {
    name,
    title: typeof title === 'string' && title !== '' ? title : undefined,
    description: typeof description === 'string' ? description : '',
    inputSchema,
    isReadOnly: isObject(annotations) && annotations['readOnlyHint'] === true,
    registered,
  };
}

/** Pages often leave out what MCP requires. */
function readSchema(value: unknown): JsonObject {
  let schema = value;
  try {
    if (typeof value === 'string') schema = JSON.parse(value);
  } catch {
    // The browser made this text.
  }
  return { ...(isObject(schema) && schema), type: 'object' };
}
