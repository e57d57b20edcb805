/**
 * The YAML that frontmatter is written in: block and flow collections, and every kind of scalar, typed by the core schema of
 * YAML 1.2. Anchors, aliases, tags, directives and keys that are not text are refused: no skill needs them.
 */
import { readBlockScalar, type YamlLine, type YamlLines } from './yaml-blocks.ts';
import { plainValue, readFlow, readQuoted, trimmed, YamlError } from './yaml-scalars.ts';

const MAX_DEPTH = 32;
/** Begins something that is refused, or that means nothing. */
const REFUSED = /^(?:[&*!%@`|>,\]}#]|\?(?:[ \t]|$))/;

/** Reads a YAML document that is a mapping. */
export function readYaml(text: string): unknown {
  return new YamlReader(text).read();
}

class YamlReader implements YamlLines {
  readonly text: string;
  readonly #lines: YamlLine[] = [];
  /** Empty lines after the last one. */
  #lastBlanks = 0;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    let blanks = 0;
    for (let start = 0; start <= text.length;) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      const line = text.slice(start, end);
      const indent = line.length - line.replace(/^ +/, '').length;
      if (/^[ \t]*$/.test(line)) blanks++;
      else {
        this.#lines.push({ start: start + indent, end, indent, blanksBefore: blanks });
        blanks = 0;
      }
      start = end + 1;
    }
    this.#lastBlanks = blanks;
  }

  read(): unknown {
    const line = this.#next();
    const value = line ? this.#block(0) : null;
    if (this.#next()) throw new YamlError('it has a line that belongs to nothing');
    return value;
  }

  /** The next line that is not a comment. */
  #next(): YamlLine | undefined {
    while (this.#line && this.text[this.#line.start] === '#') this.#at++;
    const line = this.#line;
    if (line && this.text[line.start] === '\t') throw new YamlError('it is indented with a tab');
    return line;
  }

  get #line(): YamlLine | undefined {
    return this.#lines[this.#at];
  }

  continuation(indent: number): YamlLine | undefined {
    const line = this.#line;
    return line && line.indent > indent ? line : undefined;
  }

  skipLine(): void {
    this.#at++;
  }

  get blanksHere(): number {
    return this.#line?.blanksBefore ?? this.#lastBlanks;
  }

  #textOf({ start, end }: YamlLine): string {
    return trimmed(this.text.slice(start, end));
  }

  #block(minIndent: number): unknown {
    const line = this.#next();
    if (!line || line.indent < minIndent) return null;
    if (++this.#depth > MAX_DEPTH) throw new YamlError(`it has more than ${MAX_DEPTH} levels`);
    const text = this.#textOf(line);
    const value = isItem(text)
      ? this.#sequence(line.indent)
      : this.#key(line)
        ? this.#mapping(line.indent)
        : this.#inline(line, line.start, minIndent - 1);
    this.#depth--;
    return value;
  }

  #sequence(indent: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#next(); line?.indent === indent && isItem(this.#textOf(line)); line = this.#next()) {
      const width = /^-[ \t]*/.exec(this.#textOf(line))?.[0].length ?? 1;
      const rest = this.text.slice(line.start + width, line.end);
      if (rest === '' || rest.startsWith('#')) {
        this.#at++;
        items.push(this.#block(indent + 1));
      } else {
        // What follows the dash stands as if it were on a line of its own.
        line.start += width;
        line.indent += width;
        items.push(this.#block(indent + 1));
      }
    }
    return items;
  }

  #mapping(indent: number): object {
    const members = new Map<string, unknown>();
    for (let line = this.#next(); line?.indent === indent; line = this.#next()) {
      const key = this.#key(line);
      if (!key) throw new YamlError('it has a line that is no member of its mapping');
      if (members.has(key.name)) throw new YamlError(`it has ${JSON.stringify(key.name.slice(0, 60))} twice`);
      members.set(key.name, this.#member(line, key.end, indent));
    }
    return Object.fromEntries(members);
  }

  /** @param start where the text after the colon begins */
  #member(line: YamlLine, start: number, indent: number): unknown {
    const rest = this.text.slice(start, line.end);
    if (rest !== '' && !rest.startsWith('#')) {
      if (isItem(rest)) throw new YamlError('it has a list that begins beside its name');
      return this.#inline(line, start, indent);
    }
    this.#at++;
    const next = this.#next();
    if (next?.indent === indent && isItem(this.#textOf(next))) return this.#block(indent);
    return this.#block(indent + 1);
  }

  /** A value that begins in a line. What it goes on with is indented more than `indent`. */
  #inline(line: YamlLine, start: number, indent: number): unknown {
    const first = this.text.charAt(start);
    if (first === '|' || first === '>') {
      this.#at++;
      return readBlockScalar(this, trimmed(this.text.slice(start, line.end)), indent);
    }
    if (first === '"' || first === "'") {
      const { value, end } = readQuoted(this.text, start);
      this.#leave(end);
      return value;
    }
    if (first === '[' || first === '{') {
      const { value, end } = readFlow(this.text, start);
      this.#leave(end);
      return value;
    }
    return this.#plain(line, start, indent);
  }

  #plain(line: YamlLine, start: number, indent: number): unknown {
    let text = '';
    let next: YamlLine | undefined = { ...line, start };
    while (next) {
      const [own = '', comment]: string[] = this.text.slice(next.start, next.end).split(/(?<=[ \t])#/, 2);
      const part = trimmed(own);
      if (text === '' && (REFUSED.test(part) || isItem(part)))
        throw new YamlError(`it has a value that begins with ${JSON.stringify(part.slice(0, 1))}`);
      if (/:(?:[ \t]|$)/.test(part)) throw new YamlError('it has a colon in a text without quotes');
      text += text === '' ? part : `${next.blanksBefore > 0 ? '\n'.repeat(next.blanksBefore) : ' '}${part}`;
      this.#at++;
      next = comment === undefined ? this.continuation(indent) : undefined;
      if (next && this.text[next.start] === '#') next = undefined;
    }
    return plainValue(text);
  }

  /** Goes on after the line in which a value has ended. */
  #leave(end: number): void {
    while (this.#line && this.#line.end < end) this.#at++;
    const rest = this.text.slice(end, this.#line?.end);
    if (!/^[ \t]*(?:$|(?<=[ \t])#)/.test(rest)) throw new YamlError('it has text after the end of a value');
    this.#at++;
  }

  /** The name that a line begins with, and where its value is. */
  #key({ start, end }: YamlLine): { name: string; end: number } | undefined {
    const first = this.text.charAt(start);
    let name: string;
    let after: number;
    if (first === '"' || first === "'") {
      const quoted = readQuoted(this.text, start);
      if (quoted.end > end) return undefined;
      ({ value: name, end: after } = quoted);
    } else {
      const [text = ''] = this.text.slice(start, end).split(/[ \t]#/, 1);
      const colon = text.search(/:(?:[ \t]|$)/);
      if (colon <= 0 || /^[[{]/.test(text) || REFUSED.test(text)) return undefined;
      name = trimmed(text.slice(0, colon));
      after = start + colon;
    }
    const separator = /^[ \t]*:(?:[ \t]+|$)/.exec(this.text.slice(after, end));
    return separator ? { name, end: after + separator[0].length } : undefined;
  }
}

const isItem = (text: string): boolean => /^-(?:[ \t]|$)/.test(text);
