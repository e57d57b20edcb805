// The reference of the client, from the declarations that it publishes: TypeDoc writes Markdown, which becomes pages.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import { addressOf, root } from './pages.mjs';
import { API } from './navigation.mjs';

const client = join(root, 'packages/client');
/** Scripts of workers: they export nothing. */
const SCRIPTS = /-script$/;

/** @returns {Promise<import('./pages.mjs').Page[]>} */
export async function apiPages() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-web-api-'));
  try {
    const entries = readEntries();
    await document(folder, [...entries.values()]);
    const names = new Map([...entries].map(([name, file]) => [moduleOf(file), name]));
    const pages = join(folder, 'pages');
    const files = readdirSync(pages, { recursive: true })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.md'));
    return files.map((file) => toPage(file, readFileSync(join(pages, file), 'utf8'), names)).toSorted(byModule);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The declarations of each entry, by its name. */
function readEntries() {
  const { name, publishConfig } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  return new Map(
    Object.entries(publishConfig.exports)
      .filter(([entry]) => !SCRIPTS.test(entry))
      .map(([entry, { types }]) => [join(name, entry), join(client, types)]),
  );
}

async function document(folder, files) {
  const pages = join(folder, 'pages');
  const tsconfig = join(folder, 'tsconfig.json');
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
  const { lib, target, module, moduleResolution, skipLibCheck } = compilerOptions;
  writeFileSync(
    tsconfig,
    JSON.stringify({
      compilerOptions: { lib, target, module, moduleResolution, skipLibCheck, types: [], noEmit: true },
      files,
    }),
  );
  const typedoc = await Application.bootstrapWithPlugins({
    plugin: [fileURLToPath(import.meta.resolve('typedoc-plugin-markdown'))],
    entryPoints: files,
    tsconfig,
    basePath: join(client, 'dist'),
    readme: 'none',
    skipErrorChecking: true,
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    excludeInternal: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    outputs: [{ name: 'markdown', path: pages }],
    logLevel: 'Error',
    validation: { notExported: false },
  });
  const project = await typedoc.convert();
  if (!project) throw new Error('TypeDoc cannot read the declarations of the client. Run `tsc -b` first.');
  await typedoc.generateOutputs(project);
}

const moduleOf = (file) =>
  file
    .slice(join(client, 'dist/').length)
    .replace(/\.d\.ts$/, '')
    .replace(/\/index$/, '');

function toPage(file, text, names) {
  const isModule = file.endsWith('README.md');
  const module = file.replace(
    /\/?(?:(?:classes|interfaces|functions|variables|type-aliases|enumerations)\/[^/]+|README\.md)$/,
    '',
  );
  const name = names.get(module) ?? '@mcp-web/client';
  const [, heading = name] = /^# (.*)/m.exec(text) ?? [];
  const plain = heading.replaceAll('\\', '');
  const isRoot = file === 'README.md';
  return {
    address: addressOf(`api/${file}`),
    file: `api/${file}`,
    title: isRoot ? 'All entries' : isModule ? name : `${plain} of ${name}`,
    chapter: API,
    isListed: isModule,
    markdown: isModule ? text.replace(/^# .*/m, `# ${isRoot ? 'API of the client' : name}`) : text,
  };
}

/** The list of all entries first, then the entries by name, each before what it exports. */
function byModule(one, other) {
  const rank = ({ file }) => (file === 'api/README.md' ? 0 : 1);
  return rank(one) - rank(other) || (one.title < other.title ? -1 : 1);
}
