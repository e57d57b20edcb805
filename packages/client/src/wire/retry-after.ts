/** The longest wait that is believed, in ms: a day. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/** Reads a `Retry-After` header: seconds or a date, as ms from now. Returns nothing for anything else. */
export function readRetryAfter(value: string | null): number | undefined {
  const text = value?.trim() ?? '';
  const isSeconds = /^\d+$/.test(text);
  // `Date.parse` reads much that is no date of HTTP, such as "-1" or "soon 7".
  const isDate = /^[A-Za-z]{3,9},? .*\d\d:\d\d:\d\d/.test(text);
  const delayMs = isSeconds ? Number(text) * 1000 : isDate ? Date.parse(text) - Date.now() : NaN;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), MAX_RETRY_AFTER_MS);
}
