/** The host's tools in the format of Google's Gemini. Nothing of Google is imported. */
import { McpError } from '../errors.ts';
import type { McpHost } from '../host/host.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject, JsonSchema } from '../protocol/types.ts';
import type { ModelCallOptions, ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

/** The result of a function, or an image or audio of it. */
export type GeminiPart =
  | { functionResponse: { id?: string; name: string; response: { output: string } | { error: string } } }
  | { inlineData: { mimeType: string; data: string } };

/** What {@link geminiTools} returns. */
export interface GeminiTools {
  /** The tools now, for the `config` of a request. */
  readonly config: {
    tools?: { functionDeclarations: { name: string; description: string; parametersJsonSchema: JsonSchema }[] }[];
  };
  /**
   * Runs what the model calls. Resolves with the contents to add: the model's own, then one with the results, if any.
   *
   * @throws {McpError} `invalid-result` when the model gave no answer, such as to a prompt that Google blocked.
   */
  run<C extends object>(
    response: { candidates?: readonly { content?: C }[]; promptFeedback?: { blockReason?: string } },
    options?: Pick<ModelCallOptions, 'signal'>,
  ): Promise<(C | { role: 'user'; parts: GeminiPart[] })[]>;
}

/**
 * The tools that the user lets models use, for `generateContent` of `@google/genai`.
 *
 * @example
 * ```ts
 * import type { Content, GoogleGenAI } from '@google/genai';
 * import { McpHost } from '@mcp-web/client';
 * import { geminiTools } from '@mcp-web/client/tools/gemini';
 *
 * declare const google: GoogleGenAI;
 * const tools = geminiTools(new McpHost());
 * const contents: Content[] = [{ role: 'user', parts: [{ text: 'What is new?' }] }];
 * const response = await google.models.generateContent({ model: 'gemini-3-flash', contents, config: tools.config });
 * contents.push(...(await tools.run(response)));
 * ```
 */
export function geminiTools(host: McpHost, options?: ModelToolsOptions): GeminiTools {
  const tools = modelTools(host, { dialect: 'gemini', ...options });
  return {
    get config() {
      const functionDeclarations = tools.list.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parametersJsonSchema: inputSchema,
      }));
      return functionDeclarations.length > 0 ? { tools: [{ functionDeclarations }] } : {};
    },
    async run({ candidates, promptFeedback }, callOptions) {
      const content = candidates?.[0]?.content;
      if (!content) {
        const reason = promptFeedback?.blockReason;
        throw new McpError(
          'invalid-result',
          `The model gave no answer${reason ? `: the prompt was blocked (${reason})` : ''}. Change the prompt, or ask again.`,
        );
      }
      const parts: unknown = 'parts' in content ? content.parts : undefined;
      const calls = (Array.isArray(parts) ? parts : []).flatMap((part: unknown): JsonObject[] =>
        isObject(part) && isObject(part['functionCall']) ? [part['functionCall']] : [],
      );
      if (calls.length === 0) return [content];
      const results = await Promise.all(
        calls.map(async ({ id, name, args }) => ({
          id: typeof id === 'string' ? { id } : {},
          name: String(name),
          result: await tools.call(String(name), args, {
            ...callOptions,
            ...(typeof id === 'string' && { callId: id }),
          }),
        })),
      );
      const answers = results.map(({ id, name, result }): GeminiPart => {
        const text = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
        return { functionResponse: { ...id, name, response: result.isError ? { error: text } : { output: text } } };
      });
      // Every Gemini takes media beside the responses; only the newest take them inside.
      const media = results.flatMap(({ result }) =>
        result.content.flatMap((part): GeminiPart[] =>
          part.type === 'text' ? [] : [{ inlineData: { mimeType: part.mimeType, data: part.data } }],
        ),
      );
      return [content, { role: 'user', parts: [...answers, ...media] }];
    },
  };
}
