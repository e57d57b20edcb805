/** A store of calls that knows which calls of this page a later one could go on with. */
import {
  type CallStore,
  type HostCallStore,
  isResumable,
  type StoredCall,
} from '../../client/unfinished/call-store.ts';

export class NotedStore implements HostCallStore {
  readonly #store: CallStore;
  readonly #ontask: () => void;
  readonly #calls = new Map<string, StoredCall>();
  /** The records of tasks, by the ids of the tasks. */
  readonly #tasks = new Map<string, string>();
  readonly #listsTasks: () => boolean;

  /**
   * @param ontask called when a call of this page is recorded as a task
   * @param listsTasks whether the page lists tasks now, so that those that have ended stay recorded
   */
  constructor(store: CallStore, ontask: () => void, listsTasks: () => boolean) {
    this.#store = store;
    this.#ontask = ontask;
    this.#listsTasks = listsTasks;
  }

  get keepsEndedTasks(): boolean {
    return this.#listsTasks();
  }

  /** Whether one of the calls that run in this page could be gone on with, if the page went now. */
  get hasResumable(): boolean {
    return [...this.#calls.values()].some(isResumable);
  }

  /** The record of the call of this page that this task runs. */
  recordOf(task: string): string | undefined {
    return this.#tasks.get(task);
  }

  /** Whether this page made the call, or goes on with it. */
  has(record: string): boolean {
    return this.#calls.has(record);
  }

  read(): Promise<readonly unknown[]> {
    return this.#store.read();
  }

  async write(call: StoredCall): Promise<void> {
    await this.#store.write(call);
    this.#note(call);
  }

  async update(call: StoredCall): Promise<void> {
    if (call.ended) this.#drop(call.id);
    await this.#store.update(call);
    if (this.#calls.has(call.id)) this.#note(call);
  }

  remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#drop(id);
    return this.#store.remove(ids);
  }

  watch(listener: () => void): () => void {
    return this.#store.watch(listener);
  }

  #drop(id: string): void {
    const { task } = this.#calls.get(id) ?? {};
    if (task !== undefined) this.#tasks.delete(task);
    this.#calls.delete(id);
  }

  #note(call: StoredCall): void {
    // The page only gets the result of such a task once more.
    if (call.ended) return;
    this.#calls.set(call.id, call);
    if (call.task === undefined || this.#tasks.get(call.task) === call.id) return;
    this.#tasks.set(call.task, call.id);
    this.#ontask();
  }
}
