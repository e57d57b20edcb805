import { isObject } from '../protocol/guards.ts';
import { limitNesting, type Meter } from './schema-limits.ts';

/** A text that is the same for equal JSON values, whatever the order of their members, and different for all others. */
export function canonical(value: unknown, meter: Meter): string {
  if (typeof value !== 'object' || value === null) return atom(value, meter);
  const parts: string[] = [];
  write(value, parts, meter, 0);
  return parts.join('');
}

function write(value: unknown, parts: string[], meter: Meter, depth: number): void {
  limitNesting(depth);
  meter.charge(5);
  if (Array.isArray(value)) {
    parts.push('[');
    for (const item of value) {
      write(item, parts, meter, depth + 1);
      parts.push(',');
    }
    parts.push(']');
  } else if (isObject(value)) {
    parts.push('{');
    for (const name of sortedNames(value, meter)) {
      parts.push(atom(name, meter));
      write(value[name], parts, meter, depth + 1);
    }
    parts.push('}');
  } else parts.push(atom(value, meter));
}

/** The length of a text comes first, so that nothing in it has to be escaped. */
function atom(value: unknown, meter: Meter): string {
  meter.charge(2);
  if (typeof value !== 'string') return String(value);
  meter.charge(value.length >> 4);
  return `${value.length}"${value}`;
}

function sortedNames(value: object, meter: Meter): string[] {
  const names = meter.namesOf(value);
  meter.charge(3 * names.length);
  // Sorting takes longer than anything else here, and stops in between only where it is told to.
  return names.length < 100
    ? names.toSorted()
    : names.toSorted((a, b) => {
        meter.charge(1);
        return a < b ? -1 : 1;
      });
}
