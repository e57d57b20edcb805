/** Connects to a server in the same browser, such as one in a worker. */
import { type MessageTarget, messagePortTransports } from '../transports/message-port.ts';
import type { McpClient } from './client.ts';
import { connectThrough } from './connect.ts';
import type { ConnectOptions } from './connect-options.ts';
import { recordedTarget } from './recorder.ts';

/** Options of `connectMessagePort`: those of `connect` that make sense without HTTP. */
export type MessagePortOptions = Omit<
  ConnectOptions,
  'headers' | 'auth' | 'relay' | 'fetch' | 'store' | 'callStore' | 'principal'
>;

/**
 * Connects to a server at the other end of a port, as stdio does for local programs. Each message is one JSON-RPC
 * object, posted as a structured clone, in both directions. The revision is negotiated as over HTTP. Closing the client
 * leaves the port open.
 *
 * @throws {McpError} as `connect` does; `timeout` when nobody answers at the other end
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
export async function connectMessagePort(port: MessageTarget, options: MessagePortOptions = {}): Promise<McpClient> {
  const { client } = await connectThrough(
    () => messagePortTransports(recordedTarget(options.recorder, 'message-port:', port)),
    options,
  );
  return client;
}
