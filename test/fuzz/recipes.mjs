/**
 * Large inputs in few words. A recipe is JSON, in which these objects stand for something long:
 *
 * - `{ '%': 'text', times, of }`: the text `of`, repeated
 * - `{ '%': 'characters', times, from }`: a text of as many characters, each the one after the last
 * - `{ '%': 'list', times, of }`: an array of as many items
 * - `{ '%': 'map', times, name, of }`: an object of as many members
 * - `{ '%': 'deep', times, of, end }`: `of` within `of` within …, each in place of the text `@`
 *
 * In the texts and names of a list or a map, `#` is the index.
 */

/** What a stranger may send: 1 MB. */
export const MAX_SIZE = 1_000_000;

/** Deeper values than any limit, but no deeper than the stack of this script. */
const MAX_DEPTH = 1_500;

/** The input is larger than a stranger's may be. */
export class TooLarge extends Error {}

/** @throws {TooLarge} */
export function expand(recipe) {
  let left = MAX_SIZE;
  const spend = (size) => {
    left -= size;
    if (left < 0) throw new TooLarge('larger than 1 MB');
  };
  const text = (template, index) => {
    const found = index === undefined ? template : template.replaceAll('#', () => index.toString(36));
    spend(found.length + 3);
    return found;
  };
  let depth = 0;
  const build = (part, index, hole) => {
    if (depth >= MAX_DEPTH) throw new TooLarge('deeper than it needs to be');
    depth++;
    const built = buildPart(part, index, hole);
    depth--;
    return built;
  };
  const buildPart = (part, index, hole) => {
    if (typeof part === 'string') return part === '@' && hole ? hole() : text(part, index);
    spend(2);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((item) => build(item, index, hole));
    const { '%': kind, times, of } = part;
    // Changes may have multiplied it again and again, where nothing is built of it.
    if (kind !== undefined && !(times >= 0 && times <= MAX_SIZE))
      throw new TooLarge('repeated more than a million times');
    switch (kind) {
      case 'text': {
        const repeated = build(of, index, hole);
        spend(String(repeated).length * times);
        return String(repeated).repeat(times);
      }
      case 'characters':
        spend(4 * times);
        return Array.from({ length: times }, (_none, at) => String.fromCodePoint(part.from + at)).join('');
      case 'list':
        return Array.from({ length: times }, (_none, at) => build(of, at, hole));
      case 'map':
        return Object.fromEntries(
          Array.from({ length: times }, (_none, at) => [text(part.name, at), build(of, at, hole)]),
        );
      case 'deep': {
        const from = (level) =>
          level >= times ? build(part.end, index, hole) : build(of, level, () => from(level + 1));
        return from(0);
      }
      default:
        return Object.fromEntries(
          Object.entries(part).map(([name, value]) => [text(name, index), build(value, index, hole)]),
        );
    }
  };
  return build(recipe);
}

/**
 * The recipe of a text, or of texts that follow each other.
 *
 * @throws {TooLarge}
 */
export function expandText(recipe) {
  return [expand(recipe)].flat(Infinity).join('');
}

/** The recipe with one part of it replaced, doubled, repeated, nested or left out. */
export function changeRecipe(random, recipe, make) {
  const places = placesIn(recipe);
  const { part, put } = random.pick(places);
  const name = random.pick(['a#', '#', 'aaaaaaaaaaaaaaaa#', 'b']);
  const changes = [
    () => make(),
    () => random.pick(placesIn(make())).part,
    () => random.pick(places).part,
    () => ({ '%': 'list', times: random.size(), of: part }),
    () => ({ '%': 'map', times: random.size(), name, of: part }),
    () => ({
      '%': 'deep',
      times: 1 + random.below(400),
      of: random.pick([['@'], { a: '@' }, { '#': '@', b: '@' }]),
      end: part,
    }),
    () => (typeof part === 'string' ? { '%': 'text', times: random.size(), of: part || 'a' } : resized(random, part)),
    () => resized(random, part),
    () => (typeof part === 'object' && part !== null && !Array.isArray(part) ? without(random, part) : 0),
  ];
  return put(random.pick(changes)());
}

function resized(random, part) {
  return part?.times === undefined
    ? part
    : { ...part, times: random.pick([part.times * 2, part.times * 10, part.times >> 1, random.size()]) };
}

function without(random, part) {
  const names = Object.keys(part);
  const gone = random.pick(names);
  return part['%'] === undefined ? Object.fromEntries(Object.entries(part).filter(([name]) => name !== gone)) : part.of;
}

/** Every part of a recipe, with a function that returns the whole recipe with another part there. */
function placesIn(recipe, put = (other) => other) {
  const places = [{ part: recipe, put }];
  if (typeof recipe !== 'object' || recipe === null || places.length > 500) return places;
  for (const [key, part] of Object.entries(recipe)) {
    if (recipe['%'] !== undefined && key !== 'of' && key !== 'end') continue;
    const inner = (other) => put(Array.isArray(recipe) ? recipe.with(Number(key), other) : { ...recipe, [key]: other });
    places.push(...placesIn(part, inner));
  }
  return places;
}
