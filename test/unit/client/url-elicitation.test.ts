import { assert } from 'chai';
import {
  connect,
  DeniedError,
  type ElicitationUrlParams,
  McpHost,
  RpcError,
  type ServerRequestHandlers,
  type UrlElicitationOptions,
} from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  eventually,
  json,
  legacyServer,
  modernServer,
  openStream,
  result,
  type Scripted,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const visit = (elicitationId: string): object => ({
  mode: 'url',
  message: 'Sign in there',
  url: `https://login.example/${elicitationId}`,
  elicitationId,
});
const accept: ServerRequestHandlers = { elicitation: { url: () => ({ action: 'accept' }) } };
const done = { content: [{ type: 'text', text: 'done' }] };

const refusal = (id: unknown, ...elicitations: unknown[]): Response =>
  json({ jsonrpc: '2.0', id, error: { code: -32042, message: 'Sign in first', data: { elicitations } } });

/** Refuses the first calls of a method until the user has visited a page, then answers. */
function refusingServer(
  refusals: unknown[][],
  { method = 'tools/call', answer = done as object, revision = '2025-11-25' } = {},
): Scripted {
  let calls = 0;
  return legacyServer(
    (seen) => {
      if (seen.method !== method) return undefined;
      const refused = refusals[calls++];
      return refused ? refusal(seen.id, ...refused) : json(result(seen.id, answer));
    },
    { tools: {}, prompts: {}, logging: {}, resources: { subscribe: true } },
    revision,
  );
}

describe('a call that is refused until the user has visited a page', () => {
  for (const [method, answer, call] of [
    ['tools/call', done, (client) => client.callTool('t', { a: 1 })],
    ['prompts/get', { messages: [] }, (client) => client.getPrompt('p')],
    ['resources/read', { contents: [] }, (client) => client.readResource('a:b')],
    ['tools/list', { tools: [] }, (client) => client.listTools()],
    ['logging/setLevel', {}, (client) => client.setLogLevel('info')],
    ['example/other', {}, (client) => client.request('example/other', { b: 2 })],
  ] as [string, object, (client: Awaited<ReturnType<typeof connect>>) => Promise<unknown>][]) {
    it(`shows the page, then is sent again as it was with an id of its own: ${method} [EL-35]`, async () => {
      const { fetch, receivedFor } = refusingServer([[visit('one')]], { method, answer });
      const seen: ElicitationUrlParams[] = [];
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        elicitation: { url: (params) => (seen.push(params), { action: 'accept' }) },
      });
      await call(client);
      assert.deepEqual(seen, [
        { mode: 'url', message: 'Sign in there', url: 'https://login.example/one', elicitationId: 'one' },
      ]);
      const [first, second, ...more] = receivedFor(method);
      assert.lengthOf(more, 0);
      const { _meta: key, ...params } = first?.params ?? {};
      const { _meta: otherKey, ...again } = second?.params ?? {};
      assert.deepEqual(again, params);
      assert.notEqual(second?.id, first?.id);
      // A server that knows the key of a call would repeat its refusal.
      if (method === 'tools/call') assert.notDeepEqual(otherKey, key);
      await client.close();
    });
  }

  it('fails with whatever the server says after the visit', async () => {
    let calls = 0;
    const { fetch, receivedFor } = legacyServer(({ method, id }) => {
      if (method !== 'tools/call') return undefined;
      return ++calls === 1
        ? refusal(id, visit('one'))
        : json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Out of order' } });
    });
    const client = await connect(URL_OF_SCRIPT, { fetch, ...accept });
    const failure = await errorOf(client.callTool('t'), 'rpc');
    assert.equal(failure.message, 'Out of order');
    assert.lengthOf(receivedFor('tools/call'), 2);
    await client.close();
  });

  it('shows several pages one after the other, and asks again where another is needed [EL-35]', async () => {
    const { fetch, receivedFor } = refusingServer([[visit('one'), visit('two')], [visit('three')]]);
    const log: string[] = [];
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        url: async ({ elicitationId }) => {
          log.push(`${elicitationId} begins`);
          await new Promise((resolve) => setTimeout(resolve, 10));
          log.push(`${elicitationId} ends`);
          return { action: 'accept' };
        },
      },
    });
    await client.callTool('t');
    assert.deepEqual(
      log,
      ['one', 'two', 'three'].flatMap((id) => [`${id} begins`, `${id} ends`]),
    );
    assert.lengthOf(receivedFor('tools/call'), 3);
    await client.close();
  });

  it('waits as long as the page likes, which may be until the server says that the visit is over [EL-33]', async () => {
    const own = openStream();
    let calls = 0;
    const { fetch, receivedFor } = legacyServer(
      ({ method, httpMethod, id }) => {
        if (httpMethod === 'GET') return own.response;
        if (method !== 'tools/call') return undefined;
        return calls++ === 0 ? refusal(id, visit('one')) : json(result(id, done));
      },
      { tools: {} },
    );
    const completed: string[] = [];
    let isWaiting = false;
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        url: async (_params, options) => {
          isWaiting = true;
          await options.completed;
          return { action: 'accept' };
        },
      },
    });
    client.addEventListener('elicitationcomplete', ({ elicitationId }) => completed.push(elicitationId));
    const calling = client.callTool('t');
    await eventually(() => isWaiting);
    own.send({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'another' } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.lengthOf(receivedFor('tools/call'), 1);
    own.send({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'one' } });
    assert.deepEqual((await calling) as unknown, done);
    assert.deepEqual(completed, ['one']);
    await client.close();
  });

  it('shared by several calls goes on for all of them when it is over', async () => {
    const own = openStream();
    const asked = new Set<unknown>();
    const { fetch, receivedFor } = legacyServer(
      ({ method, httpMethod, id, params }) => {
        if (httpMethod === 'GET') return own.response;
        if (method !== 'tools/call') return undefined;
        const { name } = params;
        return asked.has(name) ? json(result(id, done)) : (asked.add(name), refusal(id, visit('shared')));
      },
      { tools: {} },
    );
    let waiting = 0;
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        url: async (_params, { completed }) => {
          waiting++;
          await completed;
          return { action: 'accept' };
        },
      },
    });
    const calls = ['one', 'two', 'three'].map((name) => client.callTool(name));
    await eventually(() => waiting === 3);
    assert.lengthOf(receivedFor('tools/call'), 3);
    own.send({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'shared' } });
    await Promise.all(calls);
    await client.close();
  });

  for (const action of ['decline', 'cancel'] as const) {
    it(`fails when the user says ${action}, with what the server said`, async () => {
      const { fetch, receivedFor } = refusingServer([[visit('one'), visit('two')]]);
      let asked = 0;
      const client = await connect(URL_OF_SCRIPT, { fetch, elicitation: { url: () => (asked++, { action }) } });
      const error = await errorOf(client.callTool('t'), 'denied');
      assert.instanceOf(error, DeniedError);
      assert.equal(error.by, action === 'decline' ? 'user' : undefined);
      assert.instanceOf(error.cause, RpcError);
      assert.propertyVal(error.cause, 'rpcCode', -32042);
      assert.include(error.message, 'Sign in first');
      assert.equal(asked, 1);
      assert.lengthOf(receivedFor('tools/call'), 1);
      await client.close();
    });
  }

  for (const [who, answer] of [
    ['user', undefined],
    ['policy', () => ({ action: 'decline' as const })],
  ] as const) {
    it(`is no error in the log of a host whose ${who} declines the visit`, async () => {
      const host = new McpHost({ consent: () => ({ action: 'allow' }) });
      host.addResponder('elicitation');
      if (answer) host.addElicitationPolicy(answer);
      const id = host.add(URL_OF_SCRIPT, {
        fetch: legacyServer(
          ({ method, id: requestId }) =>
            method === 'tools/list'
              ? json(result(requestId, { tools: [{ name: 't', inputSchema: { type: 'object' } }] }))
              : method === 'tools/call'
                ? refusal(requestId, visit('one'))
                : undefined,
          { tools: {} },
          '2025-11-25',
        ).fetch,
      });
      const calling = errorOf(host.callTool(id, 't'), 'denied');
      if (!answer) {
        const [asked] = await eventually(() => host.getSnapshot().requests.length > 0 && host.getSnapshot().requests);
        host.respond(asked?.id ?? '', { action: 'cancel' });
      }
      const error = await calling;
      assert.instanceOf(error, DeniedError);
      assert.equal(error.by, who);
      const ends = [...host.log.getSnapshot()]
        .filter(({ kind }) => kind === 'call')
        .map(({ level, data }) => [level, Object(data).status]);
      assert.deepEqual(ends, [
        ['info', 'sent'],
        ['info', 'denied'],
      ]);
      host.close();
    });
  }

  it('fails when the page breaks, with what broke', async () => {
    const { fetch } = refusingServer([[visit('one')]]);
    const broken = new Error('no dialog here');
    const client = await connect(URL_OF_SCRIPT, { fetch, elicitation: { url: () => Promise.reject(broken) } });
    assert.equal((await errorOf(client.callTool('t'), 'denied')).cause, broken);
    await client.close();
  });

  it('is not shown to a page that declared no visits', async () => {
    for (const handlers of [{}, { elicitation: { form: () => ({ action: 'decline' as const }) } }]) {
      const { fetch, receivedFor } = refusingServer([[visit('one')]]);
      const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
      assert.propertyVal(await errorOf(client.callTool('t'), 'rpc'), 'rpcCode', -32042);
      assert.lengthOf(receivedFor('tools/call'), 1);
      await client.close();
    }
  });

  it('is not shown in a revision that does not know such a thing [EL-36]', async () => {
    const servers = [
      refusingServer([[visit('one')]], { revision: '2025-06-18' }),
      modernServer(({ method, id }) => (method === 'tools/call' ? refusal(id, visit('one')) : undefined), {
        tools: {},
      }),
    ];
    for (const { fetch, receivedFor } of servers) {
      const client = await connect(URL_OF_SCRIPT, { fetch, ...accept });
      assert.propertyVal(await errorOf(client.callTool('t'), 'rpc'), 'rpcCode', -32042);
      assert.lengthOf(receivedFor('tools/call'), 1);
      await client.close();
    }
  });

  it('is not shown over and over forever', async () => {
    const { fetch, receivedFor } = refusingServer(Array.from({ length: 100 }, () => [visit('again')]));
    const client = await connect(URL_OF_SCRIPT, { fetch, ...accept });
    const error = await errorOf(client.callTool('t'), 'invalid-result');
    assert.instanceOf(error.cause, RpcError);
    assert.isBelow(receivedFor('tools/call').length, 50);
    await client.close();
  });

  it('without a word where to go is what it is: an error of the server', async () => {
    for (const data of [undefined, {}, { elicitations: 'x' }, { elicitations: [] }, { elicitations: ['x'] }]) {
      const { fetch } = legacyServer(({ method, id }) =>
        method === 'tools/call'
          ? json({ jsonrpc: '2.0', id, error: { code: -32042, message: 'No', data } })
          : undefined,
      );
      const client = await connect(URL_OF_SCRIPT, { fetch, ...accept });
      assert.propertyVal(await errorOf(client.callTool('t'), 'rpc'), 'rpcCode', -32042);
      await client.close();
    }
  });

  for (const [what, wrong] of [
    ['a form', { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } }],
    ['a script', { ...visit('x'), url: 'javascript:alert(1)' }],
    ['no address', { mode: 'url', message: 'Go' }],
  ] as const) {
    it(`is not followed to ${what} [EL-30]`, async () => {
      const { fetch, receivedFor } = refusingServer([[wrong]]);
      let asked = 0;
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        elicitation: { form: () => (asked++, { action: 'accept' }), url: () => (asked++, { action: 'accept' }) },
      });
      assert.instanceOf((await errorOf(client.callTool('t'), 'invalid-result')).cause, RpcError);
      assert.equal(asked, 0);
      assert.lengthOf(receivedFor('tools/call'), 1);
      await client.close();
    });
  }

  it('is given up with the caller’s own reason, and when the client is closed', async () => {
    for (const end of ['abort', 'close'] as const) {
      const { fetch, receivedFor } = refusingServer([[visit('one')]]);
      const controller = new AbortController();
      let options: UrlElicitationOptions | undefined;
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        elicitation: {
          url: (_params, own) => {
            options = own;
            return new Promise(() => {}); // A page that does not look at the signal.
          },
        },
      });
      const calling = client.callTool('t', {}, { signal: controller.signal }).catch((error: unknown) => error);
      await eventually(() => options);
      if (end === 'abort') controller.abort(new Error('the user left'));
      else await client.close();
      const rejection = await calling;
      if (end === 'abort') assert.propertyVal(rejection, 'message', 'the user left');
      else assert.propertyVal(rejection, 'code', 'closed');
      assert.isTrue(options?.signal.aborted);
      assert.lengthOf(receivedFor('tools/call'), 1);
      await client.close();
    }
  });
});
