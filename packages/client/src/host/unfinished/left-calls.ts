/** Loads what goes on with unfinished calls, for a host that records its calls. */
import type { CallStore } from '../../client/unfinished/call-store.ts';
import { lazy } from '../../lazy.ts';
import type { HostUnfinished, UnfinishedContext } from './host-unfinished.ts';

const loadUnfinished = lazy(() => import('./host-unfinished.ts'), 'goes on with unfinished calls');

export class LeftCalls {
  readonly store: CallStore;
  readonly #context: Omit<UnfinishedContext, 'store'>;
  #loaded: Promise<HostUnfinished | undefined> | undefined;

  constructor(store: CallStore, context: Omit<UnfinishedContext, 'store'>) {
    this.store = store;
    this.#context = context;
  }

  /** Whether the page lists tasks now. */
  get listsTasks(): boolean {
    return this.#context.calls.acceptors.size > 0;
  }

  /**
   * To be called when the servers of the host, or their users, may have changed.
   *
   * @param mayLoad whether what goes on with calls may be needed now. A host without servers needs none, so that one that is
   *   closed stays closed
   */
  heed(mayLoad = true): void {
    const loads = mayLoad && [...this.#context.servers()].length > 0;
    void (loads ? this.#load() : this.#loaded)?.then((unfinished) => unfinished?.heed());
  }

  /** To be called when a call of this page has been recorded as a task. */
  heedTasks(): void {
    void this.#loaded?.then((unfinished) => unfinished?.heedTasks());
  }

  /** Deletes the record of a task, because the user has dismissed it. */
  forgetTask(serverId: string, task: string): void {
    void this.#loaded?.then((unfinished) => unfinished?.forgetTask(serverId, task));
  }

  /** Deletes what is recorded about a server, because its user has signed out. */
  forgetUser(serverId: string): void {
    void this.#load().then((unfinished) => unfinished?.forgetUser(serverId));
  }

  /** It is loaded again when the host is used again. */
  close(): void {
    void this.#loaded?.then((unfinished) => unfinished?.close());
    this.#loaded = undefined;
  }

  #load(): Promise<HostUnfinished | undefined> {
    return (this.#loaded ??= loadUnfinished().then(
      ({ HostUnfinished }) => new HostUnfinished({ ...this.#context, store: this.store }),
      // The calls stay recorded for the next visit.
      () => undefined,
    ));
  }
}
