import type { HostServer, ReadResourceResult } from '@mcp-web/client';

/**
 * The user wants to use a resource in the page.
 *
 * @example
 * ```ts
 * document.addEventListener('mcp-resource-pick', ({ server, uri, result }) => {
 *   console.log(new URL(server.url).origin, uri, result.contents.length);
 * });
 * ```
 */
export class McpResourcePickEvent extends Event {
  /** The server of the resource. */
  readonly server: HostServer;
  /** The URI exactly as the server or its template writes it. Do not normalize it before you compare it. */
  readonly uri: string;
  /** The contents: one or more, each with a URI of its own. Treat them as untrusted. */
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
