/** An element of the page itself, made with the page's own Lit. */
import { html, LitElement } from 'lit';

class PageGreeting extends LitElement {
  override render(): unknown {
    return html`<p>Hello from the Lit of the page</p>`;
  }
}
customElements.define('page-greeting', PageGreeting);
