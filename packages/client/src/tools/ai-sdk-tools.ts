/** The host's tools as a `ToolSet` of the AI SDK, version 7. Nothing of the AI SDK is imported. */
import type { McpHost } from '../host/host.ts';
import type { JsonSchema } from '../protocol/types.ts';
import type { ModelResult, ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';
import { textOnly, withImages } from './media-notes.ts';

/** By this the AI SDK knows its own schemas. */
const SCHEMA = Symbol.for('vercel.ai.schema');

/** A tool for the AI SDK's `tools`. */
export interface AiSdkTool {
  readonly type: 'dynamic';
  readonly title: string;
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  execute(
    input: unknown,
    options: { abortSignal?: AbortSignal | undefined; toolCallId?: string | undefined },
  ): Promise<ModelResult>;
  toModelOutput(options: { output: ModelResult }): AiSdkOutput;
}

/** A JSON Schema in the form of Standard Schema. The server checks the input, so this does not. */
export interface AiSdkSchema {
  readonly jsonSchema: JsonSchema;
  readonly validate: undefined;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
  };
}

/** What the AI SDK's model reads. */
export type AiSdkOutput =
  | { type: 'error-text'; value: string }
  | {
      type: 'content';
      value: (
        | { type: 'text'; text: string }
        | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string }
      )[];
    };

/**
 * The tools that the user lets models use, for `streamText`, `generateText` and agents of the AI SDK. Call it for each
 * request, because tools come and go. Images of results reach the model; the `output` of a tool is a `ModelResult`.
 *
 * Not to be taken for `aiSdkModel` of `@mcp-web/client/models/ai-sdk`, which lets servers use a model.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { aiSdkTools } from '@mcp-web/client/tools/ai-sdk';
 * import { type LanguageModel, stepCountIs, streamText } from 'ai';
 *
 * declare const model: LanguageModel;
 * const tools = aiSdkTools(new McpHost());
 * streamText({ model, prompt: 'What is new?', tools, stopWhen: stepCountIs(20) });
 * ```
 */
export function aiSdkTools(host: McpHost, options?: ModelToolsOptions): Record<string, AiSdkTool> {
  const tools = modelTools(host, options);
  return Object.fromEntries(
    tools.list.map(({ name, title, description, inputSchema }) => [
      name,
      {
        type: 'dynamic',
        title,
        description,
        inputSchema: schemaOf(inputSchema),
        execute: (input, { abortSignal, toolCallId }) =>
          tools.call(name, input, { signal: abortSignal, callId: toolCallId }),
        toModelOutput: ({ output }) => outputOf(output),
      },
    ]),
  );
}

function schemaOf(jsonSchema: JsonSchema): AiSdkSchema {
  const schema: AiSdkSchema = {
    validate: undefined,
    jsonSchema,
    '~standard': { version: 1, vendor: 'mcp-web', validate: (value) => ({ value }) },
  };
  // The AI SDK would forbid additional properties in a Standard Schema, so it gets one that it takes for its own.
  return Object.assign(schema, { [SCHEMA]: true });
}

function outputOf({ content, isError }: ModelResult): AiSdkOutput {
  if (isError) return { type: 'error-text', value: textOnly(content) };
  return {
    type: 'content',
    value: withImages(content).map((part) =>
      part.type === 'text'
        ? { type: 'text', text: part.text }
        : { type: 'file', data: { type: 'data', data: part.data }, mediaType: part.mimeType },
    ),
  };
}
