// Compares what visitors download, in bytes after gzip -9 (1 kB is 1,000 bytes), with size-budgets.json: the client,
// bundled and minified as an app would, all elements in one file, and what a page with the script tag requests in a real
// browser. Up to 2 % over a budget passes, so that a fix or a better sentence does not have to be paid for elsewhere.
// No budget is for an element or a folder: a byte count does not decide where code lives.
//   pnpm size            --built: measures the script tag that `pnpm build` made
//                        --write: records the sizes, for the next run to compare with
import { build } from 'esbuild';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { visit } from '../test/size/visits.mjs';
import { noResults, writeResults } from '../test/results/results.mjs';
import { buildScriptTag } from './script-tag.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'packages/elements/dist');
const oauth = join(root, 'packages/client/src/oauth');
const tools = join(root, 'packages/client/src/tools');
const apps = join(root, 'packages/client/src/apps');
const skills = join(root, 'packages/client/src/skills');
const budgetsFile = join(root, 'size-budgets.json');
const withoutShared = ['lit', 'lit/*', '@lit/*', '@mcp-web/client', '@mcp-web/client/*'];

export const TOLERANCE = 1.02;
export const budgets = JSON.parse(readFileSync(budgetsFile, 'utf8'));
export const gzip = (code) => gzipSync(code, { level: 9 }).length;

/**
 * @param {{ isBuilt?: boolean, change?: (path: string, code: string) => string }} [options] `change` is applied to
 *   the sources before they are measured
 * @returns {Promise<Record<string, { files: Uint8Array[], requests?: number }>>} by name of the budget
 */
export async function weigh({ isBuilt = false, change } = {}) {
  const everything = await bundle('test/size/everything.ts', { change });
  const scriptTag = isBuilt ? builtScriptTag() : await buildScriptTag(change && [changeInVite(change)]);
  const { connected, called, chatting, showing } = await visit(scriptTag);
  const asked = (paths) => ({ files: paths.map((path) => scriptTag.get(path)), requests: paths.length });
  // A page loads only the language that it needs, if any.
  const paths = [...scriptTag.keys()].filter((path) => path.endsWith('.js') && !path.startsWith('mcp-web/messages/'));
  return {
    'client: connect, list, call': { files: (await bundle('test/size/connect-list-call.ts', { change })).first },
    'client: everything, at first': { files: everything.first },
    'client: everything, in all': { files: everything.all },
    'client in a worker: the page': { files: (await bundle('test/size/worker.ts', { change })).first },
    oauth: { files: (await bundle('test/size/oauth.ts', { change, plugins: [onlyFolder(oauth)] })).first },
    'skills: list and load': {
      files: (await bundle('test/size/skills.ts', { change, plugins: [onlyFolder(skills)] })).first,
    },
    'apps: the bridge': {
      files: (await bundle('test/size/apps.ts', { change, plugins: [onlyFolder(apps)] })).first,
    },
    'tools for models: one format': {
      files: (await bundle('packages/client/src/tools/openai-tools.ts', { change, plugins: [onlyFolder(tools)] }))
        .first,
    },
    'script tag: host and server': asked(connected),
    'script tag: host, server, tools, one call': asked(called),
    'script tag: a chat, beside host and server': asked(chatting.filter((path) => !connected.includes(path))),
    // Its call loads what every call does.
    'script tag: an app, beside a call': asked(showing.filter((path) => !called.includes(path))),
    'script tag: everything': { files: paths.map((path) => scriptTag.get(path)) },
    'elements in one file, without Lit and the client': {
      files: (await bundle('packages/elements/src/define.ts', { change, splitting: false, external: withoutShared }))
        .all,
    },
  };
}

async function bundle(entry, { change, splitting = true, external = [], plugins = [] }) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    splitting,
    outdir: 'out',
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    legalComments: 'none',
    metafile: true,
    write: false,
    external,
    plugins: [...plugins, ...(change ? [changeInEsbuild(change)] : [])],
  });
  const { outputs } = metafile;
  const needed = new Set(Object.keys(outputs).filter((path) => outputs[path].entryPoint === entry));
  for (const path of needed)
    for (const { path: next, kind, external: isExternal } of outputs[path].imports)
      if (kind === 'import-statement' && !isExternal) needed.add(next);
  return {
    first: outputFiles.filter(({ path }) => needed.has(relative(root, path))).map(({ contents }) => contents),
    all: outputFiles.map(({ contents }) => contents),
  };
}

function builtScriptTag() {
  const paths = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const ours = paths.filter((path) => /^mcp-web(\/.*)?\.js$/.test(path));
  return new Map(ours.map((path) => [path, readFileSync(join(dist, path))]));
}

function onlyFolder(folder) {
  return {
    name: 'only-folder',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) =>
        kind !== 'entry-point' && relative(folder, join(resolveDir, path)).startsWith('..')
          ? { path, external: true }
          : undefined,
      ),
  };
}

const changeInVite = (change) => ({
  name: 'change',
  enforce: 'pre',
  transform: (code, id) => (/\/packages\/.*\.ts$/.test(id) ? change(id, code) : undefined),
});

const changeInEsbuild = (change) => ({
  name: 'change',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/packages\/.*\.ts$/ }, async ({ path }) => ({
      contents: change(path, await readFile(path, 'utf8')),
      loader: 'ts',
    })),
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const options = process.argv.slice(2);
  const results = noResults();
  const line = (title, ...cells) => console.log(title.padEnd(49), cells.map((cell) => cell.padStart(10)).join(''));
  line('', 'gzip', 'budget', 'landed', 'requests');
  const weighed = await weigh({ isBuilt: options.includes('--built') });
  for (const title of Object.keys(budgets))
    if (!weighed[title]) throw new Error(`No measurement has the name "${title}".`);
  for (const [title, { files, requests }] of Object.entries(weighed)) {
    const { budget, landed, requests: most } = budgets[title];
    const bytes = files.reduce((total, code) => total + gzip(code), 0);
    // Fewer requests also count as a change: something may not have been counted.
    const isOver = !(bytes <= budget * TOLERANCE) || (most !== undefined && requests !== most);
    const since = bytes - landed;
    const figures = [bytes, budget].map((figure) => figure.toLocaleString('en'));
    const remark = isOver ? 'OVER BUDGET' : bytes > budget ? 'over, within the 2 %' : '';
    line(title, ...figures, `${since < 0 ? '' : '+'}${since}`, most ? `${requests} of ${most}` : '', `  ${remark}`);
    results[isOver ? 'failed' : 'passed'].push({ title: `${title} keeps its budget` });
    budgets[title].landed = bytes;
  }
  if (options.includes('--write')) writeFileSync(budgetsFile, `${JSON.stringify(budgets, undefined, 2)}\n`);
  if (process.env.RESULTS_FILE) writeResults(process.env.RESULTS_FILE, results);
  process.exitCode = results.failed.length > 0 ? 1 : 0;
}
