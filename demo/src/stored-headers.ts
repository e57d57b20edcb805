import type { ListedServer, ServerList } from '@mcp-web/client/servers';
import type { GivenHeaders, HeaderVault } from './header-vault.ts';
import type { PageMessages } from './languages/page-messages.ts';

interface Fields {
  readonly isStored: HTMLInputElement;
  /** The headers that are stored, each with a button. */
  readonly list: HTMLElement;
  /** What went wrong with the stored headers. */
  readonly problem: HTMLElement;
}

/**
 * Stores the headers of the listed servers, if the user wants that: `ServerList` does not. What the user changes or removes
 * in the list is changed or removed in the vault as well.
 */
export class StoredHeaders {
  readonly #fields: Fields;
  readonly #vault: HeaderVault;
  readonly #messages: () => PageMessages;
  #servers: ServerList | undefined;
  /** The headers of each address, as this page last saw them in the list. */
  #seen: ReadonlyMap<string, GivenHeaders> = new Map();
  /** The addresses for which the vault has headers. */
  #stored = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  constructor(fields: Fields, vault: HeaderVault, messages: () => PageMessages) {
    this.#fields = fields;
    this.#vault = vault;
    this.#messages = messages;
    fields.isStored.addEventListener('change', () => {
      this.#seen = new Map();
      void this.#follow();
    });
  }

  /** What is stored for a server. If it cannot be read, tells the user that the server gets none. */
  async headersFor(url: string): Promise<ListedServer['headers']> {
    try {
      return (await this.#vault.read(url))?.headers ?? [];
    } catch {
      this.#tell(this.#messages().headersUnread);
      return [];
    }
  }

  /** Fills in what the servers of the list lack, and follows the list from then on. */
  async start(servers: ServerList): Promise<void> {
    this.#servers = servers;
    for (const { id, url, headers } of servers.getSnapshot().servers) {
      if (headers.every(({ value }) => value !== undefined)) continue;
      const stored = await this.headersFor(url);
      if (stored.length > 0)
        servers.update(id, { headers: headers.map((one) => stored.find(({ name }) => name === one.name) ?? one) });
    }
    await this.#show();
    this.#fields.isStored.checked = this.#fields.list.childElementCount > 0;
    this.#seen = this.#inList();
    servers.subscribe(() => void this.#follow());
  }

  #inList(): Map<string, GivenHeaders> {
    const found = new Map<string, GivenHeaders>();
    for (const { url, headers } of this.#servers?.getSnapshot().servers ?? []) {
      const given = headers.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
      if (given.length > 0) found.set(url, { url, headers: given });
    }
    return found;
  }

  /** One change after the other. */
  #follow(): Promise<void> {
    const before = this.#seen;
    const now = (this.#seen = this.#inList());
    const isStored = this.#fields.isStored.checked;
    this.#last = this.#last.then(async () => {
      for (const [url, given] of now)
        if (isStored && JSON.stringify(before.get(url)) !== JSON.stringify(given)) await this.#store(given);
      for (const url of before.keys()) if (!now.has(url) && this.#stored.has(url)) await this.#forget(url);
      await this.#show();
    });
    return this.#last;
  }

  async #store(given: GivenHeaders): Promise<void> {
    this.#tell('');
    try {
      await this.#vault.store(given);
    } catch {
      this.#tell(this.#messages().headersNotStored);
    }
  }

  async #forget(url: string): Promise<boolean> {
    this.#tell('');
    try {
      await this.#vault.forget(url);
      return true;
    } catch {
      this.#tell(this.#messages().notForgotten(new URL(url).host));
      return false;
    }
  }

  async #forgetByUser(url: string): Promise<void> {
    if (!(await this.#forget(url))) return;
    // Without them from now on.
    for (const server of this.#servers?.getSnapshot().servers ?? [])
      if (server.url === url) this.#servers?.update(server.id, { headers: [] });
    await this.#show();
  }

  async #show(): Promise<void> {
    try {
      const all = await this.#vault.all();
      this.#stored = new Set(all.map(({ url }) => url));
      this.#fields.list.replaceChildren(...all.map((given) => this.#row(given)));
    } catch {
      this.#tell(this.#messages().headersUnread);
    }
  }

  #tell(problem: string): void {
    this.#fields.problem.textContent = problem;
  }

  #row({ url, headers }: GivenHeaders): HTMLElement {
    const row = document.createElement('li');
    const text = document.createElement('bdi');
    text.dir = 'ltr';
    const { host, pathname } = new URL(url);
    const names = headers.map(({ name }) => name).join(', ');
    text.textContent = `${names} · ${host}${pathname}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.#messages().forget;
    button.setAttribute('aria-label', this.#messages().forgetNamed(names, host));
    button.addEventListener('click', () => void this.#forgetByUser(url));
    row.append(text, ' ', button);
    return row;
  }
}
