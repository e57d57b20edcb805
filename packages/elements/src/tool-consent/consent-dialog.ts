/** What the dialog shows: which tool would run and with which arguments, which skill a model would get, or which permissions a server wants. And what the user answers. */
import {
  type ConsentDecision,
  displayName,
  type PermissionDuration,
  type JsonObject,
  type PendingRequest,
  type StepUpConsentRequest,
} from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import { isComposing } from '../internal/base/keyboard.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { HeadHint } from '../internal/dialog/head-hint.ts';
import { SeenEnd } from '../internal/dialog/seen-end.ts';
import { queueBadge, type RequestDialog, type RequestOf } from '../internal/dialog/request-element.ts';
import { requestWorkOf } from '../internal/dialog/request-work.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { toolClaims } from '../internal/server/claims.ts';
import { type Tone, toneIcon, toneOf, toneStyles } from '../internal/server/tone.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import { ArgumentsView } from './arguments-view.ts';
import { toolChangesView } from './changes-view.ts';
import { ConsentWork, formOf } from './consent-work.ts';
import { longerChoice } from './longer-choice.ts';
import { english, type ToolConsentMessages } from './messages.ts';
import { styles } from './tool-consent.styles.ts';
import { skillView } from './skill-view.ts';
import { stepUpView } from './step-up-view.ts';
import { restOf, toolSign } from './tool-sign.ts';

type ConsentKind = 'consent' | 'step-up' | 'skill';

/** The element that the dialog is in. */
interface ConsentElement extends HostedElement {
  readonly armDelay: number;
}

export class ConsentDialog implements RequestDialog<ConsentKind> {
  readonly styles = [toneStyles, styles];
  readonly #element: ConsentElement;
  readonly #armed: Armed;
  readonly #headHint: HeadHint;
  readonly #arguments: ArgumentsView;
  /** The end of the scopes. */
  readonly #scopes: SeenEnd;
  #shown: RequestOf<ConsentKind> | undefined;
  /** What the user answered last. */
  #answered: RequestOf<ConsentKind> | undefined;
  /** Whether the request before went away by itself, or this one was shown elsewhere. */
  #isAfterOther = false;
  #work: ConsentWork | undefined;
  /** Whether the choice of a longer permission is open. */
  #isChoosing = false;
  #isRiskKnown = false;

  constructor(element: ConsentElement) {
    this.#element = element;
    this.#armed = new Armed(element);
    this.#headHint = new HeadHint(element, this.#armed);
    this.#arguments = new ArgumentsView(element);
    this.#scopes = new SeenEnd(element);
  }

  turnTo(current: RequestOf<ConsentKind> | undefined): void {
    const { currentHost: host, ownerDocument: page } = this.#element;
    const works = requestWorkOf(page);
    const isTakenOver = current !== undefined && works.has(current);
    this.#isAfterOther = isTakenOver || (this.#shown !== undefined && this.#shown !== this.#answered);
    this.#shown = current;
    this.#work = current && host && works.of(host, current, ConsentWork, () => new ConsentWork());
    this.#work?.reason.moveIn();
    this.#isChoosing = this.#isRiskKnown = false;
    this.#arguments.turnTo(this.#args);
    this.#scopes.forget();
    this.#armed.disarm();
  }

  begin(frame: HTMLElement, takesFocus: boolean): void {
    // Whoever was writing may go on, and must not press a button by that.
    if (takesFocus) frame.querySelector<HTMLElement>(this.#isAfterOther ? 'h2' : '.deny')?.focus();
    this.#armed.armNew();
  }

  get #messages(): ToolConsentMessages {
    return this.#element.messagesFor('tool-consent', english);
  }

  render(current: RequestOf<ConsentKind>, requests: readonly PendingRequest[]): TemplateResult {
    const queue = queueBadge(this.#element.shared, requests);
    switch (current.kind) {
      case 'consent':
        return this.#toolDialog(current, queue);
      case 'skill':
        return this.#skillDialog(current, queue);
      default:
        return this.#stepUpDialog(current.request, queue);
    }
  }

  #toolDialog(current: RequestOf<'consent'>, queue: unknown): TemplateResult {
    const { tool } = current.request;
    const messages = this.#messages;
    const tone = toneOf(tool);
    return html`<div class="main">
        <div class="body stack" part="dialog-body">${queue}${this.#toolView(current)}</div>
        ${this.#headHint.render() ?? (this.#work?.form ? nothing : this.#arguments.renderMore(messages))}
        ${this.#longerChoice(displayName(tool), messages.risk)}
      </div>
      ${this.#outOfSight(messages)}
      ${this.#buttons(html`${tone === 'calm' ? nothing : toneIcon(tone)}${messages.allow}`, true)}`;
  }

  #skillDialog({ request }: RequestOf<'skill'>, queue: unknown): TemplateResult {
    const messages = this.#messages;
    return html`<div class="main"><div class="body stack" part="dialog-body" tabindex="-1">${queue}${keyed(request, skillView(messages, request, this.#scopes.watch))}</div>
      ${this.#headHint.render() ?? (this.#scopes.isAway ? this.#scopes.renderMore('unseen', messages.unseenSkillHint) : nothing)}
      ${this.#longerChoice(request.skill.frontmatter.name, messages.skillRisk)}</div>
      ${this.#outOfSight(messages)}
      ${this.#buttons(html`${toneIcon(this.#tone)}${messages.allow}`, request.canBeStored)}`;
  }

  /** How risky what is shown is. */
  get #tone(): Tone {
    return this.#shown?.kind === 'consent' ? toneOf(this.#shown.request.tool) : 'caution';
  }

  #longerChoice(name: string, risk: string): TemplateResult | typeof nothing {
    if (!this.#isChoosing) return nothing;
    return longerChoice(this.#messages, {
      name,
      risk,
      tone: this.#tone,
      always: this.#element.snapshot?.consent.always ?? 'off',
      mayAllow: this.#mayAllow,
      isRiskKnown: this.#isRiskKnown,
      onsession: this.#allowForSession,
      onalways: this.#allowAlways,
      onrisk: this.#onrisk,
      onkeydown: this.#onchoicekey,
    });
  }

  #buttons(allow: TemplateResult, canBeStored: boolean): TemplateResult {
    const messages = this.#messages;
    const why = this.#scopes.isAway && !this.#headHint.id ? 'unseen' : this.#whyOff;
    return html`<div class="foot" part="actions dialog-foot">
        <button type="button" class="button cancel deny" part="button secondary" @click=${this.#deny}>${messages.deny}</button>
        <button type="button" class="button primary ${this.#tone}" part="button primary ${this.#tone}" aria-disabled=${!this.#mayAllow} aria-describedby=${why} @click=${this.#allowOnce}>${allow}</button>
        ${canBeStored ? html`<button type="button" class="button quiet for-longer" part="button quiet" aria-expanded=${this.#isChoosing} aria-controls="longer" aria-disabled=${!this.#mayAllow && !this.#isChoosing} aria-describedby=${why} @click=${this.#toggleChoice}>${messages.allowLonger}</button>` : nothing}
      </div>`;
  }

  #toolView(current: RequestOf<'consent'>): TemplateResult {
    const { tool, server, changedSince, by } = current.request;
    const messages = this.#messages;
    return html`<div class="stack lead">
          <h2 part="dialog-title" id="heading" tabindex="-1">${messages.title(shortText(displayName(tool)))}</h2>
          <div class="stack tight" id="about">
            <p class="who"><span><span class="soft">${messages.tool}</span> <code>${shortText(tool.name, 200)}</code></span> <span><span class="soft">${messages.server}</span> <bdi>${shortText(serverName(server))}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></span></p>
            ${by === 'app' ? html`<p class="small">${messages.byApp}</p>` : nothing}
            ${toolSign(messages, tool)}
          </div>
        </div>
        ${changedSince ? html`<div class="notice warning changed stack tight"><p>${messages.changed(new Date(changedSince.time))}</p>${guard([messages, current], () => toolChangesView(messages, tool, changedSince.definition))}</div>` : nothing}
        ${this.#argumentsView()}
        ${tool.description ? html`<div class="stack tight"><h3>${messages.description}</h3><p class="description small">${serverText(tool.description, 280)}</p></div>` : nothing}
        ${toolClaims(this.#element.shared, { ...tool, annotations: restOf(tool) })}
        ${keyed(current, this.#work?.reason.render(messages, this.#deny))}`;
  }

  #argumentsView(): TemplateResult {
    const messages = this.#messages;
    const { form, edited } = this.#work ?? {};
    if (form) form.label = messages.arguments;
    const discard =
      form || edited
        ? html`<button type="button" class="link small" part="link" @click=${this.#discard}>${messages.discard}</button>`
        : nothing;
    return html`<div class="stack tight" part="arguments">
      <div class="row arguments-head">
        <h3>${messages.arguments} ${form ? nothing : html`<span class="soft small">${messages.argumentsHint}</span>`}</h3>
        <span class="row">${discard}<button type="button" class="link small edit" part="link" @click=${this.#toggleEditing}>${form ? messages.done : messages.edit}</button></span>
      </div>
      ${
        form
          ? html`<div @mcp-form-submit=${this.#toggleEditing}>${form}</div>
            <p class="soft small" id="hint">${messages.editingHint}</p>`
          : this.#arguments.render(messages)
      }
    </div>`;
  }

  /** Says why nothing can be allowed although everything was seen. */
  #outOfSight(messages: ToolConsentMessages): TemplateResult | typeof nothing {
    return this.#armed.isOutOfSight && !this.#hint
      ? html`<p class="out-of-sight small" id="out-of-sight">${messages.outOfSight}</p>`
      : nothing;
  }

  #stepUpDialog(request: StepUpConsentRequest, queue: unknown): TemplateResult {
    const messages = this.#messages;
    return html`<div class="main"><div class="body stack" part="dialog-body" tabindex="-1">
        ${queue}
        ${keyed(request, stepUpView(messages, request, { onend: this.#scopes.watch, onmute: this.#mute }))}
        <p class="soft small" id="hint">${messages.signInHint}</p>
      </div>
      ${this.#headHint.render() ?? (this.#scopes.isAway ? this.#scopes.renderMore('unseen', messages.unseenScopeHint) : nothing)}</div>
      ${this.#outOfSight(messages)}
      <div class="foot" part="actions dialog-foot">
        <button type="button" class="button cancel deny" part="button secondary" @click=${this.#deny}>${messages.deny}</button>
        <button type="button" class="button primary" part="button primary" aria-disabled=${!this.#mayAllow} aria-describedby=${this.#scopes.isAway && !this.#headHint.id ? 'unseen hint' : this.#headHint.describe(this.#armed.isOutOfSight ? 'out-of-sight' : 'hint')} @click=${this.#allowOnce}>${messages.signIn}</button>
      </div>`;
  }

  /** The arguments that would be sent. */
  get #args(): JsonObject {
    return this.#work?.edited ?? (this.#shown?.kind === 'consent' ? this.#shown.request.arguments : {});
  }

  /** Why the arguments cannot be allowed as they are on the screen. */
  get #hint(): 'unseen' | 'editing' | undefined {
    if (this.#shown?.kind !== 'consent') return undefined;
    return this.#work?.form ? 'editing' : this.#arguments.isSeen ? undefined : 'unseen';
  }

  /** The ids of the sentences that say so. */
  get #whyOff(): string | typeof nothing {
    // The line about the head is in place of the one about the arguments.
    if (this.#headHint.id && !this.#work?.form) return this.#headHint.describe();
    return this.#headHint.describe(this.#hint ? 'hint' : this.#armed.isOutOfSight ? 'out-of-sight' : undefined);
  }

  get #mayAllow(): boolean {
    return this.#armed.isArmed && !this.#hint && (this.#shown?.kind === 'consent' || this.#scopes.isSeen);
  }

  #respond(decision: ConsentDecision): void {
    const shown = this.#shown;
    this.#answered = shown;
    // Another host may have a request with the same id.
    if (shown && this.#element.snapshot?.requests.includes(shown))
      this.#element.currentHost?.respond(shown.id, decision);
  }

  #allow(event: Event, permission?: PermissionDuration): void {
    const { form, edited } = this.#work ?? {};
    form?.reportValidity();
    if (!this.#mayAllow || !this.#armed.accepts(event)) return;
    this.#respond({
      action: 'allow',
      ...(edited && { arguments: edited }),
      ...(permission && { permission }),
    });
  }

  readonly #allowOnce = (event: Event): void => this.#allow(event);
  readonly #allowForSession = (event: Event): void => this.#allow(event, 'session');
  readonly #allowAlways = (event: Event): void => {
    const { request } = this.#shown ?? {};
    if (request && (this.#isRiskKnown || this.#tone === 'calm')) this.#allow(event, 'always');
  };

  readonly #deny = (): void => {
    const reason = this.#work?.reason.text;
    this.#respond({ action: 'deny', ...(reason && { reason }) });
  };

  /** Refuses this request too. */
  readonly #mute = (): void => {
    this.#answered = this.#shown;
    const id = this.#answered?.request.server.id;
    if (id !== undefined) this.#element.currentHost?.mute(id, true, { by: 'user' });
  };

  /** Closing the dialog denies. What is open in it is closed first. */
  readonly dismiss = (): void => {
    if (this.#isChoosing && this.#element.renderRoot.querySelector('dialog')?.open) void this.#toggleChoice();
    else this.#deny();
  };

  /** Opens the choice of a longer permission above the buttons, which stay where they are; or closes it. */
  readonly #toggleChoice = async (): Promise<void> => {
    if (!this.#mayAllow && !this.#isChoosing) return;
    this.#isChoosing = !this.#isChoosing;
    this.#isRiskKnown = false;
    this.#armed.arm();
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const { renderRoot } = this.#element;
    // The choice may leave little space: of the arguments, what was seen last stays there.
    if (this.#isChoosing) renderRoot.querySelector('pre')?.scrollIntoView({ block: 'nearest' });
    renderRoot.querySelector<HTMLElement>(this.#isChoosing ? '.longer' : '.for-longer')?.focus();
  };

  readonly #onchoicekey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    // Otherwise it would close the dialog as well.
    event.preventDefault();
    void this.#toggleChoice();
  };

  readonly #onrisk = ({ target }: Event): void => {
    this.#isRiskKnown = target instanceof HTMLInputElement && target.checked;
    this.#armed.arm();
    this.#element.requestUpdate();
  };

  /** Puts the arguments into a form, or shows what came of it: only that can be allowed. */
  readonly #toggleEditing = async (): Promise<void> => {
    const { form, edited } = this.#work ?? {};
    if (form?.reportValidity() === false) return;
    await this.#show(form ? form.value : edited, !form);
  };

  readonly #discard = (): Promise<void> => this.#show(undefined, false);

  async #show(edited: JsonObject | undefined, isEditing: boolean): Promise<void> {
    const shown = this.#shown;
    const work = this.#work;
    if (!work || shown?.kind !== 'consent') return;
    work.edited = edited;
    work.form = isEditing ? formOf(this.#element.ownerDocument, shown.request.tool.inputSchema, this.#args) : undefined;
    this.#isChoosing = false;
    this.#arguments.turnTo(this.#args);
    this.#armed.arm();
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    await work.form?.updateComplete;
    if (isEditing) work.form?.focus();
    else this.#element.renderRoot.querySelector<HTMLElement>('.edit')?.focus();
  }
}
