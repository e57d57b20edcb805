/** Lines on the screen are used again: making new ones for each frame of a flood is most of what a frame would cost. */
import type { LogEntry } from '@mcp-web/client';

export class Slots {
  #slots = new Map<number, number>();
  #count = 0;
  /** Whether an entry was not there the last time. */
  hasNew = false;

  /**
   * Gives each entry a line: those that stay keep theirs, so that the focus stays with them and screen readers hear of what is new
   * only. Lines that became free move from one end to the other.
   */
  assign(shown: readonly LogEntry[]): (entry: LogEntry) => unknown {
    const stays = new Set(shown.map(({ id }) => id));
    const free = [...this.#slots].flatMap(([id, slot]) => (stays.has(id) ? [] : slot));
    this.hasNew = this.#slots.size - free.length < shown.length;
    // Where none stays, none has to move.
    if (free.length === this.#slots.size) free.reverse();
    const slots = (this.#slots = new Map(
      shown.map(({ id }) => [id, this.#slots.get(id) ?? free.pop() ?? this.#count++]),
    ));
    return ({ id }) => slots.get(id);
  }
}
