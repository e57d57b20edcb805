import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LEVELS, areas, idsIn, requirements } from '../../scripts/requirements.mjs';
import { root } from './modules.mjs';

const known = new Set(requirements.map(({ id }) => id));

test('every requirement has an id of its own and a known area and level', () => {
  assert.equal(known.size, requirements.length);
  assert.deepEqual(requirements.filter(({ id, area }) => !id.startsWith(`${area}-`) || !areas[area]), []);
  assert.deepEqual(requirements.filter(({ level }) => !LEVELS.includes(level)), []);
});

test('titles of tests name only requirements that exist', () => {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.(test|spec)\.(ts|mjs)$/.test(file));
  const unknown = files.flatMap((file) => idsIn(readFileSync(join(root, 'test', file), 'utf8'))
    .filter((id) => !known.has(id))
    .map((id) => `${file}: ${id}`));
  assert.ok(files.length > 0);
  assert.deepEqual(unknown, []);
});

test('ids are read from a title one by one or as a list', () => {
  assert.deepEqual(idsIn('waits as long as the server says'), []);
  assert.deepEqual(idsIn(['waits as the server says [', 'TR-18]'].join('')), ['TR-18']);
  assert.deepEqual(idsIn(['keeps to [', 'TR-02, TR-03] and [', 'BP-01]'].join('')), ['TR-02', 'TR-03', 'BP-01']);
});
