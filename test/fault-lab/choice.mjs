// Choices that depend on a seed and on what is chosen for, but not on the order of events: a repeated run chooses the same.
import { randomFrom } from '../fuzz/random.mjs';

/** Random numbers that are the same for the same words. */
export function randomOf(...words) {
  let hash = 0x811c9dc5;
  for (const character of words.join(' ')) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193);
  return randomFrom(hash);
}

/** From `least` to `most`. */
export const between = (random, least, most) => least + random.below(most - least + 1);

/** So many different ones of the list, in its order. */
export function some(random, list, count) {
  const rest = [...list];
  while (rest.length > count) rest.splice(random.below(rest.length), 1);
  return rest;
}
