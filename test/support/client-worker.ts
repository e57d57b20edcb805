/** Starts a worker for `connectInWorker`, whose own would be looked for beside the bundle of the test. */
export function startClientWorker(): Worker {
  return new Worker(new URL('/packages/client/src/worker/script.ts', location.href), { type: 'module' });
}
