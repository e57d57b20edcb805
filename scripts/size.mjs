// What our code costs an app: real entries, bundled and minified as an app would, against size-budgets.json
// (bytes after gzip -9). An element is weighed alone: its own folder, without lit, the client and what elements share.
//   pnpm size
import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build as buildWithVite } from 'vite';
import { noResults, writeResults } from './results.mjs';

const root = join(import.meta.dirname, '..');
const elements = join(root, 'packages/elements/src');
const budgets = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));
const withoutShared = ['lit', 'lit/*', '@lit/*', '@mcp-web/client', '@mcp-web/client/*'];

const rows = [
  { title: 'client: connect, list, call', code: await bundle('test/size/connect-list-call.ts') },
  { title: 'client: everything', code: await bundle('test/size/everything.ts') },
  { title: 'script tag', code: await scriptTag() },
  { title: 'all elements, without lit and the client', code: await bundle('packages/elements/src/define.ts', { external: withoutShared }) },
  ...await Promise.all(elementFolders().map(async (name) => ({
    title: `<mcp-${name}>`,
    code: await bundle(join('packages/elements/src', name, 'define.ts'), { external: withoutShared, plugins: [onlyFolder(join(elements, name))] }),
    budget: budgets[`<mcp-${name}>`] ?? budgets['each element'],
  }))),
];

const results = noResults();
console.log(`${'bytes'.padEnd(44)}${['minified', 'gzip', 'brotli', 'budget'].map((head) => head.padStart(10)).join('')}`);
for (const { title, code, budget = budgets[title] } of rows) {
  const sizes = [code.length, gzipSync(code, { level: 9 }).length, brotliCompressSync(code).length];
  const isOver = !(sizes[1] <= budget);
  console.log(`${title.padEnd(44)}${[...sizes, budget].map((size) => size.toLocaleString('en').padStart(10)).join('')}${isOver ? '  over budget' : ''}`);
  results[isOver ? 'failed' : 'passed'].push({ title: `${title} keeps its budget` });
}
if (process.env.RESULTS_FILE) writeResults(process.env.RESULTS_FILE, results);
process.exitCode = results.failed.length > 0 ? 1 : 0;

async function bundle(entry, { external = [], plugins = [] } = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    legalComments: 'none',
    write: false,
    external,
    plugins,
  });
  return outputFiles[0].contents;
}

/** As it is published, but built here, so that it is never an old one. */
async function scriptTag() {
  const [{ output }] = await buildWithVite({ configFile: join(root, 'vite.config.ts'), mode: 'script-tag', logLevel: 'error', build: { write: false } });
  return Buffer.from(output[0].code);
}

function elementFolders() {
  return readdirSync(elements).filter((name) => existsSync(join(elements, name, `${name}.ts`)));
}

function onlyFolder(folder) {
  return {
    name: 'only-folder',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) =>
        (kind !== 'entry-point' && relative(folder, join(resolveDir, path)).startsWith('..') ? { path, external: true } : undefined));
    },
  };
}
