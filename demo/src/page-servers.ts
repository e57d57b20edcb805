import { indexedDbPermissionStore } from '@mcp-web/client';
import { type ListedServer, type NewServer, readServerAddress, ServerList } from '@mcp-web/client/servers';
import type { McpServersElement } from '@mcp-web/elements';
import type { EmbeddedServers } from './embedded-server.ts';
import { addressWith, readAddress } from './page-address.ts';
import { waitingStore } from './waiting-store.ts';

interface PageServersOptions {
  /** Rejects where there can be no built-in servers. */
  readonly embedded: Promise<EmbeddedServers>;
  /** The headers that are stored for a server. */
  readonly headersFor: (url: string) => Promise<ListedServer['headers']>;
}

const MAX_SHARED = 20;

/**
 * The servers of the page: the built-in one, those in the page's address, and those that the user stored. A list that is
 * stored is the user's own: it is no part of the address, and takes servers of a link only when the user says so.
 */
export class PageServers {
  readonly list: ServerList;
  readonly #options: PageServersOptions;
  #embedded: EmbeddedServers | undefined;

  constructor(element: McpServersElement, options: PageServersOptions) {
    this.#options = options;
    this.list = new ServerList({ store: waitingStore(indexedDbPermissionStore('playground'), options.embedded) });
    element.list = this.list;
  }

  /** Fills the list, and keeps the page's address like it. Resolves with the servers of the link that the user has to allow. */
  async start(): Promise<NewServer[]> {
    const shared = readAddress().slice(0, MAX_SHARED);
    this.#embedded = await this.#options.embedded.catch(() => undefined);
    await this.list.read();
    const { isStored } = this.list.getSnapshot();
    // Who stores the list may have removed the built-in server.
    if (this.#embedded && !isStored) await this.addEmbedded('open');
    const unknown = shared.filter(({ url }) => !this.#find(url));
    if (!isStored) await this.add(shared);
    this.list.subscribe(() => this.#writeAddress());
    this.#writeAddress();
    return isStored ? unknown : [];
  }

  /** Adds those that are not in the list. */
  async add(servers: readonly NewServer[]): Promise<void> {
    for (const server of servers) await this.#add(server);
  }

  /** Which of the built-in servers are in the list. */
  has(name: keyof EmbeddedServers): boolean {
    const url = this.#embedded?.[name].href;
    return url !== undefined && this.#find(url) !== undefined;
  }

  /** Adds a built-in server. The one that needs no sign-in goes above the others. */
  async addEmbedded(name: keyof EmbeddedServers): Promise<void> {
    this.#embedded ??= await this.#options.embedded;
    const id = await this.#add({ url: this.#embedded[name].href });
    if (name === 'open' && id !== undefined) while (this.list.move(id, -1));
  }

  /** The page's address with these servers. The built-in one is there in any case. */
  get link(): URL {
    const { servers } = this.list.getSnapshot();
    return addressWith(servers.filter(({ url, revision }) => revision || url !== this.#embedded?.open.href));
  }

  async #add({ url: typed, revision }: NewServer): Promise<string | undefined> {
    const address = readServerAddress(typed);
    if (!('url' in address) || this.#find(typed, revision)) return undefined;
    const { url } = address;
    return this.list.add({ url, revision, headers: await this.#options.headersFor(url) }).id;
  }

  #find(typed: string, ...revisions: ListedServer['revision'][]): ListedServer | undefined {
    const address = readServerAddress(typed);
    return this.list
      .getSnapshot()
      .servers.find(
        ({ url, revision }) => 'url' in address && url === address.url && revisions.every((one) => one === revision),
      );
  }

  #writeAddress(): void {
    const address = this.list.getSnapshot().isStored ? addressWith([]) : this.link;
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  }
}
