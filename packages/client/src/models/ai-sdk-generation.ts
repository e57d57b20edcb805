/** Generates one answer with a model of the AI SDK, and streams it. */
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type {
  SamplingContent,
  SamplingMessage,
  SamplingParams,
  ToolResultContent,
  ToolUseContent,
} from '../protocol/request-types.ts';
import type { JsonObject } from '../protocol/types.ts';
import { blocksOf, imagesIn, resultOf, textOfResult, toolUse } from './blocks.ts';
import type { SamplingPart, TokenUsage } from './model.ts';

/** The part of `AiSdkLanguageModel` that is used here. */
interface Generator {
  readonly specificationVersion: string;
  readonly modelId: string;
  doStream(options: object): PromiseLike<{ stream: ReadableStream<unknown> }>;
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'endTurn',
  length: 'maxTokens',
  'tool-calls': 'toolUse',
};

export async function generate(
  model: Generator,
  params: SamplingParams,
  say: (part: SamplingPart) => void,
  signal: AbortSignal,
): Promise<void> {
  let { modelId } = model;
  let text = '';
  let finish: string | undefined;
  const uses: ToolUseContent[] = [];
  say({ model: modelId });
  const { stream } = await model.doStream({ ...callOptions(params, model.specificationVersion), abortSignal: signal });
  await readParts(stream, signal, (part) => {
    const { type, delta, error, toolCallId, toolName, input, finishReason } = part;
    if (type === 'text-delta' && typeof delta === 'string') {
      text += delta;
      say(delta);
    } else if (type === 'tool-call' && !part['providerExecuted']) {
      uses.push(toolUse(String(toolCallId), String(toolName), String(input)));
    } else if (type === 'response-metadata' && typeof part['modelId'] === 'string') {
      modelId = part['modelId'];
    } else if (type === 'finish') {
      const unified = isObject(finishReason) ? finishReason['unified'] : finishReason;
      finish = typeof unified === 'string' ? unified : 'other';
      const usage = usageOf(part['usage']);
      if (usage) say({ usage });
    } else if (type === 'error') {
      throw new McpError(
        'invalid-result',
        `The model failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
        { cause: error },
      );
    }
  });
  if (finish === undefined) throw new McpError('stream-ended', 'The model stopped before its answer was complete.');
  say(resultOf(modelId, text, uses, STOP_REASONS[finish] ?? finish));
}

/** A number until version 2 of the interface, an object with the total since. */
function usageOf(usage: unknown): TokenUsage | undefined {
  if (!isObject(usage)) return undefined;
  const [inputTokens, outputTokens] = [usage['inputTokens'], usage['outputTokens']].map((tokens) =>
    isObject(tokens) ? tokens['total'] : tokens,
  );
  return typeof inputTokens === 'number' && typeof outputTokens === 'number'
    ? { inputTokens, outputTokens }
    : undefined;
}

async function readParts(
  stream: ReadableStream<unknown>,
  signal: AbortSignal,
  onpart: (part: JsonObject) => void,
): Promise<void> {
  const reader = stream.getReader();
  const leave = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      if (isObject(value)) onpart(value);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

function callOptions(
  { messages, systemPrompt, maxTokens, temperature, stopSequences, tools, toolChoice }: SamplingParams,
  version: string,
): JsonObject {
  const names = new Map(
    messages.flatMap(blocksOf).flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name] as const] : [])),
  );
  return {
    prompt: [
      ...(systemPrompt ? [{ role: 'system', content: systemPrompt }] : []),
      ...messages.map((message) => promptOf(message, names, version)),
    ],
    maxOutputTokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences && { stopSequences }),
    ...(tools &&
      tools.length > 0 && {
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          name,
          description,
          inputSchema,
        })),
        toolChoice: { type: toolChoice?.mode ?? 'auto' },
      }),
  };
}

function promptOf(message: SamplingMessage, names: ReadonlyMap<string, string>, version: string): JsonObject {
  const blocks = blocksOf(message);
  const isAnswer = blocks.some(({ type }) => type === 'tool_result');
  return { role: isAnswer ? 'tool' : message.role, content: blocks.map((block) => partOf(block, names, version)) };
}

function outputOf(result: ToolResultContent, version: string): JsonObject {
  const text = textOfResult(result);
  const images = imagesIn([result]);
  if (images.length === 0) return { type: result.isError ? 'error-text' : 'text', value: text };
  return {
    type: 'content',
    value: [
      // Only text can be an error of its own type.
      { type: 'text', text: result.isError ? `Error: ${text}` : text },
      ...images.map(({ data, mimeType: mediaType }) => {
        if (version === 'v4') return { type: 'file', mediaType, data: { type: 'data', data } };
        return { type: version === 'v3' ? 'file-data' : 'media', mediaType, data };
      }),
    ],
  };
}

function partOf(block: SamplingContent, names: ReadonlyMap<string, string>, version: string): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'tool_use':
      return { type: 'tool-call', toolCallId: block.id, toolName: block.name, input: block.input };
    case 'tool_result':
      return {
        type: 'tool-result',
        toolCallId: block.toolUseId,
        toolName: names.get(block.toolUseId) ?? '',
        output: outputOf(block, version),
      };
    default:
      return {
        type: 'file',
        mediaType: block.mimeType,
        data: version === 'v4' ? { type: 'data', data: block.data } : block.data,
      };
  }
}
