/** Finds the differences between two definitions of a tool. Servers write both, so the work is bounded. */
import { isJsonObject } from '../internal/text/text.ts';

export interface Change {
  /** The names of the members that lead to it, starting at the definition. */
  readonly path: readonly string[];
  /** `before` is absent, rather than undefined, for what is new; `after` for what is gone. */
  readonly before?: unknown;
  readonly after?: unknown;
}

export const MAX_CHANGES = 100;
const MAX_DEPTH = 40;

/** Yields the changes, one more than are shown if there are more, and now and then nothing: whoever runs it can pause. */
export function* findChanges(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
  count = { left: MAX_CHANGES + 1 },
): Generator<Change | undefined, undefined> {
  if (!haveMembers(before, after) || path.length >= MAX_DEPTH) {
    if (!isSameJson(before, after) && count.left-- > 0) yield { path, before, after };
    yield;
    return;
  }
  for (const name of Object.keys(before)) {
    if (count.left <= 0) return;
    yield;
    const [old, now] = [memberOf(before, name), memberOf(after, name)];
    if (now) yield* findChanges(old?.value, now.value, [...path, name], count);
    else if (count.left-- > 0) yield { path: [...path, name], before: old?.value };
  }
  yield;
  for (const name of Object.keys(Object(after))) {
    if (count.left <= 0) return;
    yield;
    if (!Object.hasOwn(before, name) && count.left-- > 0)
      yield { path: [...path, name], after: memberOf(after, name)?.value };
  }
}

/** Two objects, or two lists of objects: lists of simple values are easier to read as a whole. */
function haveMembers(before: unknown, after: unknown): before is object {
  return Array.isArray(before) && Array.isArray(after)
    ? before.every(isJsonObject) && after.every(isJsonObject)
    : isJsonObject(before) && isJsonObject(after);
}

function isSameJson(one: unknown, other: unknown): boolean {
  const areHolders = typeof one === 'object' && typeof other === 'object';
  return one === other || (areHolders && JSON.stringify(one) === JSON.stringify(other));
}

function memberOf(parent: unknown, name: string): { readonly value: unknown } | undefined {
  return typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
    ? { value: Reflect.get(parent, name) }
    : undefined;
}

/** A stretch of text that is the same in both versions, or only in one of them. */
export interface Stretch {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** What all changes together may cost: a server can change a hundred texts at once. */
export interface Budget {
  /** How many pairs of pieces are compared, and characters read. */
  steps: number;
  /** How many stretches are drawn. */
  stretches: number;
}

export const newBudget = (): Budget => ({ steps: 4_000_000, stretches: 240 });

/** Longer lists of pieces are not compared piece by piece. */
const MAX_PIECES = 400;
/** What it takes to find the pieces of a text, in steps for a character. */
const STEPS_TO_SPLIT = 4;

/**
 * How a text changed: word by word, line by line if it has too many words, or as a whole if it has too many lines, or not
 * enough is left of the budget.
 */
export function textChange(before: string, after: string, left = newBudget()): Stretch[] {
  for (const pattern of [/(?<=\s)(?=\S)/, /(?<=\n)/]) {
    if (left.stretches < 3 || !spend(left, STEPS_TO_SPLIT * (before.length + after.length))) break;
    const [old, now] = [before.split(pattern, 20 * MAX_PIECES), after.split(pattern, 20 * MAX_PIECES)];
    const stretches = old.length < 20 * MAX_PIECES && now.length < 20 * MAX_PIECES ? align(old, now, left) : undefined;
    if (!stretches || stretches.length > left.stretches) continue;
    left.stretches -= stretches.length;
    return stretches;
  }
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

function spend(left: Budget, steps: number): boolean {
  if (steps > left.steps) return false;
  left.steps -= steps;
  return true;
}

function align(old: readonly string[], now: readonly string[], left: Budget): Stretch[] | undefined {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end])
    end++;
  const [a, b] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (a.length > MAX_PIECES || b.length > MAX_PIECES || !spend(left, a.length * b.length)) return undefined;
  const lengths = commonLengths(a, b);
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  const stretches: Stretch[] = [];
  const add = (kind: Stretch['kind'], text: string): void => {
    const last = stretches.at(-1);
    if (text === '') return;
    if (last?.kind === kind) stretches[stretches.length - 1] = { kind, text: last.text + text };
    else stretches.push({ kind, text });
  };
  add('same', old.slice(0, start).join(''));
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add('same', a[i++] ?? '');
      j++;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) add('removed', a[i++] ?? '');
    else add('added', b[j++] ?? '');
  }
  add('same', old.slice(old.length - end).join(''));
  return stretches;
}

/** The length of the longest common subsequence that starts at each pair of positions. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  let below = new Uint16Array(b.length + 1);
  const rows = [below];
  for (const piece of a.toReversed()) {
    const row = new Uint16Array(b.length + 1);
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = piece === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    rows.push(row);
    below = row;
  }
  return rows.reverse();
}
