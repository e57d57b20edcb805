/** When a connection that failed is opened again, without anybody asking for it. */
import type { McpClient } from '../../client/client.ts';
import type { ConnectOptions } from '../../client/connect-options.ts';
import { MAX_DOUBTS, Reconnection } from '../../transports/reconnection.ts';
import { isHalfReached, mayComeBack } from './unreached.ts';

/** Where a server is, and how to connect to it. */
export interface ServerPlace {
  readonly url: URL;
  /** Sends the requests, if there is one. */
  readonly relay: URL | undefined;
  /** @param options `signal` aborts when the connection ends, too */
  readonly connect: (options: ConnectOptions & { signal: AbortSignal }) => Promise<McpClient>;
}

export class Reopening {
  /** Shared by all clients of the server, one after the other. */
  readonly reconnection: Reconnection;
  /** To which the browser sends requests. */
  readonly #url: URL;
  readonly #open: () => void;
  /** How many attempts have failed in a row. */
  #failures = 0;
  #waiting: AbortController | undefined;

  constructor({ url, relay = url }: Pick<ServerPlace, 'url' | 'relay'>, open: () => void) {
    this.reconnection = new Reconnection(relay);
    this.#url = relay;
    this.#open = open;
  }

  /** Opens the connection when it is time, and returns when that is, in ms since 1970; undefined if it would not help. */
  after(error: unknown): number | undefined {
    this.stop();
    const isDoubtful = isHalfReached(error) && this.#failures < MAX_DOUBTS;
    if (!mayComeBack(error, this.#url) && !isDoubtful) return undefined;
    const { signal } = (this.#waiting = new AbortController());
    let time: number | undefined;
    const onwait = (retryAt: number): void => void (time = retryAt);
    this.reconnection.turn(this.#failures++, { signal, error, onwait }).then(this.#open, () => {});
    return time;
  }

  /** Somebody else opens the connection, or nobody does. */
  stop(): void {
    this.#waiting?.abort();
  }

  /** The server was reached. */
  succeed(): void {
    this.#failures = 0;
  }
}
