import type { HostServer, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { OnDemand } from '../internal/base/on-demand.ts';
import { RequestElement } from '../internal/dialog/request-element.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { english } from './messages.ts';
import { RootForm } from './root-form.ts';
import { type RootActions, rootList, shareList } from './root-list.ts';
import { choiceStyles, styles } from './roots.styles.ts';

/**
 * @summary The user's folders (roots), and which server is told of which. Asks the user when a server wants to know them.
 *
 * While this element is in the page, servers are told that they may ask for roots. There are none until the user adds one, by its
 * path. When a server asks, a modal dialog opens: nothing is selected, and closing it shares nothing. The user can let a server have
 * its answer without asking again, and changes that here. Servers of older revisions are told of each change.
 *
 * A root is an address as text. It gives a server no access: only a server on the user's computer can open it.
 *
 * The button that shares works only after a short delay, which starts again when the window comes back, and never by script. With
 * `inline`, requests are shown above the list instead of in a dialog, under the same rules.
 *
 * Keyboard: Escape shares nothing.
 *
 * @slot header - replaces the title
 * @slot actions - controls of the page, below the title
 * @slot empty - what is shown when the user has added no folder
 * @csspart dialog - the dialog
 * @csspart queue - how many requests wait
 * @csspart choice - the folders to choose from
 * @csspart add - the form that adds a folder
 * @csspart actions - the buttons of the dialog
 * @csspart root - one folder
 * @csspart server - what one server gets
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host store-permissions>
 *   <mcp-server src="http://localhost:3000/mcp"></mcp-server>
 *   <mcp-roots></mcp-roots>
 * </mcp-host>
 * ```
 */
export class McpRootsElement extends RequestElement<'roots'> {
  static override styles: CSSResultGroup = [RequestElement.styles, choiceStyles, styles];

  /** How long the button that shares stays off after a request appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  protected override readonly kinds = ['roots'] as const;
  protected override readonly dialog = new OnDemand(
    this,
    async () => new (await import('./roots-dialog.ts')).RootsDialog(this),
  );

  readonly #form = new RootForm(this);
  /** Why the last change could not be stored. */
  #problem: unknown;
  #wasRemoved = false;
  /** Counts for whom it is: what comes late is not for the next user. */
  #turn = 0;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    super.onHost(host, signal);
    this.#forget();
    const stop = host.roots.subscribe(() => this.requestUpdate());
    signal.addEventListener('abort', stop, { once: true });
  }

  protected override onSignOut(server: HostServer): void {
    this.#forget(server);
  }

  /** The folders stay: they are those of this device. What was typed and what went wrong do not. */
  #forget(server?: HostServer): void {
    this.#turn++;
    this.#problem = undefined;
    this.#form.reset();
    this.dialog.loaded?.forget(server);
  }

  protected override refuse(host: McpHost, id: string): void {
    host.respond(id, { action: 'allow', uris: [] });
  }

  override render(): TemplateResult {
    // Where another element decides what it shows, that is all.
    return html`${super.render()}${this.request ? nothing : this.#manager()}`;
  }

  #manager(): TemplateResult {
    const { currentHost: host, snapshot } = this;
    if (!host || !snapshot) return html`<p class="notice">${this.shared.noHost}</p>`;
    const messages = this.messagesFor('roots', english);
    const roots = host.roots.getSnapshot();
    return html`<section class="card" part="card" aria-labelledby="title">
      <div class="head stack tight"><slot name="header"><h3 id="title">${messages.title}</h3></slot><p class="soft small">${messages.hint}</p><slot name="actions"></slot></div>
      ${rootList(messages, roots.roots, this.#actions)}
      <div class="section stack tight"><h4 class="small">${messages.addTitle}</h4>${this.#form.render(messages, 'list')}</div>
      ${shareList(messages, roots, snapshot.servers, this.#actions)}
      ${this.#problem === undefined ? nothing : errorNotice(this.shared, this.#problem)}
      ${this.dialog.notice()}
    </section>`;
  }

  readonly #actions: RootActions = {
    remove: (uri) => {
      this.#wasRemoved = true;
      void this.#change((host) => host.roots.remove(uri)).then(() => (this.#wasRemoved = false));
    },
    share: (serverId, uris, duration) => void this.#change((host) => host.roots.share(serverId, uris, { duration })),
    forget: (serverUrl) => void this.#change((host) => host.roots.forget(serverUrl)),
  };

  async #change(change: (host: McpHost) => Promise<void>): Promise<void> {
    this.#problem = undefined;
    this.requestUpdate();
    const turn = this.#turn;
    if (this.currentHost)
      await change(this.currentHost).catch((error: unknown) => {
        if (turn === this.#turn) this.#problem = error;
      });
    this.requestUpdate();
    await this.updateComplete;
  }

  /** The button that had the focus is gone. */
  protected override updated(): void {
    if (!this.#wasRemoved || this.shadowRoot?.activeElement) return;
    this.#wasRemoved = false;
    this.renderRoot.querySelector<HTMLElement>('.root .button, .empty')?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-roots': McpRootsElement;
  }
}
