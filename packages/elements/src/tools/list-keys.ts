/** The keys that move through the list of tools. */

/** The row to which a key leads, by its index. Undefined if it leads nowhere. */
export function rowOfKey({ key, target }: KeyboardEvent, count: number): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('.tool')?.dataset['index'] : undefined;
  const at = Number(row);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key];
  return row === undefined || to === undefined || to < 0 || to >= count ? undefined : to;
}

/** Ctrl+F, or Cmd+F on a Mac. */
export const isFind = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'f' && ctrlKey !== metaKey && !altKey && !shiftKey;
