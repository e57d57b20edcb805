/** 2025-11-25, completion notifications: the user's visits to pages, which servers asked for. */

interface Visit {
  readonly completed: Promise<void>;
  end(): void;
}

export class UrlVisits {
  readonly #ondone: (elicitationId: string) => void;
  /** By the id of the elicitation, until the server says that the visit is over. */
  readonly #open = new Map<unknown, Visit>();

  constructor(ondone: (elicitationId: string) => void) {
    this.#ondone = ondone;
  }

  /**
   * Resolves when the server says that the visit is over, which it does not have to do. Several calls may wait for one
   * visit.
   */
  begin(elicitationId: string): Promise<void> {
    let visit = this.#open.get(elicitationId);
    if (!visit) {
      let end = (): void => {};
      const completed = new Promise<void>((resolve) => (end = resolve));
      visit = { completed, end };
      this.#open.set(elicitationId, visit);
    }
    return visit.completed;
  }

  /** Takes a `notifications/elicitation/complete`. Ignores unknown ids, and visits that are over. */
  end(elicitationId: unknown): void {
    const visit = this.#open.get(elicitationId);
    if (!visit || typeof elicitationId !== 'string') return;
    this.#open.delete(elicitationId);
    visit.end();
    this.#ondone(elicitationId);
  }
}
