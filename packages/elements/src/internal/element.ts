/** What all elements have in common: the look, and a lifetime. */
import { LitElement, type CSSResultGroup } from 'lit';
import { controls } from './controls.ts';
import { tokens } from './tokens.ts';

export class McpElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, controls];

  #scope: AbortController | undefined;

  /**
   * Aborted when the element has left the page for good: pass it to every listener and request. A move within one task
   * does not end it.
   */
  protected get lifetime(): AbortSignal {
    this.#scope ??= new AbortController();
    return this.#scope.signal;
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
