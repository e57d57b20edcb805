import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LEVELS, areas, idsIn, mandatory, reasons, requirements } from '../requirements.mjs';
import { root } from './modules.mjs';

const known = new Set(requirements.map(({ id }) => id));
const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(\.(test|spec)|-suite)\.(ts|mjs)$/.test(file),
);
const inTitles = new Map(
  files.flatMap((file) => idsIn(readFileSync(join(root, 'test', file), 'utf8')).map((id) => [id, file])),
);

test('every requirement has an id of its own and a known area and level', () => {
  assert.equal(known.size, requirements.length);
  assert.deepEqual(
    requirements.filter(({ id, area }) => !id.startsWith(`${area}-`) || !areas[area]),
    [],
  );
  assert.deepEqual(
    requirements.filter(({ level }) => !LEVELS.includes(level)),
    [],
  );
});

test('titles of tests name only requirements that exist', () => {
  assert.ok(files.length > 0);
  assert.deepEqual(
    [...inTitles].filter(([id]) => !known.has(id)),
    [],
  );
});

test('reasons for having no test are sentences about what exists, one a row, in order', () => {
  const ids = Object.keys(reasons);
  assert.deepEqual(
    ids.filter((id) => !known.has(id) && !areas[id]),
    [],
  );
  assert.deepEqual(ids, [...ids].sort());
  assert.deepEqual(
    ids.filter((id) => typeof reasons[id] !== 'string' || reasons[id].length < 10),
    [],
  );
});

test('no reason outlives the test that it explained away', () => {
  assert.deepEqual(
    Object.keys(reasons).filter((id) => inTitles.has(id)),
    [],
  );
  const isProven = (area) => mandatory.filter((row) => row.area === area).every(({ id }) => inTitles.has(id));
  assert.deepEqual(
    Object.keys(reasons).filter((id) => areas[id] && isProven(id)),
    [],
  );
});

test('what must be met has a test, or a reason why not', () => {
  assert.deepEqual(
    mandatory.filter(({ id, area }) => !inTitles.has(id) && !reasons[id] && !reasons[area]).map(({ id }) => id),
    [],
  );
});

test('ids are read from a title one by one or as a list', () => {
  assert.deepEqual(idsIn('waits as long as the server says'), []);
  assert.deepEqual(idsIn(['waits as the server says [', 'TR-18]'].join('')), ['TR-18']);
  assert.deepEqual(idsIn(['keeps to [', 'TR-02, TR-03] and [', 'BP-01]'].join('')), ['TR-02', 'TR-03', 'BP-01']);
});
