import { indexedDbPermissionStore } from '@mcp-web/client';
import { type ListedServer, readServerAddress, ServerList } from '@mcp-web/client/servers';
import type { McpServersElement } from '@mcp-web/elements';
import type { EmbeddedServers } from './embedded-server.ts';
import { readAddress, writeAddress } from './page-address.ts';
import { waitingStore } from './waiting-store.ts';

interface PageServersOptions {
  /** Rejects where there can be no built-in servers. */
  readonly embedded: Promise<EmbeddedServers>;
  /** The headers that are stored for a server. */
  readonly headersFor: (url: string) => Promise<ListedServer['headers']>;
}

/** The servers of the page: the built-in one, those in the page's address, and those that the user stored. */
export class PageServers {
  readonly list: ServerList;
  readonly #options: PageServersOptions;
  #embedded: EmbeddedServers | undefined;

  constructor(element: McpServersElement, options: PageServersOptions) {
    this.#options = options;
    this.list = new ServerList({ store: waitingStore(indexedDbPermissionStore('playground'), options.embedded) });
    element.list = this.list;
  }

  /** Fills the list, and keeps the page's address like it. */
  async start(): Promise<void> {
    const shared = readAddress();
    this.#embedded = await this.#options.embedded.catch(() => undefined);
    await this.list.read();
    // Who stores the list may have removed the built-in server.
    if (this.#embedded && !this.list.getSnapshot().isStored) await this.addEmbedded('open');
    for (const { url, revision } of shared) await this.#add(url, revision);
    this.list.subscribe(() => this.#writeAddress());
    this.#writeAddress();
  }

  /** Which of the built-in servers are in the list. */
  has(name: keyof EmbeddedServers): boolean {
    const url = this.#embedded?.[name].href;
    return this.list.getSnapshot().servers.some((server) => server.url === url);
  }

  /** Adds a built-in server. The one that needs no sign-in goes above the others. */
  async addEmbedded(name: keyof EmbeddedServers): Promise<void> {
    this.#embedded ??= await this.#options.embedded;
    const id = await this.#add(this.#embedded[name].href);
    if (name === 'open' && id !== undefined) while (this.list.move(id, -1));
  }

  async #add(typed: string, revision?: ListedServer['revision']): Promise<string | undefined> {
    const address = readServerAddress(typed);
    if (!('url' in address)) return undefined;
    const { url } = address;
    const { servers } = this.list.getSnapshot();
    if (servers.some((server) => server.url === url && server.revision === revision)) return undefined;
    return this.list.add({ url, revision, headers: await this.#options.headersFor(url) }).id;
  }

  #writeAddress(): void {
    const { servers } = this.list.getSnapshot();
    writeAddress(servers.filter(({ url }) => url !== this.#embedded?.open.href));
  }
}
