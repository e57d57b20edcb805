/**
 * Reads regular expressions as ECMAScript writes them, so that none from a stranger gets to the browser's engine. What this
 * parser does not know is refused, never guessed.
 */
import { type PatternContext, readAtom } from './pattern-atoms.ts';
import { isWord } from './pattern-characters.ts';
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
import type { PatternSource } from './pattern-source.ts';
import { limitNesting } from './schema-limits.ts';

export class PatternParser {
  readonly #source: PatternSource;
  readonly #context: PatternContext;
  #depth = 0;

  constructor(source: PatternSource, context: PatternContext) {
    this.#source = source;
    this.#context = context;
  }

  /**
   * @throws {PatternSyntaxError} when it is not a regular expression, at least with this flag.
   * @throws {Error} when it is one, but with something in it that is not supported.
   */
  parse(): Write {
    const write = this.#alternatives(new Set());
    if (!this.#source.isAtEnd) this.#source.fail();
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
    } while (this.#source.take('|'));
    for (const name of added) names.add(name);
    this.#depth--;
    return either(found);
  }

  #sequence(names: Set<string>): Write {
    const parts: Write[] = [];
    while (!this.#source.isAtEnd && !this.#source.isNext('|') && !this.#source.isNext(')'))
      parts.push(this.#term(names));
    return sequence(parts);
  }

  #term(names: Set<string>): Write {
    this.#context.meter.charge(4);
    if (this.#source.take('^')) return atStart;
    if (this.#source.take('$')) return atEnd;
    const edge = this.#source.match(/\\[bB]/y);
    if (edge) return atEdge(edge === '\\b');
    if (this.#timesOf()) this.#source.fail();
    const around = this.#source.match(/\(\?<?[=!]/y);
    if (around) {
      const write = lookAround(this.#group(names), around);
      // Without the flag, a look-ahead may be repeated.
      return this.#source.isUnicode || around.includes('<') ? write : this.#quantified(write);
    }
    return this.#quantified(
      this.#source.take('(') ? this.#group(this.#kindOfGroup(names)) : takes(readAtom(this.#source, this.#context)),
    );
  }

  /** What follows the opening of a group, up to its end. */
  #group(names: Set<string>): Write {
    const write = this.#alternatives(names);
    if (!this.#source.take(')')) this.#source.fail();
    return write;
  }

  #kindOfGroup(names: Set<string>): Set<string> {
    if (!this.#source.take('?') || this.#source.take(':')) return names;
    if (this.#source.match(/[ims-]/y)) this.#source.refuse('(?i');
    const name = this.#source.take('<')
      ? this.#source.match(/[$_\p{ID_Start}][$\u200c\u200d\p{ID_Continue}]*>/uy)
      : undefined;
    if (name === undefined || names.has(name)) this.#source.fail();
    return names.add(name);
  }

  #quantified(write: Write): Write {
    const times = this.#timesOf();
    if (!times) return write;
    if (times.least > times.most) this.#source.fail();
    return repeated(write, times.least, times.most);
  }

  #timesOf(): { least: number; most: number } | undefined {
    const sign = this.#source.match(/[*+?]\??/y)?.[0];
    if (sign) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    const braces = this.#source.match(/\{\d+(?:,\d*)?\}\??/y);
    if (braces === undefined) return undefined;
    const [least = '', most = least] = braces.slice(1, braces.lastIndexOf('}')).split(',');
    return { least: Number(least), most: most === '' ? Infinity : Number(most) };
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
