/**
 * Scrolls a line that is cut off before what was found in it, and the one before back.
 * @returns what it scrolled
 */
export function uncover(root: ParentNode, before: Element | undefined): Element | undefined {
  const found = root.querySelector('.found mark');
  const cell = found?.closest('.entry > *') ?? undefined;
  if (before !== cell) before?.scrollTo({ left: 0 });
  if (!found || !cell) return undefined;
  const { left, right, width } = found.getBoundingClientRect();
  const seen = cell.getBoundingClientRect();
  if (left < seen.left || right > seen.right) cell.scrollLeft += left - seen.left - (seen.width - width) / 2;
  return cell;
}
