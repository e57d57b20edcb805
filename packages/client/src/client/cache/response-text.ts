/** Answers as text. */
import { isObject } from '../../protocol/guards.ts';
import { inSlices } from '../../wire/slices.ts';

/** The JSON of an answer, written in slices; nothing when it is longer, or nested too deeply. */
export async function textUpTo(maxLength: number, answer: object): Promise<string | undefined> {
  try {
    return await inSlices(writeInSteps(answer, maxLength));
  } catch {
    return undefined;
  }
}

/** Yields after each item, because lists can have thousands. */
function* writeInSteps(answer: object, maxLength: number): Generator<undefined, string | undefined> {
  const members: string[] = [];
  let length = 2;
  const write = (value: unknown): string => {
    const text = length + lengthOf(value, maxLength) > maxLength ? '' : JSON.stringify(value);
    length += text.length || maxLength;
    return text;
  };
  for (const [name, member] of Object.entries(answer)) {
    const items: string[] = [];
    for (const item of Array.isArray(member) ? member : [member]) {
      items.push(write(item));
      if (length > maxLength) return undefined;
      yield;
    }
    const text = items.join(',');
    members.push(`${JSON.stringify(name)}:${Array.isArray(member) ? `[${text}]` : text}`);
  }
  const text = `{${members.join(',')}}`;
  return text.length > maxLength ? undefined : text;
}

/**
 * A lower bound of the length of a value's JSON. Stops counting beyond `enough`, so that a huge value is not written in
 * vain.
 */
function lengthOf(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length;
  let length = 2;
  if (Array.isArray(value)) {
    for (const item of value) if (length <= enough) length += lengthOf(item, enough - length);
  } else if (isObject(value)) {
    for (const name in value) if (length <= enough) length += name.length + lengthOf(value[name], enough - length);
  } else return 1;
  return length;
}

/** What a page lists, without what it says about itself. */
export function contentOf(page: unknown): string | undefined {
  try {
    return JSON.stringify({ ...(isObject(page) && page), ttlMs: undefined, cacheScope: undefined, _meta: undefined });
  } catch {
    return undefined;
  }
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
