// docs/doctor.md says what the tests in the browsers show.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { writeTables } from '../doctor/table.mjs';
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

  const PAGE = ['text/html', '<!doctype html><h1>The museum</h1>'];
  for (const [where, endpoint] of [
    ['finds the endpoint of a site whose path is another one', '/api/mcp'],
    ['finds the endpoint of a site that speaks HTTP+SSE', '/sse'],
  ])
    test(`the doctor ${where}`, async () => {
      const server = await listen((req, res) => {
        const isThere = req.url === endpoint;
        const [type, body] = isThere ? ['application/json', '{}'] : PAGE;
        res.writeHead(isThere ? 405 : 200, { 'Content-Type': type }).end(body);
      });
      try {
        const { cause, message } = await doctor.diagnose(`${server.url}/mcp`);
        assert.equal(cause, 'web-page');
        assert.equal(
          message,
          `${server.url}/mcp is a web page, not an MCP endpoint. ${server.url}${endpoint} may be the right address.`,
        );
      } finally {
        await server.stop();
      }
    });

  test('the doctor says where it looked in vain, and does not suggest the path that was typed', async () => {
    const server = await listen((_req, res) => void res.writeHead(200, { 'Content-Type': PAGE[0] }).end(PAGE[1]));
    try {
      const { message } = await doctor.diagnose(`${server.url}/mcp`);
      assert.equal(
        message,
        `${server.url}/mcp is a web page, not an MCP endpoint. No endpoint was found at /api/mcp and /sse either. Look for the path in the documentation of the server.`,
      );
      const { problems } = await doctor.diagnose(`${server.url}/museum/`);
      assert.deepEqual(problems[0].tried, ['/mcp', '/api/mcp', '/sse', '/museum/mcp']);
    } finally {
      await server.stop();
    }
  });

  for (const { said, body } of [
    { said: 'Come back later', body: { detail: 'Come back later' } },
    { said: 'No such tenant', body: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No such tenant' } } },
    { said: `${'a'.repeat(200)}…`, body: 'a'.repeat(5_000) },
    { said: undefined, body: '<html>Forbidden</html>' },
    { said: undefined, body: '' },
  ])
    test(`the doctor quotes ${said === undefined ? 'no page' : `“${said.slice(0, 20)}”`} of ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const server = await listen((_req, res) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        res.writeHead(403, { 'Content-Type': 'application/json' }).end(text);
      });
      try {
        const { cause, message, problems } = await doctor.diagnose(`${server.url}/mcp`);
        assert.equal(cause, 'forbidden');
        assert.equal(problems[0].said, said);
        if (said === undefined) assert.doesNotMatch(message, /says/);
        else assert.ok(message.endsWith(` The server says: “${said}”`), message);
      } finally {
        await server.stop();
      }
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
