/** What a server says in words when it refuses: a JSON-RPC error, or the text of its answer. */
import { isObject } from '../protocol/guards.ts';
import type { Answered } from './probe.ts';

const MAX_LENGTH = 200;

/** Undefined if it says nothing, or shows a page. */
export function wordsOf({ error, text }: Answered): string | undefined {
  const words = (error?.message ?? textIn(text)).replace(/\s+/g, ' ').trim();
  if (words === '' || words.startsWith('<')) return undefined;
  return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH)}…` : words;
}

/** The sentence in JSON, by the names that servers use for it, or else all of the text. */
function textIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
    if (!isObject(value)) return text;
    const { error, message, detail, error_description: description } = value;
    const own = isObject(error) ? error['message'] : undefined;
    return [own, description, message, detail, error].find((words) => typeof words === 'string') ?? text;
  } catch {
    return text;
  }
}
