/** Reads the answer of a model function, which comes at once or as a stream. */
import {
  McpError,
  type SamplingAnswer,
  type SamplingContent,
  type SamplingResult,
  type SamplingUpdate,
} from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';

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

function requireResult(value: unknown): SamplingResult {
  const { role, content, model, stopReason } = isJsonObject(value) ? value : {};
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  if (role !== 'assistant' || typeof model !== 'string' || !blocks.every(isContent)) {
    throw new McpError(
      'invalid-result',
      'The model did not return a valid answer. An answer needs the role "assistant", the name of the model, and content of the type text, image, audio or tool_use.',
    );
  }
  return { role, model, content: blocks, ...(typeof stopReason === 'string' && { stopReason }) };
}

function isContent(block: unknown): block is SamplingContent {
  if (!isJsonObject(block)) return false;
  const isText = (...names: string[]): boolean => names.every((name) => typeof block[name] === 'string');
  switch (block['type']) {
    case 'text':
      return isText('text');
    case 'image':
    case 'audio':
      return isText('data', 'mimeType');
    case 'tool_use':
      return isText('id', 'name') && isJsonObject(block['input']);
    default:
      return false;
  }
}

/** A model that ignores the signal must not keep the user waiting. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onabort = (): void => reject(signal.reason);
    if (signal.aborted) onabort();
    signal.addEventListener('abort', onabort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onabort));
  });
}
