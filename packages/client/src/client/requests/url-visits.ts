/** 2025-11-25, completion notifications: pages that servers sent the user to. Loaded on demand. */

interface Visit {
  readonly completed: Promise<void>;
  end(): void;
}

export class UrlVisits {
  readonly #ondone: (elicitationId: string) => void;
  /** By the id of the elicitation, until the server says that they are over. */
  readonly #open = new Map<unknown, Visit>();

  constructor(ondone: (elicitationId: string) => void) {
    this.#ondone = ondone;
  }

  /** Resolves when the server says that the visit is over, which it need not do. Several calls may wait for the same one. */
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

  /** Takes `notifications/elicitation/complete`. Unknown ids and those that are over already are ignored. */
  end(elicitationId: unknown): void {
    const visit = this.#open.get(elicitationId);
    if (!visit || typeof elicitationId !== 'string') return;
    this.#open.delete(elicitationId);
    visit.end();
    this.#ondone(elicitationId);
  }
}
