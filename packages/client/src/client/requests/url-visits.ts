/** 2025-11-25, completion notifications: the user's visits to pages, which servers asked for. */
import { addressSpaceOf, isLessPublic } from '../../protocol/address-space.ts';

interface Visit {
  readonly completed: Promise<void>;
  end(): void;
}

export class UrlVisits {
  readonly #ondone: (elicitationId: string) => void;
  readonly #server: URL | undefined;
  /** By the id of the elicitation, until the server says that the visit is over. */
  readonly #open = new Map<unknown, Visit>();

  /** @param server the server's URL; none for a server in the page itself */
  constructor(ondone: (elicitationId: string) => void, server?: URL) {
    this.#ondone = ondone;
    this.#server = server;
  }

  /**
   * Whether the server may send the user there: not from the internet to a private network or this device, and not from
   * a private network to this device.
   */
  mayLeadTo(url: string): boolean {
    const server = this.#server;
    return !server || !isLessPublic(addressSpaceOf(new URL(url).hostname), addressSpaceOf(server.hostname));
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
