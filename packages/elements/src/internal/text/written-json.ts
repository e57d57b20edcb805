/** JSON and numbers that the user writes. A number that JSON cannot carry exactly is refused. */
import type { SharedMessages } from './shared-messages.ts';

/** The value that the user wrote, or a sentence that says what is wrong with it. */
export type Parsed = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** Parses a number. Refuses one that would lose digits. */
export function parseNumber(messages: SharedMessages, written: string): Parsed {
  const trimmed = written.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return { problem: messages.notNumber };
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return { problem: messages.tooBig };
  return isExact(trimmed, value) ? { value } : { problem: messages.imprecise(value) };
}

/** Parses JSON. Refuses numbers that would lose digits, in browsers whose `JSON.parse` passes the source text. */
export function parseJson(messages: SharedMessages, written: string): Parsed {
  let problem: string | undefined;
  // TypeScript's library does not know the third parameter yet.
  const checkNumber = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value === 'number' && context?.source !== undefined && !isExact(context.source, value))
      problem = `${context.source}: ${messages.imprecise(value)}`;
    return value;
  };
  try {
    const value: unknown = JSON.parse(written, checkNumber);
    return problem === undefined ? { value } : { problem };
  } catch (error) {
    return { problem: messages.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

function isExact(written: string, value: number): boolean {
  return Number.isFinite(value) && digitsOf(written) === digitsOf(String(value));
}

/** The same text for equal numbers: `1.50`, `15e-1` and `1.5`. */
function digitsOf(written: string): string {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().replace(/^[+-]/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return digits === '' ? '0' : `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}
