import type { McpServerElement } from '@mcp-web/elements';
import type { ServerHeader } from './server-headers.ts';

const SERVER = 'server';
const REVISION = 'revision';

/**
 * The `<mcp-server>` elements of the page, each with another URL or revision. Those that the user added are also in the
 * page's address, so that it can be shared: as `?server=`, followed by `&revision=` if one was chosen.
 */
export class ServerList {
  readonly #container: HTMLElement;
  readonly #added = new WeakSet<Element>();
  /** For which address the user gave the header of a card, which may have moved since. */
  readonly #headerUrls = new WeakMap<Element, string>();

  constructor(container: HTMLElement) {
    this.#container = container;
    // The card's own button removes the element.
    new MutationObserver(() => this.#writeAddress()).observe(container, {
      childList: true,
      subtree: true,
      attributeFilter: ['src'],
    });
    container.addEventListener('mcp-server-move', (event) => {
      if (!(event.target instanceof Element)) return;
      event.preventDefault();
      // Two cards of one server would say the same.
      if (this.#find(event.src, event.target.getAttribute(REVISION) ?? '')) event.target.remove();
      else event.target.setAttribute('src', event.src);
    });
  }

  /**
   * Adds the built-in server above the others. It is not part of the address. Returns its card if it is already there.
   */
  addEmbedded(url: URL, revision: string): HTMLElement | undefined {
    const present = this.#find(url.href, revision);
    if (!present) this.#container.prepend(createServer(url.href, revision));
    return present;
  }

  /**
   * Adds a server by its URL and shows its card. Returns the card if the server is already there.
   *
   * @param header is no attribute, and so no part of the page's address
   */
  add(url: string, revision: string, header?: ServerHeader): HTMLElement | undefined {
    const present = this.#find(url, revision);
    const server = present ?? createServer(url, revision);
    if (header) {
      server.headers = { [header.name]: header.value };
      this.#headerUrls.set(server, url);
    }
    if (present) return present;
    this.#added.add(server);
    this.#container.append(server);
    return undefined;
  }

  /** Connects to a server without the header that the user gave for it. */
  removeHeader(url: string): void {
    for (const server of this.#container.querySelectorAll('mcp-server'))
      if (resolve(this.#headerUrls.get(server) ?? '') === resolve(url)) server.headers = undefined;
  }

  /** The servers in the page's address. Read them before any is added. */
  readAddress(): { url: string; revision: string }[] {
    return readAddress(new URLSearchParams(location.search));
  }

  #find(url: string, revision: string): McpServerElement | undefined {
    return [...this.#container.querySelectorAll('mcp-server')].find(
      (server) =>
        resolve(server.getAttribute('src') ?? '') === resolve(url) &&
        (server.getAttribute(REVISION) ?? '') === revision,
    );
  }

  #writeAddress(): void {
    const address = new URL(location.href);
    address.searchParams.delete(SERVER);
    address.searchParams.delete(REVISION);
    for (const server of this.#container.children) {
      const src = server.getAttribute('src');
      const revision = server.getAttribute(REVISION);
      if (!src || !this.#added.has(server)) continue;
      address.searchParams.append(SERVER, src);
      if (revision) address.searchParams.append(REVISION, revision);
    }
    if (address.href !== location.href) history.replaceState(history.state, '', address);
  }
}

/** A revision belongs to the server before it. */
function readAddress(parameters: URLSearchParams): { url: string; revision: string }[] {
  const servers: { url: string; revision: string }[] = [];
  for (const [name, value] of parameters) {
    const last = servers.at(-1);
    if (name === SERVER) servers.push({ url: value, revision: '' });
    else if (name === REVISION && last) last.revision = value;
  }
  return servers;
}

function createServer(url: string, revision: string): McpServerElement {
  const server = document.createElement('mcp-server');
  server.setAttribute('src', url);
  if (revision) server.setAttribute(REVISION, revision);
  return server;
}

const resolve = (url: string): string =>
  URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
