/** A part of an element that it mostly does without: loaded when it is needed, once; one that could not be is asked for again by the user. */
import { type CSSResult, html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from './element.ts';

/** What a part may bring along. */
export interface Part {
  readonly styles?: readonly CSSResult[];
}

/** In ms, in browsers that do not say when they have nothing to do. */
const WARM_UP_DELAY = 300;

export class OnDemand<T extends Part> {
  readonly #element: McpElement;
  readonly #fetch: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #part: T | undefined;
  #isLost = false;
  #isWarm = false;
  /** Whether anybody waits for it. */
  #isWanted = false;

  constructor(element: McpElement, fetch: () => Promise<T>) {
    this.#element = element;
    this.#fetch = fetch;
  }

  get part(): T | undefined {
    return this.#part;
  }

  /** Whether it could not be loaded, as where the page is offline or was published anew. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The part if it is there. Else it is on its way, or lost: the element renders again when that is known. */
  need(): T | undefined {
    if (!this.#part && !this.#isLost) this.retry();
    return this.#part;
  }

  /** The next need is a new one. */
  forgive(): void {
    this.#isLost = false;
  }

  readonly retry = (): void => void this.load().catch(() => {});

  /**
   * @param isWanted whether the user should know when it could not be loaded
   * @throws what the import throws; the next call tries again
   */
  load(isWanted = true): Promise<T> {
    this.#isWanted ||= isWanted;
    return (this.#loading ??= this.#attempt());
  }

  /** Resolves when nothing is on its way. */
  async settle(): Promise<void> {
    await this.#loading?.catch(() => {});
  }

  async #attempt(): Promise<T> {
    try {
      const part = await this.#fetch();
      this.#isLost = false;
      adopt(this.#element, part.styles);
      return (this.#part = part);
    } catch (error) {
      this.#loading = undefined;
      this.#isLost = this.#isWanted;
      throw error;
    } finally {
      this.#element.requestUpdate();
    }
  }

  /** Loads it while the page has nothing better to do. What fails then is tried again when it is needed. */
  warmUp(): void {
    if (this.#isWarm) return;
    this.#isWarm = true;
    const warm = (): void => void this.load(false).catch(() => {});
    if ('requestIdleCallback' in globalThis) requestIdleCallback(warm);
    else setTimeout(warm, WARM_UP_DELAY);
  }

  /** That it is lost, and what to do about it. */
  notice(): TemplateResult | typeof nothing {
    const { shared } = this.#element;
    return this.#isLost
      ? html`<div class="notice row" role="alert"><span>${shared.notLoaded}</span> <button type="button" class="button small" @click=${this.retry}>${shared.retry}</button></div>`
      : nothing;
  }
}

/** Gives an element the styles of what was loaded for it. */
function adopt({ renderRoot }: McpElement, styles: readonly CSSResult[] = []): void {
  const sheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  if (renderRoot instanceof ShadowRoot) renderRoot.adoptedStyleSheets.push(...sheets);
}
