import type { HostServer } from '@mcp-web/client';

/** The user removes a server. The element removes it, unless a listener calls `preventDefault()`. */
export class McpServerRemoveEvent extends Event {
  /**
   * Undefined while the host does not have it: the host refused the address, or the server is one of `<mcp-servers>` that is off,
   * or waits for a value.
   */
  readonly server: HostServer | undefined;
  /** Its absolute URL. Undefined when the host refused the address. */
  readonly url: string | undefined;
  /** Its id in the list of `<mcp-servers>`, a `ServerList`. Undefined for an `<mcp-server>` that is in none. */
  readonly listedId: string | undefined;

  constructor(
    server: HostServer | undefined,
    { listedId, url = server?.url }: { listedId?: string; url?: string } = {},
  ) {
    super('mcp-server-remove', { bubbles: true, composed: true, cancelable: true });
    this.server = server;
    this.url = url;
    this.listedId = listedId;
  }
}

/**
 * The user chose the address that the doctor found, in place of that of the element. It becomes the `src` of the element,
 * unless a listener calls `preventDefault()`.
 */
export class McpServerMoveEvent extends Event {
  /** The server. Undefined when the host refused its address. */
  readonly server: HostServer | undefined;
  /** The other address. */
  readonly src: string;

  constructor(server: HostServer | undefined, src: string) {
    super('mcp-server-move', { bubbles: true, composed: true, cancelable: true });
    this.server = server;
    this.src = src;
  }
}

/** The status of a server changed to connecting, ready or failed: see `server.status`. */
export class McpServerStatusEvent extends Event {
  /** The server as it is now. */
  readonly server: HostServer;

  constructor(server: HostServer) {
    super('mcp-server-status', { bubbles: true, composed: true });
    this.server = server;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-server-move': McpServerMoveEvent;
    'mcp-server-remove': McpServerRemoveEvent;
    'mcp-server-status': McpServerStatusEvent;
  }
}
