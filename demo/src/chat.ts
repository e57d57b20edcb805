import type { McpChatElement } from '@mcp-web/elements';
import { toyChatModel } from './toy-model.ts';

/** Gives the chat its model, which needs no network, and lets the examples begin a conversation. */
export function setUpChat(chat: McpChatElement, examples: HTMLElement): void {
  chat.models = [toyChatModel];
  examples.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) void chat.send(target.textContent ?? '').then(() => chat.focus());
  });
}
