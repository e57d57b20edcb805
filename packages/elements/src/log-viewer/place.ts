/** Where the user is in the log, and how they are led elsewhere. */
import type { Tail } from './tail.ts';

/** The index of the first row on the screen. */
export function firstVisible({ top, rowHeight }: Tail): number {
  return Math.floor(top / rowHeight);
}

/** Goes on by so many rows. */
export function moveBy(tail: Tail, rows: number): void {
  if (rows !== 0) tail.moveTo(tail.top + rows * tail.rowHeight);
}

/** Puts the scrollbar right where wheel turns at a larger scale left it behind. Returns whether it had to. */
export function settle(tail: Tail): boolean {
  if (Math.abs(tail.settled - tail.scrollTop) < 1) return false;
  tail.moveTo(tail.top);
  return true;
}

/** Leaves the end and brings a row into view: into the middle when it was not, or no further than it must. */
export function reveal(tail: Tail, index: number, isCentered: boolean): void {
  tail.isFollowing = false;
  const top = index * tail.rowHeight;
  const room = tail.height - tail.rowHeight;
  const isAbove = top < tail.top;
  if (isAbove || top > tail.top + room) tail.moveTo(isCentered ? top - room / 2 : isAbove ? top : top - room);
}
