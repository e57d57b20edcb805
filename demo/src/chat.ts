import type { McpChatElement } from '@mcp-web/elements';
import { toyChatModel } from './toy-model.ts';

/** Gives the chat its model, which needs no network, and lets the examples begin a conversation. */
export function setUpChat(chat: McpChatElement, examples: HTMLElement): void {
  chat.models = [toyChatModel];
  examples.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) void send(chat, target.textContent ?? '');
  });
}

async function send(chat: McpChatElement, message: string): Promise<void> {
  // Its code may still be on its way.
  await customElements.whenDefined('mcp-chat');
  await chat.send(message);
  chat.focus();
}
