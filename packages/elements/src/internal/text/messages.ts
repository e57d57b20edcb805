/**
 * The messages of the elements. The English ones are in the `messages.ts` of each element; a page registers other languages.
 * An element gets its section when it renders, `const messages = this.messagesFor('tools', english)`, and passes it to its templates.
 */

/** The sections of one language, named after the folders of the elements; `shared` is for all elements. */
export type Sections = Readonly<Record<string, object | undefined>>;

interface Merge<T> {
  readonly messages: T;
  readonly merged: T;
}

/** Puts messages in front of others, and keeps the result: forms read themselves again when they get other messages. */
export class Merged {
  /** By the messages in front. The same ones may be in front of several others. */
  #known = new WeakMap<object, readonly Merge<object>[]>();

  get<T extends object>(messages: T, preferred: object): T {
    const known = this.#known.get(preferred) ?? [];
    const own = known.find((one): one is Merge<T> => one.messages === messages);
    if (own) return own.merged;
    const merged = { ...messages, ...preferred };
    this.#known.set(preferred, [...known, { messages, merged }]);
    return merged;
  }

  clear(): void {
    this.#known = new WeakMap();
  }
}

/** Fires `change` when a language is registered, or the page changes its language. */
export class Registry extends EventTarget {
  readonly #languages = new Map<string, Sections>();
  readonly #merged = new Merged();

  constructor(page: Document) {
    super();
    // Never disconnected: the registry lives as long as the page.
    new MutationObserver(() => this.#announce()).observe(page.documentElement, { attributeFilter: ['lang'] });
  }

  register(language: string, sections: Sections): void {
    const key = language.toLowerCase();
    this.#languages.set(key, { ...this.#languages.get(key), ...sections });
    // A page may have changed messages that it registered before.
    this.#merged.clear();
    this.#announce();
  }

  /** The section in that language, each time the same object. Messages that it lacks are in English. */
  find<T extends object>(language: string, section: string, english: T): T {
    const found = this.#sections(language.toLowerCase())?.[section];
    return found ? this.#merged.get(english, found) : english;
  }

  /** For `de-AT`, falls back to `de`. */
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

/** The page has a single registry, which several copies of this package share. */
export function messagesOf(page: Document): Registry {
  return (page[KEY] ??= new Registry(page));
}

/** The language of an element, from the nearest `lang` attribute, also outside of its shadow root. */
export function languageOf(element: Element): string {
  const nearest = element.closest('[lang]');
  if (nearest) return nearest.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}
