import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minifyTemplatesInEsbuild } from '../../scripts/minify-templates.mjs';

const elements = fileURLToPath(new URL('../../packages/elements/src/', import.meta.url));

/** Bundles a browser program of the tests from the packages' sources, with templates as they are published. */
export async function bundle(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
    conditions: ['development-source'],
    plugins: [minifyTemplatesInEsbuild((path) => path.startsWith(elements))],
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  return outputFiles[0]?.text ?? '';
}
