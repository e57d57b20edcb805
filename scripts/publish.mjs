// Publishes the packages whose version is not on npm yet, from the output of `pnpm build`. The release workflow runs it.
//   node scripts/publish.mjs --dry-run    publishes to a registry on this machine, and installs and imports what comes from there
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startRegistry } from '../test/support/npm-registry.mjs';
import { capture, run } from './child.mjs';

const root = join(import.meta.dirname, '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const TSC_OPTIONS = '--noEmit --strict --module nodenext --target es2023 --types'.split(' ');
const shell = process.platform === 'win32';
/** A page has them, or a framework that the empty project lacks. */
const NOT_FOR_NODE = ['@mcp-web/elements/mcp-web.js', '@mcp-web/elements/react'];

if (process.argv.includes('--dry-run')) await tryRelease();
else {
  const changesets = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md'));
  if (changesets.length > 0) throw new Error(`Run pnpm changeset version first, for ${changesets.join(', ')}.`);
  process.exitCode = await run('npx', publish('--provenance'), { cwd: root, shell });
}

function publish(...options) {
  return ['--yes', packageManager, 'publish', '--recursive', '--access', 'public', '--no-git-checks', ...options];
}

async function tryRelease() {
  const place = mkdtempSync(join(tmpdir(), 'mcp-web-release-'));
  const registry = await startRegistry();
  try {
    // Without provenance: its signature would be public.
    await must('npx', publish('--registry', registry.url), root);
    const packages = [...registry.published.values()].map(({ versions }) => Object.values(versions)[0]);
    assert.deepEqual(new Set(packages.map(({ name }) => name)), new Set(['@mcp-web/client', '@mcp-web/elements']));
    writeFileSync(join(place, '.npmrc'), `@mcp-web:registry=${registry.url}\n`);
    writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }');
    await must('npm', ['install', '--no-audit', '--no-fund', ...packages.map(({ _id }) => _id)], place);
    for (const { name, version, dependencies } of packages) {
      const folder = join(place, 'node_modules', name);
      for (const file of ['README.md', 'LICENSE', ...(version === '0.0.0' ? [] : ['CHANGELOG.md'])])
        assert.ok(existsSync(join(folder, file)), `${name} has no ${file}`);
      assert.deepEqual(
        Object.values(dependencies).filter((range) => !/^\d+\.\d+\.\d+$/.test(range)),
        [],
        name,
      );
      const entries = entriesOf(folder, name);
      writeFileSync(join(place, 'entries.mjs'), entries.map((entry) => `import '${entry}';`).join('\n'));
      writeFileSync(join(place, 'types.mts'), entries.map((entry) => `export type * from '${entry}';`).join('\n'));
      await must(process.execPath, ['entries.mjs'], place);
      await must(process.execPath, [tsc, ...TSC_OPTIONS, '', 'types.mts'], place);
      console.log(`${name} ${version}: ${entries.length} entries`);
    }
  } finally {
    registry.stop();
    rmSync(place, { recursive: true });
  }
}

/** What Node can import, without the entries with a `*`. */
function entriesOf(folder, name) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([entry, target]) => target?.default && !entry.includes('*'))
    .map(([entry]) => `${name}${entry.slice(1)}`)
    .filter((entry) => !NOT_FOR_NODE.includes(entry));
}

async function must(command, args, cwd) {
  const { code, output } = await capture(command, args, { cwd, shell });
  if (code !== 0) throw new Error(output);
}
