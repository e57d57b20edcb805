import type { CallToolResult, HostServer, JsonObject, Tool } from '@mcp-web/client';

/** A tool that the user ran has returned a result. */
export class McpToolResultEvent extends Event {
  /** The server of the tool. */
  readonly server: HostServer;
  /** The tool that ran. */
  readonly tool: Tool;
  /** What the tool returned. Treat it as untrusted. */
  readonly result: CallToolResult;
  /** What the tool was called with. */
  readonly arguments: JsonObject;

  constructor(server: HostServer, tool: Tool, result: CallToolResult, args: JsonObject) {
    super('mcp-tool-result', { bubbles: true, composed: true });
    this.server = server;
    this.tool = tool;
    this.result = result;
    this.arguments = args;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-result': McpToolResultEvent;
  }
}
