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

/** The language of the page: of the elements, and of the page's own texts around them. Fires `change`. */
export class PageLanguage extends EventTarget {
  messages = english;
  readonly #page: Document;
  readonly #originals = new WeakMap<Element, Readonly<Record<string, string>>>();

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
    for (const element of this.#page.querySelectorAll('[data-text], [data-text-label], [data-text-placeholder]'))
      this.#write(element);
    this.dispatchEvent(new Event('change'));
    try {
      localStorage.setItem(STORAGE_KEY, language);
    } catch {
      // Storage is turned off: the choice lasts as long as the page.
    }
  }

  #write(element: Element): void {
    const label = element.getAttribute('aria-label') ?? '';
    const placeholder = element.getAttribute('placeholder') ?? '';
    const original = this.#originals.get(element) ?? { text: element.textContent, label, placeholder };
    this.#originals.set(element, original);
    const { page } = this.messages;
    // Some of them stand where the rest is in English.
    if (element instanceof HTMLElement && element.parentElement?.closest('[lang]') !== this.#page.documentElement) {
      element.lang = this.#page.documentElement.lang;
      element.dir = this.#page.documentElement.dir;
    }
    const text = element.getAttribute('data-text');
    if (text) element.textContent = page[text] ?? original['text'] ?? '';
    for (const name of ['label', 'placeholder']) {
      const key = element.getAttribute(`data-text-${name}`);
      if (key) element.setAttribute(name === 'label' ? 'aria-label' : name, page[key] ?? original[name] ?? '');
    }
  }
}
