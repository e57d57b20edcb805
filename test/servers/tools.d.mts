import type { Server } from '@modelcontextprotocol/server';

export interface ServerState {
  outcomes: Map<string, string>;
}

export function createServerState(): ServerState;
export function createTestServer(options: {
  name: string;
  era?: 'legacy' | 'modern';
  state: ServerState;
  revisions?: string[];
}): Server;
