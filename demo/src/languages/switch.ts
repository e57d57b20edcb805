import { type Messages, registerMessages } from '@mcp-web/elements';
import { english, type Words } from './words.ts';

const STORAGE_KEY = 'mcp-web-playground-language';

interface Language {
  readonly words: Words;
  readonly messages: Messages | undefined;
}

/** English is there; the others are loaded when they are chosen. */
const LANGUAGES: Readonly<Record<string, () => Promise<Language>>> = {
  en: () => Promise.resolve({ words: english, messages: undefined }),
  de: async () => ({
    words: (await import('./de.ts')).words,
    messages: (await import('@mcp-web/elements/messages/de')).german,
  }),
  zh: async () => ({
    words: (await import('./zh.ts')).words,
    messages: (await import('@mcp-web/elements/messages/zh')).simplifiedChinese,
  }),
  ar: async () => ({
    words: (await import('./ar.ts')).words,
    messages: (await import('@mcp-web/elements/messages/ar')).arabic,
  }),
};
const RIGHT_TO_LEFT = ['ar'];

/** The language of the page: that of the elements, and of what the page says around them. */
export class PageLanguage {
  words = english;
  readonly #page: Document;
  readonly #originals = new WeakMap<Element, Readonly<Record<string, string>>>();

  constructor(page: Document) {
    this.#page = page;
  }

  /** Connects the field that chooses the language. public/first-paint.js has applied a remembered direction before. */
  setUp(field: HTMLSelectElement): void {
    const { lang } = this.#page.documentElement;
    field.value = lang in LANGUAGES ? lang : 'en';
    field.addEventListener('change', () => void this.#choose(field));
    if (field.value !== 'en') void this.#choose(field);
  }

  async #choose(field: HTMLSelectElement): Promise<void> {
    const language = field.value;
    try {
      const { words, messages } = (await LANGUAGES[language]?.()) ?? { words: english, messages: undefined };
      // Another one was chosen in the meantime.
      if (field.value !== language) return;
      if (messages) registerMessages(language, messages);
      this.words = words;
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
    try {
      localStorage.setItem(STORAGE_KEY, language);
    } catch {
      // Storage is switched off: the choice lasts as long as the page.
    }
  }

  #write(element: Element): void {
    const label = element.getAttribute('aria-label') ?? '';
    const placeholder = element.getAttribute('placeholder') ?? '';
    const original = this.#originals.get(element) ?? { text: element.textContent, label, placeholder };
    this.#originals.set(element, original);
    const { page } = this.words;
    const text = element.getAttribute('data-text');
    if (text) element.textContent = page[text] ?? original['text'] ?? '';
    for (const name of ['label', 'placeholder']) {
      const key = element.getAttribute(`data-text-${name}`);
      if (key) element.setAttribute(name === 'label' ? 'aria-label' : name, page[key] ?? original[name] ?? '');
    }
  }
}
