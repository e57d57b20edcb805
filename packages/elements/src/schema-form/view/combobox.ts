/** An input with a list of options below it: the ARIA pattern "combobox". The focus stays in the input. */
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { shortText } from '../../internal/text/text.ts';

interface ComboOption {
  readonly label: string;
  /** What is passed on when it is picked. */
  readonly key: string;
}

export interface Found {
  readonly options: readonly ComboOption[];
  /** How many more options there are than are listed. */
  readonly more: number;
}

export interface ComboModel {
  readonly id: string;
  /** The text of the input while nobody types in it. */
  readonly text: string;
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | typeof nothing;
  readonly messages: ComboMessages;
  /** Finds the options for what was typed, at once or later. Errors are ignored. */
  readonly find: (typed: string, signal: AbortSignal) => Found | Promise<Found>;
  /** Called at each key press, where any text is allowed. */
  readonly ontext: ((text: string) => void) | undefined;
  readonly onpick: (key: string) => void;
  readonly onleave: () => void;
}

interface ComboMessages {
  readonly options: string;
  readonly found: (count: number, more: number) => string;
}

const PAUSE_MS = 150;

class Combobox extends AsyncDirective {
  #model: ComboModel | undefined;
  #root: ParentNode | undefined;
  #found: Found | undefined;
  #active = -1;
  /** What the user typed, until the input loses the focus. */
  #typed: string | undefined;
  #search: AbortController | undefined;

  override render(_model: ComboModel): unknown {
    return noChange;
  }

  override update({ parentNode }: ChildPart, [model]: [ComboModel]): unknown {
    this.#model = model;
    const root = parentNode.getRootNode();
    this.#root = root instanceof ShadowRoot || root instanceof Document ? root : undefined;
    if (model.isDisabled) this.#forget();
    return this.#template(model);
  }

  override disconnected(): void {
    this.#forget();
  }

  #template(model: ComboModel): TemplateResult {
    const { id, messages, isRequired, isDisabled, isInvalid } = model;
    const found = this.#found;
    const isOpen = found !== undefined && found.options.length > 0;
    return html`<div class="combo">
      <input class="field" part="control combobox" id=${id} type="text" role="combobox" autocomplete="off" autocapitalize="none" spellcheck="false"
        aria-autocomplete="list" aria-expanded=${isOpen} aria-controls="${id}-list" aria-activedescendant=${isOpen && this.#active >= 0 ? `${id}-option-${this.#active}` : nothing}
        aria-required=${isRequired} aria-invalid=${isInvalid} aria-describedby=${model.describedBy} placeholder=${model.placeholder} ?disabled=${isDisabled}
        .value=${live(this.#typed ?? model.text)} @input=${this.#oninput} @compositionend=${this.#oninput} @keydown=${this.#onkeydown} @click=${this.#onclick} @blur=${this.#onblur} />
      <ul class="list" id="${id}-list" role="listbox" aria-label=${messages.options} ?hidden=${!isOpen} @pointerdown=${keepFocus}>
        ${found?.options.map(({ label }, index) => html`<li role="option" id="${id}-option-${index}" aria-selected=${index === this.#active} @click=${() => this.#pick(index)}><bdi>${shortText(label, 120)}</bdi></li>`)}
      </ul>
      <p class="soft small" role="status" ?hidden=${found === undefined}>${found ? messages.found(found.options.length, found.more) : nothing}</p>
    </div>`;
  }

  #show(): void {
    if (this.isConnected && this.#model) this.setValue(this.#template(this.#model));
  }

  /** Looks for options. The list stays as it is until the next one is found. */
  async #look(typed: string, pauseMs: number): Promise<void> {
    this.#search?.abort();
    const { signal } = (this.#search = new AbortController());
    try {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (signal.aborted || !this.#model) return;
      const answer = this.#model.find(typed, signal);
      const found = answer instanceof Promise ? await answer : answer;
      if (signal.aborted) return;
      // An option that the user has moved to stays active if it is found again.
      const active = this.#found?.options[this.#active]?.key;
      this.#active = found.options.findIndex(({ key }) => key === active);
      this.#found = found;
    } catch {
      // The user can type without suggestions.
      if (signal.aborted) return;
      this.#found = undefined;
      this.#active = -1;
    }
    this.#show();
    this.#root?.querySelector(`#${this.#model?.id}-list`)?.scrollIntoView({ block: 'nearest' });
  }

  #forget(): void {
    this.#search?.abort();
    this.#found = undefined;
    this.#active = -1;
  }

  #close(): void {
    this.#forget();
    this.#show();
  }

  #pick(index: number): void {
    const option = this.#found?.options[index];
    if (!option) return;
    this.#typed = undefined;
    this.#forget();
    this.#model?.onpick(option.key);
    this.#show();
  }

  #move(by: number): void {
    const count = this.#found?.options.length ?? 0;
    // The input itself is one of the stops on the way.
    this.#active = ((this.#active + 1 + by + count + 1) % (count + 1)) - 1;
    this.#show();
    this.#root?.querySelector(`#${this.#model?.id}-option-${this.#active}`)?.scrollIntoView({ block: 'nearest' });
  }

  readonly #oninput = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const { value } = event.target;
    this.#typed = value;
    // The text has changed, so no option is active any more.
    this.#active = -1;
    this.#model?.ontext?.(value);
    // While an input method is composing, its text is not final.
    if (event instanceof InputEvent && event.isComposing) this.#search?.abort();
    else void this.#look(value, this.#model?.ontext ? PAUSE_MS : 0);
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    // In Safari the composition ends before the event for the key that ended it.
    if (event.isComposing || event.keyCode === 229) return;
    const { key } = event;
    const isOpen = this.#found !== undefined;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (isArrow && !isOpen) void this.#look(this.#model?.ontext ? (this.#typed ?? this.#model.text) : '', 0);
    else if (isArrow && !event.altKey) this.#move(key === 'ArrowDown' ? 1 : -1);
    else if (isOpen && (key === 'Escape' || isArrow)) this.#close();
    else if (key === 'Enter' && this.#active >= 0) this.#pick(this.#active);
    else return;
    // Keys for the list neither submit the form nor close a dialog.
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onclick = (): void => {
    if (this.#found === undefined) void this.#look(this.#model?.ontext ? (this.#typed ?? this.#model.text) : '', 0);
  };

  readonly #onblur = (): void => {
    const isCleared = this.#typed === '' && !this.#model?.ontext;
    this.#typed = undefined;
    if (isCleared) this.#model?.onpick('');
    this.#close();
    this.#model?.onleave();
  };
}

/** Pressing an option leaves the focus in the input. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

/** Renders the input and its list of options. */
export const combobox = directive(Combobox);
