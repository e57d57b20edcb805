import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';
import { serviceWorker } from './scripts/vite-service-worker.ts';

const root = import.meta.dirname;
const demo = join(root, 'demo');
// Workspace packages resolve to their TypeScript sources, so nothing has to be built first.
const resolve = { conditions: ['development-source', ...defaultClientConditions] };

export default defineConfig(({ mode }) => (mode === 'script-tag' ? scriptTag() : playground()));

/** The playground: a static site that works from any folder of any host. */
function playground(): UserConfig {
  return {
    root: demo,
    base: './',
    resolve,
    plugins: [serviceWorker({ entry: join(demo, 'src/service-worker/main.ts'), fileName: 'service-worker.js' })],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: { input: readdirSync(demo).filter((file) => file.endsWith('.html')).map((file) => join(demo, file)) },
    },
  };
}

/** One file for `<script src>` and `<script type="module" src>` alike. The modules beside it in dist/ are written by `tsc -b`. */
function scriptTag(): UserConfig {
  const elements = join(root, 'packages/elements');
  return {
    root: elements,
    resolve,
    build: {
      target: 'es2022',
      minify: 'oxc',
      sourcemap: true,
      outDir: 'dist',
      emptyOutDir: false,
      lib: { entry: 'src/script-tag.ts', formats: ['iife'], name: 'mcpWeb', fileName: () => 'mcp-web.js' },
    },
  };
}
