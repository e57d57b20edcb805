import type { NewServer } from '@mcp-web/client/servers';
import type { PageMessages } from './languages/page-messages.ts';
import type { PageServers } from './page-servers.ts';

interface Parts {
  /** Says which servers a link would add. */
  readonly note: HTMLElement;
  readonly copyButton: HTMLButtonElement;
  /** Says that the servers are part of the page's address. */
  readonly hint: HTMLElement;
}

/** What a visitor who stores the list does in place of sharing the page's address: copies a link, and allows those of others. */
export class SharedServers {
  readonly #parts: Parts;
  readonly #servers: PageServers;
  readonly #messages: () => PageMessages;
  /** What the note says, in the language of the page. */
  #said: () => (string | Node)[] = () => [];

  constructor(parts: Parts, { servers, messages }: { servers: PageServers; messages: () => PageMessages }) {
    this.#parts = parts;
    this.#servers = servers;
    this.#messages = messages;
    const { copyButton, hint } = parts;
    const show = (): void => {
      const { isStored } = servers.list.getSnapshot();
      copyButton.hidden = !isStored;
      hint.hidden = isStored;
    };
    servers.list.subscribe(show);
    show();
    copyButton.addEventListener('click', () => void this.#copy());
  }

  /** Offers the servers of the link with which the page was opened. */
  offer(shared: readonly NewServer[]): void {
    if (shared.length === 0) return;
    this.#say(() => this.#offerOf(shared));
  }

  /** The page has another language. */
  translate(): void {
    this.#parts.note.replaceChildren(...this.#said());
  }

  #say(what: () => (string | Node)[]): void {
    this.#said = what;
    this.translate();
    this.#parts.note.hidden = false;
  }

  #offerOf(shared: readonly NewServer[]): Node[] {
    const text = document.createElement('p');
    text.textContent = this.#messages().sharedServers(shared.length);
    const list = document.createElement('ul');
    for (const { url } of shared) {
      const address = list.appendChild(document.createElement('li')).appendChild(document.createElement('bdi'));
      address.dir = 'ltr';
      address.textContent = url.slice(0, 200);
    }
    const add = document.createElement('button');
    add.type = 'button';
    add.textContent = this.#messages().addShared;
    add.addEventListener('click', () => {
      this.#parts.note.hidden = true;
      void this.#servers.add(shared);
    });
    return [text, list, add];
  }

  async #copy(): Promise<void> {
    const { href } = this.#servers.link;
    try {
      await navigator.clipboard.writeText(href);
      this.#say(() => [this.#messages().linkCopied]);
    } catch {
      // No permission, or no secure context: the visitor copies it.
      this.#say(() => [href]);
    }
  }
}
