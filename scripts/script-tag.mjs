// Builds the files for pages without a build step: packages/elements/dist/mcp-web.js and, beside it, the folder mcp-web/ with
// a module for each element and the modules that they share. mcp-web/messages/ has a module for each language.
// importmap.json has the hash of each file.
//   node scripts/script-tag.mjs
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build as buildWithEsbuild } from 'esbuild';
import { build, defaultClientConditions } from 'vite';
import { assertNoCycles, groups } from './group-chunks.mjs';

const root = join(import.meta.dirname, '..');
const src = join(root, 'packages/elements/src');
const dist = join(root, 'packages/elements/dist');
/** The included languages, besides English. */
const languages = readdirSync(join(src, 'messages'))
  .filter((file) => file !== 'register.ts')
  .map((file) => basename(file, '.ts'));

/**
 * @param {import('vite').Plugin[]} [plugins]
 * @returns {Promise<Map<string, Uint8Array>>} the files, by path in dist
 */
export async function buildScriptTag(plugins = []) {
  const elements = readdirSync(src)
    .map((folder) => join(src, folder, 'define.ts'))
    .filter((file) => existsSync(file))
    .map((file) => [/define\('(mcp-[\w-]+)'/.exec(readFileSync(file, 'utf8'))[1], file]);
  const entry = {
    ...Object.fromEntries(elements),
    everything: join(src, 'everything.ts'),
    oauth: join(root, 'packages/client/src/oauth/index.ts'),
    ...Object.fromEntries(
      languages.map((language) => [`messages/${language}`, join(src, 'messages', `${language}.ts`)]),
    ),
  };
  const loader = await buildLoader(elements.map(([tag]) => tag));
  const output = await buildModules(entry, [renameLitPolicy, ...plugins]);
  const chunks = output.filter(({ type }) => type === 'chunk');
  assertNoCycles(chunks);
  assertOnePolicy(chunks);
  const files = new Map([
    ...loader.map(({ path, contents }) => [relative(dist, path), contents]),
    ...output.map((file) => [`mcp-web/${file.fileName}`, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  ]);
  return files.set('importmap.json', Buffer.from(JSON.stringify({ integrity: hashesOf(files) })));
}

/** Gives the Trusted Types policy of the included Lit a name of its own, because another Lit in the page has created the usual one. */
const renameLitPolicy = {
  name: 'rename-lit-policy',
  transform: (code, id) =>
    id.endsWith('/lit-html/lit-html.js')
      ? code.replaceAll(/(?<=\.createPolicy\()(["'])lit-html\1/g, '"mcp-web#lit"')
      : undefined,
};

/** @param {readonly import('vite').Rolldown.OutputChunk[]} chunks */
function assertOnePolicy(chunks) {
  const names = chunks.flatMap(({ code }) =>
    [...code.matchAll(/\.createPolicy\((["'`])(.*?)\1/g)].map(([, , name]) => name),
  );
  const fromLit = names.filter((name) => name.includes('lit'));
  if (fromLit.length !== 1 || fromLit[0] !== 'mcp-web#lit')
    throw new Error(
      `Lit creates the policies ${fromLit.join() || 'none'}, not mcp-web#lit alone: its source has changed.`,
    );
}

/** For the import map of a page in the folder of the files. */
function hashesOf(files) {
  const scripts = [...files]
    .filter(([path]) => path.endsWith('.js'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    scripts.map(([path, contents]) => [
      `./${path}`,
      `sha384-${createHash('sha384').update(contents).digest('base64')}`,
    ]),
  );
}

/** In ASCII, because the page's encoding decides how a classic script is read. */
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

/** Built as a library, so that Vite adds nothing; minified nevertheless, because no bundler follows. */
async function buildModules(entry, plugins) {
  const [{ output: files }] = await build({
    configFile: false,
    root,
    logLevel: 'error',
    // The worker's script is found beside the module that starts it.
    base: './',
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '[name]-[hash].js', minify: true } } },
    resolve: { conditions: ['development-source', ...defaultClientConditions] },
    plugins,
    build: {
      lib: { entry, formats: ['es'] },
      outDir: join(dist, 'mcp-web'),
      write: false,
      target: 'es2022',
      sourcemap: true,
      rolldownOptions: {
        // An entry may export more than its module: what other files need of it.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups },
          minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
          comments: false,
        },
      },
    },
  });
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = await buildScriptTag();
  await rm(join(dist, 'mcp-web'), { recursive: true, force: true });
  await mkdir(join(dist, 'mcp-web/messages'), { recursive: true });
  for (const [path, contents] of files) await writeFile(join(dist, path), contents);
}
