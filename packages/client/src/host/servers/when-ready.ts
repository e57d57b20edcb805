/** Waits until a server is connected and its lists are there. */
import { McpError } from '../../errors.ts';
import type { HostServer, HostSnapshot } from '../snapshot.ts';
import type { Store } from '../store.ts';

/** @throws {McpError} as `McpHost.ready` documents. */
export function whenReady(
  store: Store<HostSnapshot>,
  id: string,
  signal: AbortSignal | undefined,
): Promise<HostServer> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const look = (): void => {
      const { servers, consent } = store.getSnapshot();
      const server = servers.find((candidate) => candidate.id === id);
      if (!server) reject(new McpError('closed', 'The server was removed from its host.'));
      else if (server.status === 'failed') reject(server.error);
      else if (server.status === 'connecting' || server.isListing || !consent.isKnown) return;
      else if (server.failedLists) reject(server.listError);
      else resolve(server);
      settled.abort();
    };
    if (signal?.aborted) return reject(signal.reason);
    const onabort = (): void => {
      reject(signal?.reason);
      settled.abort();
    };
    signal?.addEventListener('abort', onabort, { signal: settled.signal });
    settled.signal.addEventListener('abort', store.subscribe(look), { once: true });
    look();
  });
}
