/** Adds a root by its path. A page cannot pick one: a browser gives it a handle, and never says where the folder is. */
import { fileUriOf } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import type { RootsMessages } from './messages.ts';

/** What the user has typed. */
export interface TypedRoot {
  path: string;
  name: string;
}

export const untyped = (): TypedRoot => ({ path: '', name: '' });

export class RootForm {
  readonly #element: HostedElement;
  readonly #onadd: (uri: string) => void;
  #isPathBad = false;
  /** Why the browser could not store it. */
  #problem: unknown;
  /** Where the user typed last. */
  #typedIn: HTMLFormElement | undefined;
  #typed = untyped();
  /** What the fields begin with. */
  #first = untyped();
  /** Counts for whom it is: what comes late is not for the next user. */
  #turn = 0;

  /** @param onadd gets the URI of a root that the user added */
  constructor(element: HostedElement, onadd: (uri: string) => void = () => {}) {
    this.#element = element;
    this.#onadd = onadd;
  }

  /** @param id tells the form from others in the same tree */
  render(messages: RootsMessages, id: string): TemplateResult {
    const hint = `${id}-hint`;
    return html`<form class="add" part="add" autocomplete="off" @submit=${this.#onsubmit} @input=${this.#oninput}>
      <label>${messages.path}<input class="field path" part="control" name="path" dir="ltr" required spellcheck="false" autocapitalize="off" maxlength="2000" aria-describedby=${hint} .value=${this.#first.path} aria-invalid=${this.#isPathBad} /></label>
      <label>${messages.name}<input class="field" part="control" name="name" dir="auto" maxlength="200" .value=${this.#first.name} /></label>
      <button class="button" part="button secondary">${messages.add}</button>
      <p class="small ${this.#isPathBad ? 'problem' : 'soft'}" id=${hint} role="status">${this.#isPathBad ? messages.badPath : messages.pathHint}</p>
      ${this.#problem === undefined ? nothing : html`<p>${errorNotice(this.#element.shared, this.#problem)}</p>`}
    </form>`;
  }

  /**
   * Empties it.
   *
   * @param typed what it begins with then, and what is kept up to date with what the user types
   */
  reset(typed = untyped()): void {
    this.#turn++;
    this.#typedIn?.reset();
    this.#typedIn = undefined;
    this.#typed = typed;
    this.#first = { ...typed };
    this.#isPathBad = false;
    this.#problem = undefined;
    this.#element.requestUpdate();
  }

  readonly #oninput = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLFormElement) {
      this.#typedIn = currentTarget;
      Object.assign(this.#typed, typedIn(currentTarget));
    }
    if (!this.#isPathBad) return;
    this.#isPathBad = false;
    this.#element.requestUpdate();
  };

  readonly #onsubmit = (event: Event): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const roots = this.#element.currentHost?.roots;
    if (!(form instanceof HTMLFormElement) || !roots) return;
    const { path, name } = typedIn(form);
    this.#problem = undefined;
    this.#element.requestUpdate();
    let uri: string;
    try {
      uri = fileUriOf(path);
    } catch {
      this.#isPathBad = true;
      form.querySelector<HTMLElement>('.path')?.focus();
      return;
    }
    const turn = this.#turn;
    roots.add({ uri, name: name.trim() }).catch((error: unknown) => {
      if (turn !== this.#turn) return;
      this.#problem = error;
      this.#element.requestUpdate();
    });
    form.reset();
    Object.assign(this.#typed, untyped());
    form.querySelector<HTMLElement>('.path')?.focus();
    this.#onadd(uri);
  };
}

function typedIn(form: HTMLFormElement): TypedRoot {
  return { path: textIn(form, 'path'), name: textIn(form, 'name') };
}

function textIn(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value : '';
}
