/** JSON with line breaks, in steps: `JSON.stringify` keeps the page busy for a long value. */

/** What is deeper is not indented further: a short text may be very deep. */
const MAX_INDENTED = 100;

/** An array or an object that is not written to its end. */
interface Open {
  readonly names: readonly string[] | undefined;
  readonly holder: Readonly<Record<string | number, unknown>>;
  readonly length: number;
  next: number;
  isEmpty: boolean;
}

/** Yields what `JSON.stringify(value, null, 2)` returns, a little at a time. */
export function* indentedJson(value: unknown): Generator<string, undefined> {
  const open: Open[] = [];
  const begin = (one: unknown): string => {
    if (typeof one !== 'object' || one === null) return JSON.stringify(one) ?? 'null';
    const names = Array.isArray(one) ? undefined : Object.keys(one);
    const holder: Open['holder'] = Object(one);
    open.push({ names, holder, length: names ? names.length : Number(holder['length']), next: 0, isEmpty: true });
    return names ? '{' : '[';
  };
  yield begin(converted(value, ''));
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { names, holder, length, next } = last;
    if (next < length) {
      last.next++;
      const name = names?.[next];
      const member = converted(holder[name ?? next], name ?? String(next));
      if (name !== undefined && ['undefined', 'function', 'symbol'].includes(typeof member)) continue;
      const before = last.isEmpty ? '' : ',';
      last.isEmpty = false;
      yield `${before}${lineEnd(open.length)}${name === undefined ? '' : `${JSON.stringify(name)}: `}${begin(member)}`;
    } else {
      open.pop();
      yield `${last.isEmpty ? '' : lineEnd(open.length)}${names ? '}' : ']'}`;
    }
  }
}

const lineEnd = (depth: number): string => `\n${'  '.repeat(Math.min(depth, MAX_INDENTED))}`;

function converted(value: unknown, name: string): unknown {
  const convert: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'toJSON') : undefined;
  return typeof convert === 'function' ? Reflect.apply(convert, value, [name]) : value;
}
