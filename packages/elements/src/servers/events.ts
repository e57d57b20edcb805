import type { HostServer } from '@mcp-web/client';

/** What the user has added is connected, and its lists are there: show them what came. */
export class McpServerAddedEvent extends Event {
  /** The server that the user added. */
  readonly server: HostServer;

  constructor(server: HostServer) {
    super('mcp-server-added', { bubbles: true, composed: true });
    this.server = server;
  }
}

/** The user changed the list of servers: see `list` of the element. */
export class McpServersChangeEvent extends Event {
  constructor() {
    super('mcp-servers-change', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-server-added': McpServerAddedEvent;
    'mcp-servers-change': McpServersChangeEvent;
  }
}
