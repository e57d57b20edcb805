/** The resources of whose changes the server tells this session. */
import type { JsonObject } from '../../protocol/types.ts';

export class SubscribedResources {
  readonly #request: (method: string, params: JsonObject) => Promise<unknown>;
  uris: readonly string[] = [];

  constructor(request: (method: string, params: JsonObject) => Promise<unknown>) {
    this.#request = request;
  }

  /** Subscribes to these resources, and to no others. */
  async set(uris: readonly string[]): Promise<void> {
    const before = this.uris;
    this.uris = [...uris];
    const added = uris.filter((uri) => !before.includes(uri));
    const removed = before.filter((uri) => !uris.includes(uri));
    try {
      await Promise.all([
        ...added.map((uri) => this.#request('resources/subscribe', { uri })),
        ...removed.map((uri) => this.#request('resources/unsubscribe', { uri })),
      ]);
    } catch (error) {
      this.uris = this.uris.filter((uri) => !added.includes(uri));
      throw error;
    }
  }
}
