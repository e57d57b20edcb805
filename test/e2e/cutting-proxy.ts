/** A way to a server on which every connection can be cut, as when a network changes. */
import { createServer, connect as open, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The address of the server, by this way. */
  readonly url: string;
  /** Cuts all connections, and returns how many there were. */
  cut(): number;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port, pathname } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = open(Number(port), hostname);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const cut = (): number => {
    const count = sockets.size / 2;
    for (const socket of sockets) socket.resetAndDestroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    cut,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
