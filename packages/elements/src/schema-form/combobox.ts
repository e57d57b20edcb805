/** An input with a list of options below it: the ARIA pattern "combobox", with the focus kept in the input. Loaded when one is needed. */
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, directive } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { shortText } from '../internal/text/text.ts';

interface ComboOption {
  readonly label: string;
  /** What is picked with it. */
  readonly key: string;
}

export interface Found {
  readonly options: readonly ComboOption[];
  /** How many more there are than are listed. */
  readonly more: number;
}

export interface ComboModel {
  readonly id: string;
  /** What the input says while nobody writes in it. */
  readonly text: string;
  readonly placeholder: string;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  readonly describedBy: string | typeof nothing;
  readonly words: ComboWords;
  /** The options for what was typed: at once, or later. What it rejects with is nobody's business. */
  readonly find: (typed: string, signal: AbortSignal) => Found | Promise<Found>;
  /** Where any text will do, each keystroke. */
  readonly ontext: ((text: string) => void) | undefined;
  readonly onpick: (key: string) => void;
  readonly onleave: () => void;
}

interface ComboWords {
  readonly options: string;
  readonly found: (count: number, more: number) => string;
}

const PAUSE_MS = 150;

class Combobox extends AsyncDirective {
  #model: ComboModel | undefined;
  #root: ParentNode | undefined;
  #found: Found | undefined;
  #active = -1;
  /** What the user wrote, until the input is left. */
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
    const { id, words, isRequired, isDisabled, isInvalid } = model;
    const found = this.#found;
    const isOpen = found !== undefined && found.options.length > 0;
    return html`<div class="combo">
      <input class="field" part="control" id=${id} type="text" role="combobox" autocomplete="off" autocapitalize="none" spellcheck="false"
        aria-autocomplete="list" aria-expanded=${isOpen} aria-controls="${id}-list" aria-activedescendant=${isOpen && this.#active >= 0 ? `${id}-option-${this.#active}` : nothing}
        aria-required=${isRequired} aria-invalid=${isInvalid} aria-describedby=${model.describedBy} placeholder=${model.placeholder} ?disabled=${isDisabled}
        .value=${live(this.#typed ?? model.text)} @input=${this.#oninput} @compositionend=${this.#oninput} @keydown=${this.#onkeydown} @click=${this.#onclick} @blur=${this.#onblur} />
      <ul class="list" id="${id}-list" role="listbox" aria-label=${words.options} ?hidden=${!isOpen} @pointerdown=${keepFocus}>
        ${found?.options.map(({ label }, index) => html`<li role="option" id="${id}-option-${index}" aria-selected=${index === this.#active} @click=${() => this.#pick(index)}><bdi>${shortText(label, 120)}</bdi></li>`)}
      </ul>
      <p class="soft small" role="status" ?hidden=${found === undefined}>${found ? words.found(found.options.length, found.more) : nothing}</p>
    </div>`;
  }

  #show(): void {
    if (this.isConnected && this.#model) this.setValue(this.#template(this.#model));
  }

  /** Asks for the options. A list that is there is only replaced when the next one is. */
  async #look(typed: string, pauseMs: number): Promise<void> {
    this.#search?.abort();
    const { signal } = (this.#search = new AbortController());
    try {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (signal.aborted || !this.#model) return;
      const answer = this.#model.find(typed, signal);
      const found = answer instanceof Promise ? await answer : answer;
      if (signal.aborted) return;
      // Who has gone on to an option of the list before means that one.
      const active = this.#found?.options[this.#active]?.key;
      this.#active = found.options.findIndex(({ key }) => key === active);
      this.#found = found;
    } catch {
      // Suggestions are a courtesy: without them, one writes.
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
    // The input itself is one of the stops.
    this.#active = ((this.#active + 1 + by + count + 1) % (count + 1)) - 1;
    this.#show();
    this.#root?.querySelector(`#${this.#model?.id}-option-${this.#active}`)?.scrollIntoView({ block: 'nearest' });
  }

  readonly #oninput = (event: Event): void => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const { value } = event.target;
    this.#typed = value;
    // What was gone to is not what is written now.
    this.#active = -1;
    this.#model?.ontext?.(value);
    // An input method is still at work: what it shows is not yet what the user means.
    if (event instanceof InputEvent && event.isComposing) this.#search?.abort();
    else void this.#look(value, this.#model?.ontext ? PAUSE_MS : 0);
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    // Safari ends the composition before the key that ended it.
    if (event.isComposing || event.keyCode === 229) return;
    const { key } = event;
    const isOpen = this.#found !== undefined;
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (isArrow && !isOpen) void this.#look(this.#model?.ontext ? (this.#typed ?? this.#model.text) : '', 0);
    else if (isArrow && !event.altKey) this.#move(key === 'ArrowDown' ? 1 : -1);
    else if (isOpen && (key === 'Escape' || isArrow)) this.#close();
    else if (key === 'Enter' && this.#active >= 0) this.#pick(this.#active);
    else return;
    // What was meant for the list does not send the form or close a dialog.
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

/** A press on an option leaves the focus in the input. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

/** Renders the input and its list. */
export const combobox = directive(Combobox);
