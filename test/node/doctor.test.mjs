// docs/doctor.md says what the tests in the browsers show.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { writeTables } from '../../scripts/doctor-table.mjs';
import { CASES } from '../doctor/matrix.mjs';
import { FAULTS } from '../servers/broken-faults.mjs';

describe('docs/doctor.md', () => {
  const page = readFileSync(new URL('../../docs/doctor.md', import.meta.url), 'utf8');

  test('has the tables that `pnpm doctor-table` writes', () => {
    assert.equal(page, writeTables(page));
    assert.ok(page.split('\n').length > CASES.length);
  });

  test('names each cause, and a server that has it, unless only a whole browser shows it', () => {
    const named = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, cause]) => cause);
    const shown = new Set(CASES.map(({ cause }) => cause));
    assert.deepEqual(
      named.filter((cause) => !shown.has(cause)),
      [
        'none',
        'offline',
        'mixed-content',
        'content-security-policy',
        'local-network-denied',
        'local-network-unanswered',
      ],
    );
    assert.deepEqual(
      [...shown].filter((cause) => !named.includes(cause)),
      [],
    );
  });
});

test('the servers of the doctor have no fault that no case uses', () => {
  const used = new Set([...CASES.map(({ fault }) => fault), 'right', 'right-origin', 'right-for-old-headers']);
  assert.deepEqual(
    Object.keys(FAULTS).filter((name) => !used.has(name)),
    [],
  );
});
