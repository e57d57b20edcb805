/** Loads what an element needs only when the user opens something: a dialog, a panel, a menu. */
import { McpError } from '@mcp-web/client';
import { type CSSResult, html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from './element.ts';

/**
 * Imports a module of this package.
 *
 * @param fetch calls `import()`
 * @throws {McpError} `network` when the module could not be loaded
 */
export async function load<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (cause) {
    throw new McpError(
      'network',
      'A script of this page could not be loaded. Check that the page is online and that its scripts are still on the server.',
      { cause },
    );
  }
}

/** What is loaded may bring its own styles. */
export type Loadable = object & { readonly styles?: readonly CSSResult[] };

/** In ms, for browsers without `requestIdleCallback`. */
const WARM_UP_DELAY = 300;

/** Loads one thing for an element, once. When that fails, the element shows a notice with a button that tries again. */
export class OnDemand<T extends Loadable> {
  readonly #element: McpElement;
  readonly #fetch: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;
  #isLost = false;
  #isWarm = false;
  /** Whether the user waits for it. */
  #isWanted = false;

  /** @param fetch calls `import()`, and makes of the module what the element needs */
  constructor(element: McpElement, fetch: () => Promise<T>) {
    this.#element = element;
    this.#fetch = fetch;
  }

  /** What was loaded; undefined before that. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Whether loading failed: the page is offline, or a newer build has replaced its scripts. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Returns what was loaded. Otherwise starts to load it, unless that has failed; the element renders again when it is done. */
  need(): T | undefined {
    if (!this.#loaded && !this.#isLost) this.retry();
    return this.#loaded;
  }

  /** Lets the next `need()` try again. */
  forgive(): void {
    this.#isLost = false;
  }

  readonly retry = (): void => void this.load().catch(() => {});

  /**
   * @param isWanted whether to tell the user when loading fails
   * @throws {McpError} `network`. The next call tries again.
   */
  load(isWanted = true): Promise<T> {
    this.#isWanted ||= isWanted;
    return (this.#loading ??= this.#attempt());
  }

  /** Resolves when nothing is being loaded. */
  async settle(): Promise<void> {
    await this.#loading?.catch(() => {});
  }

  async #attempt(): Promise<T> {
    try {
      const loaded = await load(this.#fetch);
      this.#isLost = false;
      adopt(this.#element, loaded.styles);
      return (this.#loaded = loaded);
    } catch (error) {
      this.#loading = undefined;
      this.#isLost = this.#isWanted;
      throw error;
    } finally {
      this.#element.requestUpdate();
    }
  }

  /** Loads it when the browser is idle. If that fails, `need()` tries again. */
  warmUp(): void {
    if (this.#isWarm) return;
    this.#isWarm = true;
    const warm = (): void => void this.load(false).catch(() => {});
    if ('requestIdleCallback' in globalThis) requestIdleCallback(warm);
    else setTimeout(warm, WARM_UP_DELAY);
  }

  /** Says that loading failed, with a button that tries again. */
  notice(): TemplateResult | typeof nothing {
    const { shared } = this.#element;
    return this.#isLost
      ? html`<div class="notice row" role="alert"><span>${shared.notLoaded}</span> <button type="button" class="button small" part="button secondary small" @click=${this.retry}>${shared.retry}</button></div>`
      : nothing;
  }
}

/** Adds styles to an element that is already there. */
function adopt({ renderRoot }: McpElement, styles: readonly CSSResult[] = []): void {
  const sheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  if (renderRoot instanceof ShadowRoot) renderRoot.adoptedStyleSheets.push(...sheets);
}
