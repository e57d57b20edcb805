/** Connects to the tools that the page registered. Loaded on demand. */
import type { McpClient } from '../../client/client.ts';
import { connectThrough } from '../../client/connect.ts';
import type { ConnectOptions } from '../../client/connect-options.ts';
import { recordedTarget } from '../../client/recorder.ts';
import { McpError } from '../../errors.ts';
import { messagePortTransports } from '../../transports/message-port.ts';
import { pageToolRegistry } from './model-context.ts';
import { PAGE_REVISION, PageToolServer } from './page-tool-server.ts';

/**
 * @param options `signal` ends the connection, also after it was made
 * @throws {McpError} `closed` where the page can register no tools
 */
export async function connectPageTools(options: ConnectOptions & { signal: AbortSignal }): Promise<McpClient> {
  const registry = pageToolRegistry();
  if (!registry) throw new McpError('closed', 'The page can no longer register tools.');
  const server = new PageToolServer(registry, globalThis.document.title, options.signal);
  const { client } = await connectThrough(
    // The host knows the page by the same URL.
    () => messagePortTransports(recordedTarget(options.recorder, new URL('/', globalThis.location.href).href, server)),
    {
      ...options,
      revision: PAGE_REVISION,
    },
  );
  return client;
}
