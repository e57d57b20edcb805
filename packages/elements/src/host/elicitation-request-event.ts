import type { ElicitationRequest, ElicitationResult, HostServer } from '@mcp-web/client';
import { McpRequestEvent } from '../internal/dialog/request-event.ts';

/**
 * Asks the page to answer what a server asks of the user. `respondWith({ action: 'accept', content: {} })`, `{ action: 'decline' }` or
 * `{ action: 'cancel' }`; unanswered, the user is asked. `preventDefault()` alone declines. The words in `params` are the server's.
 */
export class McpElicitationRequestEvent extends McpRequestEvent<ElicitationResult> {
  readonly server: HostServer;
  /** A form, or a page to visit where `mode` is `url`. */
  readonly params: ElicitationRequest['params'];
  /** Present when a call waits for the visit, and resolved when the server says that it is over. */
  readonly completed: Promise<void> | undefined;

  constructor({ server, params, completed }: ElicitationRequest, signal: AbortSignal) {
    super('mcp-elicitation-request', signal);
    this.server = server;
    this.params = params;
    this.completed = completed;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-elicitation-request': McpElicitationRequestEvent;
  }
}
