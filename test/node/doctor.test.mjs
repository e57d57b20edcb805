// docs/doctor.md says what the tests in the browsers show.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { writeTables } from '../../scripts/doctor-table.mjs';
import { CASES } from '../doctor/matrix.mjs';
import { FAULTS } from '../servers/broken-faults.mjs';
import { startLegacyServer } from '../servers/legacy.mjs';
import { listen } from '../servers/listen.mjs';

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
    // With these, the client connects: test/integration/refused-headers.test.ts.
    Object.keys(FAULTS).filter((name) => !used.has(name) && !name.startsWith('lenient-')),
    [],
  );
});

describe('outside browsers', () => {
  let doctor;
  before(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `export { diagnose } from './index.ts'; export { describeProblem } from './sentences.ts';`,
        resolveDir: join(import.meta.dirname, '../../packages/client/src/doctor'),
        loader: 'ts',
      },
      bundle: true,
      write: false,
      format: 'esm',
    });
    doctor = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  });

  test('the doctor names the code of the error, and does not speak of a page', async () => {
    const server = await listen(() => {});
    await server.stop();
    const { cause, message, uncertainty } = await doctor.diagnose(`${server.url}/mcp`);
    assert.equal(cause, 'unreachable');
    assert.match(message, /^Nothing answers at .*\/mcp \(ECONNREFUSED\)\./);
    assert.equal(uncertainty, undefined);
  });

  test('the doctor finds nothing wrong with a server that is right, and closes its session', async () => {
    const methods = [];
    const server = await startLegacyServer({
      name: 'node',
      cors: ({ method }) => void methods.push(method),
      revisions: ['2025-11-25'],
    });
    try {
      const { cause, revision } = await doctor.diagnose(server.url);
      assert.deepEqual([cause, revision, methods.at(-1)], ['none', '2025-11-25', 'DELETE']);
    } finally {
      await server.stop();
    }
  });

  test('no sentence speaks of a page', () => {
    const causes = [
      ...readFileSync(new URL('../../docs/doctor.md', import.meta.url), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm),
    ];
    assert.ok(causes.length > 30);
    for (const [, cause] of causes) {
      const { message, uncertainty } = doctor.describeProblem({
        cause,
        address: 'https://example.com/mcp',
        isBlocking: true,
      });
      assert.doesNotMatch(`${message} ${uncertainty}`, /\b(this|a) page\b|\bpages?'/i);
    }
  });
});
