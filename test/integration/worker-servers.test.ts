/** The client in a worker does all that the client in a page does. */
import { ours, throughWorker } from './server-cases.ts';
import { describeServer } from './server-suite.ts';

for (const [name, revision] of [
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const) {
  describeServer({ ...ours(name, revision, throughWorker(name)), title: `${name}, with the client in a worker` });
}
