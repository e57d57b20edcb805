/** The dialog of a chosen prompt: a form for its arguments, a preview of its messages, and a button to use it. */
import { displayName, type GetPromptResult, type HostServer, type McpHost, type Prompt } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import '../content/define.ts';
import type { McpElement } from '../internal/base/element.ts';
import { focusBefore } from '../internal/base/keyboard.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { serverNote } from '../internal/server/notes.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { ChosenPrompt } from './chosen-prompt.ts';
import { McpPromptPickEvent, messageTexts } from './events.ts';
import type { PromptPickerMessages } from './messages.ts';

/** How many more messages to show at a time. A server may send ten thousand. */
const SHOWN_AT_ONCE = 100;

export class PromptDialog {
  readonly #element: McpElement;
  readonly #onuse: (event: McpPromptPickEvent) => void;
  #chosen: ChosenPrompt | undefined;
  /** The prompt that the dialog was last opened for. */
  #shown: ChosenPrompt | undefined;

  /** @param onuse called when the user wants to use the prompt. The dialog is closed, and the focus is back where it was. */
  constructor(element: McpElement, onuse: (event: McpPromptPickEvent) => void) {
    this.#element = element;
    this.#onuse = onuse;
  }

  /** Opens the dialog. Gets the prompt at once if it has no arguments. */
  async open(host: McpHost, server: HostServer, prompt: Prompt): Promise<void> {
    const chosen = new ChosenPrompt(host, server, prompt, () => void this.#onchange(chosen));
    this.#chosen?.reset();
    this.#chosen = chosen;
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const dialog = this.#dialog;
    if (!dialog?.isConnected || this.#chosen !== chosen) return;
    dialog.showModal();
    this.#shown = chosen;
    if (!chosen.schema) return chosen.get({});
    // Until the form is there, no button has the focus: a space that the user types must not press one.
    dialog.focus();
    await this.#form?.updateComplete;
    this.#form?.focus();
  }

  readonly close = (): void => {
    const dialog = this.#dialog;
    if (dialog?.open) dialog.close();
    else this.#drop();
  };

  forget({ id }: HostServer): void {
    if (this.#chosen?.server.id === id) this.close();
  }

  /** @param isAttached whether the text is inserted into a box of the page */
  template(messages: PromptPickerMessages, isAttached: boolean): TemplateResult {
    return html`<dialog part="dialog" tabindex="-1" aria-labelledby="title" @close=${this.#onclose}>${
      this.#chosen ? this.#content(messages, this.#chosen, isAttached) : nothing
    }</dialog>`;
  }

  #content(messages: PromptPickerMessages, chosen: ChosenPrompt, isAttached: boolean): TemplateResult {
    const { server, prompt, schema, status, result, error, current } = chosen;
    const { shared } = this.#element;
    const title = shortText(displayName(prompt));
    const isLoading = status === 'loading';
    return html`<header class="stack tight">
        <h2 part="dialog-title" id="title"><bdi>${title}</bdi></h2>
        <p class="identity soft small"><code>${shortText(prompt.name)}</code> <span><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></span></p>
      </header>
      <div class="body stack" part="dialog-body" tabindex="0" role="group" aria-labelledby="title">
        ${prompt.description ? html`<p class="description">${serverText(prompt.description, 280)}</p>` : nothing}
        ${schema ? html`<mcp-schema-form exportparts=${PARTS} .schema=${schema} .suggest=${chosen.suggest} .label=${messages.arguments(title)} @mcp-form-submit=${this.#get} @mcp-form-input=${this.#oninput}></mcp-schema-form>` : nothing}
        <p class="visually-hidden" role="status">${isLoading ? messages.loading : ''}</p>
        ${isLoading ? html`<progress aria-label=${messages.loading}></progress>` : nothing}
        ${status === 'failed' ? html`${errorNotice(shared, error)}${schema ? html`<p class="small">${messages.checkArguments}</p>` : nothing}` : nothing}
        ${!current ? html`<p class="notice warning" role="status">${shared.serverGone}</p>` : current.status === 'ready' ? nothing : html`<ul>${serverNote(shared, chosen.host, current)}</ul>`}
        ${result ? preview(messages, server, result, chosen.shown, isAttached, this.#showMore) : nothing}
      </div>
      <div class="foot" part="actions dialog-foot" @keydown=${ignoreRepeat}>
        <button type="button" class="button cancel" part="button secondary" @click=${this.close}>${shared.cancel}</button>
        ${
          result
            ? html`<button type="button" class="button primary use" part="button primary" @click=${this.#use}>${messages.use}</button>`
            : html`<button type="button" class="button primary ask" part="button primary" aria-disabled=${isLoading || !current} @click=${this.#get}>${status === 'failed' ? shared.retry : messages.preview}</button>`
        }
      </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  get #form(): McpSchemaFormElement | null {
    return this.#element.renderRoot.querySelector('mcp-schema-form');
  }

  /** The button that had the focus may be gone: moves the focus to the next one. */
  async #onchange(chosen: ChosenPrompt): Promise<void> {
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const { status } = chosen;
    if (chosen !== this.#chosen) return;
    if (status !== 'ready' && status !== 'failed') return;
    if (status === 'ready') this.#dialog?.querySelector('.preview')?.scrollIntoView({ block: 'nearest' });
    this.#dialog?.querySelector<HTMLElement>('.primary')?.focus();
  }

  readonly #get = (): void => {
    const chosen = this.#chosen;
    if (!chosen?.current || chosen.status === 'loading' || (chosen.schema && !this.#form?.reportValidity())) return;
    void chosen.get(this.#form?.value ?? {});
  };

  /** The preview was for other arguments. */
  readonly #oninput = (): void => this.#chosen?.reset();

  readonly #showMore = ({ currentTarget }: Event): void => {
    const chosen = this.#chosen;
    if (!chosen?.result) return;
    chosen.shown += SHOWN_AT_ONCE;
    if (chosen.shown >= chosen.result.messages.length && currentTarget instanceof Element) focusBefore(currentTarget);
    this.#element.requestUpdate();
  };

  readonly #onclose = (): void => {
    // The browser tells a moment later, when the dialog may be open again, or about to open, for another prompt.
    if (!this.#dialog?.open && this.#chosen === this.#shown) this.#drop();
  };

  #drop(): void {
    this.#chosen?.reset();
    this.#chosen = this.#shown = undefined;
    this.#element.requestUpdate();
  }

  readonly #use = (): void => {
    const { server, prompt, arguments: args, result } = this.#chosen ?? {};
    if (!server || !prompt || !args || !result) return;
    this.close();
    this.#onuse(new McpPromptPickEvent(server, prompt, args, result));
  };
}

/** The key that chose the prompt may be held down. It must not press the button that appears next. */
function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

function preview(
  messages: PromptPickerMessages,
  server: HostServer,
  result: GetPromptResult,
  count: number,
  isAttached: boolean,
  onmore: (event: Event) => void,
): TemplateResult {
  const shown = result.messages.slice(0, count);
  const rest = result.messages.length - shown.length;
  return html`<section class="preview stack" part="preview" aria-labelledby="messages">
    <h3 id="messages">${messages.messages}</h3>
    ${result.description ? html`<p class="soft small">${serverText(result.description, 280)}</p>` : nothing}
    ${result.messages.length === 0 ? html`<p class="soft">${messages.noMessages}</p>` : nothing}
    ${shown.map(({ role, content }) => html`<div class="message ${role}" part="message"><p class="soft small">${messages.roles[role]}</p><mcp-content exportparts=${PARTS} .content=${content} .server=${server}></mcp-content></div>`)}
    ${rest > 0 ? html`<button type="button" class="button small" part="button secondary small" @click=${onmore}>${messages.more(Math.min(rest, SHOWN_AT_ONCE))}</button>` : nothing}
    ${isAttached && messageTexts(result).length < result.messages.length ? html`<p class="notice small">${messages.onlyText}</p>` : nothing}
  </section>`;
}
