/** Which model answers: one of the page's, the browser's own, or an endpoint of the user. */
import type { SamplingModel } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { shortText } from '../internal/text/text.ts';
import type { ChatMessages } from './messages.ts';
import type { OwnModels } from './own-models.ts';

/** The element that the choice is in. */
export interface ChoosingElement extends McpElement {
  readonly model: SamplingModel | undefined;
  readonly models: readonly SamplingModel[] | undefined;
  readonly ownModels: boolean;
  readonly isAnswering: boolean;
}

/** Tells that an endpoint is stored, so that only then the vault is opened. */
const STORED = 'mcp-web-chat-endpoint';

const BROWSER = 'browser';
const ENDPOINT = 'endpoint';
const NEW_ENDPOINT = 'new';

export class ModelChoice {
  readonly #element: ChoosingElement;
  readonly #own: OnDemand<OwnModels>;
  /** The value of the option. */
  #chosen = '';
  #isStoredRead = false;

  constructor(element: ChoosingElement) {
    this.#element = element;
    this.#own = new OnDemand(element, async () => {
      const { OwnModels } = await import('./own-models.ts');
      return new OwnModels(element, {
        onchange: () => this.#choose(ENDPOINT),
        isStored: readFlag,
        setStored: writeFlag,
      });
    });
  }

  /** The models of the page. */
  get #given(): readonly SamplingModel[] {
    const { model, models } = this.#element;
    return models ?? (model ? [model] : []);
  }

  get #hasOwn(): boolean {
    return this.#element.ownModels || this.#given.length === 0;
  }

  get chosen(): SamplingModel | undefined {
    const { loaded } = this.#own;
    if (this.#hasOwn && this.#chosen === BROWSER) return loaded?.browser;
    if (this.#hasOwn && this.#chosen === ENDPOINT) return loaded?.endpoint;
    return this.#given[Number(this.#chosen)] ?? this.#element.model ?? this.#given[0];
  }

  /** Reads what the user stored, if they did, and the page gives no model. */
  restore(): void {
    if (this.#isStoredRead || !this.#hasOwn) return;
    this.#isStoredRead = true;
    if (readFlag())
      void this.#own.load(false).then(
        async (own) => {
          if ((await own.restore()) && this.#given.length === 0 && !this.chosen) this.#choose(ENDPOINT);
          else this.#element.requestUpdate();
        },
        () => {},
      );
  }

  /** A choice, or nothing if there is only one. */
  field(messages: ChatMessages): TemplateResult | typeof nothing {
    const given = this.#given;
    const { loaded } = this.#own;
    if (given.length < 2 && !this.#hasOwn)
      return given[0]?.title
        ? html`<span class="soft small model-name" part="model"><bdi>${shortText(given[0].title, 60)}</bdi></span>`
        : nothing;
    const { chosen } = this;
    const own = this.#chosen === BROWSER || this.#chosen === ENDPOINT ? this.#chosen : '';
    const value = chosen ? own || String(Math.max(0, given.indexOf(chosen))) : '';
    const option = (key: string, text: string): TemplateResult =>
      html`<option value=${key} ?selected=${key === value}>${shortText(text, 60)}</option>`;
    return html`<select class="field model" part="model control select small" aria-label=${messages.model} .value=${value} @change=${this.#onchange}>
      ${chosen ? nothing : html`<option value="" selected>${messages.noneChosen}</option>`}
      ${given.map((model, index) => option(String(index), model.title ?? messages.pageModel))}
      ${this.#hasOwn && hasBrowserModel() ? option(BROWSER, messages.browserModel) : nothing}
      ${this.#hasOwn && loaded?.endpoint ? option(ENDPOINT, loaded.endpoint.title ?? '') : nothing}
      ${this.#hasOwn ? option(NEW_ENDPOINT, loaded?.endpoint ? messages.otherEndpoint : messages.endpoint) : nothing}
    </select>`;
  }

  /** What to do while there is no model. */
  offers(messages: ChatMessages): TemplateResult {
    return html`<div class="row offers">
      ${hasBrowserModel() ? html`<button type="button" class="button" part="button secondary" @click=${() => void this.#take(BROWSER)}>${messages.browserModel}</button>` : nothing}
      <button type="button" class="button" part="button secondary" @click=${() => void this.#take(NEW_ENDPOINT)}>${messages.endpoint}</button>
    </div>`;
  }

  /** The dialog for an endpoint. */
  dialog(messages: ChatMessages): TemplateResult {
    return html`${this.#own.notice()}${this.#own.loaded?.dialog(messages) ?? nothing}`;
  }

  readonly #onchange = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLSelectElement) void this.#take(currentTarget.value);
  };

  async #take(value: string): Promise<void> {
    if (value !== BROWSER && value !== NEW_ENDPOINT) return this.#choose(value);
    const own = await this.#own.load().catch(() => undefined);
    if (!this.#element.isConnected) return;
    if (value === BROWSER && own) return this.#choose(BROWSER);
    // Until there is an endpoint, the choice stays what it was.
    this.#element.requestUpdate();
    this.#showChosen();
    await own?.open();
  }

  #choose(value: string): void {
    this.#chosen = value;
    this.#element.requestUpdate();
  }

  /** The browser has already shown what the user picked. */
  #showChosen(): void {
    const field = this.#element.renderRoot.querySelector<HTMLSelectElement>('select.model');
    const chosen = [...(field?.options ?? [])].findIndex((option) => option.defaultSelected);
    if (field && chosen >= 0) field.selectedIndex = chosen;
  }
}

function hasBrowserModel(): boolean {
  return 'LanguageModel' in globalThis;
}

function readFlag(): boolean {
  try {
    return localStorage.getItem(STORED) !== null;
  } catch {
    return false;
  }
}

function writeFlag(isStored: boolean): void {
  try {
    if (isStored) localStorage.setItem(STORED, '1');
    else localStorage.removeItem(STORED);
  } catch {
    // The page cannot store anything.
  }
}
