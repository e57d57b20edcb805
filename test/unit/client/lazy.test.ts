import { assert } from 'chai';
import { connect, McpError, McpHost, memoryStore } from '@mcp-web/client';
import { lazy, LoadError } from '../../../packages/client/src/lazy.ts';
import { answerAll } from '../../../packages/client/src/session/modern/input-required.ts';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  eventually,
  json,
  methodsOf,
  modernServer,
  rejection,
  result,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

describe('code that is loaded on demand', () => {
  it('is asked for when it is needed, again after a failure that says what is missing, and then no more', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module');
    const attempts: Promise<string>[] = [Promise.reject(cause), Promise.resolve('code')];
    attempts[0]?.catch(() => {});
    let loads = 0;
    const load = lazy(() => attempts[loads++] ?? assert.fail('asked for too often'), 'draws circles');
    assert.equal(loads, 0);
    const error = await load().catch((reason: unknown) => reason);
    assert.instanceOf(error, McpError);
    assert.include(error, { code: 'network', cause });
    assert.include(error.message, 'The code that draws circles could not be loaded.');
    assert.deepEqual(await Promise.all([load(), load()]), ['code', 'code']);
    assert.equal(await load(), 'code');
    assert.equal(loads, 2);
  });
});

describe('code that could not be loaded', () => {
  const missing = new LoadError('draws circles', new TypeError('Failed to fetch dynamically imported module'));

  it('does not look like a lost server', async () => {
    const { fetch, received } = modernServer(
      ({ method, id }) => {
        if (method === 'tools/list')
          return json(result(id, { resultType: 'complete', tools: [{ name: 't', inputSchema: { type: 'object' } }] }));
        return method === 'tools/call' ? Promise.reject(missing) : undefined;
      },
      { tools: {} },
    );
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await eventually(() => host.getSnapshot().servers[0]?.tools.length === 1);
    received.length = 0;
    assert.equal(await rejection(host.callTool(id, 't')), missing);
    await aWhile();
    assert.deepEqual(methodsOf(received), ['tools/call']);
    assert.equal(host.getSnapshot().servers[0]?.status, 'ready');
    host.close();
  });

  it('does not look like an older server', async () => {
    const { fetch, received } = modernServer(() => Promise.reject(missing));
    assert.equal(await rejection(connect(URL_OF_SCRIPT, { fetch })), missing);
    assert.deepEqual(methodsOf(received), ['server/discover']);
  });

  it('leaves what is stored about the server', async () => {
    const store = memoryStore();
    let isMissing = false;
    const { fetch, receivedFor } = modernServer(({ method, id }) =>
      method !== 'tools/list'
        ? undefined
        : isMissing
          ? Promise.reject(missing)
          : json(result(id, { resultType: 'complete', tools: [] })),
    );
    const visit = async (): Promise<void> => {
      const client = await connect(URL_OF_SCRIPT, { fetch, store });
      try {
        await client.listTools();
      } finally {
        await client.close();
      }
    };
    await visit();
    isMissing = true;
    assert.equal(await rejection(visit()), missing);
    isMissing = false;
    await visit();
    assert.lengthOf(receivedFor('server/discover'), 1);
  });

  it('denies an answer to a server, as other failures of the page do', async () => {
    const answer = lazy<never>(() => Promise.reject(missing.cause), 'answers requests of servers');
    const error = await errorOf(answerAll({ q: { method: 'roots/list' } }, answer, undefined), 'denied');
    assert.instanceOf(error.cause, LoadError);
  });
});
