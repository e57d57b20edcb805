// Serves each test file as one script with everything it imports. Otherwise each file means hundreds of modules, each a
// request of each engine, which cost more than the tests themselves.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { SEAMS } from '../wire/plugin.mjs';

/** A test that checks which modules the page loaded gets them one by one. */
const LOOKS_AT_REQUESTS = "getEntriesByType('resource')";
/** Modules that the page shares with the script that checks the client's messages, and workers, which start from their address. */
const SEPARATE = /^\/test\/(wire\/.*\.mjs|support\/sign-in-worker\.ts)$/;

/**
 * A middleware for Web Test Runner's server.
 * @param {{ rootDir: string }} options
 */
export function bundledTests({ rootDir }) {
  const bundles = new Map();
  const bundleOnce = (path, hasMap) => {
    const key = `${path} ${hasMap}`;
    if (!bundles.has(key)) bundles.set(key, bundle(path, { rootDir, hasMap }));
    return bundles.get(key);
  };
  return async (context, next) => {
    const isMap = context.path.endsWith('.test.ts.map');
    const path = isMap ? context.path.slice(0, -'.map'.length) : context.path;
    const bundled = path.endsWith('.test.ts') ? await bundleOnce(path, isMap) : undefined;
    if (!bundled) return next();
    context.type = isMap ? 'json' : 'js';
    context.body = isMap ? bundled.map : bundled.code;
  };
}

/** undefined: serve this file module by module. A source map is made only when a failing test requests it. */
async function bundle(path, { rootDir, hasMap }) {
  const file = join(rootDir, path);
  if ((await readFile(file, 'utf8')).includes(LOOKS_AT_REQUESTS)) return;
  const { outputFiles } = await build({
    entryPoints: [file],
    outfile: `${file}.js`,
    write: false,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    sourcemap: hasMap && 'external',
    sourcesContent: false,
    tsconfig: join(rootDir, 'tsconfig.base.json'),
    conditions: ['development-source', 'development'],
    plugins: [seams(rootDir)],
    logLevel: 'silent',
  });
  const texts = outputFiles.map(({ text }) => text);
  return { code: `${texts.at(-1)}\n//# sourceMappingURL=${basename(path)}.map`, map: hasMap ? texts[0] : undefined };
}

/** The wrappers of wire/plugin.mjs, and what has to stay a module of its own. */
function seams(rootDir) {
  const toUrl = (file) => `/${relative(rootDir, file).replaceAll('\\', '/')}`;
  return {
    name: 'seams',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[./]/ }, ({ path, importer, namespace }) => {
        const url = path.startsWith('/test/') ? path : toUrl(join(dirname(importer), path));
        if (SEPARATE.test(url)) return { path: url, external: true };
        // The wrapper itself imports the original module.
        if (namespace === 'seam') return { path: join(rootDir, path.replace('?itself', '')) };
        return SEAMS[url] ? { path: join(rootDir, url), namespace: 'seam' } : undefined;
      });
      onLoad({ filter: /./, namespace: 'seam' }, ({ path }) => ({
        contents: SEAMS[toUrl(path)](`${toUrl(path)}?itself`),
        resolveDir: rootDir,
      }));
    },
  };
}
