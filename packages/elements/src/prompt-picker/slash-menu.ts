/** Watches a text box of the page for a `/word`, which opens the prompt menu. */
import { isComposing } from '../internal/base/keyboard.ts';
import { type Editable, editableOf } from './editable.ts';

/** A slash at the start or after white space, with the text up to the caret. */
const WORD = /(?:^|\s)\/(\S{0,60})$/;

export interface SlashListener {
  /** The user typed or changed a `/word`. Undefined when the caret left it. */
  onword: (query: string | undefined) => void;
  /** Returns whether the menu handled the key. */
  onkey: (event: KeyboardEvent) => boolean;
}

export class SlashMenu {
  readonly target: HTMLElement;
  readonly #listener: SlashListener;
  readonly #listening = new AbortController();
  #editable: Editable | undefined;
  #start = 0;
  #query = '';
  #isOpen = false;
  /** Where the dismissed word begins. */
  #dismissed: number | undefined;

  constructor(target: HTMLElement, listener: SlashListener) {
    this.target = target;
    this.#listener = listener;
    const { signal } = this.#listening;
    const onchange = (event: Event): void => {
      if (!('isComposing' in event && event.isComposing === true)) this.#read(true);
    };
    target.addEventListener('input', onchange, { signal });
    target.addEventListener('compositionend', onchange, { signal });
    // The caret may leave the word without input.
    target.ownerDocument.addEventListener('selectionchange', () => this.#isOpen && this.#read(false), { signal });
    target.addEventListener('blur', () => this.#leave(), { signal });
    // Capture, to come before the page: Enter chooses a prompt instead of sending the text.
    target.addEventListener('keydown', (event) => this.#onkeydown(event), { signal, capture: true });
    // The user may already be typing.
    if (target.matches(':focus')) this.#read(true);
  }

  /** The rectangle of the `/`. */
  get rect(): DOMRect {
    return this.#editable?.rectAt(this.#start) ?? this.target.getBoundingClientRect();
  }

  /** Closes the menu, which does not open again for this word. */
  dismiss(): void {
    this.#dismissed = this.#start;
    this.#leave();
  }

  /** Replaces the word with a text. Does nothing when the word has changed. */
  replace(text: string): void {
    const end = this.#start + 1 + this.#query.length;
    this.#dismissed = undefined;
    if (this.#editable?.read(this.#start, end) === `/${this.#query}`) this.#editable.replace(this.#start, end, text);
  }

  close(): void {
    this.#listening.abort();
    this.#leave();
  }

  #read(mayOpen: boolean): void {
    this.#editable ??= editableOf(this.target);
    const before = this.#editable?.before();
    const query = WORD.exec(before ?? '')?.[1];
    if (before === undefined || query === undefined) {
      this.#dismissed = undefined;
      return this.#leave();
    }
    const start = before.length - query.length - 1;
    if (start !== this.#dismissed) this.#dismissed = undefined;
    else return;
    if (!this.#isOpen && !mayOpen) return;
    if (this.#isOpen && start === this.#start && query === this.#query) return;
    this.#start = start;
    this.#query = query;
    this.#isOpen = true;
    this.#listener.onword(query);
  }

  #leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#listener.onword(undefined);
  }

  #onkeydown(event: KeyboardEvent): void {
    if (!this.#isOpen || isComposing(event) || !this.#listener.onkey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
