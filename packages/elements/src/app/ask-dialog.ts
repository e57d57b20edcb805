/** What the user is asked in the name of an app: whether a page may open, or a message be sent. */
import { addressSpaceOf, type ContentBlock, type HostServer, isLessPublic } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { serverText, shortText, STEP } from '../internal/text/text.ts';
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
  readonly answer: (isAllowed: boolean) => void;
}

/** After so many refusals, the app is not listened to. */
const MAX_REFUSED = 2;
const MAX_URL = 8_000;

export class AskDialog {
  readonly #element: AskingElement;
  readonly #armed: Armed;
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
    const body = (messages: AppMessages): TemplateResult =>
      html`<p>${messages.messageHint}</p>
        <div class="address" tabindex="0">${content.map((block) => html`<p>${serverText(block.type === 'text' ? block.text : `[${shortText(block.type)}]`, STEP)}</p>`)}</div>`;
    return this.#ask(
      { server, title: (messages, name) => messages.messageTitle(name), body, action: (messages) => messages.send },
      signal,
    );
  }

  async #ask(asked: Omit<Question, 'answer'>, signal: AbortSignal): Promise<boolean> {
    if (this.#current || this.#refused >= MAX_REFUSED || signal.aborted) return false;
    const answered = new Promise<boolean>((answer) => (this.#current = { ...asked, answer }));
    const question = this.#current;
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
    if (!dialog || !this.#element.isConnected) return this.#end(false);
    this.#armed.disarm();
    dialog.showModal();
    this.#isShown = true;
    dialog.querySelector<HTMLElement>('.cancel')?.focus();
    this.#armed.arm();
  }

  readonly close = (): void => {
    this.#dialog?.close();
    this.#end(false);
  };

  /** The event comes late: it may be that of an earlier question. */
  readonly #onclose = (): void => {
    if (this.#isShown && !this.#dialog?.open) this.#end(false);
  };

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  render(messages: AppMessages): TemplateResult {
    const current = this.#current;
    const name = current ? shortText(serverName(current.server), 60) : '';
    return html`<dialog part="dialog" role="alertdialog" aria-labelledby="ask" aria-describedby="ask-body" @close=${this.#onclose}>
      <div class="stack body">
        <h2 id="ask">${current?.title(messages, name)}</h2>
        <p class="soft small">${current ? serverAddress(current.server) : ''}</p>
        <div class="stack tight" id="ask-body">${current?.body(messages)}</div>
        <div class="row actions" part="actions">
          <button type="button" class="button cancel" @click=${this.close}>${this.#element.shared.cancel}</button>
          <button type="button" class="button" @click=${this.#closeApp}>${messages.close}</button>
          <button type="button" class="button primary" aria-disabled=${!this.#armed.isArmed} @click=${this.#allow}>${current?.action(messages)}</button>
        </div>
      </div>
    </dialog>`;
  }

  readonly #allow = (event: Event): void => {
    if (!this.#armed.accepts(event)) return;
    this.#current?.onallow?.();
    this.#end(true);
    this.#dialog?.close();
  };

  readonly #closeApp = (): void => {
    this.close();
    this.#oncloseapp();
  };

  #end(isAllowed: boolean): void {
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
