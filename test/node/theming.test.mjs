// The stylesheets that the package ships use what a page may use, for every element, and load nothing.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPackage, root } from './modules.mjs';

const folder = join(root, 'packages/elements/themes');
const themes = readdirSync(folder)
  .filter((file) => file.endsWith('.css'))
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
const modules = readPackage('elements');
const sorted = (list) => [...new Set(list)].sort((a, b) => (a < b ? -1 : 1));
const all = (text, pattern) => sorted([...text.matchAll(pattern)].map(([, found]) => found));
const tableOf = (file) =>
  all(readFileSync(join(root, 'packages/elements/src/internal/style', file), 'utf8'), /^ \* \| `([\w-]+)` \| /gm);
const parts = tableOf('shared-parts.ts');

test('elements export every part that means the same everywhere', () => {
  const { code } = modules.find(({ path }) => path === 'internal/style/shared-parts.ts');
  assert.deepEqual(sorted(/'([^']+)'/.exec(code)[1].split(', ')), parts);
});

for (const [file, css] of themes) {
  test(`${file} uses the public custom properties and parts only`, () => {
    const tokens = tableOf('tokens.ts');
    assert.deepEqual(
      all(css, /(--[\w-]+)/g).filter((name) => !tokens.includes(name)),
      [],
    );
    const used = all(css, /::part\(([^)]+)\)/g).flatMap((list) => list.split(' '));
    assert.deepEqual(
      sorted(used).filter((name) => !parts.includes(name)),
      [],
    );
  });

  test(`${file} reaches every element`, () => {
    const tags = modules.flatMap(({ path, code }) =>
      path.endsWith('/define.ts') && !path.startsWith('internal/') ? all(code, /\bdefine\('([\w-]+)'/g) : [],
    );
    const [list] = /:where\(\s+mcp-[^)]+\)/.exec(css);
    assert.deepEqual(
      tags.filter((tag) => tag !== 'mcp-host' && !all(list, /(mcp-[\w-]+)/g).includes(tag)),
      [],
    );
  });

  test(`${file} loads nothing, and leaves forced colors alone`, () => {
    const rules = css.replaceAll(/\/\*.*?\*\//gs, '').trim();
    assert.doesNotMatch(rules, /url\(|@import|@font-face/);
    // In a layer, it loses against all that a page sets outside layers.
    assert.match(rules, /^@media not \(forced-colors: active\) \{\n {2}@layer mcp-web \{[^]+\n {2}\}\n\}$/);
  });
}

test('material.css has a state layer on what the pointer is over, and on what is pressed', () => {
  const css = readFileSync(join(folder, 'material.css'), 'utf8');
  for (const part of ['button', 'item'])
    for (const state of ['hover', 'active'])
      assert.match(css, new RegExp(`&::part\\(${part}\\):${state} \\{\\s+background-image: linear-gradient\\(`));
});
