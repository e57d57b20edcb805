/** Where two JSON values differ first, as the names that lead there; undefined if they are the same. */
export function findDifference(
  one: unknown,
  other: unknown,
  path: readonly string[] = [],
): readonly string[] | undefined {
  if (Object.is(one, other)) return undefined;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return path;
  if (Array.isArray(one) !== Array.isArray(other)) return path;
  const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const below = [...path, name];
    if (!mine.has(name) || !theirs.has(name)) return below;
    const difference = findDifference(mine.get(name), theirs.get(name), below);
    if (difference) return difference;
  }
  return undefined;
}
