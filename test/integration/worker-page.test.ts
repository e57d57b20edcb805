/** What a client in a worker asks of its page, and what ends with either. */
import { assert } from 'chai';
import { RpcError } from '@mcp-web/client';
import { connectInWorker } from '@mcp-web/client/worker';
import type { PageFunctions, WorkerFunctions } from '../../packages/client/src/worker/messages.ts';
import { PageFetch } from '../../packages/client/src/worker/page-fetch.ts';
import { pageAnswers } from '../../packages/client/src/worker/page-functions.ts';
import { PortCalls } from '../../packages/client/src/worker/port-calls.ts';
import { WorkerFetch } from '../../packages/client/src/worker/worker-fetch.ts';
import { startClientWorker } from '../support/client-worker.ts';
import { errorOf } from '../support/errors.ts';
import {
  json,
  legacyServer,
  liveStream,
  modernServer,
  result,
  until,
  URL_OF_SCRIPT,
} from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';

describe('a client in a worker of the page', () => {
  let worker: Worker;
  beforeEach(() => (worker = startClientWorker()));
  afterEach(() => worker.terminate());

  it('closes when the page has ended the worker, and its open calls reject', async () => {
    const scripted = modernServer(({ method }) => (method === 'tools/call' ? new Promise(() => {}) : undefined));
    const client = await connectInWorker(URL_OF_SCRIPT, { worker, fetch: scripted.fetch });
    const call = errorOf(client.callTool('hangs'), 'closed');
    await until(() => scripted.receivedFor('tools/call').length === 1);
    worker.terminate();
    const reading = errorOf(client.readResource('a:b'), 'closed');
    await client.close();
    assert.isTrue((await call).mayHaveRun);
    assert.isFalse((await reading).mayHaveRun);
    assert.isFalse((await errorOf(client.callTool('late'), 'closed')).mayHaveRun);
  });

  it('rejects with errors that say whether the call may have run, and when the server can be asked again', async () => {
    const scripted = modernServer(({ method }) =>
      method === 'tools/call' ? new Response('', { status: 503, headers: { 'Retry-After': '7' } }) : undefined,
    );
    const client = await connectInWorker(URL_OF_SCRIPT, { worker, fetch: scripted.fetch });
    const failure = await errorOf(client.callTool('x'), 'http');
    assert.isTrue(failure.mayHaveRun);
    assert.propertyVal(failure, 'retryAfterMs', 7_000);
    assert.isFalse((await errorOf(client.listPrompts(), 'rpc')).mayHaveRun);
    await client.close();
  });

  it('remembers what the browser did not let through, and that the server has answered', async () => {
    const client = await connectInWorker(await serverUrl('cors-versionless'), { worker });
    assert.equal(client.revision, '2025-03-26');
    await client.close();
    const scripted = modernServer(({ method }) =>
      method === 'tools/call' ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
    );
    worker.terminate();
    worker = startClientWorker();
    const other = await connectInWorker(URL_OF_SCRIPT, { worker, fetch: scripted.fetch });
    assert.include((await errorOf(other.callTool('x'), 'network')).message, 'it has answered this worker before');
    await other.close();
  });

  it('calls a function for headers once for a request, and once more where the cache may have the answer', async () => {
    let count = 0;
    const headers = (): HeadersInit => ({ 'X-Count': String(++count) });
    const client = await connectInWorker(await serverUrl('modern'), { worker, headers });
    const before = count;
    await client.callTool('echo', { message: '1' });
    assert.equal(count - before, 1);
    await client.listTools();
    assert.equal(count - before, 3);
    await client.close();
  });

  it('caches answers for the headers that their requests were sent with', async () => {
    let user = 'ada';
    const asked: (string | null)[] = [];
    const answer = { resultType: 'complete', tools: [], ttlMs: 60_000, cacheScope: 'private' };
    const scripted = modernServer(({ method, id, headers }) => {
      if (method !== 'tools/list') return undefined;
      asked.push(headers.get('X-User'));
      return json(result(id, answer));
    });
    const headers = (): HeadersInit => ({ 'X-User': user });
    const client = await connectInWorker(URL_OF_SCRIPT, { worker, fetch: scripted.fetch, headers });
    await client.listTools();
    await client.listTools();
    assert.deepEqual(asked, ['ada']);
    user = 'bob';
    await client.listTools();
    assert.deepEqual(asked, ['ada', 'bob']);
    await client.close();
  });

  it('says which tools are left out, also when as many others were before', async () => {
    let listed = 0;
    const scripted = modernServer(({ method, id }) => {
      if (method !== 'tools/list') return undefined;
      const bad = listed++ === 0 ? 'first' : 'second';
      const tools = ['first', 'second'].map((name) => ({
        name,
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'string', ...(name === bad && { 'x-mcp-header': 'no header' }) } },
        },
      }));
      return json(result(id, { resultType: 'complete', tools }));
    });
    const client = await connectInWorker(URL_OF_SCRIPT, { worker, fetch: scripted.fetch });
    for (const name of ['first', 'second']) {
      await client.listTools();
      assert.deepEqual([...client.excludedTools.keys()], [name]);
    }
    await client.close();
  });

  it('sends no cursor of a session that its stream found lost', async () => {
    let session = 0;
    let isForgotten = false;
    const streams = [liveStream(), liveStream()];
    const { fetch, receivedFor } = legacyServer(({ httpMethod, method, id, headers }) => {
      const isLost = headers.get('Mcp-Session-Id') === '1' && isForgotten;
      if (method === 'initialize') {
        const serverInfo = { name: 's', version: '1' };
        const answer = { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo };
        return json(result(id, answer), { 'Mcp-Session-Id': String(++session) });
      }
      if (isLost) return new Response(undefined, { status: 404 });
      if (httpMethod === 'GET') return streams[session - 1]?.response;
      return method === 'tools/list'
        ? json(result(id, { tools: [{ name: 't', inputSchema: { type: 'object' } }], nextCursor: 'more' }))
        : undefined;
    });
    const client = await connectInWorker(URL_OF_SCRIPT, { worker, fetch });
    const changed = new Promise<void>((resolve) => client.addEventListener('listchange', () => resolve()));
    const tools = client.tools();
    await tools.next();
    isForgotten = true;
    streams[0]?.end();
    await changed;
    await errorOf(tools.next(), 'session-lost');
    assert.lengthOf(receivedFor('tools/list'), 1);
    await client.close();
  });
});

describe('a worker of the page that throws', () => {
  it('while a client connects is no reason to give up', async () => {
    const worker = startClientWorker();
    const connecting = connectInWorker(await serverUrl('modern'), { worker });
    worker.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught Error: of the page' }));
    const client = await connecting;
    await client.close();
    worker.terminate();
  });

  it('instead of running the client is given up in time, with what it said', async () => {
    const script = `onmessage = () => { throw new Error('of the page'); }; postMessage('runs');`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    // The test runner takes it for a failure of the test otherwise.
    worker.addEventListener('error', (event) => event.preventDefault());
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    const connecting = connectInWorker(await serverUrl('modern'), { worker, timeoutMs: 2_000 });
    assert.include((await errorOf(connecting, 'timeout')).message, 'of the page');
    worker.terminate();
  });
});

describe('what a page and its worker keep for each other', () => {
  const served = { signal: new AbortController().signal, transfer: [] };
  const request = { url: URL_OF_SCRIPT, init: { headers: [] } };

  it('ends with the client: responses that nobody read', async () => {
    const { port1 } = new MessageChannel();
    const workerFetch = new WorkerFetch(new PortCalls<PageFunctions>(port1, {}), () => {});
    const { response, isLetGo } = liveStream();
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve(response);
    try {
      await workerFetch.functions.send(request, served);
      assert.isFalse(isLetGo());
      workerFetch.close();
      assert.isTrue(isLetGo());
    } finally {
      globalThis.fetch = fetch;
      port1.close();
    }
  });

  it('ends when the page has dropped it: a response that an authorizer did not read', async () => {
    const { FinalizationRegistry: Registry } = globalThis;
    let collect = (): void => {};
    globalThis.FinalizationRegistry = class<T> extends Registry<T> {
      constructor(cleanup: (held: T) => void) {
        super(cleanup);
        this.register = (_target, held) => (collect = () => cleanup(held));
      }
    };
    const { port1, port2 } = new MessageChannel();
    try {
      const dropped = new Promise((resolve) => {
        const send = (): object => ({ status: 200, type: 'basic', headers: [], id: 7, hasBody: true });
        return new PortCalls(port2, { send, dropBody: resolve });
      });
      const calls = new PortCalls<WorkerFunctions>(port1, {});
      await new PageFetch({}, () => calls).send(URL_OF_SCRIPT);
      collect();
      assert.equal(await dropped, 7);
    } finally {
      globalThis.FinalizationRegistry = Registry;
      port1.close();
    }
  });

  it('is the end of a visit, until it comes: a page may wait for it after its answer', async () => {
    let completed: Promise<void> | undefined;
    const url = (_params: object, options: { completed?: Promise<void> | undefined }): { action: 'accept' } => {
      ({ completed } = options);
      return { action: 'accept' };
    };
    const { port1 } = new MessageChannel();
    const calls = new PortCalls<WorkerFunctions>(port1, {});
    const endpoint = { url: new URL(URL_OF_SCRIPT), fetch };
    const answers = pageAnswers({ elicitation: { url } }, () => endpoint, new PageFetch({}, () => calls));
    const params = { mode: 'url', message: 'Sign in', url: 'https://login.example/', elicitationId: 'one' } as const;
    assert.equal(await answers.url(params, 1, served), '{"action":"accept"}');
    answers.visitCompleted(1);
    assert.instanceOf(completed, Promise);
    await completed;
    port1.close();
  });

  it('is no call whose failure a port cannot carry: it rejects with the text of the error', async () => {
    const { port1, port2 } = new MessageChannel();
    const boom = (): never => {
      throw new RpcError(-1, 'Not cloneable', { f: () => {} });
    };
    new PortCalls<Record<string, never>>(port2, { boom });
    const calls = new PortCalls<{ boom(): void }>(port1, {});
    const error = await calls.call('boom', []).catch((reason: unknown) => reason);
    assert.instanceOf(error, Error);
    assert.include(error.message, 'Not cloneable');
    port1.close();
  });
});
