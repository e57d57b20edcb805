/** Cached answers: the JSON of the messages that brought them. */
import { isObject } from '../../protocol/guards.ts';
import { textUpTo } from '../../wire/answer-text.ts';

/** What a page lists, without what it says about itself. */
export function contentOf(page: unknown): string | undefined {
  try {
    return JSON.stringify({ ...(isObject(page) && page), ttlMs: undefined, cacheScope: undefined, _meta: undefined });
  } catch {
    return undefined;
  }
}

/** Returns the result as sessions return it; nothing if the text is not the message of an answer. */
export function readAnswer(text: string): unknown {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(message) || !isObject(message['result'])) return undefined;
  const { resultType: _, ...result } = message['result'];
  return result;
}

/**
 * Returns the message that brought a result; nothing if it is too long.
 *
 * @param message absent if it did not come as text: then it is written
 * @param maxLength in characters
 */
export async function messageUpTo(
  maxLength: number,
  result: object,
  message: string | undefined,
): Promise<string | undefined> {
  // The text of an event is a part of what came with it, all of which it would keep in memory. A clone is on its own.
  if (message !== undefined) return message.length > maxLength ? undefined : structuredClone(message);
  const text = await textUpTo(maxLength, result);
  return text && `{"result":${text}}`;
}
