/**
 * The user wants to open a resource that a server linked to. Nothing has been fetched. An http or https link opens in a new tab
 * unless the page calls `preventDefault()`. The page decides about other URIs, for example with `host.readResource(server, event.uri)`.
 */
export class McpResourceOpenEvent extends Event {
  /** The URI, as the server wrote it. */
  readonly uri: string;
  /** The name that the server gave it. */
  readonly resourceName: string;
  /** The MIME type, as the server gave it. */
  readonly mimeType: string;

  constructor(uri: string, resourceName: string, mimeType: string) {
    super('mcp-resource-open', { bubbles: true, composed: true, cancelable: true });
    this.uri = uri;
    this.resourceName = resourceName;
    this.mimeType = mimeType;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-resource-open': McpResourceOpenEvent;
  }
}
