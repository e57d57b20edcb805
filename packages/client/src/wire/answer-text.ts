/** Answers as text, written in slices. */
import { isObject } from '../protocol/guards.ts';
import { inSlices } from './slices.ts';

/** The JSON of an answer, written in slices; nothing when it is longer, or nested too deeply. */
export async function textUpTo(maxLength: number, answer: object): Promise<string | undefined> {
  try {
    return await inSlices(writeInSteps(answer, maxLength));
  } catch {
    return undefined;
  }
}

/** How many items are written at once. */
const BATCH_LENGTH = 8;

/** Yields after each few items, because lists can have thousands. */
function* writeInSteps(answer: object, maxLength: number): Generator<undefined, string | undefined> {
  const members: string[] = [];
  let left = maxLength;
  for (const [name, member] of Object.entries(answer)) {
    const items: unknown[] = Array.isArray(member) ? member : [member];
    const texts: string[] = [];
    for (let start = 0; start < items.length; start += BATCH_LENGTH) {
      const batch = items.slice(start, start + BATCH_LENGTH);
      // What is much too long is not written in vain.
      if (batch.some((item) => lengthOfStrings(item) > left)) return undefined;
      const text = JSON.stringify(batch).slice(1, -1);
      left -= text.length;
      if (left < 0) return undefined;
      texts.push(text);
      yield;
    }
    const text = texts.join(',');
    members.push(`${JSON.stringify(name)}:${Array.isArray(member) ? `[${text}]` : text}`);
  }
  const text = `{${members.join(',')}}`;
  return text.length > maxLength ? undefined : text;
}

/** How long the strings are that an item has, such as the contents of a resource. */
function lengthOfStrings(item: unknown): number {
  let length = 0;
  if (isObject(item)) for (const member of Object.values(item)) if (typeof member === 'string') length += member.length;
  return length;
}
