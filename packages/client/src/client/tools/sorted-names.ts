/** Sorts the names of an object in steps: for a hundred thousand, that takes longer than a page may wait. */

/** So many are sorted in about a millisecond. */
const RUN = 2_000;
/** Numbers that objects put first, whatever the order in which they are added. */
const INDEX = /^(?:0|[1-9]\d{0,9})$/;
const MAX_INDEX = 2 ** 32 - 2;

/** Yields now and then. Numbers come first, as in an object that has its members in this order. */
export function* sortedNames(one: object): Generator<undefined, readonly string[]> {
  const names = Object.keys(one);
  yield;
  // An object lists its numbers first, in their order.
  const count = names.findIndex((name) => !INDEX.test(name) || Number(name) > MAX_INDEX);
  const others = count < 0 ? [] : names.slice(count);
  if (others.length <= RUN) return [...names.slice(0, names.length - others.length), ...others.sort()];
  let runs: string[][] = [];
  for (let at = 0; at < others.length; at += RUN) {
    runs.push(others.slice(at, at + RUN).sort());
    yield;
  }
  while (runs.length > 1) {
    const longer: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? []));
    runs = longer;
  }
  return [...names.slice(0, names.length - others.length), ...(runs[0] ?? [])];
}

function* merged(a: readonly string[], b: readonly string[]): Generator<undefined, string[]> {
  const both: string[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [one, other] = [a[i], b[j]];
    if (one !== undefined && (other === undefined || one <= other)) {
      both.push(one);
      i++;
    } else {
      both.push(other ?? '');
      j++;
    }
    if (both.length % RUN === 0) yield;
  }
  return both;
}
