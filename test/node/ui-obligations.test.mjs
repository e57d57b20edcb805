// docs/ui-obligations.md names the test for each obligation of the elements to the user. Each of these tests has to exist.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './modules.mjs';
import { titlesIn } from './titles.mjs';

const page = readFileSync(join(root, 'docs/ui-obligations.md'), 'utf8');
const [table] = page.split('\n## ');
const rows = table
  .split('\n')
  .filter((line) => /^\| (?!component|---)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));
const PROOF = /^(.+) \(\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)\)$/;

test('every obligation has a component, its words, a level and a test', () => {
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.filter((cells) => cells.length !== 4 || !['must', 'should'].includes(cells[2]) || cells.some((cell) => !cell)),
    [],
  );
});

test('every test that is named as showing an obligation is in the file that is named', () => {
  const proofs = rows.flatMap(([, , , cell]) => cell.split('<br>'));
  assert.deepEqual(
    proofs.filter((proof) => !PROOF.test(proof)),
    [],
  );
  const missing = proofs
    .map((proof) => PROOF.exec(proof))
    .filter(([, title, name, file]) => !file.endsWith(`/${name}`) || !titlesIn(file).has(title));
  assert.deepEqual(
    missing.map(([proof]) => proof),
    [],
  );
});
