/** What a regular expression says of one character: itself, an escape, or a class. */
import { type CharacterTest, ESCAPED_SETS, isAny, isIn, type Range } from './pattern-characters.ts';
import type { PatternSource } from './pattern-source.ts';
import type { Meter } from './schema-limits.ts';

/** What the parser needs besides the source. */
export interface PatternContext {
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

/** Reads what stands for one character. */
export function readAtom(source: PatternSource, context: PatternContext): CharacterTest {
  if (source.take('.')) return isAny;
  if (source.take('[')) return readClass(source, context);
  const isEscaped = source.take('\\');
  if (!isEscaped && source.match(source.isUnicode ? /[)\]{}]/y : /\)/y)) source.fail();
  const atom = isEscaped ? readEscaped(source, context, false) : source.character();
  if (typeof atom === 'number') return (character) => character === atom;
  return 'test' in atom ? atom.test : isIn(atom.ranges);
}

/** What follows the `[`. */
function readClass(source: PatternSource, context: PatternContext): CharacterTest {
  const isNegated = source.take('^');
  // Each only once, however often it is written.
  const ranges = new Set<Range>();
  const tests = new Set<CharacterTest>();
  const add = (atom: Atom): void => {
    if (typeof atom === 'number') ranges.add([atom, atom]);
    else if ('test' in atom) tests.add(atom.test);
    else for (const range of atom.ranges) ranges.add(range);
  };
  while (!source.take(']')) {
    const first = memberOfClass(source, context);
    if (source.match(/-(?!\])/y) === undefined) {
      add(first);
      continue;
    }
    const last = memberOfClass(source, context);
    if (typeof first === 'number' && typeof last === 'number') {
      if (first > last) source.fail();
      ranges.add([first, last]);
      continue;
    }
    // Without the flag, `[\d-x]` has three members.
    if (source.isUnicode) source.fail();
    for (const one of [first, 0x2d, last]) add(one);
  }
  const all = [isIn([...ranges]), ...tests];
  return (character, meter) => all.some((test) => test(character, meter)) !== isNegated;
}

function memberOfClass(source: PatternSource, context: PatternContext): Atom {
  context.meter.charge(4);
  return source.take('\\') ? readEscaped(source, context, true) : source.character();
}

/** What follows a backslash. */
function readEscaped(source: PatternSource, { propertyOf }: PatternContext, isInClass: boolean): Atom {
  const { isUnicode, next: letter } = source;
  const ranges = ESCAPED_SETS.get(letter);
  const control = isInClass && letter === 'b' ? 0x8 : CONTROLS.get(letter);
  if (ranges || control !== undefined) {
    source.take(letter);
    return ranges ? { ranges } : (control ?? 0);
  }
  // With the flag, all others have to be as below. Without it they mean something old, or themselves.
  if (!isUnicode && (/[pPk]/.test(letter) || source.isNext('u{'))) source.refuse(`\\${letter}`);
  if (/\d/.test(letter)) return readDigit(source, isInClass);
  const property = source.match(/[pP]\{[\w=]{1,80}\}/y);
  if (property) {
    const test = source.orFail(() => propertyOf(`\\${property}`));
    return { test };
  }
  if (letter === 'c') {
    const named = source.match(/c[A-Za-z]/y);
    if (named === undefined) source.refuse('\\c');
    return named.charCodeAt(1) % 32;
  }
  const code =
    source.match(/x[\da-fA-F]{2}|u[\da-fA-F]{4}/y) ?? (isUnicode ? source.match(/u\{[\da-fA-F]+\}/y) : undefined);
  if (code) return readCodePoint(source, Number.parseInt(code.replace(/^.\{?/, ''), 16));
  if (isUnicode && letter === 'k') source.refuse('\\k');
  if (isUnicode && !/[\^$\\.*+?()[\]{}|/]/.test(letter) && !(isInClass && letter === '-')) source.fail();
  return source.character();
}

/** A back-reference, or the number of a character: only NUL is written alike by everybody. */
function readDigit(source: PatternSource, isInClass: boolean): number {
  if (source.match(/0(?!\d)/y)) return 0;
  if (!isInClass) source.refuse(`\\${source.match(/\d+/y)}`);
  if (source.isUnicode) source.fail();
  const octal = source.match(/[0-3][0-7]{0,2}|[4-7][0-7]?/y);
  return octal === undefined ? source.character() : Number.parseInt(octal, 8);
}

/** With the flag, two escapes may stand for one character. */
function readCodePoint(source: PatternSource, first: number): number {
  if (first > 0x10ffff) source.fail();
  if (!source.isUnicode || first < 0xd800 || first > 0xdbff) return first;
  const low = source.match(/\\u[dD][c-fC-F][\da-fA-F]{2}/y);
  return low ? (first - 0xd800) * 0x400 + Number.parseInt(low.slice(2), 16) - 0xdc00 + 0x10000 : first;
}
