// Serves each test file as one script with everything it imports. Otherwise each file means hundreds of modules, each a
// request of each engine, which cost more than the tests themselves.
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { SEAMS } from '../wire/plugin.mjs';

/** Checks which modules the page has loaded, so it gets them one by one. */
const MODULE_BY_MODULE = ['/test/unit/elements/server-sign-in.test.ts'];
/** Modules that the page shares with the script that checks the client's messages, and workers, which start from their address. */
const SEPARATE = /^\/test\/(wire\/.*\.mjs|support\/sign-in-worker\.ts)$/;

/** How many files are bundled at once, so that what they share is read and parsed only once. */
const BATCH_SIZE = 30;

/**
 * A middleware for Web Test Runner's server.
 * @param {{ rootDir: string, files: readonly string[] }} options `files`: the test files that will all be asked for,
 *   in about this order. Others are bundled one by one.
 */
export function bundledTests({ rootDir, files }) {
  const missing = MODULE_BY_MODULE.filter((path) => !existsSync(join(rootDir, path)));
  if (missing.length > 0) throw new Error(`MODULE_BY_MODULE names what is not there: ${missing.join(', ')}`);
  const paths = files.map((file) => `/${file}`).filter((path) => !MODULE_BY_MODULE.includes(path));
  const bundles = new Map();
  const once = (key, make) => {
    if (!bundles.has(key)) bundles.set(key, make());
    return bundles.get(key);
  };
  const bundleOnce = async (path, hasMap) => {
    const index = paths.indexOf(path);
    if (!hasMap && index >= 0) {
      const number = Math.floor(index / BATCH_SIZE);
      const batch = paths.slice(number * BATCH_SIZE, (number + 1) * BATCH_SIZE);
      try {
        const codes = await once(number, () => bundleTogether(batch, { rootDir }));
        return { code: codes[batch.indexOf(path)] };
      } catch {
        // One of them cannot be bundled: only that one fails.
      }
    }
    return once(`${path} ${hasMap}`, () => bundle(path, { rootDir, hasMap }));
  };
  return async (context, next) => {
    const isMap = context.path.endsWith('.test.ts.map');
    const path = isMap ? context.path.slice(0, -'.map'.length) : context.path;
    if (!path.endsWith('.test.ts') || MODULE_BY_MODULE.includes(path)) return next();
    const bundled = await bundleOnce(path, isMap);
    context.type = isMap ? 'json' : 'js';
    context.body = isMap ? bundled.map : bundled.code;
  };
}

/**
 * A source map is made only when a failing test requests it.
 * @param {string} path
 * @param {{ rootDir: string, hasMap?: boolean, plugins?: import('esbuild').Plugin[] }} options
 */
export async function bundle(path, { rootDir, hasMap = false, plugins = [] }) {
  const file = join(rootDir, path);
  const { outputFiles, metafile } = await build({
    ...optionsFor(rootDir),
    entryPoints: [file],
    outfile: `${file}.js`,
    sourcemap: hasMap && 'external',
    sourcesContent: false,
    plugins: [seams(rootDir), ...plugins],
    metafile: true,
  });
  const texts = outputFiles.map(({ text }) => text);
  return {
    code: withMap(texts.at(-1), path),
    map: hasMap ? texts[0] : undefined,
    inputs: Object.keys(metafile.inputs),
  };
}

/** Returns the code of each of these files: the same as when they are bundled one by one. */
async function bundleTogether(paths, { rootDir }) {
  const { outputFiles } = await build({
    ...optionsFor(rootDir),
    entryPoints: paths.map((path) => join(rootDir, path)),
    outdir: rootDir,
    outbase: rootDir,
    plugins: [seams(rootDir)],
  });
  const codes = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return paths.map((path) => {
    const code = codes.get(join(rootDir, path.replace(/ts$/, 'js')));
    if (code === undefined) throw new Error(`${path} is not among the bundles.`);
    return withMap(code, path);
  });
}

/** The options with which all scripts of test pages are bundled. */
export const optionsFor = (rootDir) => ({
  write: false,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  tsconfig: join(rootDir, 'tsconfig.base.json'),
  conditions: ['development-source', 'development'],
  logLevel: 'silent',
});

const withMap = (code, path) => `${code}\n//# sourceMappingURL=${basename(path)}.map`;

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
