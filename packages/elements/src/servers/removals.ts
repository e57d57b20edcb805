/** The servers that the user has removed, and can put back: the last one first. */

interface Removal {
  readonly id: string;
  readonly name: string;
  readonly undo: () => void;
}

const MAX_REMOVALS = 10;

export class Removals {
  readonly #all: Removal[] = [];

  get last(): Removal | undefined {
    return this.#all.at(-1);
  }

  has(id: string): boolean {
    return this.#all.some((removal) => removal.id === id);
  }

  add(removal: Removal): void {
    this.#all.push(removal);
    if (this.#all.length > MAX_REMOVALS) this.#all.shift();
  }

  /** Puts the last one back. Returns its id. */
  undo(): string | undefined {
    const last = this.#all.pop();
    last?.undo();
    return last?.id;
  }

  forget(): void {
    this.#all.length = 0;
  }
}
