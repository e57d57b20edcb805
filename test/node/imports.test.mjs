// Every entry of the packages can be imported without a DOM, for example while a server renders a page.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from './modules.mjs';

const run = promisify(execFile);
const tags = readdirSync(join(root, 'packages/elements/src')).map((element) => `mcp-${element}`);

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-web-imports-'));
});
after(() => rm(folder, { recursive: true }));

for (const { specifier, source } of [...entriesOf('client'), ...entriesOf('elements')]) {
  describe(specifier, () => {
    test('can be imported in Node', async () => {
      await importInNode(source, '');
    });

    if (!specifier.endsWith('define')) {
      test('registers no element when it is imported', async () => {
        await importInNode(
          source,
          `
          const taken = ${JSON.stringify(tags)}.filter((tag) => globalThis.customElements?.get(tag));
          if (taken.length > 0) throw new Error('registered: ' + taken.join());
        `,
        );
      });
    }
  });
}

test('only elements have an entry without being named', () => {
  const src = join(root, 'packages/elements/src');
  const folders = entriesOf('elements').flatMap(({ source }) => /src\/([^/]+)\/\1\.ts$/.exec(source)?.[1] ?? []);
  assert.ok(folders.length > 10);
  for (const folder of folders) assert.ok(existsSync(join(src, folder, 'define.ts')), folder);
});

/** The entries of a package that has sources; `*` stands for each matching folder. */
function entriesOf(name) {
  const place = join(root, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([entry, targets]) => {
    const source = targets?.['development-source'];
    if (source === undefined) return [];
    const names = source.includes('*') ? readdirSync(join(place, 'src')) : [''];
    return names
      .map((star) => ({
        specifier: join('@mcp-web', name, entry.replace('*', star)),
        source: join(place, source.replaceAll('*', star)),
      }))
      .filter(
        ({ specifier, source: file }) =>
          existsSync(file) && exports[specifier.replace(`@mcp-web/${name}`, '.')] !== null,
      );
  });
}

async function importInNode(source, then) {
  const outfile = join(folder, `${source.replaceAll(/\W/g, '-')}.mjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['development-source'],
    tsconfig: join(root, 'tsconfig.base.json'),
    logLevel: 'silent',
  });
  const { stderr } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `await import(${JSON.stringify(pathToFileURL(outfile).href)}); ${then}`,
  ]);
  assert.equal(stderr, '');
}
