/**
 * The script of a worker that runs clients for `connectInWorker`: each message with the opening and a port is a new
 * client. It does nothing when a page imports it.
 */
import { OPENING } from './messages.ts';
import { ServedClient } from './served-client.ts';

if ('WorkerGlobalScope' in globalThis) {
  globalThis.addEventListener('message', ({ data, ports: [port] }) => {
    if (data === OPENING && port) new ServedClient(port);
  });
}
