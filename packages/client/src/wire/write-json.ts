/** JSON of long values, in steps. `JSON.stringify` would keep the page busy. */

/** An array or an object that is not written to its end. */
interface Open {
  readonly names: readonly string[] | undefined;
  readonly holder: Readonly<Record<string | number, unknown>>;
  readonly length: number;
  next: number;
  isEmpty: boolean;
}

/** Returns what to write instead of a value. `depth` is the number of arrays and objects around it. */
export type Replace = (value: unknown, name: string | undefined, depth: number) => unknown;

/** Yields after each value, and returns the JSON. */
export function* writeJson(value: unknown, replace: Replace = (one) => one): Generator<undefined, string> {
  const parts: string[] = [];
  const open: Open[] = [];
  const begin = (one: unknown): void => {
    if (typeof one === 'object' && one !== null) {
      const names = Array.isArray(one) ? undefined : Object.keys(one);
      parts.push(names ? '{' : '[');
      const length = names ? names.length : Object(one).length;
      open.push({ names, holder: Object(one), length, next: 0, isEmpty: true });
    } else parts.push(JSON.stringify(one) ?? 'null');
  };
  begin(replace(value, undefined, 0));
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { names, holder, length, next } = last;
    if (next < length) {
      last.next++;
      const name = names?.[next];
      const member = replace(holder[name ?? next], name, open.length);
      // As in `JSON.stringify`.
      if (name === undefined || isWritable(member)) {
        if (!last.isEmpty) parts.push(',');
        last.isEmpty = false;
        if (name !== undefined) parts.push(JSON.stringify(name), ':');
        begin(member);
      }
    } else {
      parts.push(names ? '}' : ']');
      open.pop();
    }
    yield;
  }
  return parts.join('');
}

const isWritable = (value: unknown): boolean => !['undefined', 'function', 'symbol'].includes(typeof value);
