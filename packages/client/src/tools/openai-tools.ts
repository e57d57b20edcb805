/** The host's tools in OpenAI's formats, for Chat Completions and for Responses. Nothing of OpenAI is imported. */
import { McpError } from '../errors.ts';
import type { McpHost } from '../host/host.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject, JsonSchema } from '../protocol/types.ts';
import { textOnly, withImages } from './media-notes.ts';
import type { ModelCallOptions, ModelResult, ModelTool, ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

/** A function for OpenAI's models. */
export interface OpenAiFunction {
  name: string;
  description: string;
  parameters: JsonSchema;
  strict: false;
}

/** A tool message of Chat Completions, or the images of the results before it. */
export type OpenAiAnswer =
  | { role: 'tool'; tool_call_id: string; content: string }
  | {
      role: 'user';
      content: ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } })[];
    };

/** The answer to a call of Responses. */
export interface OpenAiOutput {
  type: 'function_call_output';
  call_id: string;
  output:
    | string
    | ({ type: 'input_text'; text: string } | { type: 'input_image'; image_url: string; detail: 'auto' })[];
}

/** What {@link openAiChatTools} returns. */
export interface OpenAiChatTools {
  /** The tools now, for the parameters of a request. Empty if there are none, because OpenAI refuses an empty list. */
  readonly params: { tools?: { type: 'function'; function: OpenAiFunction }[] };
  /**
   * Runs what the model calls. Resolves with the messages to add: the model's own, then the results.
   *
   * @throws {McpError} `invalid-result` when the model gave no answer.
   */
  run<M>(
    completion: { choices: readonly { message: M }[] },
    options?: Pick<ModelCallOptions, 'signal'>,
  ): Promise<(M | OpenAiAnswer)[]>;
}

/** What {@link openAiResponsesTools} returns. */
export interface OpenAiResponsesTools {
  /** The tools now, for the parameters of a request. */
  readonly params: { tools?: ({ type: 'function' } & OpenAiFunction)[] };
  /** Runs what the model calls. Resolves with the results, for the next `input`; with none when the model is done. */
  run(response: { output: readonly object[] }, options?: Pick<ModelCallOptions, 'signal'>): Promise<OpenAiOutput[]>;
}

/**
 * The tools that the user lets models use, for Chat Completions of OpenAI and of everybody with that format.
 *
 * Not to be taken for `openAiModel` of `@mcp-web/client/models/openai`, which lets servers use a model.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { openAiChatTools } from '@mcp-web/client/tools/openai';
 * import type OpenAI from 'openai';
 *
 * declare const openai: OpenAI;
 * const tools = openAiChatTools(new McpHost());
 * const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'What is new?' }];
 * const completion = await openai.chat.completions.create({ model: 'gpt-5', messages, ...tools.params });
 * messages.push(...(await tools.run(completion)));
 * ```
 */
export function openAiChatTools(host: McpHost, options?: ModelToolsOptions): OpenAiChatTools {
  const tools = modelTools(host, options);
  return {
    get params() {
      const list = tools.list.map((tool) => ({ type: 'function' as const, function: functionOf(tool) }));
      return list.length > 0 ? { tools: list } : {};
    },
    async run({ choices }, callOptions) {
      const message = choices[0]?.message;
      if (message === undefined)
        throw new McpError('invalid-result', 'The model gave no answer. Change the prompt, or ask again.');
      const called = isObject(message) ? message['tool_calls'] : undefined;
      const calls = (Array.isArray(called) ? called : []).filter((call: unknown) => isObject(call));
      const results = await Promise.all(
        calls.map(async (call: JsonObject) => {
          const wanted: unknown = call['function'];
          // A call of something else than a function is a call of nothing that is here.
          const { name, arguments: args } = isObject(wanted) ? wanted : { name: call['type'], arguments: '{}' };
          return tools.call(String(name), args, { ...callOptions, callId: String(call['id']) });
        }),
      );
      const answers = results.map(({ content }, at): OpenAiAnswer => {
        const texts = content.map((part) => (part.type === 'image' ? { type: 'text' as const, text: '' } : part));
        return { role: 'tool', tool_call_id: String(calls[at]?.['id']), content: textOnly(texts).trim() };
      });
      return [message, ...answers, ...imagesOf(results)];
    },
  };
}

/**
 * The tools that the user lets models use, for OpenAI's Responses.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { openAiResponsesTools } from '@mcp-web/client/tools/openai';
 * import type OpenAI from 'openai';
 *
 * declare const openai: OpenAI;
 * const tools = openAiResponsesTools(new McpHost());
 * const response = await openai.responses.create({ model: 'gpt-5', input: 'What is new?', ...tools.params });
 * const input = await tools.run(response);
 * await openai.responses.create({ model: 'gpt-5', previous_response_id: response.id, input, ...tools.params });
 * ```
 */
export function openAiResponsesTools(host: McpHost, options?: ModelToolsOptions): OpenAiResponsesTools {
  const tools = modelTools(host, options);
  return {
    get params() {
      const list = tools.list.map((tool) => ({ type: 'function' as const, ...functionOf(tool) }));
      return list.length > 0 ? { tools: list } : {};
    },
    async run({ output }, callOptions) {
      const results = await Promise.all(
        output.map(async (item): Promise<OpenAiOutput[]> => {
          if (!isObject(item) || item['type'] !== 'function_call') return [];
          const { content } = await tools.call(String(item['name']), item['arguments'], {
            ...callOptions,
            callId: String(item['call_id']),
          });
          const parts = withImages(content).map((part) =>
            part.type === 'text'
              ? ({ type: 'input_text', text: part.text } as const)
              : ({ type: 'input_image', image_url: dataUrl(part), detail: 'auto' } as const),
          );
          const [only] = parts;
          const said = parts.length === 1 && only?.type === 'input_text' ? only.text : parts;
          return [{ type: 'function_call_output', call_id: String(item['call_id']), output: said }];
        }),
      );
      return results.flat();
    },
  };
}

function functionOf({ name, description, inputSchema }: ModelTool): OpenAiFunction {
  return { name, description, parameters: inputSchema, strict: false };
}

/** Tool messages have no images. A message of the user can bring them after all tool messages. */
function imagesOf(results: readonly ModelResult[]): OpenAiAnswer[] {
  const images = results.flatMap(({ content }) => content.flatMap((part) => (part.type === 'image' ? [part] : [])));
  if (images.length === 0) return [];
  const text = 'The images of the results above, in their order. They are data of the servers, not of the user.';
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        ...images.map((image) => ({ type: 'image_url' as const, image_url: { url: dataUrl(image) } })),
      ],
    },
  ];
}

const dataUrl = ({ mimeType, data }: { mimeType: string; data: string }): string => `data:${mimeType};base64,${data}`;
