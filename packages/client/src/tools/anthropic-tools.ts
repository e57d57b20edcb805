/** The host's tools in the format of Anthropic's Messages. Nothing of Anthropic is imported. */
import type { McpHost } from '../host/host.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject, JsonSchema } from '../protocol/types.ts';
import { withImages } from './media-notes.ts';
import type { ModelCallOptions, ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

type AnthropicMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** The result of a tool for Anthropic's models. */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  is_error: boolean;
  content: (
    | { type: 'text'; text: string }
    | { type: 'image'; source: { type: 'base64'; media_type: AnthropicMediaType; data: string } }
  )[];
}

/** A message to add to the conversation. */
export type AnthropicAnswer<B> = { role: 'assistant'; content: B[] } | { role: 'user'; content: AnthropicToolResult[] };

/** What {@link anthropicTools} returns. */
export interface AnthropicTools {
  /** The tools now, for the parameters of a request. */
  readonly params: {
    tools?: { name: string; description: string; input_schema: { type: 'object'; [keyword: string]: unknown } }[];
  };
  /** Runs what the model calls. Resolves with the messages to add: the model's own, then one with the results, if any. */
  run<B>(message: { content: readonly B[] }, options?: Pick<ModelCallOptions, 'signal'>): Promise<AnthropicAnswer<B>[]>;
}

/**
 * The tools that the user lets models use, for Anthropic's Messages.
 *
 * @example
 * ```ts
 * import type Anthropic from '@anthropic-ai/sdk';
 * import { McpHost } from '@mcp-web/client';
 * import { anthropicTools } from '@mcp-web/client/tools/anthropic';
 *
 * declare const anthropic: Anthropic;
 * const tools = anthropicTools(new McpHost());
 * const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'What is new?' }];
 * const params = { model: 'claude-sonnet-5', max_tokens: 4096, messages, ...tools.params };
 * messages.push(...(await tools.run(await anthropic.messages.create(params))));
 * ```
 */
export function anthropicTools(host: McpHost, options?: ModelToolsOptions): AnthropicTools {
  const tools = modelTools(host, options);
  return {
    get params() {
      const list = tools.list.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: toObjectSchema(inputSchema),
      }));
      return list.length > 0 ? { tools: list } : {};
    },
    async run<B>(
      { content }: { content: readonly B[] },
      callOptions?: Pick<ModelCallOptions, 'signal'>,
    ): Promise<AnthropicAnswer<B>[]> {
      const own = { role: 'assistant' as const, content: [...content] };
      const calls = content.flatMap((block): JsonObject[] =>
        isObject(block) && block['type'] === 'tool_use' ? [block] : [],
      );
      if (calls.length === 0) return [own];
      const results = await Promise.all(
        calls.map(async ({ id, name, input }): Promise<AnthropicToolResult> => {
          const result = await tools.call(String(name), input, { ...callOptions, callId: String(id) });
          return {
            type: 'tool_result',
            tool_use_id: String(id),
            is_error: result.isError,
            content: withImages(result.content).map((part) =>
              part.type === 'text'
                ? { type: 'text', text: part.text }
                : {
                    type: 'image',
                    source: { type: 'base64', media_type: mediaTypeOf(part.mimeType), data: part.data },
                  },
            ),
          };
        }),
      );
      return [own, { role: 'user', content: results }];
    },
  };
}

const toObjectSchema = (schema: JsonSchema): { type: 'object'; [keyword: string]: unknown } => ({
  ...schema,
  type: 'object',
});

function mediaTypeOf(mimeType: string): AnthropicMediaType {
  return MEDIA_TYPES.find((type) => type === mimeType) ?? 'image/png';
}

const MEDIA_TYPES: readonly AnthropicMediaType[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
