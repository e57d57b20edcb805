// Builds what pages without a build step load: packages/elements/dist/mcp-web.js, and beside it in mcp-web/ one module for
// each element with what they share, and one for each language in mcp-web/messages/.
//   node scripts/script-tag.mjs
import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build as buildWithEsbuild } from 'esbuild';
import { build, defaultClientConditions } from 'vite';
import { assertNoCycles, groupChunks } from './group-chunks.mjs';
import { minifyTemplatesInVite } from './minify-templates.mjs';
import { elementsOf, readManifest } from './metadata/manifest.mjs';

const root = join(import.meta.dirname, '..');
const src = join(root, 'packages/elements/src');
const dist = join(root, 'packages/elements/dist');
/** Of the languages that the elements come with, besides English. */
export const languages = readdirSync(join(src, 'messages'))
  .filter((file) => file !== 'register.ts')
  .map((file) => basename(file, '.ts'));

/** @returns the files, by path in dist; and which modules the browser needs before an entry runs */
export async function buildScriptTag() {
  const elements = elementsOf(readManifest(src, ''));
  const entry = {
    ...Object.fromEntries(
      elements.map(({ tagName, path }) => [tagName, join(src, dirname(relative('dist', path)), 'define.ts')]),
    ),
    everything: join(src, 'everything.ts'),
    oauth: join(root, 'packages/client/src/oauth/index.ts'),
    ...Object.fromEntries(
      languages.map((language) => [`messages/${language}`, join(src, 'messages', `${language}.ts`)]),
    ),
  };
  const loader = await buildLoader(elements.map(({ tagName }) => tagName));
  // The first build only tells what is needed with what.
  const groups = groupChunks(
    chunksOf(await buildModules(entry, {}, { experimental: { chunkOptimization: false } })),
    'everything',
  );
  const output = await buildModules(entry, {
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: (id) => groups.get(id) ?? null }] },
  });
  const chunks = new Map(chunksOf(output).map((chunk) => [chunk.fileName, chunk]));
  assertNoCycles([...chunks.values()]);
  const needs = (path, found = new Set()) => {
    if (!found.has(path)) for (const next of (found.add(path), chunks.get(path).imports)) needs(next, found);
    return found;
  };
  return {
    files: new Map([
      ...loader.map(({ path, contents }) => [relative(dist, path), contents]),
      ...output.map((file) => [
        `mcp-web/${file.fileName}`,
        Buffer.from(file.type === 'chunk' ? file.code : file.source),
      ]),
    ]),
    needsOf: (name) => [...needs(`${name}.js`)].map((path) => `mcp-web/${path}`),
  };
}

/** In ASCII: a classic script is read in the encoding of the page. */
async function buildLoader(tags) {
  const { outputFiles } = await buildWithEsbuild({
    entryPoints: { 'mcp-web': join(src, 'script-tag.ts') },
    outdir: dist,
    bundle: true,
    minify: true,
    sourcemap: true,
    target: 'es2022',
    conditions: ['development-source'],
    tsconfig: join(root, 'tsconfig.base.json'),
    legalComments: 'none',
    format: 'iife',
    define: { TAGS: JSON.stringify(tags) },
    write: false,
  });
  return outputFiles;
}

/** As a library, so that nothing of Vite's is put in; and minified all the same, as no bundler comes after. */
async function buildModules(entry, output, options) {
  const [{ output: files }] = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { conditions: ['development-source', ...defaultClientConditions] },
    plugins: [minifyTemplatesInVite((id) => id.startsWith(src))],
    build: {
      lib: { entry, formats: ['es'] },
      outDir: join(dist, 'mcp-web'),
      write: false,
      target: 'es2022',
      sourcemap: true,
      rolldownOptions: {
        ...options,
        // An entry may say more than its module does: what others need of it.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: ({ name }) => `${name.includes('_') ? 'parts' : '[name]'}-[hash].js`,
          minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
          comments: false,
          ...output,
        },
      },
    },
  });
  return files;
}

function chunksOf(files) {
  return files.filter(({ type }) => type === 'chunk');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { files } = await buildScriptTag();
  await rm(join(dist, 'mcp-web'), { recursive: true, force: true });
  await mkdir(join(dist, 'mcp-web/messages'), { recursive: true });
  for (const [path, contents] of files) await writeFile(join(dist, path), contents);
}
