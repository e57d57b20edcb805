/**
 * The words of the elements. English stands beside each element, in its `messages.ts`; a page registers other languages.
 * An element asks for its section when it renders: `const text = this.words('tools', english)`, and hands that to its templates.
 */

/** The sections of one language, by the name of their element's folder; `shared` is for all. */
export type Sections = Readonly<Record<string, object | undefined>>;

/** Fires `change` when something was registered, or the language of the page is another. */
export class Registry extends EventTarget {
  readonly #languages = new Map<string, Sections>();

  constructor(page: Document) {
    super();
    // It lives as long as the page, and so does what it watches.
    new MutationObserver(() => this.#announce()).observe(page.documentElement, { attributeFilter: ['lang'] });
  }

  register(language: string, sections: Sections): void {
    const key = language.toLowerCase();
    this.#languages.set(key, { ...this.#languages.get(key), ...sections });
    this.#announce();
  }

  /** The section in that language: what it lacks is English. */
  find<T extends object>(language: string, section: string, english: T): T {
    const found = this.#sections(language.toLowerCase())?.[section];
    return found ? { ...english, ...found } : english;
  }

  /** `de-AT`, or else `de`. */
  #sections(language: string): Sections | undefined {
    const end = language.lastIndexOf('-');
    return this.#languages.get(language) ?? (end > 0 ? this.#sections(language.slice(0, end)) : undefined);
  }

  #announce(): void {
    this.dispatchEvent(new Event('change'));
  }
}

const KEY: unique symbol = Symbol.for('mcp-web-messages');

declare global {
  interface Document {
    [KEY]?: Registry;
  }
}

/** One for the page, so that two copies of this package understand each other. */
export function messagesOf(page: Document): Registry {
  return (page[KEY] ??= new Registry(page));
}

/** The language of an element: its own, or that of the nearest element around it, through shadow roots. */
export function languageOf(element: Element): string {
  const nearest = element.closest('[lang]');
  if (nearest) return nearest.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}
