import { resolve } from 'node:path';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';

const root = import.meta.dirname;
// Workspace packages resolve to their TypeScript sources, so nothing has to be built first.
const conditions = ['development-source', ...defaultClientConditions];

export default defineConfig(({ mode }): UserConfig => {
  // The ESM entries in dist/ are written by `tsc -b`; Vite makes the one-file script-tag bundle.
  if (mode === "script-tag") {
    return {
      root,
      resolve: { conditions },
      build: {
        target: 'es2022',
        minify: 'oxc',
        sourcemap: true,
        outDir: 'packages/elements/cdn',
        emptyOutDir: true,
        lib: { entry: 'packages/elements/src/standalone.ts', formats: ['iife'], name: 'Spike', fileName: () => 'spike.min.js' },
      },
    };
  }
  return {
    root: resolve(root, 'demo'),
    resolve: { conditions },
    build: { target: 'es2022', outDir: resolve(root, 'demo/dist'), emptyOutDir: true },
  };
});
