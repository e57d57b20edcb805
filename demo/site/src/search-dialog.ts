/** The search: a dialog with a field, and the sections that match. The index is fetched when the dialog opens first. */
import MiniSearch, { type Options, type SearchResult } from 'minisearch';

const MOST_RESULTS = 12;

export class SearchDialog {
  readonly #root: string;
  readonly #dialog = document.createElement('dialog');
  readonly #field = document.createElement('input');
  readonly #status = document.createElement('p');
  readonly #results = document.createElement('ol');
  #index: Promise<MiniSearch> | undefined;

  /** @param root the way from this page to the root of the site */
  constructor(root: string) {
    this.#root = root;
    this.#dialog.className = 'search-dialog';
    this.#dialog.setAttribute('aria-label', 'Search');
    this.#field.type = 'search';
    this.#field.setAttribute('aria-label', 'Search the documentation');
    this.#field.autocomplete = 'off';
    this.#field.spellcheck = false;
    this.#status.role = 'status';
    this.#dialog.append(this.#field, this.#status, this.#results);
    this.#field.addEventListener('input', () => void this.#search());
    this.#dialog.addEventListener('keydown', (event) => this.#move(event));
    this.#dialog.addEventListener('click', (event) => {
      const isOutside = event.target === this.#dialog;
      if (isOutside || (event.target instanceof Element && event.target.closest('a'))) this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  open(): void {
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#field.select();
    void this.#search();
  }

  async #search(): Promise<void> {
    const words = this.#field.value.trim();
    try {
      this.#index ??= this.#load();
      const found = words ? (await this.#index).search(words) : [];
      // Another letter was typed meanwhile.
      if (words !== this.#field.value.trim()) return;
      this.#results.replaceChildren(...found.slice(0, MOST_RESULTS).map((result) => this.#row(result)));
      this.#status.textContent = words && found.length === 0 ? `Nothing is called “${words}”.` : '';
    } catch {
      this.#index = undefined;
      this.#status.textContent = 'The index could not be loaded. Type again to try once more.';
    }
  }

  async #load(): Promise<MiniSearch> {
    const response = await fetch(`${this.#root}search.json`);
    const { options, index } = (await response.json()) as { options: Options; index: object };
    return MiniSearch.loadJSAsync(index as Parameters<typeof MiniSearch.loadJSAsync>[0], {
      ...options,
      searchOptions: {
        boost: { title: 4, heading: 3 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    });
  }

  #row({ id, title, heading, excerpt }: SearchResult): HTMLLIElement {
    const row = document.createElement('li');
    const link = document.createElement('a');
    link.href = this.#root + String(id);
    const name = document.createElement('strong');
    name.textContent = heading ? `${String(title)} › ${String(heading)}` : String(title);
    const text = document.createElement('span');
    text.textContent = String(excerpt);
    link.append(name, text);
    row.append(link);
    return row;
  }

  /** Arrow keys go from the field to the results and between them. */
  #move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const stops = [this.#field, ...this.#results.querySelectorAll('a')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const next = stops[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}
