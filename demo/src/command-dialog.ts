import { type Command, matching } from './commands.ts';
import type { PageMessages } from './languages/page-messages.ts';

interface Parts {
  readonly dialog: HTMLDialogElement;
  readonly field: HTMLInputElement;
  readonly list: HTMLElement;
  /** Says how many were found. */
  readonly count: HTMLElement;
}

const MAX_SHOWN = 60;

/** The dialog that leads everywhere. */
export class CommandDialog {
  readonly #parts: Parts;
  readonly #commands: () => Command[];
  readonly #messages: () => PageMessages;
  #all: Command[] = [];
  #shown: Command[] = [];
  #active = 0;
  #chosen: Command | undefined;

  constructor(parts: Parts, { commands, messages }: { commands: () => Command[]; messages: () => PageMessages }) {
    this.#parts = parts;
    this.#commands = commands;
    this.#messages = messages;
    const { dialog, field, list } = parts;
    field.addEventListener('input', () => this.#show());
    field.addEventListener('keydown', (event) => this.#onkeydown(event));
    list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option) this.#choose(Number(option.dataset['index']));
    });
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close();
    });
    // When the dialog has given back the focus.
    dialog.addEventListener('close', () => {
      const chosen = this.#chosen;
      this.#chosen = undefined;
      this.#all = this.#shown = [];
      list.replaceChildren();
      chosen?.run();
    });
  }

  open(): void {
    const { dialog, field } = this.#parts;
    this.#all = this.#commands();
    field.value = '';
    dialog.showModal();
    this.#show();
  }

  #show(): void {
    const { field, list, count } = this.#parts;
    const found = matching(this.#all, field.value);
    this.#shown = found.slice(0, MAX_SHOWN);
    list.replaceChildren(...this.#shown.map(optionOf));
    count.textContent = this.#messages().commands.found(this.#shown.length, found.length);
    this.#activate(0);
  }

  #activate(index: number): void {
    const { field, list } = this.#parts;
    this.#active = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    const active = list.children[index];
    if (active) field.setAttribute('aria-activedescendant', active.id);
    else field.removeAttribute('aria-activedescendant');
  }

  #onkeydown(event: KeyboardEvent): void {
    const { key } = event;
    const count = this.#shown.length;
    if (event.isComposing) return;
    if (key === 'ArrowDown' && count > 0) this.#activate((this.#active + 1) % count);
    else if (key === 'ArrowUp' && count > 0) this.#activate((this.#active - 1 + count) % count);
    else if (key === 'Enter') this.#choose(this.#active);
    else return;
    event.preventDefault();
  }

  #choose(index: number): void {
    this.#chosen = this.#shown[index];
    if (this.#chosen) this.#parts.dialog.close();
  }
}

function optionOf({ name, about }: Command, index: number): HTMLElement {
  const option = document.createElement('li');
  option.id = `command-${index}`;
  option.role = 'option';
  option.dataset['index'] = String(index);
  const title = document.createElement('bdi');
  title.textContent = name;
  const kind = document.createElement('span');
  kind.className = 'about';
  kind.textContent = about;
  option.append(title, kind);
  return option;
}
