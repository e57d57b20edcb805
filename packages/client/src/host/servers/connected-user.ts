/** The user for whom a server is connected, and the calls that are under way for them. */
import type { McpClient } from '../../client/client.ts';
import { McpError } from '../../errors.ts';

/**
 * When the user has signed out, their calls may still be answered. Nothing more is sent for them: it would be sent for
 * the next user.
 */
export class ConnectedUser {
  readonly #leaving = new AbortController();
  readonly #closing: AbortSignal;
  /** Aborts when the user has signed out. */
  readonly left: AbortSignal = this.#leaving.signal;
  /** How many of their calls are under way. */
  calls = 0;
  /** The client that they left behind. */
  #client: McpClient | undefined;

  /** @param closing aborts when nobody waits for their calls anymore */
  constructor(closing: AbortSignal) {
    this.#closing = closing;
  }

  /** @param client is closed when no calls are under way, or when one of them would send something */
  leave(client: McpClient | undefined): void {
    this.#client = client;
    this.#leaving.abort(new McpError('closed', 'The user for whom this was sent has signed out.'));
    if (this.calls > 0) this.#closing.addEventListener('abort', () => this.#closeClient(), { once: true });
    this.closeIdleClient();
  }

  /** To be called when one of their calls has ended after they had left. */
  closeIdleClient(): void {
    if (this.calls === 0) this.#closeClient();
  }

  /**
   * To be called before anything is sent for the user.
   *
   * @throws {McpError} `closed` when they have signed out. Calls that wait for what is not sent now would never end.
   */
  requirePresence(): void {
    if (this.left.aborted) this.#closeClient();
    this.left.throwIfAborted();
  }

  #closeClient(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.close().catch(() => {});
  }
}
