// SECURITY.md names the tests for each defense, and all documents say the same policy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './modules.mjs';
import { titlesIn } from './titles.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const defenses = rowsOf('What is defended');
const TEST = /^(.+) \(\[([^\]]+)\]\((test\/[^)]+)\)\)$/;

test('every threat in SECURITY.md has a defense and a test', () => {
  assert.ok(defenses.length > 0);
  assert.deepEqual(
    defenses.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell)),
    [],
  );
});

test('every test that SECURITY.md names is in the file that it names', () => {
  const tests = defenses.flatMap(([, , cell]) => cell.split('<br>'));
  assert.deepEqual(
    tests.filter((text) => {
      const [, title, name, file] = TEST.exec(text) ?? [];
      return !file?.endsWith(`/${name}`) || !titlesIn(file).has(title);
    }),
    [],
  );
});

test('what is not defended has a reason', () => {
  const rows = rowsOf('What is not defended');
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.filter((cells) => cells.length !== 2 || cells.some((cell) => !cell)),
    [],
  );
});

test('the policies in docs/security.md forbid frames, and say what each directive is for', () => {
  const page = read('docs/security.md');
  const policies = [...page.matchAll(/^Content-Security-Policy: (.*)$/gm)].map(([, policy]) => policy);
  assert.equal(policies.length, 2);
  for (const policy of policies) {
    assert.match(policy, /(^|; )frame-ancestors 'none'(;|$)/);
    assert.doesNotMatch(policy, /unsafe|allow-duplicates/);
    for (const directive of policy.split('; '))
      assert.match(page, new RegExp(`^\\| \`${directive.split(' ')[0]}[ \`]`, 'm'));
  }
});

test('the README says the same policy as docs/security.md', () => {
  const [, said = ''] = /with Trusted Types \(`([^`]*)`\)/.exec(read('README.md')) ?? [];
  assert.ok(said.includes('frame-ancestors'));
  const [, policy] = /^Content-Security-Policy: (.*)$/m.exec(read('docs/security.md'));
  assert.deepEqual(
    said.split('; ').filter((directive) => !policy.split('; ').includes(directive)),
    [],
  );
});

/** The cells of the table below a heading of SECURITY.md. */
function rowsOf(heading) {
  const [, after = ''] = read('SECURITY.md').split(`\n## ${heading}\n`);
  return after
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.slice(2, -2).split(' | '));
}
