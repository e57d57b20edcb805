/** The buttons below an answer: copy it, or ask the model again. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ChatMessages } from './messages.ts';

export interface TurnActions {
  readonly oncopy: (() => void) | undefined;
  readonly isCopied: boolean;
  readonly onagain: (() => void) | undefined;
}

export function turnActions(messages: ChatMessages, { oncopy, isCopied, onagain }: TurnActions): TemplateResult {
  return html`<div class="actions">
    ${oncopy ? html`<button type="button" class="button quiet small" part="button quiet small" @click=${oncopy}>${isCopied ? messages.copied : messages.copy}</button>` : nothing}
    ${onagain ? html`<button type="button" class="button quiet small" part="button quiet small" @click=${onagain}>${messages.again}</button>` : nothing}
  </div>`;
}
