/** A client that runs in a worker, for pages that cannot spare a frame. */
export { connectInWorker, type WorkerConnectOptions } from './connect-in-worker.ts';
export type { AnyClient } from './worker-client.ts';
