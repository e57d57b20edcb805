import { isDate } from './formats.ts';

/** Its day, its time and its offset. */
export const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export function isDateTime(value: string): boolean {
  const [, day] = RFC_3339.exec(value) ?? [];
  return day !== undefined && isDate(day);
}
