/**
 * Serves the playground to the tests: the production build, with a worker that stores none of its files. Storing them again
 * for each test would cost more than most tests. The tests of use without a network serve the build as it is.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildServiceWorker } from '../../demo/vite-service-worker.ts';
import { filesOf, serveSite } from './serve.ts';

const root = join(import.meta.dirname, '../..');

/** Runs before the tests. They read the address from PLAYGROUND_URL. */
export default async function startPlayground(): Promise<() => Promise<void>> {
  // `npm test` has built it for all suites.
  if (!process.env['E2E_BUILT'])
    for (const command of [['scripts/script-tag.mjs'], ['node_modules/vite/bin/vite.js', 'build']])
      execFileSync(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const worker = await buildServiceWorker(join(root, 'demo/src/service-worker/main.ts'));
  const site = await serveSite(
    {
      ...(await filesOf(join(root, 'demo/dist'))),
      '/service-worker.js': { type: 'text/javascript', body: worker },
    },
    { 'Cache-Control': 'max-age=600' },
  );
  process.env['PLAYGROUND_URL'] = site.origin;
  return () => site.close();
}
