import { type Messages, registerMessages } from '@mcp-web/elements';
import { english, type PageMessages } from './page-messages.ts';

const STORAGE_KEY = 'mcp-web-playground-language';

interface Language {
  readonly page: PageMessages;
  readonly elements: Messages | undefined;
}

/** English is part of the page. The other languages are loaded when they are chosen. */
const LANGUAGES: Readonly<Record<string, () => Promise<Language>>> = {
  en: () => Promise.resolve({ page: english, elements: undefined }),
  de: async () => ({
    page: (await import('./de.ts')).messages,
    elements: (await import('@mcp-web/elements/messages/de')).german,
  }),
  zh: async () => ({
    page: (await import('./zh.ts')).messages,
    elements: (await import('@mcp-web/elements/messages/zh')).simplifiedChinese,
  }),
  ar: async () => ({
    page: (await import('./ar.ts')).messages,
    elements: (await import('@mcp-web/elements/messages/ar')).arabic,
  }),
};
const RIGHT_TO_LEFT = ['ar'];
/** What follows `data-text-`, and the attribute that it is for. */
const ATTRIBUTES = [
  ['label', 'aria-label'],
  ['placeholder', 'placeholder'],
  ['title', 'title'],
] as const;
const TRANSLATED = ['[data-text]', ...ATTRIBUTES.map(([suffix]) => `[data-text-${suffix}]`)].join();

/** What an element has in English. */
interface Original {
  readonly nodes: readonly Node[];
  readonly children: readonly Element[];
  readonly attributes: ReadonlyMap<string, string | null>;
}

/** The language of the page: of the elements, and of the page's own texts around them. Fires `change`. */
export class PageLanguage extends EventTarget {
  messages = english;
  readonly #page: Document;
  readonly #originals = new WeakMap<Element, Original>();

  constructor(page: Document) {
    super();
    this.#page = page;
  }

  /** Connects the field that chooses the language. public/first-paint.js has already applied the stored direction. */
  setUp(field: HTMLSelectElement): void {
    const { lang } = this.#page.documentElement;
    field.value = lang in LANGUAGES ? lang : 'en';
    field.addEventListener('change', () => void this.#choose(field));
    if (field.value !== 'en') void this.#choose(field);
  }

  async #choose(field: HTMLSelectElement): Promise<void> {
    const language = field.value;
    try {
      const { page, elements } = (await LANGUAGES[language]?.()) ?? { page: english, elements: undefined };
      // The user has chosen another language in the meantime.
      if (field.value !== language) return;
      if (elements) registerMessages(language, elements);
      this.messages = page;
    } catch {
      // It could not be loaded.
      field.value = 'en';
      return this.#choose(field);
    }
    const root = this.#page.documentElement;
    root.lang = language;
    root.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
    for (const element of this.#page.querySelectorAll(TRANSLATED)) this.#write(element);
    this.dispatchEvent(new Event('change'));
    try {
      localStorage.setItem(STORAGE_KEY, language);
    } catch {
      // Storage is turned off: the choice lasts as long as the page.
    }
  }

  #write(element: Element): void {
    const { page } = this.messages;
    const original = this.#originals.get(element) ?? originalOf(element);
    this.#originals.set(element, original);
    const text = page[element.getAttribute('data-text') ?? ''];
    if (element.hasAttribute('data-text'))
      element.replaceChildren(...(text === undefined ? original.nodes : nodesFor(text, original.children)));
    for (const [suffix, name] of ATTRIBUTES) {
      const key = element.getAttribute(`data-text-${suffix}`);
      if (key) element.setAttribute(name, page[key] ?? original.attributes.get(name) ?? '');
    }
  }
}

const originalOf = (element: Element): Original => ({
  nodes: [...element.childNodes],
  children: [...element.children],
  attributes: new Map(ATTRIBUTES.map(([, name]) => [name, element.getAttribute(name)])),
});

/** A text with an element's own children where it says `{0}`, `{1}` and so on. */
function nodesFor(text: string, children: readonly Element[]): (string | Element)[] {
  // Every second part is a number.
  return text.split(/\{(\d+)\}/).flatMap((part, at) => (at % 2 === 0 ? part : (children[Number(part)] ?? [])));
}
