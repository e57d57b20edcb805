import type { PageMessages } from './languages/page-messages.ts';
import type { ServerHeader, ServerHeaders } from './server-headers.ts';

interface Fields {
  readonly name: HTMLInputElement;
  readonly value: HTMLInputElement;
  readonly isStored: HTMLInputElement;
  /** The headers that are stored, each with a button. */
  readonly list: HTMLElement;
  /** What went wrong with the stored headers. */
  readonly problem: HTMLElement;
}

/** The part of the form that takes a header for a server, and shows which ones are stored. */
export class HeaderForm {
  readonly #fields: Fields;
  readonly #stored: ServerHeaders;
  readonly #messages: () => PageMessages;
  readonly #onforget: (url: string) => void;

  constructor(
    fields: Fields,
    stored: ServerHeaders,
    { messages, onforget }: { messages: () => PageMessages; onforget: (url: string) => void },
  ) {
    this.#fields = fields;
    this.#stored = stored;
    this.#messages = messages;
    this.#onforget = onforget;
  }

  /**
   * The header that was entered for this server, or the stored one.
   *
   * @throws {Error} with a message for the user
   */
  async headerFor(url: string): Promise<ServerHeader | undefined> {
    const { name, value, isStored } = this.#fields;
    this.#tell('');
    if (!value.value.trim()) return await this.storedFor(url);
    const header = { url, name: name.value.trim(), value: value.value.trim() };
    try {
      new Headers({ [header.name]: header.value });
    } catch {
      throw new Error(this.#messages().wrongHeader);
    }
    if (isStored.checked) await this.#stored.store(header);
    value.value = '';
    isStored.checked = false;
    await this.show();
    return header;
  }

  /** The stored header for this server. If it cannot be read, tells the user that the server gets none. */
  async storedFor(url: string): Promise<ServerHeader | undefined> {
    try {
      return await this.#stored.read(url);
    } catch {
      this.#tell(this.#messages().headersUnread);
      return undefined;
    }
  }

  async show(): Promise<void> {
    const { list } = this.#fields;
    try {
      list.replaceChildren(...(await this.#stored.all()).map((header) => this.#row(header)));
    } catch {
      this.#tell(this.#messages().headersUnread);
    }
  }

  async #forget({ url, name }: ServerHeader): Promise<void> {
    this.#tell('');
    try {
      await this.#stored.forget(url);
    } catch {
      this.#tell(this.#messages().notForgotten(name, new URL(url).host));
      return;
    }
    this.#onforget(url);
    await this.show();
  }

  #tell(problem: string): void {
    this.#fields.problem.textContent = problem;
  }

  #row(header: ServerHeader): HTMLElement {
    const { url, name } = header;
    const row = document.createElement('li');
    const text = document.createElement('bdi');
    text.dir = 'ltr';
    const { host, pathname } = new URL(url);
    text.textContent = `${name} · ${host}${pathname}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.#messages().forget;
    button.setAttribute('aria-label', this.#messages().forgetNamed(name, host));
    button.addEventListener('click', () => void this.#forget(header));
    row.append(text, ' ', button);
    return row;
  }
}
