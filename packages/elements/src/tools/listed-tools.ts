/** What `<mcp-tools>` lists, and what is open of it. */
import type { HostServer, Tool } from '@mcp-web/client';
import type { ToolRun } from './tool-run.ts';

/** A tool that the user has selected. Its panel stays, and with it the form and the latest result. */
export interface Opened {
  readonly serverId: string;
  readonly name: string;
  readonly run: ToolRun;
}

export interface Group {
  readonly server: HostServer;
  readonly id: string;
  readonly tools: readonly Tool[];
  /** How many tools are in the groups before. */
  readonly start: number;
}

export interface OpenedTool {
  readonly key: string;
  readonly opened: Opened;
  readonly server: HostServer;
  readonly tool: Tool;
}
