import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, titleOf } from '../conformance/judge.mjs';

const check = (status) => ({ status, name: 'Check', description: 'what is checked' });
const result = (statuses, report = { ok: true }) => ({ checks: statuses.map(check), report });

test('a scenario passes only when a check succeeded, none failed or warned, and the page did what it should', () => {
  assert.deepEqual(faultsOf(result(['SUCCESS', 'INFO', 'SKIPPED'])), []);
  for (const vacuous of [undefined, result([]), result(['SKIPPED']), result(['INFO', 'SKIPPED'])])
    assert.equal(faultsOf(vacuous).length, 1);
  assert.equal(faultsOf(result(['SUCCESS', 'FAILURE', 'WARNING'])).length, 2);
  assert.deepEqual(faultsOf(result(['SUCCESS'], { ok: false, error: 'it broke' })), ['client: it broke']);
});

test('a scenario carries the id of a requirement only when all that prove it passed', () => {
  const all = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'];
  assert.equal(
    titleOf('2025-11-25', 'initialize', { '2025-11-25': all }),
    `2025-11-25 initialize ${['[CF', '01]'].join('-')}`,
  );
  assert.equal(titleOf('2025-11-25', 'initialize', { '2025-11-25': all.slice(1) }), '2025-11-25 initialize');
  // No requirement refers to the scenarios of this revision.
  assert.equal(titleOf('2025-06-18', 'initialize', { '2025-06-18': all, '2025-11-25': all }), '2025-06-18 initialize');
});
