/** What screen readers are told: the beginning of the answer once it is complete, not word by word. Errors are alerts of their own. */
import type { McpElement } from '../internal/base/element.ts';
import { beginning } from '../internal/text/text.ts';
import type { Conversation } from './conversation.ts';
import type { ChatMessages } from './messages.ts';

/** How much of an answer is told at once. */
const MAX_LENGTH = 1_000;

export class Spoken {
  readonly #element: McpElement;
  #text = '';

  constructor(element: McpElement) {
    this.#element = element;
  }

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    this.#text = text;
    this.#element.requestUpdate();
  }

  /** Says the answer, or why there is none. */
  async sayEnd(messages: ChatMessages, conversation: Conversation, textOf: () => string): Promise<void> {
    const { problem, end, isRunning } = conversation;
    if (problem !== undefined || isRunning) return this.say('');
    if (end && end !== 'answered') return this.say(messages[end]);
    await this.#element.updateComplete;
    const text = textOf();
    return this.say(text ? messages.answered(beginning(text, MAX_LENGTH)) : '');
  }
}
