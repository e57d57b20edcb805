/** The list that an element shows: that of the page, or its own. */
import { indexedDbPermissionStore } from '@mcp-web/client';
import { type ListedServer, ServerList } from '@mcp-web/client/servers';

interface FollowOptions {
  /** Called when there is something else to show. */
  readonly onupdate: () => void;
  /** Called when the servers of the list have changed. */
  readonly onchange: () => void;
  /** Called when another list takes the place of the one before. */
  readonly onreplace: () => void;
}

export class FollowedList {
  readonly #options: FollowOptions;
  #own: ServerList | undefined;
  #list: ServerList | undefined;
  #end: AbortController | undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  get current(): ServerList | undefined {
    return this.#list;
  }

  /**
   * @param given the list of the page, if it has one
   * @param canStore whether a list of its own can be stored on this device
   * @param signal ends it
   */
  follow(given: ServerList | undefined, canStore: boolean, signal: AbortSignal): void {
    const list = given ?? (this.#own ??= makeList(canStore));
    if (this.#list === list) return;
    const isOther = this.#list !== undefined;
    this.#end?.abort();
    if (isOther) this.#options.onreplace();
    this.#list = list;
    this.#end = new AbortController();
    let told: readonly ListedServer[] = list.getSnapshot().servers;
    const stop = list.subscribe(() => {
      this.#options.onupdate();
      const { servers } = list.getSnapshot();
      if (servers !== told) this.#options.onchange();
      told = servers;
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
