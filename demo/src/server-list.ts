const PARAMETER = 'server';

/**
 * The `<mcp-server>` elements of the page. Those that the user added are also in the page's address,
 * as `?server=`, so that the address can be shared.
 */
export class ServerList {
  readonly #container: HTMLElement;
  readonly #added = new WeakSet<Element>();

  constructor(container: HTMLElement) {
    this.#container = container;
    // The card's own remove button takes the element away.
    new MutationObserver(() => this.#writeAddress()).observe(container, { childList: true });
  }

  /** Adds the server of this page above the others; it is not part of the address. */
  addEmbedded(url: URL, revision: string): void {
    this.#container.prepend(createServer(url.href, revision));
  }

  /** Adds a server by its URL and shows its card. */
  add(url: string, revision: string): void {
    const server = createServer(url, revision);
    this.#added.add(server);
    this.#container.append(server);
  }

  /** The servers that the page's address names; read it before any is added. */
  readAddress(): string[] {
    return new URLSearchParams(location.search).getAll(PARAMETER);
  }

  #writeAddress(): void {
    const address = new URL(location.href);
    address.searchParams.delete(PARAMETER);
    for (const server of this.#container.children) {
      const src = server.getAttribute('src');
      if (src && this.#added.has(server)) address.searchParams.append(PARAMETER, src);
    }
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  }
}

function createServer(url: string, revision: string): HTMLElement {
  const server = document.createElement('mcp-server');
  server.setAttribute('src', url);
  if (revision) server.setAttribute('revision', revision);
  return server;
}
