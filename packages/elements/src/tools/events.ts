import type { CallToolResult, HostServer, Tool } from '@mcp-web/client';

/** A tool that the user ran has returned a result. */
export class McpToolResultEvent extends Event {
  readonly server: HostServer;
  readonly tool: Tool;
  readonly result: CallToolResult;

  constructor(server: HostServer, tool: Tool, result: CallToolResult) {
    super('mcp-tool-result', { bubbles: true, composed: true });
    this.server = server;
    this.tool = tool;
    this.result = result;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-result': McpToolResultEvent;
  }
}
