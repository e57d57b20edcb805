import type { HostServer, ReadResourceResult } from '@mcp-web/client';

/**
 * The user hands a resource to the page: what it says, and where it is from.
 *
 * @example
 * ```ts
 * document.addEventListener('mcp-resource-pick', ({ server, uri, result }) => {
 *   console.log(new URL(server.url).origin, uri, result.contents.length);
 * });
 * ```
 */
export class McpResourcePickEvent extends Event {
  readonly server: HostServer;
  /** As the server, or its template, writes it: compare it, and do not normalise it. */
  readonly uri: string;
  /** Its contents, which may be several and have URIs of their own. */
  readonly result: ReadResourceResult;

  constructor(server: HostServer, uri: string, result: ReadResourceResult) {
    super('mcp-resource-pick', { bubbles: true, composed: true });
    this.server = server;
    this.uri = uri;
    this.result = result;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-resource-pick': McpResourcePickEvent;
  }
  interface DocumentEventMap {
    'mcp-resource-pick': McpResourcePickEvent;
  }
}
