import { isObject } from '../protocol/guards.ts';
import { limitNesting, type Meter } from './schema-limits.ts';

/** A text that is the same for equal JSON values, whatever the order of their members, and different for all others. */
export function canonical(value: unknown, meter: Meter, depth = 0): string {
  limitNesting(depth);
  meter.charge(7);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, meter, depth + 1)).join()}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .toSorted()
      .map((name) => `${JSON.stringify(name)}:${canonical(value[name], meter, depth + 1)}`);
    return `{${members.join()}}`;
  }
  if (typeof value === 'string') meter.charge(value.length >> 4);
  return JSON.stringify(value) ?? 'undefined';
}
