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
/** The attributes that are texts, by what names their texts in `index.html`. */
const ATTRIBUTES = {
  'data-text-label': 'aria-label',
  'data-text-placeholder': 'placeholder',
  'data-text-title': 'title',
};

/** What an element has in English. */
interface Original {
  readonly nodes: readonly Node[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** The language of the page: of the elements, and of the page's own texts around them. Fires `change`. */
export class PageLanguage extends EventTarget {
  messages = english;
  readonly #page: Document;
  readonly #originals = new WeakMap<Element, Original>();
  readonly #title: string;

  constructor(page: Document) {
    super();
    this.#page = page;
    this.#title = page.title;
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
    this.#page.title = this.messages.page['pageTitle'] ?? this.#title;
    const selector = ['data-text', ...Object.keys(ATTRIBUTES)].map((name) => `[${name}]`).join();
    for (const element of this.#page.querySelectorAll(selector)) this.#write(element);
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
    const key = element.getAttribute('data-text');
    if (key) element.replaceChildren(...nodesFor(page[key], original.nodes));
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
      const text = element.getAttribute(name);
      if (text) element.setAttribute(attribute, page[text] ?? original.attributes[attribute] ?? '');
    }
  }
}

function originalOf(element: Element): Original {
  const attributes = Object.values(ATTRIBUTES).map((name) => [name, element.getAttribute(name) ?? '']);
  return { nodes: [...element.childNodes], attributes: Object.fromEntries(attributes) };
}

/** In a text, `{0}` stands for the first element of the original, which stays as it is, and so on. */
function nodesFor(text: string | undefined, original: readonly Node[]): readonly (Node | string)[] {
  if (text === undefined) return original;
  const elements = original.filter((node) => node instanceof Element);
  return text.split(/\{(\d+)\}/).map((part, index) => (index % 2 === 1 ? (elements[Number(part)] ?? '') : part));
}
