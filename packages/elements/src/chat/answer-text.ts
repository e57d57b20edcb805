/** Draws what models say, as Markdown. Loaded with the first answer. */
import type { CSSResult } from 'lit';
import { english } from '../content/messages.ts';
import type { McpElement } from '../internal/base/element.ts';
import { Turns } from '../internal/base/turns.ts';
import { markdown } from '../markdown/markdown.ts';

export class AnswerText {
  readonly styles: readonly CSSResult[] = markdown.styles;
  readonly #element: McpElement;
  readonly #turns: Turns;

  constructor(element: McpElement) {
    this.#element = element;
    this.#turns = new Turns(element);
  }

  render(text: string): unknown {
    return markdown.render(text, this.#element.messagesFor('content', english), this.#turns);
  }

  /** Resolves when everything is drawn. */
  settle(): Promise<void> {
    return this.#turns.settle();
  }
}
