/** ListRows of a long list, in the order of their ids. */
export interface Row {
  readonly id: number;
}
export interface ListRows<R extends Row = Row> {
  readonly length: number;
  at(index: number): R | undefined;
  slice(start?: number, end?: number): readonly R[];
}

/** The index of the first row whose id is at least this. */
export function indexOfId(rows: ListRows, id: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows.at(middle)?.id ?? Infinity) >= id) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function rowOfId<R extends Row>(rows: ListRows<R>, id: number): R | undefined {
  const row = rows.at(indexOfId(rows, id));
  return row?.id === id ? row : undefined;
}
