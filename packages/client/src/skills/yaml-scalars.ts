/** Scalars of YAML, and its collections in brackets. */

/** Says why a text is not the YAML that this client reads. */
export class YamlError extends Error {}

const MAX_DEPTH = 32;
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\u001b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};
const CODES: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

interface Read<T> {
  readonly value: T;
  /** Where the text goes on. */
  readonly end: number;
}

/** The core schema of YAML 1.2. */
export function plainValue(text: string): unknown {
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^0o[0-7]+$|^0x[\da-fA-F]+$/.test(text)) return Number(text);
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text)) return Number(text);
  // JSON has no way to write those that are left: infinity, and what is not a number.
  return text;
}

/** Without the spaces and tabs around it. Other white space is text in YAML. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t';

/** Reads a text in quotes. */
export function readQuoted(text: string, start: number): Read<string> {
  const quote = text[start];
  let value = '';
  for (let at = start + 1; at < text.length;) {
    const char = text.charAt(at);
    if (char === quote) {
      if (quote === '"' || text[at + 1] !== "'") return { value, end: at + 1 };
      value += "'";
      at += 2;
    } else if (char === '\\' && quote === '"') {
      const escaped = readEscape(text, at + 1);
      value += escaped.value;
      at = escaped.end;
    } else if (/[ \t\n]/.test(char)) {
      const space = /[ \t\n]+/y;
      space.lastIndex = at;
      const [found = ''] = space.exec(text) ?? [];
      value += folded(found);
      at += found.length;
    } else {
      value += char;
      at++;
    }
  }
  throw new YamlError('it has a quote that does not end');
}

/** White space within a text: a line break is a space, and empty lines are line breaks. */
function folded(space: string): string {
  const breaks = space.split('\n').length - 1;
  return breaks === 0 ? space : breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}

function readEscape(text: string, at: number): Read<string> {
  const char = text.charAt(at);
  if (char === '\n') {
    const [, indent = ''] = /^\n([ \t]*)/.exec(text.slice(at, at + 1_000)) ?? [];
    return { value: '', end: at + 1 + indent.length };
  }
  const simple = ESCAPES[char];
  if (simple !== undefined) return { value: simple, end: at + 1 };
  const length = CODES[char] ?? 0;
  const digits = text.slice(at + 1, at + 1 + length);
  const code = /^[\da-f]+$/i.test(digits) && digits.length === length ? Number.parseInt(digits, 16) : Number.NaN;
  if (!(code <= 0x10_ff_ff)) throw new YamlError('it has an escape that means nothing');
  return { value: String.fromCodePoint(code), end: at + 1 + length };
}

/** Reads a list or a mapping in brackets. */
export function readFlow(text: string, start: number, depth = 0): Read<unknown> {
  if (depth > MAX_DEPTH) throw new YamlError(`it has more than ${MAX_DEPTH} levels`);
  const isList = text[start] === '[';
  const close = isList ? ']' : '}';
  const items: unknown[] = [];
  const members = new Map<string, unknown>();
  let at = skipSpace(text, start + 1);
  while (text[at] !== close) {
    const first = readFlowValue(text, at, depth);
    at = skipSpace(text, first.end);
    if (isList) {
      if (text[at] === ':') throw new YamlError('it has a mapping in a list without braces');
      items.push(first.value);
    } else {
      const name = first.isText ? String(first.value) : first.source;
      if (members.has(name)) throw new YamlError(`it has ${JSON.stringify(name.slice(0, 60))} twice`);
      if (text[at] === ':') {
        at = skipSpace(text, at + 1);
        const isEmpty = text[at] === ',' || text[at] === close;
        const value = isEmpty ? { value: null, end: at } : readFlowValue(text, at, depth);
        members.set(name, value.value);
        at = skipSpace(text, value.end);
      } else members.set(name, null);
    }
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== close) throw new YamlError('it has a bracket that does not end');
  }
  return { value: isList ? items : Object.fromEntries(members), end: at + 1 };
}

interface FlowValue extends Read<unknown> {
  readonly isText: boolean;
  /** As it is written. */
  readonly source: string;
}

function readFlowValue(text: string, at: number, depth: number): FlowValue {
  const first = text.charAt(at);
  if (first === '[' || first === '{') {
    const { value, end } = readFlow(text, at, depth + 1);
    return { value, end, isText: false, source: text.slice(at, end) };
  }
  if (first === '"' || first === "'") return { ...readQuoted(text, at), isText: true, source: '' };
  const plain = /(?:[^,[\]{}:#]|:(?![ \t\n,[\]{}]|$)|(?<![ \t\n])#)+/y;
  plain.lastIndex = at;
  const source = withoutBreaks(plain.exec(text)?.[0] ?? '');
  if (source === '' || /^(?:[?-](?:[ \t\n]|$)|[&*!%@`|>])/.test(source))
    throw new YamlError('it has an empty value, or one that begins with a sign that is not read');
  const value = plainValue(source.replaceAll(/[ \t\n]+/g, folded));
  return { value, end: at + source.length, isText: false, source };
}

/** Without the white space at its end. */
function withoutBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || isSpace(text[end - 1]))) end--;
  return text.slice(0, end);
}

function skipSpace(text: string, at: number): number {
  const space = /(?:[ \t\n]|(?<=[ \t\n])#[^\n]*)*/y;
  space.lastIndex = at;
  return at + (space.exec(text)?.[0].length ?? 0);
}
