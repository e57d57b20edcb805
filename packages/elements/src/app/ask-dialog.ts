/** What the user is asked in the name of an app: whether a page may open, or a message be sent. */
import { addressSpaceOf, type ContentBlock, type HostServer, isLessPublic } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { McpElement } from '../internal/base/element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { SeenEnd } from '../internal/dialog/seen-end.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { serverText, shortText, STEP, visibleText } from '../internal/text/text.ts';
import type { AppMessages } from './messages.ts';

interface AskingElement extends McpElement {
  readonly armDelay: number;
}

interface Question {
  readonly server: HostServer;
  readonly title: (messages: AppMessages, server: string) => string;
  readonly body: (messages: AppMessages) => TemplateResult;
  readonly action: (messages: AppMessages) => string;
  readonly onallow?: () => void;
  /** All of the body has to be seen before it is allowed. */
  readonly isToBeRead?: true;
  readonly answer: (isAllowed: boolean) => void;
}

/** After so many refusals, the app is not listened to. */
const MAX_REFUSED = 2;
const MAX_URL = 8_000;

export class AskDialog {
  readonly #element: AskingElement;
  readonly #armed: Armed;
  readonly #end: SeenEnd;
  readonly #oncloseapp: () => void;
  #current: Question | undefined;
  /** The dialog was opened for the current question. */
  #isShown = false;
  #refused = 0;

  /** @param oncloseapp the user wants no more of the app */
  constructor(element: AskingElement, oncloseapp: () => void) {
    this.#element = element;
    this.#oncloseapp = oncloseapp;
    this.#armed = new Armed(element);
    this.#end = new SeenEnd(element);
  }

  /** To be called for each app. */
  forgive(): void {
    this.#refused = 0;
  }

  /** Opens a page in a new tab if the user wants it. The rules are those of visits that servers ask for (elicitation). */
  openLink(server: HostServer, url: string, signal: AbortSignal): Promise<boolean> {
    const address = url.length <= MAX_URL && URL.canParse(url) ? new URL(url) : undefined;
    if (!address || !mayOpen(address, server)) return Promise.resolve(false);
    const { href, hostname, username, password, protocol } = address;
    const start = href.indexOf(
      hostname,
      protocol.length + 2 + (username || password ? href.indexOf('@') - protocol.length - 2 : 0),
    );
    const body = (messages: AppMessages): TemplateResult => {
      const warnings = [
        protocol === 'https:' ? '' : messages.linkUnencrypted,
        username || password ? messages.linkUser : '',
        /(^|\.)xn--/.test(hostname) ? messages.linkLookalike : '',
      ].filter(Boolean);
      return html`<p>${messages.linkHint}</p>
        <p class="address mono" tabindex="0"><bdi dir="ltr">${serverText(href.slice(0, start), STEP)}<b>${hostname}</b>${serverText(href.slice(start + hostname.length), STEP)}</bdi></p>
        ${warnings.map((warning) => html`<p class="notice warning">${warning}</p>`)}`;
    };
    return this.#ask(
      {
        server,
        title: (messages, name) => messages.linkTitle(name),
        body,
        action: (messages) => messages.open,
        onallow: () => void window.open(href, '_blank', 'noopener,noreferrer'),
      },
      signal,
    );
  }

  /** Asks whether a message may be sent in the name of the user. */
  sendMessage(server: HostServer, content: readonly ContentBlock[], signal: AbortSignal): Promise<boolean> {
    // What could not be shown must not be sent.
    const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []));
    if (texts.length < content.length) return Promise.resolve(false);
    const body = (messages: AppMessages): TemplateResult =>
      html`<p>${messages.messageHint}</p>
        <div class="said" tabindex="0">${texts.map((text) => html`<p><bdi>${visibleText(text)}</bdi></p>`)}</div><span class="end" ${ref(this.#end.watch)}></span>`;
    return this.#ask(
      {
        server,
        title: (messages, name) => messages.messageTitle(name),
        body,
        action: (messages) => messages.send,
        isToBeRead: true,
      },
      signal,
    );
  }

  async #ask(asked: Omit<Question, 'answer'>, signal: AbortSignal): Promise<boolean> {
    if (this.#current || this.#refused >= MAX_REFUSED || signal.aborted) return false;
    const answered = new Promise<boolean>((answer) => (this.#current = { ...asked, answer }));
    const question = this.#current;
    this.#end.forget();
    signal.addEventListener('abort', this.close, { once: true });
    void this.#show(question);
    const isAllowed = await answered;
    signal.removeEventListener('abort', this.close);
    // The user has to look at a question that the app takes back, too.
    if (!isAllowed) this.#refused++;
    return isAllowed;
  }

  async #show(question: Question | undefined): Promise<void> {
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    // Another one may be there by now.
    if (this.#current !== question) return;
    const dialog = this.#dialog;
    if (!dialog || !this.#element.isConnected) return this.#settle(false);
    this.#armed.disarm();
    dialog.showModal();
    this.#isShown = true;
    dialog.querySelector<HTMLElement>('.cancel')?.focus();
    this.#armed.arm();
  }

  readonly close = (): void => {
    this.#dialog?.close();
    this.#settle(false);
  };

  /** The event comes late: it may be that of an earlier question. */
  readonly #onclose = (): void => {
    if (this.#isShown && !this.#dialog?.open) this.#settle(false);
  };

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  render(messages: AppMessages): TemplateResult {
    const current = this.#current;
    const name = current ? shortText(serverName(current.server), 60) : '';
    const isUnread = current?.isToBeRead === true && this.#end.isAway;
    return html`<dialog part="dialog" role="alertdialog" aria-labelledby="ask" aria-describedby="ask-body" @close=${this.#onclose}>
      <div class="main"><div class="stack body" part="dialog-body" tabindex="-1">
        <h2 part="dialog-title" id="ask">${current?.title(messages, name)}</h2>
        <p class="soft small">${current ? serverAddress(current.server) : ''}</p>
        <div class="stack tight" id="ask-body">${keyed(current, current?.body(messages))}</div>
      </div>${isUnread ? this.#end.renderMore('unseen', messages.unseenHint) : nothing}</div>
      <div class="foot" part="actions dialog-foot">
        <button type="button" class="button cancel" part="button secondary" @click=${this.close}>${this.#element.shared.cancel}</button>
        <button type="button" class="button" part="button secondary" @click=${this.#closeApp}>${messages.close}</button>
        <button type="button" class="button primary" part="button primary" aria-disabled=${!this.#mayAllow} aria-describedby=${isUnread ? 'unseen' : nothing} @click=${this.#allow}>${current?.action(messages)}</button>
      </div>
    </dialog>`;
  }

  get #mayAllow(): boolean {
    return this.#armed.isArmed && (!this.#current?.isToBeRead || this.#end.isSeen);
  }

  readonly #allow = (event: Event): void => {
    if (!this.#mayAllow || !this.#armed.accepts(event)) return;
    this.#current?.onallow?.();
    this.#settle(true);
    this.#dialog?.close();
  };

  readonly #closeApp = (): void => {
    this.close();
    this.#oncloseapp();
  };

  #settle(isAllowed: boolean): void {
    this.#armed.disarm();
    this.#isShown = false;
    this.#current?.answer(isAllowed);
    this.#current = undefined;
    this.#element.requestUpdate();
  }
}

function mayOpen({ protocol, hostname }: URL, server: HostServer): boolean {
  const space = addressSpaceOf(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && space === 'loopback');
  return isSafe && !isLessPublic(space, addressSpaceOf(new URL(server.url).hostname));
}
