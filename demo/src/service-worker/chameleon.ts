import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const COLORS = ['green', 'blue', 'red', 'yellow'] as const;

/** The current definition of the tool, for all servers of this worker. It starts again with the worker. */
export class Chameleon {
  #turns = 0;
  readonly #onturn: () => void;

  /** @param onturn called when the definition of the tool has changed */
  constructor(onturn: () => void) {
    this.#onturn = onturn;
  }

  get description(): string {
    return `Is ${COLORS[this.#turns % COLORS.length]}. Each call changes its color, and so its description. Always allow it, call it twice, and see what you are asked.`;
  }

  turn(): void {
    this.#turns++;
    this.#onturn();
  }
}

/**
 * Registers a tool that changes with each call, so that even a tool that is always allowed needs the user's consent
 * again.
 */
export function registerChameleon(server: McpServer, chameleon: Chameleon, era: 'legacy' | 'modern'): void {
  const tool = server.registerTool(
    'chameleon',
    {
      title: 'Chameleon',
      description: chameleon.description,
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (_args, { mcpReq }) => {
      chameleon.turn();
      if (era === 'legacy') {
        // This server lives as long as its session, and the call's stream is its only one.
        tool.update({ description: chameleon.description });
        await mcpReq.notify({ method: 'notifications/tools/list_changed' });
      }
      return { content: [{ type: 'text', text: 'My color has changed. Run me again.' }] };
    },
  );
}
