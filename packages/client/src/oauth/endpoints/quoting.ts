/** What comes from outside, as it may stand in an error message. */

/** An address for an error message: its query may hold a key, and errors end up in logs. */
export function withoutQuery(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Text of somebody else's, for an error message: one line, and not a long one. */
export function shorten(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
