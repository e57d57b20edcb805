/** What all elements have in common: styles, messages and a lifetime; and how they are registered. */
import { LitElement, type CSSResultGroup } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../style/controls.ts';
import { languageOf, Merged, messagesOf, type Sections } from '../text/messages.ts';
import { english, type SharedMessages } from '../text/shared-messages.ts';
import { tokens } from '../style/tokens.ts';

export class McpElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, controls];

  /**
   * Messages for this one element: sections of `Messages`. They take precedence over those of its language. To change them, set a
   * new object with new sections: changes inside an object are not noticed.
   */
  @property({ attribute: false }) messages: Sections | undefined;

  readonly #merged = new Merged();
  #scope: AbortController | undefined;
  /** One listener for all connections: a move within one task adds no second one. */
  readonly #onmessages = (): void => this.requestUpdate();

  /**
   * Aborted when the element leaves the page: pass it to every listener and request. Moving the element within one task
   * does not abort it.
   */
  protected get lifetime(): AbortSignal {
    this.#scope ??= new AbortController();
    return this.#scope.signal;
  }

  /**
   * @internal A section of the messages, in the language of the element. Call it while rendering: the element renders again when
   * a language is registered, and when the page changes its language.
   */
  messagesFor<T extends object>(section: string, inEnglish: T): T {
    const messages = messagesOf(this.ownerDocument).find(languageOf(this), section, inEnglish);
    const own = this.messages?.[section];
    return own ? this.#merged.get(messages, own) : messages;
  }

  /** @internal The messages that several elements share. */
  get shared(): SharedMessages {
    return this.messagesFor('shared', english);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    messagesOf(this.ownerDocument).addEventListener('change', this.#onmessages, { signal: this.lifetime });
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
 * Registers an element, unless its tag is already taken: by another copy of this package, or by an element of the page.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  // Servers that render pages have no registry.
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  customElements.define(tag, element);
}
