/** When requests wait, or waited, for the user. */
export class Waits {
  readonly #counts = new Map<string, number>();
  readonly #lastAt = new Map<string, number>();

  /** By `performance.now()`; now, while one waits. */
  lastAt(server: string): number | undefined {
    return this.#counts.get(server) ? performance.now() : this.#lastAt.get(server);
  }

  async during<T>(server: string, work: Promise<T>): Promise<T> {
    this.#count(server, 1);
    try {
      return await work;
    } finally {
      this.#count(server, -1);
      this.#lastAt.set(server, performance.now());
    }
  }

  #count(server: string, change: number): void {
    this.#counts.set(server, (this.#counts.get(server) ?? 0) + change);
  }
}
