/** Models that the user brings: the browser's own, and an endpoint with a dialog to connect it. Loaded on demand. */
import type { SamplingModel } from '@mcp-web/client';
import { builtInModel } from '@mcp-web/client/models/built-in';
import { openAiModel } from '@mcp-web/client/models/openai';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { type Endpoint, EndpointStore } from './endpoint-store.ts';
import type { ChatMessages } from './messages.ts';

export interface OwnModelsOptions {
  /** Called when the user has connected an endpoint. */
  readonly onchange: () => void;
  readonly isStored: () => boolean;
  readonly setStored: (isStored: boolean) => void;
}

export class OwnModels {
  readonly styles = [dialogStyles];
  readonly #element: McpElement;
  readonly #options: OwnModelsOptions;
  readonly #store = new EndpointStore();
  readonly browser: SamplingModel | undefined = builtInModel();
  #endpoint: SamplingModel | undefined;
  #problem: unknown;
  /** What could not be stored or forgotten. */
  #note = '';

  constructor(element: McpElement, options: OwnModelsOptions) {
    this.#element = element;
    this.#options = options;
  }

  get endpoint(): SamplingModel | undefined {
    return this.#endpoint;
  }

  /** Returns whether an endpoint was stored. */
  async restore(): Promise<boolean> {
    const stored = await this.#store.read().catch(() => undefined);
    if (stored) this.#use(stored);
    return stored !== undefined;
  }

  async open(): Promise<void> {
    this.#problem = undefined;
    this.#note = '';
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.#dialog?.showModal();
    this.#dialog?.querySelector<HTMLElement>('input')?.focus();
  }

  dialog(messages: ChatMessages): TemplateResult {
    return html`<dialog class="endpoint" part="dialog" aria-labelledby="endpoint-title">
      <form class="main" novalidate @submit=${(event: Event) => void this.#submit(event, messages)}>
        <div class="stack body" part="dialog-body">
          <h2 part="dialog-title" id="endpoint-title">${messages.endpointTitle}</h2>
          <p class="soft">${messages.endpointHint}</p>
          <label class="stack tight">${messages.url}<input class="field" part="control" name="url" type="url" dir="ltr" required placeholder="http://localhost:11434/v1" autocomplete="off" spellcheck="false" /></label>
          <label class="stack tight">${messages.name}<input class="field" part="control" name="name" dir="ltr" required placeholder="qwen3" autocomplete="off" spellcheck="false" /></label>
          <label class="stack tight">${messages.key}<input class="field" part="control" name="key" type="password" dir="ltr" autocomplete="off" /></label>
          <div class="stack tight"><label class="check"><input part="checkbox" type="checkbox" name="keep" aria-describedby="keep-hint" /> ${messages.keep}</label><p id="keep-hint" class="soft small">${messages.keepHint}</p></div>
          ${this.#problem === undefined ? nothing : errorNotice(this.#element.shared, this.#problem)}
          ${this.#note ? html`<p class="notice warning" role="alert">${this.#note}</p>` : nothing}
        </div>
        <div class="foot" part="actions dialog-foot">
          <button type="button" class="button cancel" part="button secondary" @click=${() => this.#dialog?.close()}>${this.#element.shared.cancel}</button>
          ${this.#options.isStored() ? html`<button type="button" class="button danger" part="button secondary danger" @click=${() => void this.#forget(messages)}>${messages.forget}</button>` : nothing}
          <button type="submit" class="button primary" part="button primary">${messages.connect}</button>
        </div>
      </form>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog.endpoint');
  }

  async #submit(event: Event, messages: ChatMessages): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement) || !form.reportValidity()) return;
    const data = new FormData(form);
    const text = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const endpoint = { url: text('url'), name: text('name'), key: text('key') };
    try {
      this.#use(endpoint);
    } catch (error) {
      this.#problem = error;
      this.#element.requestUpdate();
      return;
    }
    // Nobody finds the key in the page any more.
    form.reset();
    this.#options.onchange();
    if (data.has('keep')) {
      const isStored = await this.#store.write(endpoint).catch(() => false);
      this.#options.setStored(isStored);
      if (!isStored) return this.#say(messages.notKept);
    }
    this.#dialog?.close();
  }

  async #forget(messages: ChatMessages): Promise<void> {
    if (!(await this.#store.forget().catch(() => false))) return this.#say(messages.notForgotten);
    this.#options.setStored(false);
    this.#endpoint = undefined;
    this.#dialog?.close();
    this.#element.requestUpdate();
  }

  #say(note: string): void {
    this.#note = note;
    this.#element.requestUpdate();
  }

  #use({ url, name, key }: Endpoint): void {
    this.#endpoint = openAiModel({ url, models: name, apiKey: () => key || undefined });
  }
}
