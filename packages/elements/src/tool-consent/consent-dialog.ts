/** The inside of the dialog: what a tool would do, or what else a server wants, and the word of the user. Loaded before the first question. */
import {
  type ConsentDecision,
  displayName,
  type PermissionDuration,
  type JsonObject,
  type PendingRequest,
  type Tool,
} from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Armed } from '../internal/dialog/armed.ts';
import type { Question, RequestDialog } from '../internal/dialog/asking-element.ts';
import { isComposing } from '../internal/base/composing.ts';
import { footStyles } from '../internal/dialog/foot.styles.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { questionStyles } from '../internal/dialog/question.styles.ts';
import { queueBadge } from '../internal/dialog/queue-badge.ts';
import { serverName, serverOrigin } from '../internal/server/server-identity.ts';
import { serverText, shortText, STEP, visibleJson } from '../internal/text/text.ts';
import { toolClaims } from '../internal/server/tool-claims.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { english } from './messages.ts';
import { styles } from './tool-consent.styles.ts';

type ConsentQuestion = Question<'consent' | 'step-up'>;

/** The element that the dialog is in. */
interface ConsentElement extends HostedElement {
  readonly armDelay: number;
}

export class ConsentDialog implements RequestDialog<'consent' | 'step-up'> {
  readonly styles = [questionStyles, footStyles, styles];
  readonly #element: ConsentElement;
  readonly #armed: Armed;
  #shown: ConsentQuestion | undefined;
  /** Whether the arguments are in a form, or that could not be loaded. */
  #editing: 'form' | 'failed' | undefined;
  /** Draws what was loaded for this question, what changed or what else is wanted; or says that it could not be. */
  #drawPart: (() => TemplateResult) | undefined;
  #hasProblem = false;

  constructor(element: ConsentElement) {
    this.#element = element;
    this.#armed = new Armed(element);
  }

  turnTo(question: ConsentQuestion | undefined): void {
    this.#shown = question;
    this.#editing = this.#drawPart = undefined;
    this.#hasProblem = false;
    this.#armed.disarm();
  }

  begin(dialog: HTMLDialogElement): void {
    dialog.querySelector<HTMLElement>('.deny')?.focus();
    const question = this.#shown;
    if (question?.kind === 'step-up' || question?.request.changedSince) void this.#showPart(question);
    else this.#armed.arm();
  }

  get #text(): typeof english {
    return this.#element.words('tool-consent', english);
  }

  render(question: ConsentQuestion, waiting: readonly PendingRequest[]): TemplateResult {
    const text = this.#text;
    const isTool = question.kind === 'consent';
    const always = this.#element.snapshot?.consent.always ?? 'off';
    const allow = (label: string, onclick: (event: Event) => Promise<void>, kind = ''): TemplateResult =>
      html`<button type="button" class="button ${kind}" aria-disabled=${!this.#mayAllow} aria-describedby="hint" @click=${onclick}>${label}</button>`;
    return html`<div class="body stack">
        ${queueBadge(this.#element.shared, waiting)}
        ${isTool ? this.#toolQuestion(question) : html`<h2 id="question">${text.moreQuestion(shortText(serverName(question.request.server)))}</h2><div id="about" role="status">${this.#drawPart?.() ?? nothing}</div>`}
        <p class="soft small" id="hint">${!isTool ? text.signInHint : always === 'available' ? text.always : text.session}${isTool && (always === 'insecure' || always === 'failed') ? html` ${text[always]}` : nothing}</p>
      </div>
      <div class="foot" part="actions">
        <button type="button" class="button cancel deny" @click=${this.dismiss}>${text.deny}</button>
        ${isTool && always === 'available' ? allow(text.allowAlways, this.#allowAlways) : nothing}
        ${isTool ? allow(text.allowSession, this.#allowForSession) : nothing}
        ${allow(isTool ? text.allow : text.signIn, this.#allowOnce, 'primary')}
      </div>`;
  }

  #toolQuestion(question: Question<'consent'>): TemplateResult {
    const { tool, server, arguments: args, changedSince } = question.request;
    const text = this.#text;
    const title = shortText(displayName(tool));
    return html`<h2 id="question">${text.question(title)}</h2>
        <div class="stack" id="about">
          <dl class="facts">
            <div><dt>${text.tool}</dt><dd><code>${shortText(tool.name, 200)}</code></dd></div>
            <div><dt>${text.server}</dt><dd><bdi>${shortText(serverName(server))}</bdi><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></dd></div>
            ${tool.description ? html`<div><dt>${text.description}</dt><dd class="description">${serverText(tool.description, 280)}</dd></div>` : nothing}
          </dl>
          ${changedSince ? html`<div class="notice warning changed stack tight"><p>${text.changed(new Date(changedSince.time))}</p><div role="status">${this.#drawPart?.() ?? nothing}</div></div>` : nothing}
          ${toolClaims(this.#element.shared, tool)}
        </div>
        ${this.#arguments(tool, args)}
        ${keyed(
          question,
          html`<details>
          <summary>${text.reasonSummary}</summary>
          <input class="field reason" aria-label=${text.reason} placeholder=${text.reason} maxlength="500" autocomplete="off" @keydown=${this.#onreasonkey} />
        </details>`,
        )}`;
  }

  #arguments(tool: Tool, args: JsonObject): TemplateResult {
    const text = this.#text;
    return html`<div class="stack tight" part="arguments">
      <div class="row arguments-head">
        <h3>${text.arguments} <span class="soft small">${text.argumentsHint}</span></h3>
        <button type="button" class="link small edit" @click=${this.#toggleEditing}>${this.#editing ? text.discard : text.edit}</button>
      </div>
      ${
        this.#editing === 'form'
          ? html`<mcp-schema-form .label=${text.arguments} .schema=${tool.inputSchema} .value=${args} @mcp-form-input=${this.#check}></mcp-schema-form>`
          : html`<pre tabindex="0" role="group" aria-label=${text.arguments} dir=${Object.keys(args).length === 0 ? 'auto' : 'ltr'}>${Object.keys(args).length === 0 ? html`<span class="soft">${text.noArguments}</span>` : serverText(visibleJson(args), STEP)}</pre>
          ${this.#editing ? html`<p role="alert">${this.#element.shared.notLoaded}</p>` : nothing}`
      }
    </div>`;
  }

  get #mayAllow(): boolean {
    return this.#armed.isArmed && !this.#hasProblem;
  }

  /** Nobody allows what they could not see: only then do the buttons that allow come on. */
  async #showPart(question: ConsentQuestion): Promise<void> {
    const draw = await this.#loadPart(question).catch(() => this.#lostPart);
    if (this.#shown !== question) return;
    this.#drawPart = draw;
    this.#element.requestUpdate();
    if (draw !== this.#lostPart) this.#armed.arm();
  }

  async #loadPart(question: ConsentQuestion): Promise<() => TemplateResult> {
    if (question.kind === 'step-up') {
      const { stepUpFacts, english: words } = await import('./step-up-question.ts');
      return () =>
        stepUpFacts(
          { ...this.#text, ...this.#element.words('tool-consent', words) },
          this.#element.shared,
          question.request,
        );
    }
    const { adoptChangeStyles, definitionChange, english: words } = await import('./definition-change.ts');
    adoptChangeStyles(this.#element.renderRoot);
    return () => definitionChange(this.#element.words('tool-consent', words), question.request);
  }

  readonly #lostPart = (): TemplateResult =>
    html`<div class="row"><span>${this.#element.shared.notLoaded}</span> <button type="button" class="button small" @click=${this.#retry}>${this.#element.shared.retry}</button></div>`;

  readonly #retry = async (): Promise<void> => {
    const question = this.#shown;
    if (!question) return;
    await this.#showPart(question);
    await this.#element.updateComplete;
    // The button that was pressed may be gone.
    if (this.#shown === question && this.#drawPart !== this.#lostPart)
      this.#element.renderRoot.querySelector<HTMLElement>('.deny')?.focus();
  };

  #decide(decision: ConsentDecision): void {
    const shown = this.#shown;
    // Another host may have a question with the same id.
    if (shown && this.#element.snapshot?.requests.includes(shown))
      this.#element.currentHost?.respond(shown.id, decision);
  }

  async #allow(event: Event, permission?: PermissionDuration): Promise<void> {
    if (!this.#armed.accepts(event)) return;
    const form = this.#form;
    const shown = this.#shown;
    // Until it has all that it is made of, it is not valid.
    if (form) await form.updateComplete;
    if (this.#shown !== shown || form?.reportValidity() === false) return;
    this.#decide({ action: 'allow', ...(form && { arguments: form.value }), ...(permission && { permission }) });
  }

  readonly #allowOnce = (event: Event): Promise<void> => this.#allow(event);
  readonly #allowForSession = (event: Event): Promise<void> => this.#allow(event, 'session');
  readonly #allowAlways = (event: Event): Promise<void> => this.#allow(event, 'always');

  /** Closing the dialog denies. */
  readonly dismiss = (): void => {
    const reason = this.#element.renderRoot.querySelector<HTMLInputElement>('.reason')?.value.trim();
    this.#decide({ action: 'deny', ...(reason && { reason }) });
  };

  readonly #onreasonkey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Else the same key would press what the focus goes back to: the button that made the call, perhaps.
    event.preventDefault();
    this.dismiss();
  };

  get #form(): McpSchemaFormElement | null {
    return this.#element.renderRoot.querySelector('mcp-schema-form');
  }

  readonly #toggleEditing = async (): Promise<void> => {
    const isOpen = this.#editing !== undefined;
    const shown = this.#shown;
    const editing = isOpen
      ? undefined
      : await import('../schema-form/define.ts').then(
          () => 'form' as const,
          () => 'failed' as const,
        );
    if (this.#shown !== shown) return;
    this.#editing = editing;
    this.#hasProblem = false;
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    await this.#form?.updateComplete;
    this.#form?.focus();
    this.#check();
  };

  readonly #check = (): void => {
    this.#hasProblem = this.#form?.checkValidity() === false;
    this.#element.requestUpdate();
  };
}
