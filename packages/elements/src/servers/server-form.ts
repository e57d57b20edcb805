/** Adds a server by its address, with a header if it needs one. */
import {
  isSendable,
  type ListedServer,
  readServerAddress,
  type ServerHeader,
  type ServerList,
} from '@mcp-web/client/servers';
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { textIn } from './form-text.ts';
import type { ServersMessages } from './messages.ts';
import { chosenRevision, revisionField } from './revision-field.ts';

/** What is wrong with what the user entered, by the name of its message. */
type Problem = 'missing' | 'invalid' | 'scheme' | 'credentials' | 'there' | 'wrongHeader';

interface ServerFormOptions {
  readonly list: () => ServerList | undefined;
  /** Called with the id of a server that was added, or that was there already. */
  readonly onadd: (id: string, isNew: boolean) => void;
}

export class ServerForm {
  readonly #element: HostedElement;
  readonly #options: ServerFormOptions;
  #problem: Problem | undefined;

  constructor(element: HostedElement, options: ServerFormOptions) {
    this.#element = element;
    this.#options = options;
  }

  /** @param canChooseRevision whether the user chooses the revision to use */
  render(messages: ServersMessages, { canChooseRevision }: { readonly canChooseRevision: boolean }): TemplateResult {
    const isHeaderWrong = this.#problem === 'wrongHeader';
    const isAddressWrong = this.#problem !== undefined && !isHeaderWrong;
    const problem = this.#problem && messages[this.#problem];
    return html`<form class="section stack tight add" part="add" autocomplete="off" novalidate @submit=${this.#onsubmit} @input=${this.#oninput}>
      <div class="fields">
        <label class="grow">${messages.address}<input class="field" part="control" name="address" dir="ltr" inputmode="url" spellcheck="false" autocapitalize="off" maxlength="2000" aria-describedby="address-hint" aria-invalid=${isAddressWrong} /></label>
        <button class="button primary" part="button primary">${messages.add}</button>
      </div>
      <p class="small ${isAddressWrong ? 'problem' : 'soft'}" id="address-hint" role="status">${isAddressWrong ? problem : messages.addressHint}</p>
      <details class="header">
        <summary part="summary">${canChooseRevision ? messages.withHeaderOrRevision : messages.withHeader}</summary>
        <p class="soft small">${messages.withHeaderHint}</p>
        <div class="fields">
          <label>${messages.headerName}<input class="field" part="control" name="name" dir="ltr" value="Authorization" spellcheck="false" autocapitalize="off" maxlength="200" aria-invalid=${isHeaderWrong} /></label>
          <label class="grow">${messages.headerValue}<input class="field" part="control" name="value" type="password" autocomplete="new-password" dir="ltr" placeholder="Bearer …" maxlength="8000" aria-describedby="value-hint" aria-invalid=${isHeaderWrong} /></label>
        </div>
        <p class="small ${isHeaderWrong ? 'problem' : 'soft'}" id="value-hint" role="status">${isHeaderWrong ? problem : messages.valueHint}</p>
        ${canChooseRevision ? revisionField(messages) : nothing}
      </details>
    </form>`;
  }

  /** Empties it: what was typed is not for the next user. */
  reset(): void {
    if (this.#element.hasUpdated) this.#form?.reset();
    this.#problem = undefined;
    this.#element.requestUpdate();
  }

  focus(): void {
    this.#form?.querySelector<HTMLElement>('input')?.focus();
  }

  get #form(): HTMLFormElement | null {
    return this.#element.renderRoot.querySelector('form.add');
  }

  #say(problem: Problem, field: string): void {
    this.#problem = problem;
    this.#element.requestUpdate();
    this.#form?.querySelector<HTMLElement>(`[name='${field}']`)?.focus();
  }

  readonly #oninput = (): void => {
    if (!this.#problem) return;
    this.#problem = undefined;
    this.#element.requestUpdate();
  };

  readonly #onsubmit = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const list = this.#options.list();
    if (!(form instanceof HTMLFormElement) || !list) return;
    const address = readServerAddress(textIn(form, 'address'));
    if (!('url' in address)) return this.#say(address.problem, 'address');
    const header: ServerHeader = { name: textIn(form, 'name'), value: textIn(form, 'value') };
    // What the user does not see, a password manager may have filled in.
    const isSeen = form.querySelector('details')?.open;
    const headers = header.value && isSeen ? [header] : [];
    if (headers.length > 0 && !isSendable(header.name, header.value ?? '')) return this.#say('wrongHeader', 'value');
    const chosen = { url: address.url, revision: chosenRevision(form), headers };
    // Where the user cannot choose one, a server is the same in any revision.
    const canChoose = 'revision' in form.elements;
    const present = list
      .getSnapshot()
      .servers.find((server) => isSameServer(canChoose ? server : { ...server, revision: undefined }, chosen));
    if (present) {
      this.#say('there', 'address');
      return this.#options.onadd(present.id, false);
    }
    const { id } = list.add(chosen);
    this.reset();
    this.#options.onadd(id, true);
  };
}

type Connection = Pick<ListedServer, 'url' | 'revision' | 'headers'>;

/** Whether a server is the same: at the same address, in the same revision, and with no other header. */
export function isSameServer(server: Connection, { url, revision, headers }: Connection): boolean {
  return (
    server.url === url &&
    server.revision === revision &&
    headers.every(({ name, value, template }) =>
      server.headers.some((one) => one.name === name && (one.value === value || (!value && one.template === template))),
    )
  );
}
