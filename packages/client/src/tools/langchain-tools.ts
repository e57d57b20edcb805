/** The host's tools for LangChain. The page passes LangChain's own class, so that nothing of it is imported. */
import type { McpHost } from '../host/host.ts';
import type { JsonSchema } from '../protocol/types.ts';
import { withImages } from './media-notes.ts';
import type { ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

/** The content of a tool message. */
export type LangChainContent = ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[];

/** What {@link langChainTools} uses of LangChain's `DynamicStructuredTool`. */
export type LangChainToolClass<T> = new (fields: {
  name: string;
  description: string;
  schema: JsonSchema;
  responseFormat: 'content_and_artifact';
  func: (
    input: unknown,
    runManager: unknown,
    config?: { signal?: AbortSignal | undefined; toolCall?: { id?: string | undefined } | undefined },
  ) => Promise<unknown>;
}) => T;

/**
 * The tools that the user lets models use, for agents and `bindTools` of LangChain. Images of results reach the model;
 * the `artifact` of a tool message is a `ModelResult`.
 *
 * @param Tool the class `DynamicStructuredTool` of `@langchain/core/tools`
 *
 * @example
 * ```ts
 * import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
 * import { DynamicStructuredTool } from '@langchain/core/tools';
 * import { McpHost } from '@mcp-web/client';
 * import { langChainTools } from '@mcp-web/client/tools/langchain';
 *
 * declare const model: BaseChatModel;
 * const answer = await model.bindTools?.(langChainTools(new McpHost(), DynamicStructuredTool)).invoke('What is new?');
 * ```
 */
export function langChainTools<T>(host: McpHost, Tool: LangChainToolClass<T>, options?: ModelToolsOptions): T[] {
  const tools = modelTools(host, options);
  return tools.list.map(
    ({ name, description, inputSchema }) =>
      new Tool({
        name,
        description,
        schema: inputSchema,
        responseFormat: 'content_and_artifact',
        func: async (input, _runManager, config) => {
          const result = await tools.call(name, input, { signal: config?.signal, callId: config?.toolCall?.id });
          const content: LangChainContent = withImages(result.content).map((part) =>
            part.type === 'text'
              ? { type: 'text', text: part.text }
              : { type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } },
          );
          return [content, result];
        },
      }),
  );
}
