/** The inside of the dialog: a form to fill in, or a page to visit, and what the user says to it. Loaded before the first question. */
import type { ElicitationResult, HostServer, JsonObject, McpHost, PendingRequest } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { Armed } from '../internal/dialog/armed.ts';
import type { Question, RequestDialog } from '../internal/dialog/asking-element.ts';
import { footStyles } from '../internal/dialog/foot.styles.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { questionStyles } from '../internal/dialog/question.styles.ts';
import { queueBadge } from '../internal/dialog/queue-badge.ts';
import { serverName, serverOrigin } from '../internal/server/server-identity.ts';
import { shortText } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { draftKey, readDraft, writeDraft } from './drafts.ts';
import { styles } from './elicitation-form.styles.ts';
import { type AskedFields, isContent, readFields } from './fields.ts';
import { type ElicitationFormMessages, english } from './messages.ts';
import { formQuestion, visitQuestion } from './questions.ts';

/** How long it is said what became of a question. */
const NOTE_MS = 15_000;

type Elicitation = Question<'elicitation'>;

/** The element that the dialog is in. */
interface ElicitationElement extends HostedElement {
  readonly armDelay: number;
}

export class ElicitationDialog implements RequestDialog<'elicitation'> {
  readonly styles = [questionStyles, footStyles, styles];
  readonly #element: ElicitationElement;
  readonly #armed: Armed;
  #shown: Elicitation | undefined;
  /** Whether the page to visit was opened, and is waited for. */
  #isVisiting = false;
  #preview: JsonObject | undefined;
  #problem = '';
  /** What became of the last question, when that was not the user's doing. */
  #note = '';
  /** Itself, not its id: each host counts its questions from one. */
  #answered: Elicitation | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #fields: AskedFields | undefined;
  #draftKey = '';
  #draft: JsonObject | undefined;

  constructor(element: ElicitationElement) {
    this.#element = element;
    this.#armed = new Armed(element);
    element.addController({ hostDisconnected: () => clearTimeout(this.#noteTimer) });
  }

  /** The host is another one now, or none: what becomes of a question of the former is not of interest, and not for this to answer. */
  forget(): void {
    this.#tell('');
    this.#shown = undefined;
  }

  turnTo(question: Elicitation | undefined): void {
    const before = this.#shown;
    if (before)
      this.#tell(before === this.#answered ? '' : this.#text.withdrawn(shortText(serverName(before.request.server))));
    this.#armed.disarm();
    this.#shown = question;
    this.#isVisiting = false;
    this.#preview = this.#fields = undefined;
    this.#problem = '';
    if (!question || question.request.params.mode === 'url') return;
    const {
      server,
      params: { message, requestedSchema },
    } = question.request;
    this.#fields = readFields(requestedSchema);
    this.#draftKey = draftKey(serverOrigin(server), message, requestedSchema);
    this.#draft = readDraft(this.#draftKey);
  }

  begin(dialog: HTMLDialogElement): void {
    dialog.querySelector('h2')?.focus();
    this.#armed.arm();
  }

  get #text(): ElicitationFormMessages {
    return this.#element.words('elicitation-form', english);
  }

  get #form(): McpSchemaFormElement | null {
    return this.#element.renderRoot.querySelector('mcp-schema-form');
  }

  #changed(): void {
    this.#element.requestUpdate();
  }

  #tell(note: string): void {
    clearTimeout(this.#noteTimer);
    this.#note = note;
    if (note) {
      this.#noteTimer = setTimeout(() => {
        this.#note = '';
        this.#changed();
      }, NOTE_MS);
    }
  }

  render(question: Elicitation, waiting: readonly PendingRequest[]): TemplateResult {
    const text = this.#text;
    return html`<div class="body stack">${this.#noteView(true)}${queueBadge(this.#element.shared, waiting)}${keyed(question, this.#question(text, question))}${this.#crowd(text, question.request.server)}<p class="soft small">${text.hint}</p></div>${this.#actions(text, question)}`;
  }

  renderBeside(): TemplateResult {
    return this.#noteView(!this.#shown);
  }

  /** There are two of it: outside an open dialog nobody hears it. */
  #noteView(isHere: boolean): TemplateResult {
    return html`<p class="note small" part="note" role="status">${isHere ? this.#note : nothing}</p>`;
  }

  #question(
    text: ElicitationFormMessages,
    { request: { server, params, completed } }: Elicitation,
  ): TemplateResult | typeof nothing {
    if (params.mode === 'url') return visitQuestion(text, server, params, this.#isVisiting, completed !== undefined);
    if (!this.#fields) return nothing;
    const parts = { fields: this.#fields, draft: this.#draft, preview: this.#preview, problem: this.#problem };
    return formQuestion(text, server, params, {
      ...parts,
      oninput: this.#oninput,
      onsubmit: this.#send,
      onpreview: this.#onpreview,
    });
  }

  /** What a server that asks too much has already been refused, and a way to be rid of it. */
  #crowd(text: ElicitationFormMessages, { id }: HostServer): TemplateResult {
    // As of now: in the question the server is as it was when it asked.
    const unseenRequests = this.#element.snapshot?.servers.find((server) => server.id === id)?.unseenRequests;
    return html`<div class="crowd small">
      <span class="soft" role="status">${unseenRequests?.count ? text.unseenRequests(unseenRequests.count) : nothing}</span>
      <button type="button" class="link soft" @click=${this.#mute}>${text.mute}</button>
    </div>`;
  }

  #actions(text: ElicitationFormMessages, { request: { params } }: Elicitation): TemplateResult {
    const isOff = !this.#armed.isArmed || (params.mode !== 'url' && this.#fields?.isUnanswerable === true);
    return html`<div class="foot" part="actions">
      <button type="button" class="button cancel" @click=${this.dismiss}>${text.cancel}</button>
      <button type="button" class="button" @click=${this.#decline}>${text.decline}</button>
      ${
        params.mode !== 'url'
          ? html`<button type="button" class="button primary" aria-disabled=${isOff} @click=${this.#send}>${text.send}</button>`
          : html`<button type="button" class="button ${this.#isVisiting ? '' : 'primary'}" aria-disabled=${isOff} @click=${this.#visit}>${this.#isVisiting ? text.openAgain : text.open}</button>
          ${this.#isVisiting ? html`<button type="button" class="button primary go-on" aria-disabled=${isOff} @click=${this.#goOn}>${text.goOn}</button>` : nothing}`
      }
    </div>`;
  }

  #respond(answer: ElicitationResult): void {
    const shown = this.#shown;
    if (!shown) return;
    if (shown.request.params.mode !== 'url') writeDraft(this.#draftKey, undefined);
    this.#answered = shown;
    this.#element.currentHost?.respond(shown.id, answer);
  }

  readonly #send = async (event: Event): Promise<void> => {
    const form = this.#form;
    const shown = this.#shown;
    // Enter in the form is the form's own event, which it fires for keys only.
    if (
      !form ||
      this.#fields?.isUnanswerable ||
      !(event.type === 'click' ? this.#armed.accepts(event) : this.#armed.isArmed)
    )
      return;
    // Until it has all that it is made of, it is not valid.
    await form.updateComplete;
    if (this.#shown !== shown || this.#answered === shown || !form.reportValidity()) return;
    const { value } = form;
    if (isContent(value)) this.#respond({ action: 'accept', content: value });
    else {
      this.#problem = this.#text.notFlat;
      this.#changed();
    }
  };

  readonly #visit = (event: Event): void => {
    const pending = this.#shown;
    if (pending?.request.params.mode !== 'url' || !this.#armed.accepts(event)) return;
    // Neither side knows of the other, and the page is told nothing of where the user came from.
    window.open(pending.request.params.url, '_blank', 'noopener,noreferrer');
    const { server, completed } = pending.request;
    // 2025-11-25: consent is the answer, and the server waits by itself. Elsewhere the call goes on when the user was there.
    if (!completed && server.era !== 'modern') return this.#respond({ action: 'accept' });
    if (this.#isVisiting) return;
    this.#isVisiting = true;
    // What takes the place of the button, and its focus, is not meant by the rest of a double click or of a held key.
    this.#armed.arm();
    this.#changed();
    void this.#element.updateComplete.then(() =>
      this.#element.renderRoot.querySelector<HTMLElement>('.go-on')?.focus(),
    );
    const { currentHost: host } = this.#element;
    void completed?.then(() => host && this.#complete(host, pending));
  };

  /** The server noticed the visit, which may be what several calls wait for. */
  #complete(host: McpHost, { request: { server, params } }: Elicitation): void {
    for (const pending of host.getSnapshot().requests) {
      if (pending.kind !== 'elicitation' || pending.request.server.id !== server.id) continue;
      if (!isSameVisit(pending.request.params, params)) continue;
      if (pending === this.#shown) this.#respond({ action: 'accept' });
      else host.respond(pending.id, { action: 'accept' });
    }
  }

  readonly #goOn = (event: Event): void => {
    if (this.#armed.accepts(event)) this.#respond({ action: 'accept' });
  };

  readonly #decline = (): void => this.#respond({ action: 'decline' });

  /** Closing the dialog says nothing. */
  readonly dismiss = (): void => this.#respond({ action: 'cancel' });

  readonly #mute = (): void => {
    const server = this.#shown?.request.server;
    this.dismiss();
    if (server) this.#element.currentHost?.mute(server.id, true, { by: 'user' });
  };

  readonly #oninput = (): void => {
    const value = this.#form?.value;
    this.#problem = '';
    if (this.#preview) this.#preview = value;
    this.#changed();
    const secrets = this.#fields?.secrets ?? [];
    if (value)
      writeDraft(this.#draftKey, Object.fromEntries(Object.entries(value).filter(([name]) => !secrets.includes(name))));
  };

  readonly #onpreview = ({ target }: Event): void => {
    this.#preview = target instanceof HTMLDetailsElement && target.open ? this.#form?.value : undefined;
    this.#changed();
  };
}

function isSameVisit(one: Elicitation['request']['params'], other: Elicitation['request']['params']): boolean {
  return (
    one.mode === 'url' &&
    other.mode === 'url' &&
    one.elicitationId !== undefined &&
    one.elicitationId === other.elicitationId
  );
}
