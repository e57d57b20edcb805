import type { Diagnosis } from '@mcp-web/client/doctor';
import { type CSSResultGroup, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/base/element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { english } from './messages.ts';
import { styles } from './doctor.styles.ts';

/**
 * @summary Finds out why this page cannot use a server, and shows what to fix.
 *
 * Checks the server at once, and again when the user asks for it. Shows the one thing to fix first, with the header lines and the
 * code for common servers to copy. The check sends about ten requests without cookies, and calls no tool. It needs no host.
 *
 * @csspart diagnosis - everything but the button
 * @csspart cause - what is wrong
 * @csspart fix - the lines that the server needs
 * @csspart code - the code for common servers
 * @csspart others - what else is wrong
 * @csspart error - why there is no diagnosis
 *
 * @example
 * ```html
 * <mcp-doctor src="https://example.com/mcp"></mcp-doctor>
 * ```
 */
export class McpDoctorElement extends McpElement {
  static override styles: CSSResultGroup = [McpElement.styles, styles];

  /** The URL of the server. A relative URL begins with `/` or `.`. */
  @property() src: string | undefined;

  /** The headers that the page sends to this server, such as a key. Read when a check begins. */
  @property({ attribute: false }) headers: HeadersInit | undefined;

  /** Used in place of the platform's `fetch`. Read when a check begins. */
  @property({ attribute: false }) fetch: typeof fetch | undefined;

  readonly #view = new OnDemand(this, async () => {
    const { DoctorView } = await import('./doctor-view.ts');
    return new DoctorView(this);
  });

  /** What was found; undefined before that. */
  get diagnosis(): Diagnosis | undefined {
    return this.#view.loaded?.diagnosis;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The first time, the properties are not set yet.
    if (this.hasUpdated) this.#check();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#view.loaded?.close();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('src')) this.#check();
  }

  readonly #check = (): void => {
    void this.#start().catch(() => {});
  };

  async #start(): Promise<void> {
    const view = await this.#view.load();
    const { src, headers, fetch, isConnected } = this;
    if (!src || !isConnected) return view.close();
    await view.run(src, { headers, fetch });
  }

  override render(): TemplateResult {
    const view = this.#view.loaded;
    const { again } = this.messagesFor('doctor', english);
    if (!this.src) return html``;
    return html`<div class="card stack" part="card">
      ${view ? html`<div part="diagnosis">${view.template()}</div>` : this.#view.notice()}
      <div><button type="button" class="button small" part="button secondary small" @click=${this.#check}>${again}</button></div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-doctor': McpDoctorElement;
  }
}
