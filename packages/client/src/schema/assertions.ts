/** The keywords that check a value by itself: JSON Schema validation 2020-12, section 6. */
import { isObject } from '../protocol/guards.ts';
import { canonical } from './canonical.ts';
import { report } from './evaluate.ts';
import type { Meter } from './schema-limits.ts';
import { readBoolean, readCount, readList, readNumber, readString, readTypes } from './keyword-values.ts';
import { listed, quoted } from './quoted.ts';
import type { Check, Prepare, Run, Site } from './schema.ts';

export const assertions: Record<string, Prepare> = {
  type: (value) => {
    const allowed = new Set(readTypes(value));
    return (actual, place, run) => {
      const type = typeOf(actual);
      if (allowed.has(type) || (allowed.has('integer') && Number.isInteger(actual))) return true;
      return report(run, place, () => `is of type ${type}, but has to be of type ${[...allowed].join(' or ')}`);
    };
  },
  enum: (value, site) => isOneOf(readList(value), site, 'has to be one of'),
  const: (value, site) => isOneOf([value], site, 'has to be'),

  maximum: limit((value, bound) => value <= bound, 'at most'),
  exclusiveMaximum: limit((value, bound) => value < bound, 'less than'),
  minimum: limit((value, bound) => value >= bound, 'at least'),
  exclusiveMinimum: limit((value, bound) => value > bound, 'more than'),
  multipleOf: (value) => {
    const divisor = readNumber(value);
    if (divisor <= 0) throw new Error('has to be above 0');
    return (actual, place, run) =>
      typeof actual !== 'number' ||
      isMultiple(actual, divisor, run) ||
      report(run, place, () => `has to be a multiple of ${divisor}`);
  },

  maxLength: length(isAtMost, 'at most'),
  minLength: length(isAtLeast, 'at least'),
  maxItems: size(itemsOf, isAtMost, 'at most # items'),
  minItems: size(itemsOf, isAtLeast, 'at least # items'),
  maxProperties: size(membersOf, isAtMost, 'at most # members'),
  minProperties: size(membersOf, isAtLeast, 'at least # members'),

  pattern: (value, { patterns, meter }) => {
    const source = readString(value);
    const matches = patterns.compile(source, meter);
    return (actual, place, run) =>
      typeof actual !== 'string' ||
      matches(actual, run.meter) ||
      report(run, place, () => `has to match the pattern ${quoted(source)}`);
  },
  uniqueItems: (value) => {
    if (!readBoolean(value)) return () => true;
    return (actual, place, run) => {
      if (!Array.isArray(actual)) return true;
      const known = new Set<string>();
      for (const [index, item] of actual.entries()) {
        known.add(canonical(item, run.meter));
        if (known.size <= index) return report(run, { key: index, parent: place }, () => 'is there twice');
      }
      return true;
    };
  },
};

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function isOneOf(values: unknown[], { meter }: Site, words: string): Check {
  const allowed = new Set<unknown>();
  /** Arrays and objects, as texts that can be compared. */
  const written = new Set<string>();
  for (const value of values)
    if (typeof value === 'object' && value !== null) written.add(canonical(value, meter));
    else allowed.add(atom(value, meter));
  const isAllowed = (value: unknown, { meter: own }: Run): boolean =>
    typeof value === 'object' && value !== null ? written.has(canonical(value, own)) : allowed.has(atom(value, own));
  let text: string | undefined;
  return (value, place, run) =>
    isAllowed(value, run) || report(run, place, () => `${words} ${(text ??= listed(values))}`);
}

/** What a set needs to find a text, in steps. */
function atom(value: unknown, meter: Meter): unknown {
  meter.charge(2 + (typeof value === 'string' ? value.length >> 4 : 0));
  return value;
}

function limit(holds: (value: number, bound: number) => boolean, words: string): Prepare {
  return (value) => {
    const bound = readNumber(value);
    return (actual, place, run) =>
      typeof actual !== 'number' || holds(actual, bound) || report(run, place, () => `has to be ${words} ${bound}`);
  };
}

/** @param measure returns `undefined` for a value without such a size. */
function size(
  measure: (value: unknown, run: Run) => number | undefined,
  holds: (size: number, bound: number) => boolean,
  words: string,
): Prepare {
  return (value) => {
    const bound = readCount(value);
    return (actual, place, run) => {
      const found = measure(actual, run);
      return (
        found === undefined ||
        holds(found, bound) ||
        report(run, place, () => `has to have ${words.replace('#', String(bound))} and has ${found}`)
      );
    };
  };
}

function isAtMost(value: number, bound: number): boolean {
  return value <= bound;
}

function isAtLeast(value: number, bound: number): boolean {
  return value >= bound;
}

/** Counts code points only if it matters: there are at least half as many as code units. */
function length(holds: (length: number, bound: number) => boolean, words: string): Prepare {
  return (value) => {
    const bound = readCount(value);
    return (actual, place, run) => {
      if (typeof actual !== 'string' || (holds(actual.length, bound) && holds(actual.length / 2, bound))) return true;
      run.meter.charge(actual.length >> 2);
      let found = 0;
      for (const _character of actual) found++;
      return (
        holds(found, bound) || report(run, place, () => `has to have ${words} ${bound} characters, but has ${found}`)
      );
    };
  };
}

function itemsOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function membersOf(value: unknown, { meter }: Run): number | undefined {
  if (!isObject(value)) return undefined;
  const { length } = meter.namesOf(value);
  meter.charge(8 * length);
  return length;
}

/** Calculates with decimals, not with binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, divisor: number, { meter }: Run): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const least = Math.min(exponent, divisorExponent);
  meter.charge(4 + (Math.abs(exponent - divisorExponent) >> 2));
  return (digits * 10n ** BigInt(exponent - least)) % (divisorDigits * 10n ** BigInt(divisorExponent - least)) === 0n;
}

function decimal(value: number): [digits: bigint, exponent: number] {
  const [digits = '', exponent] = value.toExponential().split('e');
  return [BigInt(digits.replace('.', '')), Number(exponent) - (digits.split('.')[1]?.length ?? 0)];
}
