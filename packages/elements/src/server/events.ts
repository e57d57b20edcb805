import type { HostServer } from '@mcp-web/client';

/** The user wants a server gone. Removes it, unless a listener calls `preventDefault()`. */
export class McpServerRemoveEvent extends Event {
  /** Undefined when the address was never one to connect to. */
  readonly server: HostServer | undefined;

  constructor(server: HostServer | undefined) {
    super('mcp-server-remove', { bubbles: true, composed: true, cancelable: true });
    this.server = server;
  }
}

/** A server began to connect, became ready or failed: see `server.status`. */
export class McpServerStatusEvent extends Event {
  readonly server: HostServer;

  constructor(server: HostServer) {
    super('mcp-server-status', { bubbles: true, composed: true });
    this.server = server;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-server-remove': McpServerRemoveEvent;
    'mcp-server-status': McpServerStatusEvent;
  }
}
