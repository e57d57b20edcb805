/**
 * Random numbers that are the same for the same seed.
 *
 * @typedef {object} Random
 * @property {(limit: number) => number} below a whole number from 0 up to, but without, the limit
 * @property {<T>(list: readonly T[]) => T} pick one of a list
 * @property {() => number} size mostly small, rarely a hundred thousand
 */

/** @returns {Random} */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { below, pick: (list) => list[below(list.length)], size: () => Math.floor(10 ** (next() * 5)) };
}
