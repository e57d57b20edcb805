import { type ConsentDecision, displayName, type McpHost, type PendingRequest } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { Armed } from '../internal/armed.ts';
import { HostedElement } from '../internal/hosted-element.ts';
import { serverName, serverOrigin } from '../internal/server-identity.ts';
import { serverText, shortText, visibleJson } from '../internal/text.ts';
import { toolClaims } from '../internal/tool-claims.ts';
import { type EditedArguments, parseArguments } from './edited-arguments.ts';
import { stepUpQuestion } from './step-up-question.ts';
import { styles } from './tool-consent.styles.ts';

type ToolConsentRequest = Extract<PendingRequest, { kind: 'consent' }>;

const text = {
  question: (tool: string) => html`Allow <bdi>${tool}</bdi> to run?`,
  waiting: (count: number) => (count === 1 ? '1 more request waits' : `${count} more requests wait`),
  tool: 'Tool',
  server: 'Server',
  description: 'It says',
  arguments: 'Arguments',
  argumentsHint: 'Exactly what the server gets',
  noArguments: 'No arguments',
  edit: 'Edit',
  editLabel: 'Arguments as JSON',
  discard: 'Discard changes',
  reasonSummary: 'Deny with a reason',
  reason: 'Reason',
  deny: 'Deny',
  allow: 'Allow once',
  allowSession: 'Allow for this session',
  signIn: 'Go on',
  signInHint: 'You are asked again on the page of the authorization server, and can still say no there.',
  session: 'For this session: until this page is closed or reloaded, or the tool changes.',
};

/**
 * @summary Asks the user before a tool runs, and before a server gets more permissions.
 *
 * A modal dialog that opens by itself for every call that neither the user nor the page allowed before, and where a call needs
 * more than the user agreed to when they signed in. Closing it denies.
 * The buttons that allow take effect only a moment after they appeared, and never by script.
 *
 * @csspart dialog - the dialog
 * @csspart arguments - the arguments, as JSON
 * @csspart actions - the buttons
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tools></mcp-tools>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpToolConsent extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** How long the buttons that allow stay off after a question appeared, in ms. */
  @property({ attribute: false }) armDelay = 500;

  readonly #armed = new Armed(this);
  #shown: PendingRequest | undefined;
  /** What the user is typing; undefined while the arguments are only shown. */
  #typed: string | undefined;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    for (const kind of ['consent', 'step-up'] as const) signal.addEventListener('abort', host.addAsker(kind), { once: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Out of the page it is no modal dialog any more; back in it, it opens anew.
    this.renderRoot.querySelector('dialog')?.close();
    this.#shown = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  protected override update(changed: PropertyValues<this>): void {
    const current = this.#waiting[0];
    if (current?.id !== this.#shown?.id) {
      this.#typed = undefined;
      this.#armed.disarm();
    }
    super.update(changed);
    this.#show(current);
  }

  get #waiting(): readonly PendingRequest[] {
    return this.snapshot?.pending ?? [];
  }

  get #edited(): EditedArguments | undefined {
    return this.#typed === undefined ? undefined : parseArguments(this.#typed);
  }

  override render(): TemplateResult {
    const [current, ...others] = this.#waiting;
    return html`<dialog part="dialog" role="alertdialog" aria-labelledby="question" aria-describedby="about" @cancel=${this.#oncancel} @close=${this.#onclose}>
      ${current ? this.#question(current, others.length) : nothing}
    </dialog>`;
  }

  #question(pending: PendingRequest, others: number): TemplateResult {
    const isTool = pending.kind === 'consent';
    return html`<div class="body stack">
        ${others > 0 ? html`<p class="badge accent queue" role="status">${text.waiting(others)}</p>` : nothing}
        ${isTool ? this.#toolQuestion(pending) : stepUpQuestion(pending.request)}
      </div>
      <div class="foot" part="actions">
        <button type="button" class="button deny" @click=${this.#deny}>${text.deny}</button>
        ${isTool
          ? html`<button type="button" class="button" aria-disabled=${!this.#mayAllow} aria-describedby="session-hint" @click=${this.#allowForSession}>${text.allowSession}</button>`
          : nothing}
        <button type="button" class="button primary" aria-disabled=${!this.#mayAllow} @click=${this.#allowOnce}>${isTool ? text.allow : text.signIn}</button>
        <p class="hint soft small" id="session-hint">${isTool ? text.session : text.signInHint}</p>
      </div>`;
  }

  #toolQuestion({ request: { tool, server, arguments: args } }: ToolConsentRequest): TemplateResult {
    const title = shortText(displayName(tool));
    return html`<h2 id="question">${text.question(title)}</h2>
        <dl class="facts" id="about">
          <div><dt>${text.tool}</dt><dd><code>${shortText(tool.name, 200)}</code></dd></div>
          <div><dt>${text.server}</dt><dd><bdi>${shortText(serverName(server))}</bdi><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></dd></div>
          ${tool.description ? html`<div><dt>${text.description}</dt><dd class="description">${serverText(tool.description, 280)}</dd></div>` : nothing}
        </dl>
        ${toolClaims(tool)}
        ${this.#arguments(args)}
        <details>
          <summary>${text.reasonSummary}</summary>
          <input class="field reason" aria-label=${text.reason} placeholder=${text.reason} maxlength="500" autocomplete="off" @keydown=${this.#onreasonkey} />
        </details>`;
  }

  #arguments(args: Record<string, unknown>): TemplateResult {
    const problem = this.#edited?.problem;
    const isEmpty = Object.keys(args).length === 0;
    return html`<div class="stack tight" part="arguments">
      <div class="row arguments-head">
        <h3>${text.arguments} <span class="soft small">${text.argumentsHint}</span></h3>
        <button type="button" class="link small" @click=${this.#toggleEditing}>${this.#typed === undefined ? text.edit : text.discard}</button>
      </div>
      ${this.#typed === undefined
        ? html`<pre tabindex="0" role="group" aria-label=${text.arguments}>${isEmpty ? html`<span class="soft">${text.noArguments}</span>` : visibleJson(args)}</pre>`
        : html`<textarea class="field" aria-label=${text.editLabel} spellcheck="false" autocapitalize="none" aria-invalid=${problem !== undefined} aria-describedby="problem" .value=${this.#typed} @input=${this.#oninput}></textarea>
          <p class="field-error small" id="problem" role="alert">${problem}</p>`}
    </div>`;
  }

  get #mayAllow(): boolean {
    return this.#armed.isArmed && this.#edited?.problem === undefined;
  }

  #show(current: PendingRequest | undefined): void {
    const isNew = current?.id !== this.#shown?.id;
    this.#shown = current;
    const dialog = this.renderRoot.querySelector('dialog');
    if (!dialog || !isNew) return;
    if (!current) {
      dialog.close();
      return;
    }
    if (!dialog.open) dialog.showModal();
    const details = dialog.querySelector('details');
    const reason = dialog.querySelector<HTMLInputElement>('.reason');
    if (details && reason) {
      details.open = false;
      reason.value = '';
    }
    dialog.querySelector('.body')?.scrollTo(0, 0);
    dialog.querySelector<HTMLElement>('.deny')?.focus();
    this.#armed.arm(this.armDelay);
  }

  #decide(decision: ConsentDecision): void {
    if (this.#shown) this.currentHost?.respond(this.#shown.id, decision);
  }

  #allow(event: Event, remember?: 'session'): void {
    if (!this.#mayAllow || !this.#armed.accepts(event)) return;
    const edited = this.#edited?.value;
    this.#decide({ action: 'allow', ...(edited && { arguments: edited }), ...(remember && { remember }) });
  }

  readonly #allowOnce = (event: Event): void => this.#allow(event);
  readonly #allowForSession = (event: Event): void => this.#allow(event, 'session');

  readonly #deny = (): void => {
    const reason = this.renderRoot.querySelector<HTMLInputElement>('.reason')?.value.trim();
    this.#decide({ action: 'deny', ...(reason && { reason }) });
  };

  readonly #onreasonkey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.isComposing) this.#deny();
  };

  /** The dialog stays open where another question waits. */
  readonly #oncancel = (event: Event): void => {
    // A browser may refuse to be stopped, the second time for instance: then it closes the dialog next.
    if (!event.cancelable) return;
    event.preventDefault();
    this.#deny();
  };

  /** Closed by the browser, which denies; unless the dialog is open again by now, with another question. */
  readonly #onclose = (): void => {
    if (!this.renderRoot.querySelector('dialog')?.open) this.#deny();
  };

  readonly #toggleEditing = (): void => {
    this.#typed = this.#typed === undefined && this.#shown?.kind === 'consent' ? visibleJson(this.#shown.request.arguments) : undefined;
    this.requestUpdate();
  };

  readonly #oninput = (event: Event): void => {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    this.#typed = event.target.value;
    this.requestUpdate();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-consent': McpToolConsent;
  }
}
