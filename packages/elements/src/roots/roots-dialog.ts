/** What the dialog shows: which server asks for roots, and which of the user's it gets. */
import type { HostServer, PendingRequest, RootsDecision } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { HeadHint } from '../internal/dialog/head-hint.ts';
import { queueBadge, type RequestDialog, type RequestOf } from '../internal/dialog/request-element.ts';
import { requestWorkOf } from '../internal/dialog/request-work.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import { english, type RootsMessages } from './messages.ts';
import { rootChoice } from './root-choice.ts';
import { RootForm } from './root-form.ts';
import { RootsWork } from './roots-work.ts';

/** The element that the dialog is in. */
interface RootsElement extends HostedElement {
  readonly armDelay: number;
}

export class RootsDialog implements RequestDialog<'roots'> {
  readonly styles = [];
  readonly #element: RootsElement;
  readonly #armed: Armed;
  readonly #headHint: HeadHint;
  readonly #form: RootForm;
  #shown: RequestOf<'roots'> | undefined;
  #work = new RootsWork(false);

  constructor(element: RootsElement) {
    this.#element = element;
    this.#armed = new Armed(element);
    this.#headHint = new HeadHint(element, this.#armed);
    // Who adds a root in here wants this server to get it.
    this.#form = new RootForm(element, (uri) => this.#choose(uri, true));
  }

  turnTo(current: RequestOf<'roots'> | undefined): void {
    this.#shown = current;
    const { currentHost: host, ownerDocument: page } = this.#element;
    const begin = (): RootsWork => new RootsWork(host?.roots.getSnapshot().roots.length === 0);
    this.#work = current && host ? requestWorkOf(page).of(host, current, RootsWork, begin) : begin();
    this.#form.reset(this.#work.typed);
    this.#armed.disarm();
  }

  /**
   * What was typed is not for the next user. The work on a request ends with the request, which another host may have.
   *
   * @param server the one that the user has signed out of: what was typed for another stays
   */
  forget(server?: HostServer): void {
    if (server && this.#shown && this.#shown.request.server.id !== server.id) return;
    this.#work = new RootsWork(false);
    this.#form.reset(this.#work.typed);
  }

  begin(frame: HTMLElement, takesFocus: boolean): void {
    if (takesFocus) frame.querySelector('h2')?.focus();
    this.#armed.armNew();
  }

  render(current: RequestOf<'roots'>, requests: readonly PendingRequest[]): TemplateResult {
    const messages = this.#element.messagesFor('roots', english);
    const canShare = this.#armed.isArmed && this.#uris.length > 0;
    return html`<div class="main"><div class="body stack" part="dialog-body" tabindex="-1">${queueBadge(this.#element.shared, requests)}${keyed(current, this.#request(messages, current))}</div>${this.#headHint.render()}</div>
      <div class="foot" part="actions dialog-foot">
        <button type="button" class="button cancel" part="button secondary" @click=${this.dismiss}>${messages.shareNone}</button>
        <button type="button" class="button primary" part="button primary" aria-disabled=${!canShare} aria-describedby=${this.#headHint.describe(this.#uris.length === 0 ? 'none' : undefined)} @click=${this.#share}>${messages.share}</button>
      </div>`;
  }

  #request(messages: RootsMessages, { request: { server } }: RequestOf<'roots'>): TemplateResult {
    const { currentHost, snapshot } = this.#element;
    const { roots } = currentHost?.roots.getSnapshot() ?? { roots: [] };
    const name = shortText(serverName(server));
    const isStored = snapshot?.consent.always === 'available';
    return html`<h2 part="dialog-title" id="heading" tabindex="-1">${messages.askTitle(name)}</h2>
      <dl class="facts" id="about">
        <div><dt>${messages.server}</dt><dd><bdi>${name}</bdi><span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></dd></div>
      </dl>
      <p class="small">${messages.hint}</p>
      ${roots.length === 0 ? nothing : rootChoice(messages.choice, roots, this.#work.chosen, this.#choose)}
      <p class="soft small" id="none" ?hidden=${this.#uris.length > 0}>${messages.shareHint}</p>
      <details ?open=${this.#work.hadNone}><summary part="summary">${messages.addTitle}</summary>${this.#form.render(messages, 'ask')}</details>
      <label class="choose remember"><input part="checkbox" type="checkbox" .checked=${this.#work.isRemembered} @change=${this.#onremember} /><span>${messages.remember}<br /><span class="soft small">${isStored ? messages.rememberAlways : messages.rememberSession}</span></span></label>
      <p><button type="button" class="link soft small mute" part="link" @click=${this.#mute}>${messages.mute}</button></p>`;
  }

  /** Those that are still there. */
  get #uris(): readonly string[] {
    const { roots } = this.#element.currentHost?.roots.getSnapshot() ?? { roots: [] };
    return roots.flatMap(({ uri }) => (this.#work.chosen.has(uri) ? uri : []));
  }

  readonly #choose = (uri: string, isChosen: boolean): void => {
    if (isChosen) this.#work.chosen.add(uri);
    else this.#work.chosen.delete(uri);
    this.#element.requestUpdate();
  };

  readonly #onremember = ({ target }: Event): void => {
    this.#work.isRemembered = target instanceof HTMLInputElement && target.checked;
    this.#element.requestUpdate();
  };

  readonly #share = (event: Event): void => {
    if (this.#uris.length > 0 && this.#armed.accepts(event)) this.#answer(this.#uris);
  };

  /** Closing the dialog shares nothing. The call that led to it goes on. */
  readonly dismiss = (): void => this.#answer([]);

  #answer(uris: readonly string[]): void {
    const shown = this.#shown;
    const decision: RootsDecision = { action: 'allow', uris, ...(this.#work.isRemembered && { permission: 'always' }) };
    // Another host may have a request with the same id.
    if (shown && this.#element.snapshot?.requests.includes(shown))
      this.#element.currentHost?.respond(shown.id, decision);
  }

  /** Refuses this request too. */
  readonly #mute = (): void => {
    const id = this.#shown?.request.server.id;
    if (id !== undefined) this.#element.currentHost?.mute(id, true, { by: 'user' });
  };
}
