/** Reads the answer of a model function, which comes at once or as a stream. */
import {
  McpError,
  type SamplingAnswer,
  type SamplingContent,
  type SamplingResult,
  type SamplingUpdate,
} from '@mcp-web/client';
import { isJsonObject, visibleText } from '../internal/text/text.ts';

/** How many characters of the name of a model are shown. */
export const MAX_MODEL = 120;
/** How many characters of the name and the id of a tool call are shown. */
export const MAX_NAME = 200;

export interface Listener {
  ontext: (text: string) => void;
  onupdate: (update: SamplingUpdate) => void;
}

/**
 * @param signal ends the wait, and the work of a model that listens to it
 * @throws {McpError} `invalid-result` if the model returns something that is not an answer, `stream-ended` if its stream ends without one.
 * @throws whatever the model throws.
 */
export async function readAnswer(
  answering: SamplingAnswer | PromiseLike<SamplingAnswer>,
  { ontext, onupdate }: Listener,
  signal: AbortSignal,
): Promise<SamplingResult> {
  const answer: unknown = await untilAborted(Promise.resolve(answering), signal);
  const source = sourceOf(answer);
  if (!source) return requireResult(answer);
  try {
    for (;;) {
      const { done, value } = await untilAborted(source.next(), signal);
      if (done)
        throw new McpError(
          'stream-ended',
          'The stream of the model ended without a result. Its last part has to be the result.',
        );
      if (typeof value === 'string') ontext(value);
      else if (isJsonObject(value) && !('content' in value)) onupdate(value);
      else return requireResult(value);
    }
  } finally {
    source.leave();
  }
}

interface Source {
  next(): Promise<IteratorResult<unknown, unknown>>;
  leave(): void;
}

/** Not every browser can iterate over a stream. */
function sourceOf(answer: unknown): Source | undefined {
  if (answer instanceof ReadableStream) {
    const reader: ReadableStreamDefaultReader<unknown> = answer.getReader();
    return {
      next: async () => reader.read().then(({ done, value }) => ({ done, value })),
      leave: () => void reader.cancel().catch(() => {}),
    };
  }
  if (!isAsyncIterable(answer)) return undefined;
  const iterator = answer[Symbol.asyncIterator]();
  return { next: async () => iterator.next(), leave: () => void iterator.return?.().catch(() => {}) };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** Other reasons are not shown, so that they are not sent either. */
const STOP_REASONS: ReadonlySet<unknown> = new Set(['endTurn', 'stopSequence', 'maxTokens', 'toolUse']);

function requireResult(value: unknown): SamplingResult {
  const { role, content, model, stopReason } = isJsonObject(value) ? value : {};
  const blocks = (Array.isArray(content) ? content : [content]).map(contentOf);
  if (role !== 'assistant' || !isName(model, MAX_MODEL) || !blocks.every((block) => block !== undefined)) {
    throw new McpError(
      'invalid-result',
      `The model did not return a valid answer. An answer needs the role "assistant", the name of the model (up to ${MAX_MODEL} characters), and content of the type text, image, audio or tool_use (with a name and an id of up to ${MAX_NAME} characters).`,
    );
  }
  const isKnown = typeof stopReason === 'string' && STOP_REASONS.has(stopReason);
  return { role, model, content: blocks, ...(isKnown && { stopReason }) };
}

/** A block with the members that the user will see, and no others. */
function contentOf(block: unknown): SamplingContent | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, text, data, mimeType, id, name, input, _meta } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text } : undefined;
    case 'image':
    case 'audio':
      return typeof data === 'string' && typeof mimeType === 'string' ? { type, data, mimeType } : undefined;
    case 'tool_use':
      return isName(id, MAX_NAME) && isName(name, MAX_NAME) && isJsonObject(input)
        ? { type, id, name, input, ...(isJsonObject(_meta) && { _meta }) }
        : undefined;
    default:
      return undefined;
  }
}

/** Whether all of it is shown. */
export const isName = (name: unknown, length: number): name is string =>
  typeof name === 'string' && name.length <= length && visibleText(name).length <= length;

/** A model that ignores the signal must not keep the user waiting. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onabort = (): void => reject(signal.reason);
    if (signal.aborted) onabort();
    signal.addEventListener('abort', onabort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onabort));
  });
}
