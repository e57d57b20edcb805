/** A long text in parts, each for an element of its own: browsers lay out only those near the screen. */
import { beginning } from './text.ts';

/** How many characters a part has at most. */
export const PART = 4_000;

/** Parts end with a line where they can, and never within a character. */
export function* partsOf(text: string): Generator<string, undefined> {
  for (let at = 0; at < text.length;) {
    const part = beginning(text.slice(at, at + PART + 1), PART);
    const lines = at + part.length < text.length ? part.slice(0, part.lastIndexOf('\n') + 1) : part;
    const next = lines === '' ? part : lines;
    yield next;
    at += next.length;
  }
}
