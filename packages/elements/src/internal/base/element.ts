/** What all elements have in common: the look, a lifetime, and how they are registered. */
import { LitElement, type CSSResultGroup } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../style/controls.ts';
import { languageOf, messagesOf, type Sections } from '../text/messages.ts';
import { english, type SharedMessages } from '../text/shared-messages.ts';
import { tokens } from '../style/tokens.ts';

export class McpElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, controls];

  /** Words of this one element, before those of its language: sections of `Messages`. */
  @property({ attribute: false }) messages: Sections | undefined;

  #scope: AbortController | undefined;
  /** One for all connections: a move within one task adds no other. */
  readonly #onwords = (): void => this.requestUpdate();

  /**
   * Aborted when the element has left the page for good: pass it to every listener and request. A move within one task
   * does not end it.
   */
  protected get lifetime(): AbortSignal {
    this.#scope ??= new AbortController();
    return this.#scope.signal;
  }

  /**
   * @internal A section of messages, in the language of the element. Ask while rendering: the element renders again when another
   * language is registered, or the page changes its own.
   */
  words<T extends object>(section: string, inEnglish: T): T {
    const words = messagesOf(this.ownerDocument).find(languageOf(this), section, inEnglish);
    const own = this.messages?.[section];
    return own ? { ...words, ...own } : words;
  }

  /** @internal What all elements say alike. */
  get shared(): SharedMessages {
    return this.words('shared', english);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    messagesOf(this.ownerDocument).addEventListener('change', this.#onwords, { signal: this.lifetime });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#scope?.abort();
      this.#scope = undefined;
    });
  }
}

/**
 * Registers an element, unless the page has already given its tag to something else: two copies of this
 * package, or an element of the page's own, are no reason to fail.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  // There is no registry where pages are rendered on a server.
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  customElements.define(tag, element);
}
