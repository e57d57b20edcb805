/** A conversation of a model with tools, for pages that have no agent loop of their own. */
import { McpError } from '../errors.ts';
import type { McpHost } from '../host/host.ts';
import type { SamplingModel, SamplingPart, TokenUsage } from '../models/model.ts';
import type { SamplingMessage, SamplingResult, ToolResultContent, ToolUseContent } from '../protocol/request-types.ts';
import type { ModelResult, ModelToolsOptions } from './model-tool.ts';
import { modelTools } from './model-tools.ts';

/** What happens in a conversation, as it happens. The `callId` is the call's in `McpHost.calls`. */
export type ConversationPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'update'; readonly update: Exclude<SamplingPart, string | SamplingResult> }
  | { readonly type: 'call'; readonly call: ToolUseContent; readonly callId: string }
  | { readonly type: 'result'; readonly call: ToolUseContent; readonly callId: string; readonly result: ModelResult };

/** Options of {@link converse}. */
export interface ConverseOptions extends ModelToolsOptions {
  host: McpHost;
  /**
   * A model such as `openAiModel` or `aiSdkModel` makes, or a function of the page. It gets the tools, unless its
   * `supportsTools` is false.
   */
  model: SamplingModel;
  /**
   * The conversation. Each round is added when it is complete, so that after an error, or when the user goes on, the same
   * array goes on where it stopped.
   */
  messages: SamplingMessage[];
  /** Stops the model and cancels its calls. */
  signal?: AbortSignal | undefined;
  systemPrompt?: string | undefined;
  /** How many tokens one answer may have. 4,096 by default. */
  maxTokens?: number | undefined;
  /** How often the model may answer. 20 by default. */
  maxRounds?: number | undefined;
  /** How many tokens all rounds may use, of what was asked and answered. Counts only for models that report `usage`. */
  maxTotalTokens?: number | undefined;
  /** Called with text as it arrives, with calls and with their results. */
  onpart?: ((part: ConversationPart) => void) | undefined;
}

/** How a conversation came to its end. */
export interface ConversationEnd {
  /**
   * - `answered`: the model had nothing more to call
   * - `denied`: the user did not allow a call, and gave no reason with which the model could go on
   * - `rounds`, `tokens`: a limit was reached; call `converse` again to go on
   */
  readonly reason: 'answered' | 'denied' | 'rounds' | 'tokens';
  /** The tokens of all rounds, if the model reports them. */
  readonly usage?: TokenUsage | undefined;
}

/**
 * Asks a model, runs the tools that it calls, and asks again until it has nothing more to call. Every call asks for
 * consent. For more than this, use the AI SDK with `aiSdkTools`.
 *
 * @returns why it stopped. The answer is the last of `messages`
 * @throws what the model or `onpart` throws, and the signal's reason when it aborts. `messages` then has all rounds that
 *   are complete, and what came of the calls of the round that is not
 *
 * @example
 * ```ts
 * import { McpHost, type SamplingMessage } from '@mcp-web/client';
 * import { openAiModel } from '@mcp-web/client/models/openai';
 * import { converse } from '@mcp-web/client/tools';
 *
 * const host = new McpHost();
 * const model = openAiModel({ url: 'http://localhost:11434/v1', models: 'qwen3' });
 * const messages: SamplingMessage[] = [{ role: 'user', content: { type: 'text', text: 'What is new?' } }];
 * await converse({ host, model, messages, onpart: (part) => part.type === 'text' && console.log(part.text) });
 * ```
 */
export async function converse({
  host,
  model,
  messages,
  signal = new AbortController().signal,
  systemPrompt,
  maxTokens = 4_096,
  maxRounds = 20,
  maxTotalTokens = Infinity,
  onpart,
  ...options
}: ConverseOptions): Promise<ConversationEnd> {
  const tools = modelTools(host, options);
  const callIds = new Set<string>();
  let usage: TokenUsage | undefined;
  for (let round = 0; round < maxRounds; round++) {
    const list = model.supportsTools === false ? [] : tools.list;
    const answer = await model(
      {
        messages: [...messages],
        maxTokens,
        ...(systemPrompt !== undefined && { systemPrompt }),
        ...(list.length > 0 && {
          tools: list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        }),
      },
      { signal },
    );
    const { role, content } = await resultOfAnswer(answer, signal, (part) => {
      if (typeof part === 'string') return onpart?.({ type: 'text', text: part });
      if (part.usage) usage = sum(usage, part.usage);
      return onpart?.({ type: 'update', update: part });
    });
    const calls = [content].flat().filter((block) => block.type === 'tool_use');
    if (calls.length === 0) {
      messages.push({ role, content });
      return { reason: 'answered', usage };
    }
    const errors: unknown[] = [];
    // What came of a call is kept, whatever the page does with it.
    const tell = (part: ConversationPart): boolean => {
      try {
        onpart?.(part);
        return true;
      } catch (error) {
        errors.push(error);
        return false;
      }
    };
    const results = calls.map(async (call): Promise<ModelResult> => {
      const callId = newCallId(host, call, callIds);
      if (!tell({ type: 'call', call, callId })) return stopped('This call was stopped before it ran.');
      const result = await tools.call(call.name, call.input, { signal, callId });
      tell({ type: 'result', call, callId, result });
      return result;
    });
    const settled = await Promise.allSettled(results);
    messages.push({ role, content }, { role: 'user', content: calls.map((call, at) => toBlock(call, settled[at])) });
    signal.throwIfAborted();
    if (errors.length > 0) throw errors[0];
    if (settled.some((one) => one.status === 'fulfilled' && one.value.denied === ''))
      return { reason: 'denied', usage };
    if (usage && usage.inputTokens + usage.outputTokens >= maxTotalTokens) return { reason: 'tokens', usage };
  }
  return { reason: 'rounds', usage };
}

/** The id that the model gave the call, made unique: some models count anew in each answer, and some give none. */
function newCallId({ calls }: McpHost, { id }: ToolUseContent, taken: Set<string>): string {
  const name = id || 'call';
  let callId = name;
  for (let count = 2; taken.has(callId) || calls.get(callId); count++) callId = `${name}-${count}`;
  taken.add(callId);
  return callId;
}

function toBlock({ id }: ToolUseContent, settled: PromiseSettledResult<ModelResult> | undefined): ToolResultContent {
  const { content, isError } =
    settled?.status === 'fulfilled' ? settled.value : stopped('This call was stopped. It may have run.');
  return { type: 'tool_result', toolUseId: id, content: [...content], isError };
}

function stopped(text: string): ModelResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** @throws {McpError} `stream-ended` when no result comes */
async function resultOfAnswer(
  answer: Awaited<ReturnType<SamplingModel>>,
  signal: AbortSignal,
  say: (part: Exclude<SamplingPart, SamplingResult>) => void,
): Promise<SamplingResult> {
  if ('content' in answer) return answer;
  // Not every browser iterates over a stream.
  const parts = answer instanceof ReadableStream ? readParts(answer) : answer;
  for await (const part of parts) {
    signal.throwIfAborted();
    if (typeof part === 'object' && 'content' in part) return part;
    say(part);
  }
  throw new McpError('stream-ended', 'The model ended without a result: yield one last.');
}

async function* readParts(stream: ReadableStream<SamplingPart>): AsyncGenerator<SamplingPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function sum(one: TokenUsage | undefined, { inputTokens, outputTokens }: TokenUsage): TokenUsage {
  return {
    inputTokens: (one?.inputTokens ?? 0) + inputTokens,
    outputTokens: (one?.outputTokens ?? 0) + outputTokens,
  };
}
