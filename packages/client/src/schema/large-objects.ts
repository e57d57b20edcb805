/**
 * The names of large objects. A browser lists the names of an object in one go, which takes 30 ms for as many as fit into a
 * megabyte. So they are all listed while there is still time for it, and none after that.
 */
import { isObject } from '../protocol/guards.ts';

/** The names of an object with fewer are listed in no time. */
const LARGE = 1_000;

/** To list so many names takes less than a millisecond. */
const PARTS_PER_LOOK = 4_096;

export class LargeObjects {
  readonly #names = new Map<object, readonly string[]>();

  namesOf(one: object): readonly string[] {
    const known = this.#names.get(one);
    if (known) return known;
    const names = Object.keys(one);
    if (names.length > LARGE) this.#names.set(one, names);
    return names;
  }

  /**
   * Lists the names of all that are in a JSON value.
   *
   * @param look called from time to time; it may throw
   */
  listAll(value: unknown, look: () => void): void {
    const waiting = [value];
    let left = PARTS_PER_LOOK;
    const spend = (parts: number): void => {
      left -= 1 + parts;
      if (left > 0) return;
      look();
      left = PARTS_PER_LOOK;
    };
    while (waiting.length > 0) {
      const one = waiting.pop();
      if (Array.isArray(one)) {
        for (const item of one) if (typeof item === 'object') waiting.push(item);
        spend(one.length >> 3);
      } else if (isObject(one)) {
        const names = this.namesOf(one);
        spend(names.length);
        for (const name of names) if (typeof one[name] === 'object') waiting.push(one[name]);
      }
    }
  }
}
