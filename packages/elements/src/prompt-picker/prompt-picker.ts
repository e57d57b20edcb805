import type { KeyValueStore, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { comboboxField } from '../internal/lists/combobox-field.ts';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { english } from './field-messages.ts';
import { styles } from './field.styles.ts';

/**
 * @summary The prompts of all servers: find one, fill in what it wants to know, see what it says, hand it to the page.
 *
 * By itself it is a combobox. With `for-input`, or `target`, it is the `/` menu of a box of the page: an `<input>`, a `<textarea>` or
 * something `contenteditable`. Nothing is asked of a server before the user has chosen, and the page gets nothing before they have seen it.
 * Choices are remembered for the page, without what was filled in.
 *
 * Keys: Down and Up move, Page Down and Page Up by ten, Alt+Down opens, Alt+Up closes, Enter chooses, Escape closes and then clears,
 * Tab leaves without choosing.
 *
 * @fires {McpPromptPickEvent} mcp-prompt-pick - the user hands a prompt to the page. Cancelable: otherwise its text takes the place of the `/word`.
 *
 * @csspart input - the field
 * @csspart popup - what opens below it
 * @csspart list - the prompts, by server
 * @csspart option - one of them
 * @csspart notes - the servers that are not there
 * @csspart dialog - the chosen prompt
 * @csspart preview - what it says
 * @csspart message - one message of it
 * @csspart actions - its buttons
 * @csspart error - what went wrong
 *
 * @cssstate attached - it belongs to a box of the page, and has no field of its own
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <textarea id="message" aria-label="Message"></textarea>
 *   <mcp-prompt-picker for-input="message"></mcp-prompt-picker>
 * </mcp-host>
 * ```
 */
export class McpPromptPickerElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The accessible name of the field. */
  @property() label: string | undefined;

  /** The id of the box that gets a `/` menu, in the same document or shadow root. It may come later. */
  @property({ attribute: 'for-input' }) forInput: string | undefined;

  /** The box that gets a `/` menu; before `for-input`. */
  @property({ attribute: false }) target: HTMLElement | undefined;

  /** Where choices are remembered; in IndexedDB, unless it says otherwise. */
  @property({ attribute: false }) store: KeyValueStore | undefined;

  readonly #internals = this.attachInternals();
  /** Ends with each stay in one place. */
  #connection: AbortController | undefined;
  /** Everything but the field. */
  readonly #menu = new OnDemand(this, async () => new (await import('./prompt-menu.ts')).PromptMenu(this));

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.#menu.part?.leave(), { once: true });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { lifetime: signal } = this;
    this.#connection = new AbortController();
    // The box may come, or be another one, at any time: it is looked for when the focus comes to it.
    this.getRootNode().addEventListener('focusin', () => this.#attach(), { signal: this.#connection.signal });
    signal.addEventListener('abort', this.#detach, { once: true });
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#menu.part?.leave();
  }

  override focus(options?: FocusOptions): void {
    this.#field?.focus(options);
  }

  protected override willUpdate(): void {
    if (this.snapshot?.servers.some(({ prompts }) => prompts.length > 0)) this.#menu.warmUp();
    this.#menu.part?.willUpdate();
  }

  override render(): TemplateResult {
    const { part } = this.#menu;
    const text = this.words('prompt-picker', english);
    const field = {
      label: this.label || text.label,
      placeholder: text.placeholder,
      oninput: this.#onfield,
      onkeydown: this.#onfield,
    };
    return html`${this.isAttached ? nothing : html`<div @click=${this.#onfield} @focusout=${this.#onfield}>${part ? part.field(field) : comboboxField({ ...field, value: this.#field?.value ?? '' })}</div>`}
      ${this.#menu.notice()}${part?.render()}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('forInput') || changed.has('target')) this.#attach();
    this.#menu.part?.updated();
  }

  /** @internal Whether it is the menu of a box of the page. */
  get isAttached(): boolean {
    return this.target !== undefined || Boolean(this.forInput);
  }

  /** @internal The box of the page, when it is there. */
  get box(): HTMLElement | undefined {
    const root = this.getRootNode();
    return (
      this.target ??
      (this.forInput && (root instanceof Document || root instanceof ShadowRoot)
        ? (root.getElementById(this.forInput) ?? undefined)
        : undefined)
    );
  }

  get #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  #attach(): void {
    const { box, isAttached } = this;
    if (isAttached) this.#internals.states.add('attached');
    else this.#internals.states.delete('attached');
    const isUsed = isAttached ? box?.matches(':focus-within') : this.matches(':focus-within');
    if (isUsed) this.#menu.retry();
    this.#menu.part?.attach();
  }

  readonly #detach = (): void => this.#menu.part?.detach();

  readonly #onfield = (event: Event): void => {
    const { part } = this.#menu;
    if (part) part.handle(event);
    // Whoever is faster than it finds everything done when it comes.
    else
      this.#menu.load().then(
        (menu) => menu.catchUp(event, this.#field),
        () => {},
      );
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-prompt-picker': McpPromptPickerElement;
  }
}
