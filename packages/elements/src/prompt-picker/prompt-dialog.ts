/** The dialog of a chosen prompt: what it wants to know, what it then says, and the word of the user to hand that to the page. */
import { displayName, type GetPromptResult, type HostServer, type McpHost, type Prompt } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import '../content/define.ts';
import type { McpElement } from '../internal/base/element.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverName, serverOrigin } from '../internal/server/identity.ts';
import { serverNote } from '../internal/server/notes.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import '../schema-form/define.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { ChosenPrompt } from './chosen-prompt.ts';
import { McpPromptPickEvent, textsOf } from './events.ts';
import type { PromptPickerMessages } from './messages.ts';

const MAX_SHOWN = 30;

export class PromptPanel {
  readonly #element: McpElement;
  readonly #onuse: (event: McpPromptPickEvent) => void;
  readonly #chosen: ChosenPrompt;

  /** @param onuse called when the dialog has closed, and the focus is back where it was */
  constructor(
    element: McpElement,
    onuse: (event: McpPromptPickEvent) => void,
    ...chosen: readonly [host: McpHost, server: HostServer, prompt: Prompt]
  ) {
    this.#element = element;
    this.#onuse = onuse;
    this.#chosen = new ChosenPrompt(...chosen, () => void this.#onchange());
  }

  /** Shows it, once it is rendered, and asks for what needs no arguments. */
  async open(): Promise<void> {
    this.#dialog?.showModal();
    if (!this.#chosen.schema) return this.#chosen.ask({});
    // Until there is a field, a space that is typed already presses no button.
    this.#dialog?.focus();
    await this.#form?.updateComplete;
    this.#form?.focus();
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#chosen.forget();
  }

  /** @param isAttached whether its text goes into a box of the page */
  template(text: PromptPickerMessages, isAttached: boolean): TemplateResult {
    const chosen = this.#chosen;
    const { server, prompt, schema, status, result, error, current } = chosen;
    const { shared } = this.#element;
    const title = shortText(displayName(prompt));
    return html`<header class="stack tight">
        <h2 id="title"><bdi>${title}</bdi></h2>
        <p class="identity soft small"><code>${shortText(prompt.name)}</code> <span><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverOrigin(server)}</bdi></span></p>
      </header>
      <div class="body stack" tabindex="0" role="group" aria-labelledby="title">
        ${prompt.description ? html`<p class="description">${serverText(prompt.description, 280)}</p>` : nothing}
        ${schema ? html`<mcp-schema-form .schema=${schema} .suggest=${chosen.suggest} .label=${text.arguments(title)} @mcp-form-submit=${this.#ask} @mcp-form-input=${this.#oninput}></mcp-schema-form>` : nothing}
        <p class="visually-hidden" role="status">${status === 'asking' ? text.asking : ''}</p>
        ${status === 'asking' ? html`<progress aria-label=${text.asking}></progress>` : nothing}
        ${status === 'failed' ? html`${errorNotice(shared, error)}${schema ? html`<p class="small">${text.checkArguments}</p>` : nothing}` : nothing}
        ${!current ? html`<p class="notice warning" role="status">${shared.serverGone}</p>` : current.status === 'ready' ? nothing : html`<ul>${serverNote(shared, chosen.host, current)}</ul>`}
        ${result ? messages(text, result, chosen.isWhole, isAttached, this.#showAll) : nothing}
      </div>
      <div class="foot" part="actions" @keydown=${calm}>
        <button type="button" class="button cancel" @click=${this.#close}>${shared.cancel}</button>
        ${
          result
            ? html`<button type="button" class="button primary use" @click=${this.#use}>${text.use}</button>`
            : html`<button type="button" class="button primary ask" aria-disabled=${status === 'asking' || !current} @click=${this.#ask}>${status === 'failed' ? text.again : text.preview}</button>`
        }
      </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  get #form(): McpSchemaFormElement | null {
    return this.#element.renderRoot.querySelector('mcp-schema-form');
  }

  /** The button that was pressed may be gone: the keyboard goes on from the next one. */
  async #onchange(): Promise<void> {
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const { status } = this.#chosen;
    if (status !== 'ready' && status !== 'failed') return;
    if (status === 'ready') this.#dialog?.querySelector('.preview')?.scrollIntoView({ block: 'nearest' });
    this.#dialog?.querySelector<HTMLElement>('.primary')?.focus();
  }

  readonly #ask = async (): Promise<void> => {
    const { schema } = this.#chosen;
    // Until it has all that it is made of, it is not valid.
    if (schema) await this.#form?.updateComplete;
    const { current, status } = this.#chosen;
    if (!current || status === 'asking' || (schema && !this.#form?.reportValidity())) return;
    void this.#chosen.ask(this.#form?.value ?? {});
  };

  /** What was shown was for other arguments. */
  readonly #oninput = (): void => this.#chosen.forget();

  readonly #showAll = (): void => {
    this.#chosen.isWhole = true;
    this.#element.requestUpdate();
  };

  readonly #close = (): void => this.#dialog?.close();

  readonly #use = (): void => {
    const { server, prompt, arguments: args, result } = this.#chosen;
    if (!result) return;
    this.#close();
    this.#onuse(new McpPromptPickEvent(server, prompt, args, result));
  };
}

/** A key that is held down chose the prompt, and does not go on to press the button that then appears. */
function calm(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

function messages(
  text: PromptPickerMessages,
  result: GetPromptResult,
  isWhole: boolean,
  isAttached: boolean,
  onwhole: () => void,
): TemplateResult {
  const shown = isWhole ? result.messages : result.messages.slice(0, MAX_SHOWN);
  const rest = result.messages.length - shown.length;
  return html`<section class="preview stack" part="preview" aria-labelledby="messages">
    <h3 id="messages">${text.messages}</h3>
    ${result.description ? html`<p class="soft small">${serverText(result.description, 280)}</p>` : nothing}
    ${result.messages.length === 0 ? html`<p class="soft">${text.noMessages}</p>` : nothing}
    ${shown.map(({ role, content }) => html`<div class="message ${role}" part="message"><p class="soft small">${text.roles[role]}</p><mcp-content .content=${content}></mcp-content></div>`)}
    ${rest > 0 ? html`<button type="button" class="button small" @click=${onwhole}>${text.more(rest)}</button>` : nothing}
    ${isAttached && textsOf(result).length < result.messages.length ? html`<p class="notice small">${text.onlyText}</p>` : nothing}
  </section>`;
}
