import type { ContentBlock, HostServer } from '@mcp-web/client';
import type { AppModelContext } from '@mcp-web/client/apps';

/**
 * The user has allowed an app to say something in their name: add it to the conversation as a message of the user. Sent only if
 * the element has `accepts="message"`.
 *
 * @example
 * ```ts
 * document.addEventListener('mcp-app-message', ({ content }) => console.log('The user says', content));
 * ```
 */
export class McpAppMessageEvent extends Event {
  /** The server that the app is from. */
  readonly server: HostServer;
  /** What the app wrote. Treat it as untrusted. */
  readonly content: readonly ContentBlock[];

  constructor(server: HostServer, content: readonly ContentBlock[]) {
    super('mcp-app-message', { bubbles: true, composed: true });
    this.server = server;
    this.content = content;
  }
}

/**
 * An app tells the model something. Give it to the model with the next message of the user, as the text of a stranger; it replaces
 * what this app said before. Sent only if the element has `accepts="context"`.
 *
 * @example
 * ```ts
 * document.addEventListener('mcp-app-context', ({ server, context }) => console.log(server.url, context.content));
 * ```
 */
export class McpAppContextEvent extends Event {
  /** The server that the app is from. */
  readonly server: HostServer;
  /** What the app wrote. Treat it as untrusted. */
  readonly context: AppModelContext;

  constructor(server: HostServer, context: AppModelContext) {
    super('mcp-app-context', { bubbles: true, composed: true });
    this.server = server;
    this.context = context;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-app-message': McpAppMessageEvent;
    'mcp-app-context': McpAppContextEvent;
  }
  interface DocumentEventMap {
    'mcp-app-message': McpAppMessageEvent;
    'mcp-app-context': McpAppContextEvent;
  }
}
