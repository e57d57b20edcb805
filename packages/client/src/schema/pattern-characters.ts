/** Sets of characters in regular expressions. A character is a code point with the flag `u`, and a code unit without it. */

import type { Meter } from './schema-limits.ts';

/** Charges what takes longer than the step that it is part of. */
export type CharacterTest = (character: number, meter: Meter) => boolean;

/** The first and the last character. */
export type Range = readonly [first: number, last: number];

const LAST = 0x10ffff;

/** What it takes to ask the browser about a character, or to find what it said, in steps. */
const PROPERTY_STEPS = 2;

const DIGITS: readonly Range[] = [[0x30, 0x39]];
const WORD: readonly Range[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const SPACES: readonly Range[] = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: readonly Range[] = [
  [0xa, 0xa],
  [0xd, 0xd],
  [0x2028, 0x2029],
];

/** What a letter after a backslash stands for, if it is a set. */
export const ESCAPED_SETS: ReadonlyMap<string, readonly Range[]> = new Map([
  ['d', DIGITS],
  ['D', except(DIGITS)],
  ['w', WORD],
  ['W', except(WORD)],
  ['s', SPACES],
  ['S', except(SPACES)],
]);

/** `.` */
export const isAny = isIn(except(LINE_ENDS));

/** `\w` */
export const isWord = isIn(WORD);

/** Tests whether a character is in one of the ranges. */
export function isIn(ranges: readonly Range[]): (character: number) => boolean {
  const merged = merge(ranges);
  return (character) => {
    let [from, to] = [0, merged.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const [first, last] = merged[middle] ?? [0, LAST];
      if (character < first) to = middle;
      else if (character > last) from = middle + 1;
      else return true;
    }
    return false;
  };
}

function except(ranges: readonly Range[]): Range[] {
  const others: Range[] = [];
  let next = 0;
  for (const [first, last] of merge(ranges)) {
    if (next < first) others.push([next, first - 1]);
    next = last + 1;
  }
  return [...others, [next, LAST]];
}

/** The same ranges, in their order and without overlaps. */
function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) merged[merged.length - 1] = [before[0], Math.max(before[1], last)];
    else merged.push([first, last]);
  }
  return merged;
}

/**
 * Tests for a Unicode property, `\p{…}` or `\P{…}`. Only the browser knows which characters have it.
 *
 * @throws {SyntaxError} when there is no such property.
 */
export function hasProperty(token: string): CharacterTest {
  const expression = new RegExp(`^${token}$`, 'u');
  const known = new Map<number, boolean>();
  return (character, meter) => {
    meter.charge(PROPERTY_STEPS);
    let answer = known.get(character);
    if (answer === undefined) {
      answer = expression.test(String.fromCodePoint(character));
      known.set(character, answer);
    }
    return answer;
  };
}
