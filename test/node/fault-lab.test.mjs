// The fault lab finds what it is for: without this, a run that ends with zeros shows nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge } from '../fault-lab/judge.mjs';
import { KINDS } from '../fault-lab/kinds.mjs';
import { Ledger } from '../fault-lab/ledger.mjs';
import { chooserOf, planOf } from '../fault-lab/plan.mjs';
import { EVENTS } from '../fault-lab/events.mjs';
import { REQUEST_FAULTS } from '../fault-lab/request-faults.mjs';

const OK = { outcome: 'ok', text: 'R:a', fetches: 1 };
const ERROR = { outcome: 'error', isMcpError: true, name: 'McpError', message: 'It failed', fetches: 1 };
const META = { 'example.com/key': 'k1' };

/** The verdict about the call `a`. */
function verdictOf({ arrivals = [{}], runs = ['1'], reports = [OK], meta, ...trial }) {
  const ledger = new Ledger();
  for (const arrival of arrivals)
    ledger.arrive({ label: 'page', what: 'tools/call', nonce: 'a', id: 1, round: 1, ...arrival });
  for (const request of runs) ledger.run('a', { request, meta });
  for (const report of reports) ledger.report({ nonce: 'a', ...report });
  return judge({ ledger, gone: new Set(), dead: [], listening: [], left: [], happened: new Map(), ...trial });
}
const foundIn = (call) => verdictOf(call).findings.map(({ is }) => is);

describe('the judge of the fault lab', () => {
  test('finds nothing wrong with a call that ran once and got its own answer, or an error', () => {
    assert.deepEqual(foundIn({}), []);
    assert.deepEqual(foundIn({ reports: [ERROR], runs: [] }), []);
    assert.deepEqual(foundIn({ reports: [{ outcome: 'cancelled' }] }), []);
  });

  test('finds a call that two requests of the library ran', () => {
    assert.deepEqual(foundIn({ runs: ['1', '2'], arrivals: [{}, { id: 2 }], reports: [{ ...OK, fetches: 2 }] }), [
      'doubled',
    ]);
  });

  test('finds a request that the page itself sent twice', () => {
    assert.deepEqual(foundIn({ runs: ['1', '1'], arrivals: [{}, {}], reports: [{ ...OK, fetches: 2 }] }), ['doubled']);
  });

  test('counts what the browser repeated apart, and whether a key would have stopped it', () => {
    const repeated = { runs: ['1', '1'], arrivals: [{}, {}] };
    assert.deepEqual(foundIn(repeated), []);
    const { counts } = verdictOf(repeated);
    assert.deepEqual([counts.repeats, counts.repeatRuns, counts.stopped], [1, 1, 0]);
    assert.equal(verdictOf({ ...repeated, meta: META }).counts.stopped, 1);
  });

  test('lets a tool run again that changes nothing', () => {
    assert.deepEqual(
      foundIn({
        runs: ['1', '2'],
        arrivals: [{ tool: 'look' }, { tool: 'look', id: 2 }],
        reports: [{ ...OK, fetches: 2 }],
      }),
      [],
    );
  });

  test('finds answers, progress and errors that are not true', () => {
    assert.deepEqual(foundIn({ runs: [] }), ['lost']);
    assert.deepEqual(foundIn({ reports: [{ ...OK, text: 'R:b' }] }), ['wrong']);
    assert.deepEqual(foundIn({ reports: [OK, OK] }), ['wrong']);
    assert.deepEqual(foundIn({ reports: [{ strayProgress: 'b' }, OK] }), ['wrong']);
    assert.deepEqual(foundIn({ reports: [{ ...ERROR, isMcpError: false }] }), ['wrong']);
    assert.deepEqual(foundIn({ reports: [{ ...ERROR, mayHaveRun: false }] }), ['wrong']);
    const unsent = { ...ERROR, fetches: 0, mayHaveRun: true };
    assert.deepEqual(foundIn({ arrivals: [], runs: [], reports: [unsent] }), ['wrong']);
  });

  test('finds what hangs, what is deaf and what is left', () => {
    assert.deepEqual(foundIn({ reports: [] }), ['hung']);
    assert.deepEqual(foundIn({ reports: [], gone: new Set(['a']) }), []);
    assert.deepEqual(foundIn({ dead: ['page'] }), ['hung']);
    assert.deepEqual(foundIn({ listening: [{ label: 'page', why: 'silence' }] }), ['deaf']);
    assert.deepEqual(foundIn({ left: [{ label: 'page', what: 'a session' }] }), ['leaked']);
  });
});

describe('a seed', () => {
  test('always stands for the same', () => {
    assert.deepEqual(planOf(7), planOf(7));
    const request = { label: 'legacy-1', what: 'tools/call', nonce: '7.legacy-1.3' };
    const chosen = () => {
      const choose = chooserOf({ ...planOf(7), share: 50 });
      return Array.from({ length: 20 }, () => choose(1, request)?.kind);
    };
    assert.deepEqual(chosen(), chosen());
  });

  test('knows how to make every kind of fault happen', () => {
    const without = KINDS.filter(({ name, where }) => !(where === 'request' ? REQUEST_FAULTS : EVENTS)[name]);
    assert.deepEqual(without, []);
    assert.ok(KINDS.length >= 25);
  });
});
