/** Which changes at the server the page wants to hear of, over all its listeners and subscriptions. */
import type { Session } from '../session/session.ts';

export class ChangeInterest {
  readonly #session: Session;
  readonly #uris = new Set<string>();
  #hearsLists = false;
  #lastChange: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Hears of changes of lists from now on. */
  addLists(): void {
    if (this.#hearsLists) return;
    this.#hearsLists = true;
    // Some servers announce nothing. Their lists are then as fresh as when they were last fetched.
    this.#inTurn(() => this.#declare([...this.#uris])).catch(() => {});
  }

  addUri(uri: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#uris.has(uri)) return;
      await this.#declare([...this.#uris, uri]);
      this.#uris.add(uri);
    });
  }

  removeUri(uri: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#uris.delete(uri)) await this.#declare([...this.#uris]);
    });
  }

  /**
   * Changes run one after the other, so that a server that refuses one resource does not end the subscription to
   * another.
   */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => {});
    return done;
  }

  #declare(uris: readonly string[]): Promise<void> {
    return this.#session.setInterest({ lists: this.#hearsLists, uris });
  }
}
