/** JSON as the user writes it, and numbers that are sent as they were written. */
import type { SharedMessages } from './shared-messages.ts';

/** What the user wrote: a value, or a sentence that says why it is none. */
export type Parsed = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** The number that `written` says, refused when it would change on its way. */
export function parseNumber(text: SharedMessages, written: string): Parsed {
  const trimmed = written.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return { problem: text.notNumber };
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return { problem: text.tooBig };
  return isExact(trimmed, value) ? { value } : { problem: text.imprecise(value) };
}

/** JSON, refused when a number in it would change (where the engine's `JSON.parse` tells). */
export function parseJson(text: SharedMessages, written: string): Parsed {
  let problem: string | undefined;
  // The third parameter is younger than the library of types.
  const checkNumber = (_key: string, value: unknown, context?: { source?: string }): unknown => {
    if (typeof value === 'number' && context?.source !== undefined && !isExact(context.source, value))
      problem = `${context.source}: ${text.imprecise(value)}`;
    return value;
  };
  try {
    const value: unknown = JSON.parse(written, checkNumber);
    return problem === undefined ? { value } : { problem };
  } catch (error) {
    return { problem: text.notJson(error instanceof Error ? error.message : String(error)) };
  }
}

function isExact(written: string, value: number): boolean {
  return Number.isFinite(value) && digitsOf(written) === digitsOf(String(value));
}

/** One spelling for each number: `1.50`, `15e-1` and `1.5` are the same. */
function digitsOf(written: string): string {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().replace(/^[+-]/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return digits === '' ? '0' : `${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`;
}
