/** JSON of long values, in steps. `JSON.stringify` would keep the page busy. */
import { isObject } from '../protocol/guards.ts';

/** An array or an object that is not written to its end. */
interface Open {
  readonly names: readonly string[] | undefined;
  readonly holder: Readonly<Record<string | number, unknown>>;
  readonly length: number;
  next: number;
}

/** Yields after each value, and returns the JSON. */
export function* writeJson(value: unknown): Generator<undefined, string> {
  const parts: string[] = [];
  const open: Open[] = [];
  const begin = (one: unknown): void => {
    if (Array.isArray(one)) {
      parts.push('[');
      open.push({ names: undefined, holder: Object(one), length: one.length, next: 0 });
    } else if (isObject(one)) {
      const names = Object.keys(one);
      parts.push('{');
      open.push({ names, holder: one, length: names.length, next: 0 });
    } else parts.push(JSON.stringify(one) ?? 'null');
  };
  begin(value);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { names, holder, length, next } = last;
    if (next < length) {
      last.next++;
      if (next > 0) parts.push(',');
      const name = names?.[next];
      if (name !== undefined) parts.push(JSON.stringify(name), ':');
      begin(holder[name ?? next]);
    } else {
      parts.push(names ? '}' : ']');
      open.pop();
    }
    yield;
  }
  return parts.join('');
}
