/** The list that an element shows: that of the page, or its own. */
import { indexedDbPermissionStore } from '@mcp-web/client';
import { type ListedServer, ServerList } from '@mcp-web/client/servers';

interface FollowOptions {
  /** Called when there is something else to show. */
  readonly onupdate: () => void;
  /** Called when the servers of the list have changed. */
  readonly onchange: () => void;
  /** Called when another list takes the place of the one before, and when all servers are gone at once, here or in another tab. */
  readonly onleave: () => void;
  /** Whether the user of this element has removed a server. */
  readonly isRemoved: (id: string) => boolean;
}

export class FollowedList {
  readonly #options: FollowOptions;
  #own: ServerList | undefined;
  #list: ServerList | undefined;
  /** Also when the element has left the page meanwhile. */
  #last: ServerList | undefined;
  #end: AbortController | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  get current(): ServerList | undefined {
    return this.#list;
  }

  /**
   * The list to use, also before it is followed.
   *
   * @param given the list of the page, if it has one
   * @param canStore whether a list of its own can be stored on this device
   */
  choose(given: ServerList | undefined, canStore: boolean): ServerList {
    return given ?? (this.#own ??= makeList(canStore));
  }

  /** @param signal ends it */
  follow(list: ServerList, signal: AbortSignal): void {
    if (this.#list === list) return;
    const isOther = this.#last !== undefined && this.#last !== list;
    this.#end?.abort();
    if (isOther) this.#options.onleave();
    this.#list = this.#last = list;
    this.#end = new AbortController();
    let told: readonly ListedServer[] = list.getSnapshot().servers;
    const stop = list.subscribe(() => {
      this.#options.onupdate();
      const { servers } = list.getSnapshot();
      const isChanged = servers !== told;
      // What the user removes goes one by one.
      const isCleared =
        isChanged && servers.length === 0 && (told.length === 0 || told.some(({ id }) => !this.#options.isRemoved(id)));
      told = servers;
      if (isCleared) this.#options.onleave();
      if (isChanged) this.#options.onchange();
    });
    this.#end.signal.addEventListener('abort', () => {
      stop();
      if (list === this.#own) list.close();
      this.#list = undefined;
    });
    signal.addEventListener('abort', () => this.#end?.abort(), { signal: this.#end.signal });
    void list.read();
  }
}

function makeList(canStore: boolean): ServerList {
  return new ServerList(canStore ? { store: indexedDbPermissionStore('mcp-web-servers') } : {});
}
