// Prints the files that one tool call runs through: `host.callTool`, warm (the second call), with a policy that allows it,
// over a scripted `fetch` that answers with JSON. Every function of the client records its entry. A hop is an entry in
// another file than the entry before; a re-entry is a hop back into a file that was left before. The code needs nothing of
// a page, so it runs in Node.
//   pnpm trace
import { build } from 'esbuild';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

const source = join(import.meta.dirname, '../../packages/client/src');

/** Small functions that are called from everywhere. Nobody has to read them to follow a call. */
const LEAF_HELPERS = [
  'protocol/guards.ts',
  'wire/abort.ts',
  // It notes how far the call is.
  'host/calls/known-calls.ts',
  // It watches the time.
  'session/alarm.ts',
  // These write the digest of the definition, in slices.
  'client/tools/definition.ts',
  'client/tools/sorted-names.ts',
  'wire/slices.ts',
  'wire/write-json.ts',
];

/**
 * @typedef {{ functions: number, files: number, hops: number, reentries: number, path: string[] }} Figures
 * @returns {Promise<{ all: Figures, withoutLeafHelpers: Figures }>}
 */
export async function traceToolCall() {
  /** The file of each function, in the order they are entered. @type {string[]} */
  let entries = [];
  globalThis.mcpWebEnter = (file) => entries.push(file);
  const { McpHost } = await loadInstrumented();
  const host = new McpHost({ consent: () => ({ action: 'allow' }) });
  const id = host.add('https://server.example/mcp', { fetch: answer });
  const call = () => host.callTool(id, 'echo', { text: 'hello' });
  await call();
  // Wait for what the first call still has to do, such as telling listeners.
  await new Promise((resolve) => setTimeout(resolve, 200));
  entries = [];
  await call();
  const called = [...entries];
  host.close();
  return { all: count(called), withoutLeafHelpers: count(called.filter((file) => !LEAF_HELPERS.includes(file))) };
}

/** @param {string[]} entries @returns {Figures} */
function count(entries) {
  const path = entries.filter((file, index) => file !== entries[index - 1]);
  const files = new Set(path).size;
  return { functions: entries.length, files, hops: path.length - 1, reentries: path.length - files, path };
}

async function loadInstrumented() {
  const { outputFiles } = await build({
    entryPoints: [join(source, 'index.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'record-entries',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\/client\/src\/.*\.ts$/ }, async ({ path }) => ({
            contents: instrument(relative(source, path).replaceAll('\\', '/'), await readFile(path, 'utf8')),
            loader: 'ts',
          })),
      },
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), 'mcp-web-trace-'));
  const file = join(folder, 'client.mjs');
  await writeFile(file, outputFiles[0].contents);
  return import(pathToFileURL(file).href).finally(() => rm(folder, { recursive: true }));
}

/** Makes every function record its entry. */
function instrument(file, code) {
  const record = `mcpWebEnter(${JSON.stringify(file)})`;
  const inserts = functionsOf(parseSync(file, code).program).flatMap(({ body: { type, start, end } }) =>
    type === 'BlockStatement' || type === 'FunctionBody'
      ? [[start + 1, `${record};`]]
      : [
          [start, `(${record},`],
          [end, ')'],
        ],
  );
  // Backwards, so that the offsets before stay valid.
  return inserts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), code);
}

function functionsOf(node) {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(functionsOf);
  return /^(Function|ArrowFunction)(Declaration|Expression)$/.test(node.type) && node.body ? [node, ...inside] : inside;
}

/** A server of 2026-07-28 with one tool. */
async function answer(_url, { body }) {
  const { id, method } = JSON.parse(body);
  const results = {
    'server/discover': {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo: { name: 'echo', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'hello' }] },
  };
  return Response.json({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...results[method] } });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { all, withoutLeafHelpers } = await traceToolCall();
  const line = (title, { functions, files, hops, reentries }) =>
    console.log(
      `${title.padEnd(22)}${[functions, files, hops, reentries].map((figure) => String(figure).padStart(12)).join('')}`,
    );
  console.log(`${''.padEnd(22)}   functions       files        hops  re-entries`);
  line('host.callTool', all);
  line('without leaf helpers', withoutLeafHelpers);
  console.log(`\n${withoutLeafHelpers.path.join(' → ')}`);
}
