import { assert } from 'chai';
import {
  AuthError,
  type Authorizer,
  HttpError,
  McpClient,
  McpError,
  memoryStore,
  OutputError,
  type Progress,
  RpcError,
} from '@mcp-web/client';
import { type AnyClient, connectInWorker, type WorkerConnectOptions } from '@mcp-web/client/worker';
import { startClientWorker } from '../support/client-worker.ts';
import { isChromium } from '../support/engine.ts';
import { authErrorOf, errorOf } from '../support/errors.ts';
import { event, json, modernServer, result, stream, URL_OF_SCRIPT } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor } from '../support/wire.ts';
import { collect, textOf } from './support.ts';
import { nameOfStoredServer } from '../support/stored-server.ts';

/** One worker for all tests, which do not end it. */
let worker: Worker;
before(() => (worker = startClientWorker()));
after(() => worker.terminate());

const open = (url: string, options: WorkerConnectOptions = {}): Promise<AnyClient> =>
  connectInWorker(url, { worker, ...options });

const membersOf = (value: object): string[] => Object.getOwnPropertyNames(value).toSorted();

describe('a client in a worker', () => {
  it('has every method of a client in the page', async () => {
    const client = await open(await serverUrl('modern'));
    const own = membersOf(Object.getPrototypeOf(client));
    // The cache is in the worker, and hears of changes there.
    const expected = membersOf(McpClient.prototype).filter((name) => name !== 'dispatchEvent');
    assert.deepEqual(own, expected);
    await client.close();
  });

  it('rejects with the error of the server, its class and what it carries', async () => {
    const client = await open(await serverUrl('modern'));
    const unknown = await errorOf(client.callTool('no-such-tool'), 'rpc');
    assert.instanceOf(unknown, RpcError);
    assert.equal(unknown.rpcCode, -32602);
    await client.close();
    const refused = await errorOf(open(await serverUrl('oauth')), 'http');
    assert.instanceOf(refused, HttpError);
    assert.equal(refused.status, 401);
    const unreached = await errorOf(open('http://127.0.0.1:9/mcp', { revision: '2026-07-28' }), 'network');
    assert.instanceOf(unreached.cause, TypeError);
    assert.equal((await errorOf(open('example.com'), 'invalid-argument')).name, 'McpError');
    await errorOf(open(await serverUrl('modern'), { headers: { 'bad name': 'x' } }), 'invalid-argument');
  });

  it('keeps all the reasons why there is no connection', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new TypeError('no network'));
    const { cause } = await errorOf(open(URL_OF_SCRIPT, { fetch }), 'network');
    assert.instanceOf(cause, AggregateError);
    assert.deepEqual(
      cause.errors.map((error: unknown) => error instanceof McpError),
      [false, true],
    );
  });

  it('rejects with the result that does not fit its schema', async () => {
    const tool = {
      name: 'odd',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object', required: ['sum'] },
    };
    const scripted = modernServer(({ method, id }) => {
      if (method === 'tools/list') return json(result(id, { tools: [tool] }));
      return method === 'tools/call' ? json(result(id, { content: [], structuredContent: { a: 1 } })) : undefined;
    });
    const client = await open(URL_OF_SCRIPT, { fetch: scripted.fetch });
    await collect(client.tools());
    const error = await errorOf(client.callTool('odd'), 'invalid-result');
    assert.instanceOf(error, OutputError);
    assert.deepEqual(error.result.structuredContent, { a: 1 });
    assert.lengthOf(error.problems, 1);
    await client.close();
  });

  it('takes what JSON takes as arguments, and says what a port cannot carry', async () => {
    const client = await open(await serverUrl('modern'));
    const args = new Proxy({ message: { toJSON: () => 'from a proxy' } }, {});
    assert.equal(textOf(await client.callTool('echo', args)), 'Echo: from a proxy');
    const wrong = Object.assign({}, { cache: () => {} });
    await errorOf(Reflect.apply(client.listTools, client, [wrong]), 'invalid-argument');
    await client.close();
  });

  it('is not connected when the page aborts, which rejects with the reason', async () => {
    const reason = new Error('changed my mind');
    const outcome = (options: WorkerConnectOptions): Promise<unknown> =>
      open(URL_OF_SCRIPT, options).catch((error: unknown) => error);
    assert.equal(await outcome({ signal: AbortSignal.abort(reason) }), reason);
    const controller = new AbortController();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const hangs: typeof fetch = (_input, init) =>
      new Promise(() => {
        init?.signal?.addEventListener('abort', () => release());
        controller.abort(reason);
      });
    assert.equal(await outcome({ signal: controller.signal, fetch: hangs }), reason);
    await isReleased;
  });
});

describe('the page of a client in a worker', () => {
  const EVENTS = 50_000;

  /** Calls back with what the page gets of the next client. */
  function watchMessages(onmessage: (data: unknown) => void): void {
    const { MessageChannel: Channel } = globalThis;
    globalThis.MessageChannel = class extends Channel {
      constructor() {
        super();
        // Only the first is that of the client.
        globalThis.MessageChannel = Channel;
        this.port1.addEventListener('message', ({ data }) => onmessage(data));
      }
    };
  }

  it('gets 50,000 events in few messages, in their order, and parses none of them', async () => {
    let text = '';
    const scripted = modernServer(({ method, id, params: { _meta: meta } }) => {
      if (method !== 'tools/call') return undefined;
      const { progressToken }: { progressToken?: unknown } = Object(meta);
      for (let progress = 1; progress <= EVENTS; progress++)
        text += event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } });
      return stream(text + event(result(id, { content: [{ type: 'text', text: 'all' }] })));
    });
    let messages = 0;
    watchMessages(() => messages++);
    const { JSON: Json } = globalThis;
    const { parse } = Json;
    const client = await open(URL_OF_SCRIPT, { fetch: scripted.fetch });
    let parsed = 0;
    Json.parse = (...args: Parameters<typeof parse>): unknown => {
      if (args[0].includes('notifications/progress')) parsed++;
      return parse(...args);
    };
    try {
      messages = 0;
      const steps: Progress[] = [];
      const onprogress = (step: Progress): void => void steps.push(step);
      assert.equal(textOf(await client.callTool('flood', {}, { onprogress })), 'all');
      assert.lengthOf(steps, EVENTS);
      assert.isTrue(steps.every(({ progress }, index) => progress === index + 1));
      // 256 events a message, and some that time or an answer sent earlier.
      assert.isAtMost(messages, EVENTS / 100);
      assert.equal(parsed, 0);
    } finally {
      Json.parse = parse;
      await client.close();
    }
  });

  it('gets a list of 10,000 tools in pieces, whole and in order, and a page is fetched only when it is needed', async () => {
    const page = (start: number): object[] =>
      Array.from({ length: 5_000 }, (_, index) => ({ name: `t${start + index}`, inputSchema: { type: 'object' } }));
    const scripted = modernServer(({ method, id, params: { cursor } }) =>
      method === 'tools/list'
        ? json(result(id, cursor === undefined ? { tools: page(0), nextCursor: 'more' } : { tools: page(5_000) }))
        : undefined,
    );
    let most = 0;
    watchMessages((data) => (most = Math.max(most, JSON.stringify(data).split('"inputSchema"').length - 1)));
    const client = await open(URL_OF_SCRIPT, { fetch: scripted.fetch });
    for await (const { name } of client.tools()) if (name === 't4999') break;
    assert.lengthOf(scripted.receivedFor('tools/list'), 1);
    const names = (await collect(client.tools())).map(({ name }) => name);
    assert.deepEqual(
      names,
      Array.from({ length: 10_000 }, (_, index) => `t${index}`),
    );
    assert.isAtMost(most, 256);
    await client.close();
  });
});

describe('the options that are functions', () => {
  it('are called in the page, for each request', async () => {
    const { fetch, sent } = recordFetch();
    let count = 0;
    const store = memoryStore();
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const client = await open(await serverUrl('modern'), {
      fetch,
      store,
      principal: () => 'ada',
      headers: () => ({ 'X-Count': String(++count) }),
      trace: () => trace,
    });
    await client.callTool('echo', { message: '1' });
    await client.callTool('echo', { message: '2' });
    const calls = requestsFor(sent, 'tools/call');
    const counts = calls.map(({ headers }) => Number(headers.get('X-Count')));
    assert.isAbove(counts[1] ?? 0, counts[0] ?? 0);
    for (const { body } of calls) assert.include(body.params?._meta, trace);
    assert.isDefined(await store.get(await nameOfStoredServer(await serverUrl('modern'))));
    await client.close();
  });

  it('an authorizer adds credentials and sees the status, but no body of an answer', async () => {
    const seen: [status: number, isUsed: boolean][] = [];
    const auth: Authorizer = {
      authorize: (_server, send) => async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('X-Token', 'secret');
        const response = await send(input, { ...init, headers });
        seen.push([response.status, response.bodyUsed]);
        return response;
      },
    };
    const client = await open(await serverUrl('legacy'), { auth });
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.isAtLeast(seen.length, 3);
    assert.isTrue(seen.every(([status, isUsed]) => status >= 200 && !isUsed));
    await client.close();
  });

  it('an authorizer may read an answer, and return another', async () => {
    const auth: Authorizer = {
      authorize: (_server, send) => async (input, init) => {
        const response = await send(input, init);
        if (response.headers.get('Content-Type') !== 'application/json') return response;
        return new Response((await response.text()).replace('Test server modern', 'renamed'), response);
      },
    };
    const client = await open(await serverUrl('modern'), { auth });
    assert.equal(client.server.identity?.['title'], 'renamed');
    await client.close();
  });

  it('an authorizer says why there is no token', async () => {
    const issuer = 'https://issuer.example';
    const auth: Authorizer = {
      authorize: () => () =>
        Promise.reject(new AuthError('refused', 'Not you.', { issuer, oauthError: 'access_denied' })),
    };
    const error = await authErrorOf(open(await serverUrl('modern'), { auth }), 'refused');
    assert.deepEqual([error.message, error.issuer, error.oauthError], ['Not you.', issuer, 'access_denied']);
  });

  // Waits 6 s for limits that are the same in every engine.
  if (isChromium)
    it('give calls that wait for the user all their time after it', async () => {
      const TIMEOUT_MS = 2_000;
      let waitedAt: number | undefined;
      const auth: Authorizer = {
        authorize: (_server, send) => async (input, init) => {
          const timer = setInterval(() => (waitedAt = performance.now()), 50);
          await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS * 1.5));
          clearInterval(timer);
          return send(input, init);
        },
        waitedForUserAt: () => waitedAt,
      };
      const options = { auth, timeoutMs: TIMEOUT_MS, maxTimeoutMs: TIMEOUT_MS };
      const client = await open(await serverUrl('modern'), options);
      assert.isNotEmpty((await client.listTools()).tools);
      await client.close();
    });

  it('hear of tasks, and cancel them', async () => {
    const client = await open(await serverUrl('extension-tasks'));
    const changes: string[] = [];
    const call = client.callTool(
      'work',
      { end: 'never' },
      {
        onTask: (task) => {
          changes.push(task.status);
          task.addEventListener('statuschange', () => changes.push(task.status));
          void task.cancel();
        },
      },
    );
    await errorOf(call, 'task-cancelled');
    assert.equal(changes[0], 'working');
    await client.close();
  });
});

describe('a worker', () => {
  /** Runs with the worker that `connectInWorker` would start by itself, from where the script is in these tests. */
  async function withOwnWorker(script: string, run: (ended: Worker[]) => Promise<void>): Promise<void> {
    const { Worker: Platform } = globalThis;
    const ended: Worker[] = [];
    globalThis.Worker = class extends Platform {
      constructor(_script: string | URL, options?: WorkerOptions) {
        super(new URL(script, location.href), options);
      }
      override terminate(): void {
        ended.push(this);
        super.terminate();
      }
    };
    try {
      await run(ended);
    } finally {
      globalThis.Worker = Platform;
    }
  }

  it('of one client ends with it, and calls after that reject', async () => {
    await withOwnWorker('/packages/client/src/worker/script.ts', async (ended) => {
      const client = await connectInWorker(await serverUrl('modern'));
      assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
      assert.isEmpty(ended);
      await client.close();
      assert.lengthOf(ended, 1);
      await errorOf(client.callTool('echo', { message: 'hi' }), 'closed');
      await errorOf(connectInWorker('http://127.0.0.1:9/mcp'), 'network');
      assert.lengthOf(ended, 2);
    });
  });

  it('whose script is not there is reported with what to check', async () => {
    await withOwnWorker('/no-such-script.js', async (ended) => {
      const error = await errorOf(connectInWorker(await serverUrl('modern')), 'network');
      assert.include(error.message, 'worker-src');
      assert.lengthOf(ended, 1);
    });
  });

  it('that cannot be started is reported with what to do instead', async () => {
    const { Worker: Platform } = globalThis;
    Reflect.deleteProperty(globalThis, 'Worker');
    try {
      const error = await errorOf(connectInWorker(await serverUrl('modern')), 'unsupported');
      assert.include(error.message, '`connect`');
    } finally {
      globalThis.Worker = Platform;
    }
  });

  it('that runs something else is given up after the time that the page allows', async () => {
    const other = new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' })));
    const options = { worker: other, timeoutMs: 200 };
    assert.include((await errorOf(connectInWorker(await serverUrl('modern'), options), 'timeout')).message, 'script');
    other.terminate();
  });

  it('of the page serves several clients, and outlives them', async () => {
    const [modern, legacy] = await Promise.all([open(await serverUrl('modern')), open(await serverUrl('legacy'))]);
    assert.deepEqual([modern.era, legacy.era], ['modern', 'legacy']);
    await modern.close();
    assert.equal(textOf(await legacy.callTool('echo', { message: 'still here' })), 'Echo: still here');
    await legacy.close();
  });
});
