/** The `/` menu of a box of the page: it listens to the box, and the picker shows what there is to choose. */
import { isComposing } from '../internal/base/keyboard.ts';
import { type Editable, editableOf } from './editable.ts';

/** At the start or after white space, up to the caret. */
const WORD = /(?:^|\s)\/(\S{0,60})$/;

export interface SlashOwner {
  /** The user wrote a `/word`, went on with it, or, when undefined, left it. */
  onword: (query: string | undefined) => void;
  /** Whether the key was one of the menu's. */
  onkey: (event: KeyboardEvent) => boolean;
}

export class SlashMenu {
  readonly target: HTMLElement;
  readonly #owner: SlashOwner;
  readonly #listening = new AbortController();
  #editable: Editable | undefined;
  #start = 0;
  #query = '';
  #isOpen = false;
  /** Where a word begins that the user wants to keep as it is. */
  #dismissed: number | undefined;

  constructor(target: HTMLElement, owner: SlashOwner) {
    this.target = target;
    this.#owner = owner;
    const { signal } = this.#listening;
    const look = (event: Event): void => {
      if (!('isComposing' in event && event.isComposing === true)) this.#look(true);
    };
    target.addEventListener('input', look, { signal });
    target.addEventListener('compositionend', look, { signal });
    // The caret may leave the word without anything being written.
    target.ownerDocument.addEventListener('selectionchange', () => this.#isOpen && this.#look(false), { signal });
    target.addEventListener('blur', () => this.#leave(), { signal });
    // Before the page's own: Enter chooses, and does not send.
    target.addEventListener('keydown', (event) => this.#onkeydown(event), { signal, capture: true });
    // This part may have come while the user was writing already.
    if (target.matches(':focus')) this.#look(true);
  }

  /** Where the word is in the viewport. */
  get place(): DOMRect {
    return this.#editable?.place(this.#start) ?? this.target.getBoundingClientRect();
  }

  /** The word stays, and the menu does not come back for it. */
  dismiss(): void {
    this.#dismissed = this.#start;
    this.#leave();
  }

  /** Writes the text where the word is; does nothing when the word is gone. */
  replace(text: string): void {
    const end = this.#start + 1 + this.#query.length;
    this.#dismissed = undefined;
    if (this.#editable?.read(this.#start, end) === `/${this.#query}`) this.#editable.replace(this.#start, end, text);
  }

  close(): void {
    this.#listening.abort();
    this.#leave();
  }

  #look(mayOpen: boolean): void {
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
    this.#owner.onword(query);
  }

  #leave(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#owner.onword(undefined);
  }

  #onkeydown(event: KeyboardEvent): void {
    if (!this.#isOpen || isComposing(event) || !this.#owner.onkey(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
