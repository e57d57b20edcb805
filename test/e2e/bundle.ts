import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles a test's browser program from the packages' sources. */
export async function bundle(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    conditions: ['development-source'],
    loader: { '.ttf': 'dataurl' },
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  return outputFiles[0]?.text ?? '';
}
