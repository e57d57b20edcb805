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

/** The names of an object, in the order in which they are written. It may yield. */
export type NamesOf = (one: object) => Generator<undefined, readonly string[]>;

/** Yields after each value, and returns the JSON. */
export function* writeJson(
  value: unknown,
  replace: Replace = (one) => one,
  namesOf: NamesOf = namesAsTheyAre,
): Generator<undefined, string> {
  const parts: string[] = [];
  const open: Open[] = [];
  function* begin(one: unknown): Generator<undefined, void> {
    if (typeof one !== 'object' || one === null) return void parts.push(JSON.stringify(one) ?? 'null');
    const names = Array.isArray(one) ? undefined : yield* namesOf(one);
    parts.push(names ? '{' : '[');
    const holder: Open['holder'] = Object(one);
    open.push({ names, holder, length: names ? names.length : Number(holder['length']), next: 0, isEmpty: true });
  }
  yield* begin(replace(value, undefined, 0));
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
        yield* begin(member);
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

// oxlint-disable-next-line require-yield
function* namesAsTheyAre(one: object): Generator<undefined, readonly string[]> {
  return Object.keys(one);
}
