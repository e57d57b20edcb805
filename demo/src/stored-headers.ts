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

/** The headers of a listed server that have values. */
type Seen = ReadonlyMap<string, GivenHeaders>;

/**
 * Stores the headers of the listed servers as long as the user wants that: `ServerList` does not. What the user changes or
 * removes in the list, or signs out of, is changed or removed in the vault as well.
 */
export class StoredHeaders {
  readonly #fields: Fields;
  readonly #vault: HeaderVault;
  readonly #messages: () => PageMessages;
  #servers: ServerList | undefined;
  /** The headers of each address in the list, as this page last saw them. */
  #seen: Seen = new Map();
  #shown = '';
  #last: Promise<void>;

  constructor(fields: Fields, vault: HeaderVault, messages: () => PageMessages) {
    this.#fields = fields;
    this.#vault = vault;
    this.#messages = messages;
    let isTouched = false;
    fields.isStored.addEventListener('change', () => {
      isTouched = true;
      this.#queue(() => (fields.isStored.checked ? this.#storeAll() : this.#forgetAll()));
    });
    this.#last = this.#show().then(() => {
      if (!isTouched) fields.isStored.checked = fields.list.childElementCount > 0;
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
      // The user may have changed it meanwhile.
      const now = servers.getSnapshot().servers.find((server) => server.id === id);
      if (stored.length > 0 && now?.url === url && now.headers === headers)
        servers.update(id, { headers: headers.map((one) => stored.find(({ name }) => name === one.name) ?? one) });
    }
    servers.subscribe(() => this.#follow());
    this.#follow();
  }

  /** The page has another language. */
  translate(): void {
    this.#last = this.#last.then(() => this.#show());
  }

  #inList(): Seen {
    const found = new Map<string, GivenHeaders>();
    for (const { url, headers } of this.#servers?.getSnapshot().servers ?? []) {
      const given = headers.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
      if (given.length > 0 || !found.has(url)) found.set(url, { url, headers: given });
    }
    return found;
  }

  #follow(): void {
    const before = this.#seen;
    const now = (this.#seen = this.#inList());
    const isOther = (url: string): boolean =>
      JSON.stringify(before.get(url)?.headers ?? []) !== JSON.stringify(now.get(url)?.headers ?? []);
    const given = [...now.values()].filter(({ url, headers }) => headers.length > 0 && isOther(url));
    const gone = [...before.keys()].filter(
      (url) => !now.has(url) || (now.get(url)?.headers.length === 0 && isOther(url)),
    );
    if (given.length === 0 && gone.length === 0) return;
    this.#queue(async () => {
      if (this.#fields.isStored.checked) for (const one of given) await this.#store(one);
      for (const url of gone) await this.#forget(url);
    });
  }

  /** One change after the other. */
  #queue(change: () => Promise<void>): void {
    this.#last = this.#last.then(async () => {
      this.#tell('');
      await change();
      // What could not be removed from the disk is gone from the vault's memory only.
      if (!this.#fields.problem.textContent) await this.#show();
    });
  }

  async #storeAll(): Promise<void> {
    for (const given of this.#inList().values()) if (given.headers.length > 0) await this.#store(given);
  }

  async #forgetAll(): Promise<void> {
    try {
      for (const { url } of await this.#vault.all()) await this.#forget(url);
    } catch {
      this.#tell(this.#messages().headersUnread);
    }
  }

  async #store(given: GivenHeaders): Promise<void> {
    try {
      await this.#vault.store(given);
    } catch {
      this.#tell(this.#messages().headersNotStored);
    }
  }

  async #forget(url: string): Promise<void> {
    try {
      if (await this.#vault.read(url)) await this.#vault.forget(url);
    } catch {
      this.#tell(this.#messages().notForgotten(new URL(url).host));
    }
  }

  async #forgetByUser(url: string): Promise<void> {
    await this.#forget(url);
    if (this.#fields.problem.textContent) return;
    // Without them from now on.
    for (const server of this.#servers?.getSnapshot().servers ?? [])
      if (server.url === url) this.#servers?.update(server.id, { headers: [] });
  }

  async #show(): Promise<void> {
    const { list } = this.#fields;
    try {
      const all = await this.#vault.all();
      const shown = JSON.stringify([this.#messages().forget, all]);
      if (shown === this.#shown) return;
      this.#shown = shown;
      const hadFocus = list.contains(document.activeElement);
      list.replaceChildren(...all.map((given) => this.#row(given)));
      if (hadFocus) (list.querySelector('button') ?? this.#fields.isStored).focus();
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
    button.addEventListener('click', () => this.#queue(() => this.#forgetByUser(url)));
    row.append(text, ' ', button);
    return row;
  }
}
