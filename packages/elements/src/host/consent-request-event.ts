import type { ConsentDecision, Permission, ConsentRequest, HostServer, JsonObject, Tool } from '@mcp-web/client';
import { McpRequestEvent } from '../internal/dialog/request-event.ts';

/**
 * Asks the page whether a tool may run. `respondWith({ action: 'allow' })` or `{ action: 'deny' }`; unanswered, what the user
 * allowed before counts, and else the user is asked. `preventDefault()` alone denies. What `tool` says of itself, its annotations too, is its server's claim.
 */
export class McpConsentRequestEvent extends McpRequestEvent<ConsentDecision> {
  readonly tool: Tool;
  readonly server: HostServer;
  /** What the server would get. */
  readonly arguments: JsonObject;
  /** Present when the user allowed this very tool before, and it runs unless the page denies. */
  readonly permission: Permission | undefined;

  constructor(request: ConsentRequest, signal: AbortSignal) {
    super('mcp-consent-request', signal);
    this.tool = request.tool;
    this.server = request.server;
    this.arguments = request.arguments;
    this.permission = request.permission;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-consent-request': McpConsentRequestEvent;
  }
}
