/** What the dialog shows: a form to fill in, or a page to visit. And what the user answers. */
import type { ElicitationResult, HostServer, JsonObject, McpHost, PendingRequest } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { HeadHint } from '../internal/dialog/head-hint.ts';
import { queueBadge, type RequestDialog, type RequestOf } from '../internal/dialog/request-element.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import { styles } from './elicitation-form.styles.ts';
import { type ElicitationWork, workOn } from './elicitation-work.ts';
import { isContent } from './requested-fields.ts';
import { formView } from './requested-form.ts';
import { type ElicitationFormMessages, english } from './messages.ts';
import { visitView } from './visit-view.ts';

/** How long the note about a withdrawn request stays. */
const NOTE_MS = 15_000;

type Elicitation = RequestOf<'elicitation'>;

/** The element that the dialog is in. */
interface ElicitationElement extends HostedElement {
  readonly armDelay: number;
}

export class ElicitationDialog implements RequestDialog<'elicitation'> {
  readonly styles = [styles];
  readonly #element: ElicitationElement;
  readonly #armed: Armed;
  readonly #headHint: HeadHint;
  #shown: Elicitation | undefined;
  #work: ElicitationWork | undefined;
  #preview: JsonObject | undefined;
  #problem = '';
  /** Says that the server withdrew the last request. */
  #note = '';
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: ElicitationElement) {
    this.#element = element;
    this.#armed = new Armed(element);
    this.#headHint = new HeadHint(element, this.#armed);
    element.addController({ hostDisconnected: () => clearTimeout(this.#noteTimer) });
  }

  /** Forgets the current request, because the element no longer uses the host that it came from. */
  forget(): void {
    this.#tell('');
    this.#shown = this.#work = undefined;
  }

  turnTo(current: Elicitation | undefined): void {
    const before = this.#shown;
    const { currentHost: host, snapshot } = this.#element;
    // If it still waits, it is shown elsewhere.
    if (before && !snapshot?.requests.includes(before))
      this.#tell(this.#work?.isAnswered ? '' : this.#messages.withdrawn(shortText(serverName(before.request.server))));
    this.#armed.disarm();
    this.#shown = current;
    this.#work = current && host && workOn(host, current, this.#element.ownerDocument);
    this.#preview = undefined;
    this.#problem = '';
  }

  begin(frame: HTMLElement, takesFocus: boolean): void {
    if (takesFocus) frame.querySelector('h2')?.focus();
    this.#armed.armNew();
  }

  get #messages(): ElicitationFormMessages {
    return this.#element.messagesFor('elicitation-form', english);
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

  render(current: Elicitation, requests: readonly PendingRequest[]): TemplateResult {
    const messages = this.#messages;
    return html`<div class="body stack" part="dialog-body">${this.#noteView(true)}${queueBadge(this.#element.shared, requests)}${keyed(current, this.#request(messages, current))}${this.#muting(messages, current.request.server)}<p class="soft small">${messages.hint}</p></div>${this.#headHint.render()}${this.#actions(messages, current)}`;
  }

  renderBeside(): TemplateResult {
    return this.#noteView(!this.#shown);
  }

  /** There are two notes: outside an open modal dialog, screen readers announce nothing. */
  #noteView(isHere: boolean): TemplateResult {
    return html`<p class="note small" part="note" role="status">${isHere ? this.#note : nothing}</p>`;
  }

  #request(messages: ElicitationFormMessages, { request: { server, params, completed } }: Elicitation): TemplateResult {
    const name = html`<bdi>${shortText(serverName(server))}</bdi>`;
    // The heading has the focus first, so that a key press meant for something else does nothing.
    return html`<h2 part="dialog-title" id="heading" tabindex="-1">${params.mode === 'url' ? messages.visitTitle(name) : messages.formTitle(name)}</h2>
      <dl class="facts" id="about">
        <div><dt>${messages.server}</dt><dd>${name}<span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></dd></div>
        ${params.message ? html`<div><dt>${messages.message}</dt><dd class="message">${serverText(params.message, 600)}</dd></div>` : nothing}
      </dl>
      ${
        params.mode === 'url'
          ? visitView(messages, {
              url: params.url,
              serverUrl: server.url,
              isOpen: this.#work?.isVisiting === true,
              isNoticed: completed !== undefined,
              onreopen: this.#reopen,
            })
          : this.#form(messages)
      }`;
  }

  #form(messages: ElicitationFormMessages): TemplateResult | typeof nothing {
    const { fields, form } = this.#work ?? {};
    if (!fields || !form) return nothing;
    return formView(messages, {
      fields,
      form,
      preview: this.#preview,
      problem: this.#problem,
      oninput: this.#oninput,
      onsubmit: this.#send,
      onpreview: this.#onpreview,
    });
  }

  /** How many more requests of the server were blocked, and a way to mute it. */
  #muting(messages: ElicitationFormMessages, { id }: HostServer): TemplateResult {
    // From the snapshot: the request holds the server as it was when it asked.
    const unseenRequests = this.#element.snapshot?.servers.find((server) => server.id === id)?.unseenRequests;
    return html`<div class="muting small">
      <span class="soft" role="status">${unseenRequests?.count ? messages.unseenRequests(unseenRequests.count) : nothing}</span>
      <button type="button" class="link soft mute" part="link" @click=${this.#mute}>${messages.mute}</button>
    </div>`;
  }

  #actions(messages: ElicitationFormMessages, { request: { params } }: Elicitation): TemplateResult {
    const isOff = !this.#armed.isArmed || (params.mode !== 'url' && this.#work?.fields?.isUnanswerable === true);
    return html`<div class="foot" part="actions dialog-foot">
      <button type="button" class="button cancel" part="button secondary" @click=${this.dismiss}>${messages.cancel}</button>
      <button type="button" class="button" part="button secondary" @click=${this.#decline}>${messages.decline}</button>
      ${params.mode === 'url' ? this.#visitButton(messages) : html`<button type="button" class="button primary" part="button primary" aria-disabled=${isOff} aria-describedby=${this.#headHint.describe()} @click=${this.#send}>${messages.send}</button>`}
    </div>`;
  }

  /** One button in one place, as wide as the wider of its labels: a second click must not meet another button. */
  #visitButton({ open, continue: done }: ElicitationFormMessages): TemplateResult {
    const isVisiting = this.#work?.isVisiting;
    const [label, other] = isVisiting ? [done, open] : [open, done];
    return html`<button type="button" class="button primary visit" part="button primary" data-other=${other} aria-disabled=${!this.#armed.isArmed} aria-describedby=${this.#headHint.describe()} @click=${isVisiting ? this.#continue : this.#visit}>${label}</button>`;
  }

  #respond(answer: ElicitationResult): void {
    const shown = this.#shown;
    if (!shown) return;
    this.#work?.answer();
    this.#element.currentHost?.respond(shown.id, answer);
  }

  readonly #send = (event: Event): void => {
    const { form, fields, isAnswered } = this.#work ?? {};
    // For Enter the form fires its own event, which scripts cannot cause.
    if (!form || fields?.isUnanswerable || !(event.type === 'click' ? this.#armed.accepts(event) : this.#armed.isArmed))
      return;
    if (isAnswered || !form.reportValidity()) return;
    const { value } = form;
    if (isContent(value)) this.#respond({ action: 'accept', content: value });
    else {
      this.#problem = this.#messages.notFlat;
      this.#changed();
    }
  };

  readonly #visit = (event: Event): void => {
    const shown = this.#shown;
    if (shown?.request.params.mode !== 'url' || !this.#armed.accepts(event)) return;
    openPage(shown.request.params.url);
    const { server, completed } = shown.request;
    // 2025-11-25: consent is the answer, and the server waits for the visit. Otherwise the call continues after the visit.
    if (!completed && server.era !== 'modern') return this.#respond({ action: 'accept' });
    if (this.#work) this.#work.isVisiting = true;
    // The next click on this button says that the user is done. A double click or a held key does not.
    this.#armed.armAfterPress();
    this.#changed();
    this.#element.renderRoot.querySelector<HTMLElement>('.visit')?.focus();
    const { currentHost: host } = this.#element;
    void completed?.then(() => host && this.#complete(host, shown));
  };

  readonly #reopen = (event: Event): void => {
    const { params } = this.#shown?.request ?? {};
    if (params?.mode === 'url' && event.isTrusted) openPage(params.url);
  };

  /** The server says that the visit is over. Several calls may wait for it. */
  #complete(host: McpHost, { request: { server, params } }: Elicitation): void {
    for (const waiting of host.getSnapshot().requests) {
      if (waiting.kind !== 'elicitation' || waiting.request.server.id !== server.id) continue;
      if (!isSameVisit(waiting.request.params, params)) continue;
      workOn(host, waiting, this.#element.ownerDocument).answer();
      host.respond(waiting.id, { action: 'accept' });
    }
  }

  readonly #continue = (event: Event): void => {
    if (this.#armed.accepts(event)) this.#respond({ action: 'accept' });
  };

  readonly #decline = (): void => this.#respond({ action: 'decline' });

  /** Closing the dialog cancels the request. */
  readonly dismiss = (): void => this.#respond({ action: 'cancel' });

  readonly #mute = (): void => {
    const server = this.#shown?.request.server;
    this.dismiss();
    if (server) this.#element.currentHost?.mute(server.id, true, { by: 'user' });
  };

  readonly #oninput = (): void => {
    const value = this.#work?.form?.value;
    this.#problem = '';
    if (this.#preview) this.#preview = value;
    this.#changed();
    if (value) this.#work?.store(value);
  };

  readonly #onpreview = ({ target }: Event): void => {
    this.#preview = target instanceof HTMLDetailsElement && target.open ? this.#work?.form?.value : undefined;
    this.#changed();
  };
}

/** Neither page can reach the other, and the new one does not learn where the user came from. */
function openPage(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

function isSameVisit(one: Elicitation['request']['params'], other: Elicitation['request']['params']): boolean {
  return (
    one.mode === 'url' &&
    other.mode === 'url' &&
    one.elicitationId !== undefined &&
    one.elicitationId === other.elicitationId &&
    // Only the page that the user saw and opened.
    one.url === other.url
  );
}
