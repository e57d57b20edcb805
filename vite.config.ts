import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';
import { serviceWorker } from './demo/vite-service-worker.ts';

const root = import.meta.dirname;
const demo = join(root, 'demo');
// Workspace packages resolve to their TypeScript sources, so nothing has to be built first.
const resolve = { conditions: ['development-source', ...defaultClientConditions] };

export default defineConfig(playground());

/** The playground: a static site that works from any folder of any host. */
function playground(): UserConfig {
  // No site may frame the playground. The rest of its policy is in its pages; this part works only as a header.
  const headers = { 'Content-Security-Policy': "frame-ancestors 'none'" };
  return {
    root: demo,
    base: './',
    resolve,
    server: { headers },
    preview: { headers },
    plugins: [serviceWorker({ entry: join(demo, 'src/service-worker/main.ts'), fileName: 'service-worker.js' })],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: {
        input: readdirSync(demo)
          .filter((file) => file.endsWith('.html'))
          .map((file) => join(demo, file)),
      },
    },
  };
}
