/** A page with a client: it connects again when the client says that it has to, and reads again what has changed. */
import { connect, indexedDbStore, type McpClient } from '@mcp-web/client';
import { type Caller, type CallerOptions, pause, repeatable, RESOURCE, type Seen } from './lab.ts';

export function openClient(url: string, { timeoutMs, say }: CallerOptions): Caller {
  const seen: Seen = { tools: undefined, resource: undefined, hasResource: true };
  let isOver = false;
  let connecting = keepConnecting();

  async function keepConnecting(): Promise<McpClient> {
    for (;;) {
      try {
        const client = await connect(url, {
          timeoutMs,
          maxTimeoutMs: 3 * timeoutMs,
          tasks: true,
          store: indexedDbStore(),
          principal: 'somebody',
          elicitation: { form: ({ message }) => ({ action: 'accept', content: { said: message } }) },
        });
        watch(client);
        return client;
      } catch (error) {
        if (isOver) throw error;
        await pause();
      }
    }
  }

  function watch(client: McpClient): void {
    let isCurrent = true;
    const isWanted = (): boolean => isCurrent && !isOver;
    const readTools = repeatable(async () => {
      const { tools } = await client.listTools({ cache: 'reload' });
      seen.tools = Number(tools.find(({ name }) => name === 'version')?.description);
    }, isWanted);
    const readResource = repeatable(async () => {
      const { contents } = await client.readResource(RESOURCE, { cache: 'reload' });
      const [part] = contents;
      if (part && 'text' in part) seen.resource = Number(part.text);
    }, isWanted);
    const subscribe = repeatable(async () => {
      await client.subscribe(RESOURCE);
      readResource();
    }, isWanted);
    // What the documentation of these events asks for.
    const replace = (): void => {
      if (!isWanted()) return;
      isCurrent = false;
      connecting = keepConnecting();
      void client.close();
    };
    client.addEventListener('connectionlost', ({ error }) => {
      say({ said: 'connectionlost', code: error.code });
      replace();
    });
    client.addEventListener('changeslost', ({ error }) => {
      say({ said: 'changeslost', code: error.code });
      if (error.code !== 'network') replace();
    });
    client.addEventListener('listchange', ({ list }) => {
      if (list === 'tools') readTools();
    });
    client.addEventListener('resourceupdate', readResource);
    readTools();
    subscribe();
  }

  return {
    call: async (tool, args, options) => (await connecting).callTool(tool, args, options),
    seen: () => seen,
    async close() {
      isOver = true;
      await (await connecting).close();
    },
  };
}
