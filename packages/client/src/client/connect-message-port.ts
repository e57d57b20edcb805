/** Connecting to a server without a network between. */
import { type MessageTarget, messagePortTransports } from '../transports/message-port.ts';
import type { McpClient } from './client.ts';
import { connectThrough } from './connect.ts';
import type { ConnectOptions } from './options.ts';

/** Options of `connectMessagePort`: those of `connect` that have a meaning without HTTP. */
export type MessagePortOptions = Omit<ConnectOptions, 'headers' | 'auth' | 'fetch' | 'store' | 'principal'>;

/**
 * Connects to a server at the other end of a port: the browser's counterpart of stdio. Each message is one JSON-RPC
 * object, posted as a structured clone; the other side posts its messages the same way. Era and revision are
 * negotiated as over HTTP. Closing the client leaves the port open: it is whoever's that made it.
 *
 * @throws {McpError} as `connect` does, `timeout` when nobody answers at the other end.
 *
 * @example
 * ```ts
 * import { connectMessagePort } from '@mcp-web/client';
 *
 * const { port1, port2 } = new MessageChannel();
 * new Worker('/server.js', { type: 'module' }).postMessage('serve', [port2]);
 * const client = await connectMessagePort(port1);
 * ```
 */
export function connectMessagePort(port: MessageTarget, options: MessagePortOptions = {}): Promise<McpClient> {
  return connectThrough(() => messagePortTransports(port), options);
}
