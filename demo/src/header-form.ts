import type { PageMessages } from './languages/page-messages.ts';
import type { ServerHeader, ServerHeaders } from './server-headers.ts';

interface Fields {
  readonly name: HTMLInputElement;
  readonly value: HTMLInputElement;
  readonly isStored: HTMLInputElement;
  /** The headers that are stored, each with a button. */
  readonly list: HTMLElement;
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
    if (!value.value.trim()) return this.#stored.read(url).catch(() => undefined);
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

  async show(): Promise<void> {
    const { list } = this.#fields;
    list.replaceChildren(...(await this.#stored.all()).map((header) => this.#row(header)));
  }

  #row({ url, name }: ServerHeader): HTMLElement {
    const row = document.createElement('li');
    const text = document.createElement('bdi');
    text.dir = 'ltr';
    const { host, pathname } = new URL(url);
    text.textContent = `${name} · ${host}${pathname}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.#messages().forget;
    button.setAttribute('aria-label', this.#messages().forgetNamed(name, host));
    button.addEventListener('click', () => {
      void this.#stored.forget(url).then(() => {
        this.#onforget(url);
        return this.show();
      });
    });
    row.append(text, ' ', button);
    return row;
  }
}
