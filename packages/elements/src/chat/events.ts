import type { SamplingMessage } from '@mcp-web/client';

/**
 * The conversation of an `<mcp-chat>` has changed: something was sent, a round of the model is complete, or the user edited,
 * opened or cleared it. Text that still streams fires no event.
 *
 * @example
 * ```ts
 * import { writeConversation } from '@mcp-web/client/tools';
 *
 * document.addEventListener('mcp-chat-change', ({ conversation }) => {
 *   sessionStorage.setItem('conversation', writeConversation(conversation));
 * });
 * ```
 */
export class McpChatChangeEvent extends Event {
  /** The whole conversation, as `conversation` of the element. */
  readonly conversation: readonly SamplingMessage[];

  constructor(conversation: readonly SamplingMessage[]) {
    super('mcp-chat-change', { bubbles: true, composed: true });
    this.conversation = conversation;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-chat-change': McpChatChangeEvent;
  }
  interface DocumentEventMap {
    'mcp-chat-change': McpChatChangeEvent;
  }
}
