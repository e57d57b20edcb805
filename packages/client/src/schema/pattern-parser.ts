/**
 * Reads regular expressions as ECMAScript writes them, so that none from a stranger gets to the browser's engine. What this
 * parser does not know is refused, never guessed.
 */
import { type CharacterTest, ESCAPED_SETS, isAny, isIn, isWord, type Range } from './pattern-characters.ts';
import {
  atEnd,
  atStart,
  either,
  lookAround,
  onlyIf,
  repeated,
  sequence,
  takes,
  type Write,
} from './pattern-program.ts';
import { quoted } from './quoted.ts';
import { limitNesting, type Meter } from './schema-limits.ts';

/** With this flag, or without it, a text is no regular expression. */
export class PatternSyntaxError extends Error {}

/** What the parser needs besides the source. */
export interface PatternContext {
  /** Whether to read with the flag `u`, which is stricter. */
  readonly isUnicode: boolean;
  readonly meter: Meter;
  /** Tests for `\p{…}`. Throws when there is no such property. */
  readonly propertyOf: (token: string) => CharacterTest;
}

/** One character, or a set of them. */
type Atom = number | { readonly ranges: readonly Range[] } | { readonly test: CharacterTest };

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['t', 0x9],
  ['n', 0xa],
  ['v', 0xb],
  ['f', 0xc],
  ['r', 0xd],
]);

export class PatternParser {
  readonly #source: string;
  readonly #context: PatternContext;
  #at = 0;
  #depth = 0;

  constructor(source: string, context: PatternContext) {
    this.#source = source;
    this.#context = context;
  }

  /**
   * @throws {PatternSyntaxError} when it is not a regular expression, at least with this flag.
   * @throws {Error} when it is one, but with something in it that is not supported.
   */
  parse(): Write {
    const write = this.#alternatives(new Set());
    if (this.#at < this.#source.length) this.#fail();
    return write;
  }

  /** @param names the names of the groups so far; those of these alternatives are added */
  #alternatives(names: Set<string>): Write {
    limitNesting(++this.#depth);
    const found: Write[] = [];
    const added: string[] = [];
    do {
      this.#context.meter.charge(names.size);
      // Groups of the same name may stand in different alternatives.
      const own = new Set(names);
      found.push(this.#sequence(own));
      added.push(...own);
    } while (this.#take('|'));
    for (const name of added) names.add(name);
    this.#depth--;
    return either(found);
  }

  #sequence(names: Set<string>): Write {
    const parts: Write[] = [];
    while (this.#at < this.#source.length && !this.#isNext('|') && !this.#isNext(')')) parts.push(this.#term(names));
    return sequence(parts);
  }

  #term(names: Set<string>): Write {
    const { isUnicode, meter } = this.#context;
    meter.charge(4);
    if (this.#take('^')) return atStart;
    if (this.#take('$')) return atEnd;
    const edge = this.#match(/\\[bB]/y);
    if (edge) return atEdge(edge === '\\b');
    if (this.#timesOf()) this.#fail();
    const around = this.#match(/\(\?<?[=!]/y);
    if (around) {
      const write = lookAround(this.#group(names), around);
      // Without the flag, a look-ahead may be repeated.
      return isUnicode || around.includes('<') ? write : this.#quantified(write);
    }
    return this.#quantified(this.#take('(') ? this.#group(this.#kindOfGroup(names)) : this.#atom());
  }

  /** What follows the opening of a group, up to its end. */
  #group(names: Set<string>): Write {
    const write = this.#alternatives(names);
    if (!this.#take(')')) this.#fail();
    return write;
  }

  #kindOfGroup(names: Set<string>): Set<string> {
    if (!this.#take('?') || this.#take(':')) return names;
    if (this.#match(/[ims-]/y)) this.#refuse('(?i');
    const name = this.#take('<') ? this.#match(/[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*>/uy) : undefined;
    if (name === undefined || names.has(name)) this.#fail();
    return names.add(name);
  }

  #quantified(write: Write): Write {
    const times = this.#timesOf();
    if (!times) return write;
    if (times.least > times.most) this.#fail();
    return repeated(write, times.least, times.most);
  }

  #timesOf(): { least: number; most: number } | undefined {
    const sign = this.#match(/[*+?]\??/y)?.[0];
    if (sign) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    const braces = this.#match(/\{\d+(?:,\d*)?\}\??/y);
    if (braces === undefined) return undefined;
    const [least = '', most = least] = braces.slice(1, braces.lastIndexOf('}')).split(',');
    return { least: Number(least), most: most === '' ? Infinity : Number(most) };
  }

  #atom(): Write {
    if (this.#take('.')) return takes(isAny);
    if (this.#take('[')) return takes(this.#class());
    const isEscaped = this.#take('\\');
    if (!isEscaped && this.#match(this.#context.isUnicode ? /[)\]{}]/y : /\)/y)) this.#fail();
    return takes(testOf(isEscaped ? this.#escaped(false) : this.#character()));
  }

  /** What follows the `[`. */
  #class(): CharacterTest {
    const isNegated = this.#take('^');
    // Each only once, however often it is written.
    const ranges = new Set<Range>();
    const tests = new Set<CharacterTest>();
    const add = (atom: Atom): void => {
      if (typeof atom === 'number') ranges.add([atom, atom]);
      else if ('test' in atom) tests.add(atom.test);
      else for (const range of atom.ranges) ranges.add(range);
    };
    while (!this.#take(']')) {
      const first = this.#inClass();
      if (this.#match(/-(?!\])/y) === undefined) {
        add(first);
        continue;
      }
      const last = this.#inClass();
      if (typeof first === 'number' && typeof last === 'number') {
        if (first > last) this.#fail();
        ranges.add([first, last]);
        continue;
      }
      // Without the flag, `[\d-x]` has three members.
      if (this.#context.isUnicode) this.#fail();
      for (const one of [first, 0x2d, last]) add(one);
    }
    const all = [isIn([...ranges]), ...tests];
    return (character, meter) => all.some((test) => test(character, meter)) !== isNegated;
  }

  #inClass(): Atom {
    this.#context.meter.charge(4);
    return this.#take('\\') ? this.#escaped(true) : this.#character();
  }

  /** What follows a backslash. */
  #escaped(isInClass: boolean): Atom {
    const { isUnicode, propertyOf } = this.#context;
    const letter = this.#source[this.#at] ?? '';
    const ranges = ESCAPED_SETS.get(letter);
    const control = isInClass && letter === 'b' ? 0x8 : CONTROLS.get(letter);
    if (ranges || control !== undefined) {
      this.#at++;
      return ranges ? { ranges } : (control ?? 0);
    }
    // With the flag, all others have to be as below. Without it they mean something old, or themselves.
    if (!isUnicode && (/[pPk]/.test(letter) || this.#isNext('u{'))) this.#refuse(`\\${letter}`);
    if (/\d/.test(letter)) return this.#digit(isInClass);
    const property = this.#match(/[pP]\{[\w=]{1,80}\}/y);
    if (property) {
      const test = this.#orFail(() => propertyOf(`\\${property}`));
      return { test };
    }
    if (letter === 'c') {
      const named = this.#match(/c[A-Za-z]/y);
      if (named === undefined) this.#refuse('\\c');
      return named.charCodeAt(1) % 32;
    }
    const code =
      this.#match(/x[\da-fA-F]{2}|u[\da-fA-F]{4}/y) ?? (isUnicode ? this.#match(/u\{[\da-fA-F]+\}/y) : undefined);
    if (code) return this.#codePoint(Number.parseInt(code.replace(/^.\{?/, ''), 16));
    if (isUnicode && letter === 'k') this.#refuse('\\k');
    if (isUnicode && !/[\^$\\.*+?()[\]{}|/]/.test(letter) && !(isInClass && letter === '-')) this.#fail();
    return this.#character();
  }

  /** A back-reference, or the number of a character: only NUL is written alike by everybody. */
  #digit(isInClass: boolean): number {
    if (this.#match(/0(?!\d)/y)) return 0;
    if (!isInClass) this.#refuse(`\\${this.#match(/\d+/y)}`);
    if (this.#context.isUnicode) this.#fail();
    const octal = this.#match(/[0-3][0-7]{0,2}|[4-7][0-7]?/y);
    return octal === undefined ? this.#character() : Number.parseInt(octal, 8);
  }

  /** With the flag, two escapes may stand for one character. */
  #codePoint(first: number): number {
    if (first > 0x10ffff) this.#fail();
    if (!this.#context.isUnicode || first < 0xd800 || first > 0xdbff) return first;
    const low = this.#match(/\\u[dD][c-fC-F][\da-fA-F]{2}/y);
    return low ? (first - 0xd800) * 0x400 + Number.parseInt(low.slice(2), 16) - 0xdc00 + 0x10000 : first;
  }

  /** The next character, whatever it is. */
  #character(): number {
    const character = this.#context.isUnicode ? this.#source.codePointAt(this.#at) : this.#source.charCodeAt(this.#at);
    if (character === undefined || Number.isNaN(character)) return this.#fail();
    this.#at += character > 0xffff ? 2 : 1;
    return character;
  }

  #isNext(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    const isNext = this.#isNext(text);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  /** @param expression has the flag `y` */
  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.#source) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #orFail<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof SyntaxError) this.#fail();
      throw error;
    }
  }

  #fail(): never {
    throw new PatternSyntaxError(`has ${quoted(JSON.stringify(this.#source))}, which is not a regular expression`);
  }

  #refuse(token: string): never {
    throw new Error(`has ${quoted(JSON.stringify(this.#source))}, with ${quoted(token)} in it, which is not supported`);
  }
}

function atEdge(isWanted: boolean): Write {
  return onlyIf((text, at) => {
    const [before, after] = [
      at > 0 && isWord(text.charCodeAt(at - 1)),
      at < text.length && isWord(text.charCodeAt(at)),
    ];
    return (before !== after) === isWanted;
  });
}

function testOf(atom: Atom): CharacterTest {
  if (typeof atom === 'number') return (character) => character === atom;
  return 'test' in atom ? atom.test : isIn(atom.ranges);
}
