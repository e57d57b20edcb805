/** What the dialog shows: which tool would run and with which arguments, or which permissions a server wants. And what the user answers. */
import {
  type ConsentDecision,
  displayName,
  type PermissionDuration,
  type HostServer,
  type JsonObject,
  type PendingRequest,
  type StepUpConsentRequest,
  type Tool,
} from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { isComposing } from '../internal/base/keyboard.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { queueBadge, type RequestDialog, type RequestOf } from '../internal/dialog/request-element.ts';
import { serverName, serverOrigin } from '../internal/server/identity.ts';
import { issuerHost, scopeList } from '../internal/server/sign-in.ts';
import { toolClaims } from '../internal/server/claims.ts';
import { serverJson, serverText, shortText, STEP } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { changesView } from './changes-view.ts';
import { english, type ToolConsentMessages } from './messages.ts';
import { styles } from './tool-consent.styles.ts';

type ConsentKind = 'consent' | 'step-up';

/** The element that the dialog is in. */
interface ConsentElement extends HostedElement {
  readonly armDelay: number;
}

export class ConsentDialog implements RequestDialog<ConsentKind> {
  readonly styles = [styles];
  readonly #element: ConsentElement;
  readonly #armed: Armed;
  #shown: RequestOf<ConsentKind> | undefined;
  /** Whether the arguments are in a form. */
  #isEditing = false;
  #hasProblem = false;

  constructor(element: ConsentElement) {
    this.#element = element;
    this.#armed = new Armed(element);
  }

  turnTo(current: RequestOf<ConsentKind> | undefined): void {
    this.#shown = current;
    this.#isEditing = false;
    this.#hasProblem = false;
    this.#armed.disarm();
  }

  begin(dialog: HTMLDialogElement): void {
    dialog.querySelector<HTMLElement>('.deny')?.focus();
    this.#armed.arm();
  }

  get #messages(): ToolConsentMessages {
    return this.#element.messagesFor('tool-consent', english);
  }

  render(current: RequestOf<ConsentKind>, requests: readonly PendingRequest[]): TemplateResult {
    const messages = this.#messages;
    const isTool = current.kind === 'consent';
    const always = this.#element.snapshot?.consent.always ?? 'off';
    const allow = (label: string, onclick: (event: Event) => void, kind = ''): TemplateResult =>
      html`<button type="button" class="button ${kind}" aria-disabled=${!this.#mayAllow} aria-describedby="hint" @click=${onclick}>${label}</button>`;
    return html`<div class="body stack">
        ${queueBadge(this.#element.shared, requests)}
        ${isTool ? this.#toolView(current) : this.#stepUpView(current.request)}
        <p class="soft small" id="hint">${!isTool ? messages.signInHint : always === 'available' ? messages.always : messages.session}${isTool && (always === 'insecure' || always === 'failed') ? html` ${messages[always]}` : nothing}</p>
      </div>
      <div class="foot" part="actions">
        <button type="button" class="button cancel deny" @click=${this.dismiss}>${messages.deny}</button>
        ${isTool && always === 'available' ? allow(messages.allowAlways, this.#allowAlways) : nothing}
        ${isTool ? allow(messages.allowSession, this.#allowForSession) : nothing}
        ${allow(isTool ? messages.allow : messages.signIn, this.#allowOnce, 'primary')}
      </div>`;
  }

  #toolView(current: RequestOf<'consent'>): TemplateResult {
    const { tool, server, arguments: args, changedSince } = current.request;
    const messages = this.#messages;
    return html`<h2 id="heading">${messages.title(shortText(displayName(tool)))}</h2>
        <div class="stack" id="about">
          <dl class="facts">
            <div><dt>${messages.tool}</dt><dd><code>${shortText(tool.name, 200)}</code></dd></div>
            ${this.#serverFact(server)}
            ${tool.description ? html`<div><dt>${messages.description}</dt><dd class="description">${serverText(tool.description, 280)}</dd></div>` : nothing}
          </dl>
          ${changedSince ? html`<div class="notice warning changed stack tight"><p>${messages.changed(new Date(changedSince.time))}</p>${changesView(messages, tool, changedSince.definition)}</div>` : nothing}
          ${toolClaims(this.#element.shared, tool)}
        </div>
        ${this.#arguments(tool, args)}
        ${keyed(
          current,
          html`<details>
          <summary>${messages.reasonSummary}</summary>
          <input class="field reason" aria-label=${messages.reason} placeholder=${messages.reason} maxlength="500" autocomplete="off" @keydown=${this.#onreasonkey} />
        </details>`,
        )}`;
  }

  /** Which permissions the server wants beyond those it has, and which authorization server grants them. */
  #stepUpView({ server, issuer, scope }: StepUpConsentRequest): TemplateResult {
    const messages = this.#messages;
    return html`<h2 id="heading">${messages.stepUpTitle(shortText(serverName(server)))}</h2>
        <dl class="facts" id="about">
          ${this.#serverFact(server)}
          <div><dt>${messages.issuer}</dt><dd><span class="origin"><bdi dir="ltr">${issuerHost(issuer)}</bdi></span></dd></div>
          <div><dt>${messages.scope}</dt><dd>${scopeList(this.#element.shared, scope)}</dd></div>
        </dl>`;
  }

  #serverFact(server: HostServer): TemplateResult {
    return html`<div><dt>${this.#messages.server}</dt><dd><bdi>${shortText(serverName(server))}</bdi><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></dd></div>`;
  }

  #arguments(tool: Tool, args: JsonObject): TemplateResult {
    const messages = this.#messages;
    return html`<div class="stack tight" part="arguments">
      <div class="row arguments-head">
        <h3>${messages.arguments} <span class="soft small">${messages.argumentsHint}</span></h3>
        <button type="button" class="link small edit" @click=${this.#toggleEditing}>${this.#isEditing ? messages.discard : messages.edit}</button>
      </div>
      ${
        this.#isEditing
          ? html`<mcp-schema-form .label=${messages.arguments} .schema=${tool.inputSchema} .value=${args} @mcp-form-input=${this.#check}></mcp-schema-form>`
          : html`<pre tabindex="0" role="group" aria-label=${messages.arguments} dir=${Object.keys(args).length === 0 ? 'auto' : 'ltr'}>${Object.keys(args).length === 0 ? html`<span class="soft">${messages.noArguments}</span>` : serverJson(args, STEP)}</pre>`
      }
    </div>`;
  }

  get #mayAllow(): boolean {
    return this.#armed.isArmed && !this.#hasProblem;
  }

  #respond(decision: ConsentDecision): void {
    const shown = this.#shown;
    // Another host may have a request with the same id.
    if (shown && this.#element.snapshot?.requests.includes(shown))
      this.#element.currentHost?.respond(shown.id, decision);
  }

  #allow(event: Event, permission?: PermissionDuration): void {
    if (!this.#armed.accepts(event)) return;
    const form = this.#form;
    if (form?.reportValidity() === false) return;
    this.#respond({ action: 'allow', ...(form && { arguments: form.value }), ...(permission && { permission }) });
  }

  readonly #allowOnce = (event: Event): void => this.#allow(event);
  readonly #allowForSession = (event: Event): void => this.#allow(event, 'session');
  readonly #allowAlways = (event: Event): void => this.#allow(event, 'always');

  /** Closing the dialog denies. */
  readonly dismiss = (): void => {
    const reason = this.#element.renderRoot.querySelector<HTMLInputElement>('.reason')?.value.trim();
    this.#respond({ action: 'deny', ...(reason && { reason }) });
  };

  readonly #onreasonkey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Otherwise the same key would press what the focus returns to, such as the button that made the call.
    event.preventDefault();
    this.dismiss();
  };

  get #form(): McpSchemaFormElement | null {
    return this.#element.renderRoot.querySelector('mcp-schema-form');
  }

  readonly #toggleEditing = async (): Promise<void> => {
    this.#isEditing = !this.#isEditing;
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
