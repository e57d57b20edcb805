/** Which changes at the server the page wants to hear of, over all its listeners and subscriptions. */
import { McpError } from '../errors.ts';
import type { Session, SessionContext } from '../session/session.ts';
import { isAway, PROMPT_MS } from '../transports/reconnection.ts';

type Context = Pick<SessionContext, 'transports' | 'onmissed' | 'onchangeslost'>;

export class ChangeInterest {
  readonly #session: Session;
  readonly #context: Context;
  readonly #closing: AbortSignal;
  readonly #uris = new Set<string>();
  #hearsLists = false;
  #lastChange: Promise<void> = Promise.resolve();

  /** @param closing aborts when the page closes the client */
  constructor(session: Session, context: Context, closing: AbortSignal) {
    this.#session = session;
    this.#context = context;
    this.#closing = closing;
  }

  /** Hears of changes of lists from now on. */
  addLists(): void {
    if (this.#hearsLists) return;
    this.#hearsLists = true;
    const { transports, onmissed, onchangeslost } = this.#context;
    const askedAt = performance.now();
    const declare = (): Promise<void> => this.#inTurn(() => this.#declare([...this.#uris]));
    const onfailure = (error: McpError, failures: number): void => {
      if (isAway(error, failures)) onchangeslost(error);
    };
    transports.reconnection.persist(declare, { signal: this.#closing, onfailure }).then(
      () => {
        if (performance.now() - askedAt > PROMPT_MS) onmissed({ lists: true, uris: [] });
      },
      (error: unknown) => {
        if (error instanceof McpError && !this.#closing.aborted) onchangeslost(error);
      },
    );
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
