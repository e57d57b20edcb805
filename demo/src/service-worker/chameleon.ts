import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const COLOURS = ['green', 'blue', 'red', 'yellow'] as const;

/** What the tool is now, for all servers of this worker. A worker that starts anew begins anew. */
export class Chameleon {
  #turns = 0;
  readonly #onturn: () => void;

  /** @param onturn called when the tool has another definition than before */
  constructor(onturn: () => void) {
    this.#onturn = onturn;
  }

  get description(): string {
    return `Is ${COLOURS[this.#turns % COLOURS.length]}. Each call gives it another colour, and another description: allow it always, call it twice, and see what you are asked.`;
  }

  turn(): void {
    this.#turns++;
    this.#onturn();
  }
}

/** Registers a tool that is not what it was once it has run: what was allowed always is asked again. */
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
        // This server lives as long as its session, and has no stream but that of the call.
        tool.update({ description: chameleon.description });
        await mcpReq.notify({ method: 'notifications/tools/list_changed' });
      }
      return { content: [{ type: 'text', text: 'Now I have another colour. Run me again.' }] };
    },
  );
}
