/** When a connection that failed is opened again, without anybody asking for it. */
import { MAX_DOUBTS, Reconnection } from '../../transports/reconnection.ts';
import { isHalfReached, mayComeBack } from './unreached.ts';

export class Reopening {
  /** Shared by all clients of the server, one after the other. */
  readonly reconnection: Reconnection;
  readonly #url: URL;
  readonly #open: () => void;
  /** How many attempts have failed in a row. */
  #failures = 0;
  #waiting: AbortController | undefined;

  constructor(url: URL, open: () => void) {
    this.reconnection = new Reconnection(url);
    this.#url = url;
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
