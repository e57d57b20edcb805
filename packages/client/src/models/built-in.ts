/** The browser's own model (the Prompt API), where there is one. */
import { McpError } from '../errors.ts';
import type { SamplingContent, SamplingMessage, SamplingParams } from '../protocol/request-types.ts';
import type { JsonObject } from '../protocol/types.ts';
import { blocksOf, resultOf } from './blocks.ts';
import type { SamplingModel } from './model.ts';
import { describe, streamParts } from './stream.ts';

/** Whether the model can be used: now, after a download that the first use starts, or not at all. */
export type BuiltInAvailability = 'available' | 'downloading' | 'downloadable' | 'unavailable';

export interface BuiltInModelOptions {
  /** The languages of the conversation, as tags such as `de`. The browser's model may support only some. */
  languages?: readonly string[] | undefined;
}

/** The part of the Prompt API that this adapter uses. TypeScript does not have its types yet. */
interface LanguageModelApi {
  availability(options: JsonObject): Promise<BuiltInAvailability>;
  create(options: JsonObject): Promise<LanguageModelSession>;
}

interface LanguageModelSession {
  promptStreaming(input: readonly JsonObject[], options: { signal: AbortSignal }): ReadableStream<string>;
  /** How many tokens the text has. */
  measureContextUsage?(text: string): Promise<number>;
  /** Its earlier name. */
  measureInputUsage?(text: string): Promise<number>;
  destroy(): void;
}

/**
 * Whether this browser has a model, and whether it has to be downloaded. `unavailable` in browsers without the Prompt
 * API.
 *
 * @example
 * ```ts
 * import { builtInAvailability, builtInModel } from '@mcp-web/client/models/built-in';
 *
 * if ((await builtInAvailability()) === 'available') document.querySelector('mcp-sampling-review')!.model = builtInModel();
 * ```
 */
export async function builtInAvailability({ languages }: BuiltInModelOptions = {}): Promise<BuiltInAvailability> {
  return (await api()?.availability(expected(['text'], languages))) ?? 'unavailable';
}

/**
 * Answers sampling requests with the browser's model, and streams the answer. Nothing leaves the device, unless the
 * browser says otherwise. If the model has to be downloaded first, the answer reports the progress. Some browsers start
 * the download only after a click, such as the one that approves a request.
 *
 * Supports text, and images and audio where the browser's model does, but no tools. Ignores `temperature`,
 * `stopSequences` and `modelPreferences`, which pages cannot set. Answers fail with `unsupported` when there is no
 * model for the request.
 *
 * @returns nothing in browsers without the Prompt API
 */
export function builtInModel({ languages }: BuiltInModelOptions = {}): SamplingModel | undefined {
  if (!api()) return undefined;
  return describe(
    (params, { signal }) =>
      streamParts(signal, async (say, wanted) => {
        const model = api();
        const kinds = new Set(params.messages.flatMap(blocksOf).map(({ type }) => type));
        const options = expected(
          ['text', ...(['image', 'audio'] as const).filter((kind) => kinds.has(kind))],
          languages,
        );
        if (!model || (await model.availability(options)) === 'unavailable')
          throw new McpError('unsupported', 'The browser has no model for this, on this device.');
        const session = await model.create({
          ...options,
          signal: wanted,
          ...(params.systemPrompt && { initialPrompts: [{ role: 'system', content: params.systemPrompt }] }),
          monitor: (download: EventTarget) =>
            download.addEventListener('downloadprogress', (event) => {
              if ('loaded' in event && typeof event.loaded === 'number')
                say({ progress: { progress: event.loaded, total: 1 } });
            }),
        });
        try {
          await answer(session, params, say, wanted);
        } finally {
          session.destroy();
        }
      }),
    // Of which model it is, browsers say nothing.
    { title: NAME, supportsTools: false },
  );
}

const NAME = 'built-in';

async function answer(
  session: LanguageModelSession,
  { messages, maxTokens }: SamplingParams,
  say: (part: string | ReturnType<typeof resultOf>) => void,
  signal: AbortSignal,
): Promise<void> {
  // The API has no token limit, so we count. A token has at least one character, so short answers need not be counted.
  const countTokens = async (text: string): Promise<number> =>
    (await (session.measureContextUsage?.(text) ?? session.measureInputUsage?.(text))) ?? text.length;
  const reader = session.promptStreaming(messages.map(promptOf), { signal }).getReader();
  let text = '';
  let isOver = false;
  let countedAt = maxTokens;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const longer = text + value;
      if (longer.length > countedAt) {
        const tokens = await countTokens(longer);
        isOver = tokens > maxTokens;
        if (isOver) break;
        countedAt = longer.length + maxTokens - tokens;
      }
      text = longer;
      say(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  say(resultOf(NAME, text, [], isOver ? 'maxTokens' : 'endTurn'));
}

function api(): LanguageModelApi | undefined {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  return isApi(found) ? found : undefined;
}

function isApi(value: unknown): value is LanguageModelApi {
  return typeof value === 'function' && 'create' in value && 'availability' in value;
}

function expected(inputs: readonly string[], languages: readonly string[] | undefined): JsonObject {
  return {
    expectedInputs: inputs.map((type) => ({ type, ...(languages && type === 'text' && { languages }) })),
    expectedOutputs: [{ type: 'text', ...(languages && { languages }) }],
  };
}

function promptOf(message: SamplingMessage): JsonObject {
  return { role: message.role, content: blocksOf(message).map(partOf) };
}

function partOf(block: SamplingContent): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', value: block.text };
    case 'image':
      return { type: 'image', value: new Blob([bytesOf(block.data)], { type: block.mimeType }) };
    case 'audio':
      return { type: 'audio', value: bytesOf(block.data) };
    default:
      throw new McpError('unsupported', 'The built-in model does not support tools.');
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new McpError(
      'unsupported',
      'An image or audio block in the messages is not base64, so it cannot be sent to a model.',
      {
        cause,
      },
    );
  }
}
