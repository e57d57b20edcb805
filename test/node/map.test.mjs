// docs/architecture.md is the map of the sources: a newcomer finds every folder on it, and nothing that is not there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { readPackage } from './modules.mjs';

const root = join(import.meta.dirname, '../..');
const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
/** A line of one of the tables of folders: `| \`wire/\` | what it owns |`. */
const rows = [...map.matchAll(/^\| `([\w/-]+\/)` \|/gm)].map(([, folder]) => folder);

describe('the map in docs/architecture.md', () => {
  for (const name of ['client', 'elements']) {
    test(`has a line for every folder of packages/${name}/src`, () => {
      const folders = new Set(
        readPackage(name)
          .map(({ path }) => dirname(path))
          .filter((folder) => folder !== '.')
          .map((folder) => `${folder}/`),
      );
      assert.deepEqual(
        [...folders].filter((folder) => !rows.includes(folder)),
        [],
      );
    });
  }

  test('names only folders and files that exist', () => {
    const roots = ['', 'packages/client/src', 'packages/elements/src', 'demo/src'];
    const isThere = (path) => roots.some((folder) => existsSync(join(root, folder, path)));
    const paths = [...map.matchAll(/`([\w-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|mjs|json|md)))`/g)].map(([, path]) => path);
    assert.ok(paths.length > 100, `${paths.length} paths found`);
    assert.deepEqual(
      paths.filter((path) => !isThere(path)),
      [],
    );
  });

  test('is a page that one reads at a sitting', () => {
    assert.ok(map.split('\n').length <= 132, `${map.split('\n').length - 1} lines`);
  });
});
