/** A store of calls that knows which calls of this page a later one could go on with. */
import { type CallStore, isResumable, type StoredCall } from '../../client/unfinished/call-store.ts';

export class NotedStore implements CallStore {
  readonly #store: CallStore;
  readonly #calls = new Map<string, StoredCall>();

  constructor(store: CallStore) {
    this.#store = store;
  }

  /** Whether one of the calls that run in this page could be gone on with, if the page went now. */
  get hasResumable(): boolean {
    return [...this.#calls.values()].some(isResumable);
  }

  /** The record of the call of this page that this task runs. */
  recordOf(task: string): string | undefined {
    for (const call of this.#calls.values()) if (call.task === task) return call.id;
    return undefined;
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
    this.#calls.set(call.id, call);
  }

  async update(call: StoredCall): Promise<void> {
    await this.#store.update(call);
    if (this.#calls.has(call.id)) this.#calls.set(call.id, call);
  }

  remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#calls.delete(id);
    return this.#store.remove(ids);
  }

  watch(listener: () => void): () => void {
    return this.#store.watch(listener);
  }
}
