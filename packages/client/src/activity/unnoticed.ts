/** Takes note of something. What goes wrong with that is no matter of the page. */
export function unnoticed<T>(note: () => T): T | undefined {
  try {
    return note();
  } catch {
    return undefined;
  }
}
