/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median and the range: `61 (50-80)`. */
export function summary(values, digits = 0) {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  );
  return low === high ? middle : `${middle} (${low}-${high})`;
}

/** The most frequent value. */
export function mostCommon(values) {
  const count = (value) => values.filter((other) => other === value).length;
  return values.toSorted((a, b) => count(b) - count(a))[0];
}
