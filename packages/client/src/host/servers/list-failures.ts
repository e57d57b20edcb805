/** Which lists of a server could not be fetched or may be out of date, and when they are fetched again. */
import type { McpError } from '../../errors.ts';
import { Doubts, type Reconnection } from '../../transports/reconnection.ts';
import type { HostServer } from '../snapshot.ts';
import type { List } from './lists.ts';
import { toMcpError } from './unreached.ts';

type State = Pick<HostServer, 'listError' | 'failedLists'>;

export class ListFailures {
  readonly #reconnection: Reconnection;
  readonly #fetch: (lists: readonly List[]) => void;
  readonly #errors = new Map<List, McpError>();
  /** Why changes are not announced anymore. */
  #silence: McpError | undefined;
  readonly #doubts = new Map<List, Doubts>();
  /** The lists that are fetched again. */
  readonly #wanted = new Set<List>();
  /** How many attempts have failed in a row. */
  #attempt = 0;
  #waiting: AbortController | undefined;

  /** @param fetch fetches these lists, and then calls `note` */
  constructor(reconnection: Reconnection, fetch: (lists: readonly List[]) => void) {
    this.#reconnection = reconnection;
    this.#fetch = fetch;
  }

  get state(): State {
    const [failure] = this.#errors.values();
    return {
      listError: failure ?? this.#silence,
      failedLists: failure && Object.freeze([...this.#errors.keys()]),
    };
  }

  clear(): State {
    this.stop();
    this.#errors.clear();
    this.#wanted.clear();
    this.#doubts.clear();
    this.#attempt = 0;
    this.#silence = undefined;
    return this.state;
  }

  /** Changes are announced no longer, for this reason; or they are again. */
  setSilence(reason: McpError | undefined): State {
    this.#silence = reason;
    return this.state;
  }

  /** Waits no longer to fetch anything. */
  stop(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }

  /** @param fetched the lists that there was an attempt to fetch */
  note(fetched: readonly List[], failures: ReadonlyMap<List, unknown>): void {
    // A list that nobody asked for meanwhile goes on waiting for its time.
    const isRetried = fetched.some((list) => this.#wanted.has(list));
    for (const list of fetched) {
      this.#errors.delete(list);
      this.#wanted.delete(list);
      if (!failures.has(list)) this.#doubts.delete(list);
    }
    for (const [list, failure] of failures) {
      this.#errors.set(list, toMcpError(failure));
      const doubts = this.#doubts.get(list) ?? new Doubts();
      this.#doubts.set(list, doubts);
      if (!doubts.isFinal(failure)) this.#wanted.add(list);
    }
    if (this.#wanted.size === 0) {
      this.stop();
      this.#attempt = 0;
    } else if (isRetried || !this.#waiting) {
      this.stop();
      this.#fetchLater([...failures.values()][0]);
    }
  }

  #fetchLater(error: unknown): void {
    const { signal } = (this.#waiting = new AbortController());
    this.#reconnection.turn(this.#attempt++, { signal, error }).then(
      () => this.#fetch([...this.#wanted]),
      () => {},
    );
  }
}
