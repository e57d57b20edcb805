/** Dates and times between the form of RFC 3339, which is sent, and that of the browser's controls. */

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;

export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // The 31st of February becomes the 3rd of March: it has to come back as it was.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

export function isDateTime(value: string): boolean {
  return RFC_3339.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
}

/** Whether a `datetime-local` control can show it. */
export function isLocalDateTime(value: string): boolean {
  return LOCAL.test(value) && isDate(value.slice(0, 10));
}

/** `2026-01-31T09:30` in the user's time zone becomes `2026-01-31T09:30:00+01:00`. Anything else comes back as it is. */
export function fromLocalDateTime(written: string): string {
  const date = new Date(written);
  if (!isLocalDateTime(written) || Number.isNaN(date.getTime())) return written;
  const offset = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) => String(part).padStart(2, '0'));
  return `${written.length === 16 ? `${written}:00` : written}${offset === 0 ? 'Z' : `${offset < 0 ? '-' : '+'}${hours}:${minutes}`}`;
}

/** The other way; undefined when it is no date and time of RFC 3339. */
export function toLocalDateTime(value: string): string | undefined {
  if (!isDateTime(value)) return undefined;
  const date = new Date(value);
  const part = (number: number, length = 2): string => String(number).padStart(length, '0');
  const day = `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
  const seconds = date.getSeconds() ? `:${part(date.getSeconds())}` : '';
  return `${day}T${part(date.getHours())}:${part(date.getMinutes())}${seconds}`;
}
