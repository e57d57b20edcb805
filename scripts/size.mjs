// What our code costs an app: real entries, bundled and minified as an app would, against size-budgets.json
// (bytes after gzip -9), with templates minified as they are published. What is loaded on demand is weighed apart, as the last column, and has no part in the budget.
// Sign-in is weighed without what it shares with the client. An element is weighed alone: its own folder, without lit,
// the client and what elements share.
//   pnpm size
import { build } from 'esbuild';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { minifyTemplatesInEsbuild } from './minify-templates.mjs';
import { noResults, writeResults } from './results.mjs';
import { buildScriptTag, languages } from './script-tag.mjs';

const root = join(import.meta.dirname, '..');
const oauth = join(root, 'packages/client/src/oauth');
const models = join(root, 'packages/client/src/models');
const elements = join(root, 'packages/elements/src');
const budgets = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));
const gzip = (code) => gzipSync(code, { level: 9 }).length;
const sum = (files, measure) => files.reduce((total, code) => total + measure(code), 0);
const withoutShared = ['lit', 'lit/*', '@lit/*', '@mcp-web/client', '@mcp-web/client/*'];

const rows = [
  { title: 'client: connect, list, call', ...(await bundle('test/size/connect-list-call.ts')) },
  { title: 'client: everything', ...(await bundle('test/size/everything.ts')) },
  { title: 'oauth', ...(await bundle('test/size/oauth.ts', { plugins: [onlyFolder(oauth)] })) },
  { title: 'oauth: callback page', ...(await bundle('test/size/oauth-callback.ts', { plugins: [onlyFolder(oauth)] })) },
  ...(await Promise.all(
    ['ai-sdk', 'built-in', 'openai'].map(async (name) => ({
      title: `model: ${name}`,
      ...(await bundle(`packages/client/src/models/${name}.ts`, { plugins: [onlyFolder(models)] })),
      budget: budgets['each model'],
    })),
  )),
  ...(await scriptTag()),
  {
    title: 'all elements, without lit and the client',
    ...(await bundle('packages/elements/src/define.ts', { external: withoutShared })),
  },
  ...(await Promise.all(
    elementFolders().map(async (name) => ({
      title: `<mcp-${name}>`,
      ...(await bundle(join('packages/elements/src', name, 'define.ts'), {
        external: withoutShared,
        plugins: [onlyFolder(join(elements, name))],
      })),
      budget: budgets[`<mcp-${name}>`] ?? budgets['each element'],
    })),
  )),
];

const results = noResults();
console.log(
  `${'bytes'.padEnd(44)}${['minified', 'gzip', 'brotli', 'budget', 'on demand'].map((head) => head.padStart(11)).join('')}`,
);
for (const { title, files, onDemand = [], budget = budgets[title] } of rows) {
  const gzipped = sum(files, gzip);
  const isOver = !(gzipped <= budget);
  const figures = [
    sum(files, (code) => code.length),
    gzipped,
    sum(files, (code) => brotliCompressSync(code).length),
    budget,
    sum(onDemand, gzip),
  ];
  console.log(
    `${title.padEnd(44)}${figures.map((size) => size.toLocaleString('en').padStart(11)).join('')}${isOver ? '  over budget' : ''}`,
  );
  results[isOver ? 'failed' : 'passed'].push({ title: `${title} keeps its budget` });
}
if (process.env.RESULTS_FILE) writeResults(process.env.RESULTS_FILE, results);
process.exitCode = results.failed.length > 0 ? 1 : 0;

async function bundle(entry, { external = [], plugins = [] } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    legalComments: 'none',
    metafile: true,
    write: false,
    external,
    plugins: [...plugins, minifyTemplatesInEsbuild((path) => path.startsWith(elements))],
  });
  const needed = new Set();
  const need = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const { path: next, kind, external: isExternal } of metafile.outputs[path].imports)
      if (kind === 'import-statement' && !isExternal) need(next);
  };
  need(Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === entry));
  const isNeeded = ({ path }) => needed.has(relative(root, path));
  return {
    files: outputFiles.filter(isNeeded).map(({ contents }) => contents),
    onDemand: outputFiles.filter((file) => !isNeeded(file)).map(({ contents }) => contents),
  };
}

/** As it is published, but built here, so that it is never an old one. */
async function scriptTag() {
  const { files, needsOf } = await buildScriptTag();
  // A page loads the language that it needs, if any.
  const code = [...files.keys()].filter((path) => path.endsWith('.js') && !path.startsWith('mcp-web/messages/'));
  const first = new Set(['mcp-web.js', ...needsOf('mcp-host'), ...needsOf('mcp-server')]);
  const contents = (paths) => paths.map((path) => files.get(path));
  return [
    { title: 'script tag: the file alone', files: [files.get('mcp-web.js')] },
    {
      title: 'script tag: a host with a server',
      files: contents([...first]),
      onDemand: contents(code.filter((path) => !first.has(path))),
    },
    { title: 'script tag: everything there is', files: contents(code) },
    ...languages.map((language) => ({
      title: `script tag: language ${language}`,
      files: contents([`mcp-web/messages/${language}.js`]),
      budget: budgets['script tag: each language'],
    })),
  ];
}

function elementFolders() {
  return readdirSync(elements).filter((name) => existsSync(join(elements, name, `${name}.ts`)));
}

function onlyFolder(folder) {
  return {
    name: 'only-folder',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) =>
        kind !== 'entry-point' && relative(folder, join(resolveDir, path)).startsWith('..')
          ? { path, external: true }
          : undefined,
      );
    },
  };
}
