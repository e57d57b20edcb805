import type { HostServer, KeyValueStore, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { declaresSkills } from '../internal/server/declared-skills.ts';
import { comboboxField } from '../internal/lists/combobox-field.ts';
import { listboxStyles } from '../internal/lists/listbox.styles.ts';
import { english } from './messages.ts';
import { RecentPrompts } from '../internal/kept/recent-prompts.ts';
import { styles } from './prompt-picker.styles.ts';

/**
 * @summary The prompts of all servers: find one, fill in its arguments, preview its messages and use it in the page. With `skills`, the skills of the servers, too.
 *
 * By itself, the element is a combobox. With `for-input` or `target`, it is the `/` menu of a box of the page: an `<input>`, a
 * `<textarea>` or a `contenteditable` element. A server is not asked for a prompt before the user chooses it, and the page does
 * not get it before the user has seen it. The element stores which prompts were chosen, but not their arguments, and forgets
 * those of a server when the user signs out there.
 *
 * Keyboard: Down and Up move, Page Down and Page Up move by ten, Alt+Down opens, Alt+Up closes, Enter chooses, Escape closes and then
 * clears, Tab leaves without choosing.
 *
 * @fires {McpPromptPickEvent} mcp-prompt-pick - the user wants to use a prompt. Cancelable; otherwise its text replaces the `/word`.
 * @fires {McpSkillPickEvent} mcp-skill-pick - with `skills`: the user has picked a skill and allowed it
 *
 * @csspart input - the field
 * @csspart popup - the menu below it
 * @csspart list - the prompts, by server
 * @csspart option - one prompt
 * @csspart notes - the servers that are not connected
 * @csspart dialog - the chosen prompt
 * @csspart preview - its messages
 * @csspart message - one message
 * @csspart actions - its buttons
 * @csspart error - what went wrong
 *
 * @cssstate attached - the element belongs to a box of the page, and has no field of its own
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
  static override styles: CSSResultGroup = [HostedElement.styles, listboxStyles, dialogStyles, styles];

  /** The accessible name of the field. */
  @property() label: string | undefined;

  /** The id of the box that gets a `/` menu, in the same document or shadow root. The box may be added later. */
  @property({ attribute: 'for-input' }) forInput: string | undefined;

  /** The box that gets a `/` menu. It takes precedence over `for-input`. */
  @property({ attribute: false }) target: HTMLElement | undefined;

  /**
   * Whether the menu has the skills of the servers, too. For pages that handle `mcp-skill-pick`: a skill is loaded after
   * the user allowed it, so the page needs a `<mcp-tool-consent>` or `<mcp-requests>`.
   */
  @property({ type: Boolean }) skills = false;

  /**
   * Stores which prompts were chosen. The default is IndexedDB, where an `<mcp-host>` forgets those of a server when the user
   * signs out, even if this element is not in the page. Of a store of your own, only this element does.
   */
  @property({ attribute: false }) store: KeyValueStore | undefined;

  readonly #internals = this.attachInternals();
  /** Ends when the element is disconnected. */
  #connection: AbortController | undefined;
  /** Everything except the field. */
  readonly #menu = new OnDemand(this, async () => new (await import('./prompt-menu.ts')).PromptMenu(this));

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.#menu.loaded?.leave(), { once: true });
  }

  protected override onSignOut(server: HostServer): void {
    const { loaded } = this.#menu;
    if (loaded) loaded.forget(server);
    // What earlier visits stored is there even if nobody has opened the menu.
    else void new RecentPrompts(() => {}, this.store).forget(server.url).catch(() => {});
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { lifetime: signal } = this;
    this.#connection = new AbortController();
    // The box may be added or replaced at any time: look for it when something gets the focus.
    this.getRootNode().addEventListener('focusin', () => this.#attach(), { signal: this.#connection.signal });
    signal.addEventListener('abort', this.#detach, { once: true });
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#menu.loaded?.leave();
  }

  override focus(options?: FocusOptions): void {
    this.#field?.focus(options);
  }

  protected override willUpdate(): void {
    const { servers = [] } = this.snapshot ?? {};
    if (servers.some((server) => server.prompts.length > 0 || (this.skills && declaresSkills(server))))
      this.#menu.warmUp();
    this.#menu.loaded?.willUpdate();
  }

  override render(): TemplateResult {
    const { loaded: menu } = this.#menu;
    const messages = this.messagesFor('prompt-picker', english);
    const field = {
      label: this.label || messages.label,
      placeholder: messages.placeholder,
      oninput: this.#onfield,
      onkeydown: this.#onfield,
    };
    return html`${this.isAttached ? nothing : html`<div @click=${this.#onfield} @focusout=${this.#onfield}>${menu ? menu.field(field) : comboboxField({ ...field, value: this.#field?.value ?? '' })}</div>`}
      ${this.#menu.notice()}${menu?.render()}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('forInput') || changed.has('target')) this.#attach();
    this.#menu.loaded?.updated();
  }

  /** @internal Whether the element is the menu of a box of the page. */
  get isAttached(): boolean {
    return this.target !== undefined || Boolean(this.forInput);
  }

  /** @internal The box of the page, if it is there. */
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
    this.#menu.loaded?.attach();
  }

  readonly #detach = (): void => this.#menu.loaded?.detach();

  readonly #onfield = (event: Event): void => {
    const { loaded: menu } = this.#menu;
    if (menu) menu.handle(event);
    // The menu handles the event when it is loaded.
    else
      this.#menu.load().then(
        (loaded) => loaded.catchUp(event, this.#field),
        () => {},
      );
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-prompt-picker': McpPromptPickerElement;
  }
}
