/** The host's tools for the browser's own model (the Prompt API). */
import type { McpHost } from '../host/host.ts';
import type { JsonSchema } from '../protocol/types.ts';
import { textOnly } from './media-notes.ts';
import type { ModelCallOptions, ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

/** A tool for `LanguageModel.create({ tools })`. */
export interface PromptApiTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  execute(...args: unknown[]): Promise<string>;
}

/**
 * The tools that the user lets models use, for the browser's own model, where its Prompt API takes tools. The browser
 * calls them by itself while it prompts, and learns of results as text.
 *
 * @param options `signal` cancels the calls that the browser makes, which it cannot do by itself
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { type PromptApiTool, promptApiTools } from '@mcp-web/client/tools/prompt-api';
 *
 * // TypeScript does not know the Prompt API yet.
 * declare const LanguageModel: {
 *   create(options: { tools: PromptApiTool[] }): Promise<{ prompt(text: string): Promise<string> }>;
 * };
 * const session = await LanguageModel.create({ tools: promptApiTools(new McpHost()) });
 * console.log(await session.prompt('What is new?'));
 * ```
 */
export function promptApiTools(
  host: McpHost,
  { signal, ...options }: ModelToolsOptions & Pick<ModelCallOptions, 'signal'> = {},
): PromptApiTool[] {
  const tools = modelTools(host, options);
  return tools.list.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
    execute: async (input) => textOnly((await tools.call(name, input, { signal })).content),
  }));
}
