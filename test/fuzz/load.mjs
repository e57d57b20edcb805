import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Imports a TypeScript file of the repository, with all that it imports. */
export async function load(path) {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  try {
    const outfile = join(folder, 'code.mjs');
    await build({
      entryPoints: [join(root, path)],
      outfile,
      bundle: true,
      format: 'esm',
      target: 'es2023',
      // Lit has a build for it that needs no document.
      platform: 'node',
      conditions: ['development-source'],
      tsconfig: join(root, 'tsconfig.base.json'),
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
