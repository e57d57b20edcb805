import { assert } from 'chai';
import { connect, type JsonObject, type McpClient, type ServerRequestHandlers } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  error,
  json,
  modernServer,
  type Received,
  rejection,
  result,
  type Scripted,
  until,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const form = {
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
};
const roots = { method: 'roots/list' };
const sampling = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 5 },
};

const handlers: ServerRequestHandlers = {
  elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
  sampling: { createMessage: () => ({ role: 'assistant', content: { type: 'text', text: 'hello' }, model: 'm' }) },
  roots: () => [{ uri: 'file:///project' }],
};

const done = { resultType: 'complete', content: [{ type: 'text' as const, text: 'done' }] };
const asks = (inputRequests: object | undefined, requestState?: unknown): object => ({
  resultType: 'input_required',
  ...(inputRequests && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
});

/** Answers the calls of this method with one result after the other, and repeats the last one. */
function askingServer(results: object[], method = 'tools/call'): Scripted {
  let calls = 0;
  return modernServer(
    (received) =>
      received.method === method
        ? json(result(received.id, results[Math.min(calls++, results.length - 1)]))
        : undefined,
    { tools: {} },
  );
}

const roundOf = ({ params }: Received): JsonObject => ({
  inputResponses: params['inputResponses'],
  requestState: params['requestState'],
});

describe('a request in the answer to a modern call', () => {
  it('is answered in all its parts, under the same keys, before the call is sent again [MR-04][MR-05]', async () => {
    const { fetch, receivedFor } = askingServer([asks({ who: form, where: roots, constructor: sampling }), done]);
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    assert.deepEqual((await client.callTool('t', { a: 1 })).content, done.content);
    const [, second] = receivedFor('tools/call');
    assert.deepEqual(second?.params['inputResponses'], {
      who: { action: 'accept', content: { name: 'Ada' } },
      where: { roots: [{ uri: 'file:///project' }] },
      constructor: { role: 'assistant', content: { type: 'text', text: 'hello' }, model: 'm' },
    });
  });

  it('gets its state back byte for byte, and none where the last one had none [MR-07][MR-08][MR-09]', async () => {
    const state = '{ "a" : 1.0,\t"a": 2 }\u0000\u2028é👋\\u0041';
    const { fetch, receivedFor } = askingServer([
      asks({ who: form }, state),
      asks({ who: form }),
      asks({ who: form }, ''),
      done,
    ]);
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    await client.callTool('t');
    assert.deepEqual(
      receivedFor('tools/call').map(({ params }) => params['requestState']),
      [undefined, state, undefined, ''],
    );
  });

  it('has the call sent again as it was, with an id and a progress token of its own [MR-10][MR-12]', async () => {
    const tool = {
      name: 't',
      inputSchema: { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
    };
    let calls = 0;
    const { fetch, receivedFor } = modernServer(
      ({ method, id }) => {
        if (method === 'tools/list') return json(result(id, { resultType: 'complete', tools: [tool] }));
        return method === 'tools/call' ? json(result(id, calls++ === 0 ? asks({ who: form }, 's') : done)) : undefined;
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    await client.listTools();
    await client.callTool('t', { city: 'Lima' }, { onprogress: () => {} });
    const [first, second] = receivedFor('tools/call');
    assert.exists(first);
    assert.exists(second);
    assert.notEqual(second.id, first.id);
    assert.notDeepEqual(second.params['_meta'], first.params['_meta'], 'the token is a fresh one');
    const { _meta, inputResponses: _responses, requestState: _state, ...again } = second.params;
    const { _meta: _firstMeta, ...once } = first.params;
    assert.deepEqual(again, once);
    assert.propertyVal(_meta, 'io.modelcontextprotocol/protocolVersion', '2026-07-28');
    for (const name of ['Mcp-Param-City', 'Mcp-Name', 'Mcp-Method', 'MCP-Protocol-Version']) {
      assert.isNotEmpty(second.headers.get(name), name);
      assert.equal(second.headers.get(name), first.headers.get(name), name);
    }
  });

  it('concerns that call, and no other at the same time or after it [MR-11]', async () => {
    let isAnswered = false;
    const { fetch, receivedFor } = modernServer(
      ({ method, id, params }) => {
        if (method !== 'tools/call') return undefined;
        if (params['name'] === 'asks' && !isAnswered)
          return json(result(id, asks({ who: form }, 'secret of one call')));
        return json(result(id, done));
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        form: async () => {
          await client.callTool('meanwhile');
          isAnswered = true;
          return { action: 'accept', content: { name: 'Ada' } };
        },
      },
    });
    await Promise.all([client.callTool('asks'), client.callTool('other')]);
    await client.callTool('asks');
    const rounds = receivedFor('tools/call').filter(
      ({ params }) => 'requestState' in params || 'inputResponses' in params,
    );
    assert.lengthOf(rounds, 1);
    assert.deepInclude(rounds[0]?.params, { name: 'asks', requestState: 'secret of one call' });
    assert.lengthOf(receivedFor('tools/call'), 5);
  });

  it('that asks for nothing yet is asked again after a while [MR-06]', async () => {
    const { fetch, receivedFor } = askingServer([asks(undefined, 'wait'), done]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const startedAt = performance.now();
    await client.callTool('t');
    assert.isAbove(performance.now() - startedAt, 500);
    assert.deepEqual(receivedFor('tools/call').map(roundOf)[1], { inputResponses: undefined, requestState: 'wait' });
  });

  it('may be followed by another, but not forever [MR-13]', async () => {
    const { fetch, receivedFor } = askingServer([asks({ who: form })]);
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    await errorOf(client.callTool('t'), 'invalid-result');
    assert.isAbove(receivedFor('tools/call').length, 5);
    assert.isBelow(receivedFor('tools/call').length, 50);
  });

  it('is left alone when the caller gives up: its dialogs close and nothing more is sent [MR-13][MR-14]', async () => {
    const { fetch, receivedFor } = askingServer([asks({ who: form, again: form }), done]);
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        form: (_params, { signal }) => {
          if (signals.push(signal) === 2) controller.abort(new Error('the user left'));
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      },
    });
    const rejection: unknown = await client
      .callTool('t', {}, { signal: controller.signal })
      .catch((error: unknown) => error);
    assert.propertyVal(rejection, 'message', 'the user left');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
    assert.lengthOf(receivedFor('tools/call'), 1);
  });

  for (const [what, request] of [
    ['nothing at all', asks(undefined)],
    ['input requests that are no object', asks([form])],
    ['an input request without a method', asks({ who: { params: {} } })],
    ['a state that is no text', asks(undefined, 7)],
  ] as const) {
    it(`is invalid with ${what} [MR-02][MR-03]`, async () => {
      const { fetch, receivedFor } = askingServer([request, done]);
      const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
      await errorOf(client.callTool('t'), 'invalid-result');
      assert.lengthOf(receivedFor('tools/call'), 1);
    });
  }

  for (const [method, ask] of [
    ['tools/call', (client) => client.callTool('t')],
    ['prompts/get', (client) => client.getPrompt('p')],
    ['resources/read', (client) => client.readResource('a:b')],
  ] as [string, (client: Awaited<ReturnType<typeof connect>>) => Promise<unknown>][]) {
    it(`may come from ${method} [MR-01]`, async () => {
      const complete = { resultType: 'complete', content: [], messages: [], contents: [] };
      const { fetch, receivedFor } = askingServer([asks({ who: form }), complete], method);
      const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
      await ask(client);
      assert.lengthOf(receivedFor(method), 2);
    });
  }

  /** Asks once, then has no time, then does not answer at all, and then gives the result. */
  function hurriedServer(method: string): Scripted {
    const complete = { ...done, messages: [], contents: [] };
    const tool = { name: 't', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } };
    let calls = 0;
    return modernServer(
      (received) => {
        if (received.method === 'tools/list') return json(result(received.id, { tools: [tool] }));
        if (received.method !== method) return undefined;
        calls++;
        if (calls === 2) return new Response('', { status: 503 });
        if (calls === 3) throw new TypeError('Failed to fetch');
        return json(result(received.id, calls === 1 ? asks({ who: form }, 's') : complete));
      },
      { tools: {}, prompts: {}, resources: {} },
    );
  }

  for (const [method, ask] of [
    ['prompts/get', (client) => client.getPrompt('p')],
    ['resources/read', (client) => client.readResource('a:b')],
    ['tools/call', (client) => client.callTool('t')],
  ] satisfies [string, (client: McpClient) => Promise<unknown>][])
    it(`is answered until the answer arrives, if it came from ${method} and that does no harm twice`, async () => {
      const { fetch, receivedFor } = hurriedServer(method);
      let asked = 0;
      const elicitation = { form: () => ({ action: 'accept' as const, content: { name: `Ada ${++asked}` } }) };
      const client = await connect(URL_OF_SCRIPT, { fetch, elicitation, trustAnnotations: true });
      await client.listTools();
      await ask(client);
      const [, ...rounds] = receivedFor(method);
      const round = { inputResponses: { who: { action: 'accept', content: { name: 'Ada 1' } } }, requestState: 's' };
      assert.deepEqual(rounds.map(roundOf), [round, round, round]);
      const keys = rounds.map(({ params }) => Object(params['_meta'])['io.github.mcp-web/idempotencyKey']);
      assert.equal(new Set(keys).size, 1);
    });

  it('is answered once if the call may run twice otherwise, and the error says so', async () => {
    const { fetch, receivedFor } = hurriedServer('tools/call');
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    assert.isTrue((await errorOf(client.callTool('t'), 'http')).mayHaveRun);
    assert.lengthOf(receivedFor('tools/call'), 2);
  });

  it('is not lost with an answer that may have arrived: the page can send it again, with the same key', async () => {
    const { fetch, receivedFor } = hurriedServer('tools/call');
    let asked = 0;
    const elicitation = { form: () => ({ action: 'accept' as const, content: { name: `Ada ${++asked}` } }) };
    const client = await connect(URL_OF_SCRIPT, { fetch, elicitation });
    const first = await errorOf(client.callTool('t', { a: 1 }), 'http');
    assert.isTrue(first.mayHaveRun);
    const second = await errorOf(client.callTool('t', { a: 1 }, { input: structuredClone(first.input) }), 'network');
    assert.isTrue(second.mayHaveRun);
    assert.deepEqual(second.input, first.input);
    assert.deepEqual((await client.callTool('t', { a: 1 }, { input: second.input })).content, done.content);
    assert.equal(asked, 1);
    const [, ...rounds] = receivedFor('tools/call');
    const round = { inputResponses: { who: { action: 'accept', content: { name: 'Ada 1' } } }, requestState: 's' };
    assert.deepEqual(rounds.map(roundOf), [round, round, round]);
    assert.deepEqual(
      rounds.map(({ params }) => params['arguments']),
      [{ a: 1 }, { a: 1 }, { a: 1 }],
    );
    const keys = rounds.map(({ params }) => Object(params['_meta'])['io.github.mcp-web/idempotencyKey']);
    assert.equal(new Set(keys).size, 1);
    await client.close();
  });

  it('may have run when it was sent before, whatever refuses it now', async () => {
    const { fetch } = modernServer(
      ({ method }) => (method === 'tools/call' ? new Response('', { status: 403 }) : undefined),
      {
        tools: {},
      },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    const input = { inputResponses: { who: { action: 'accept' } }, key: '1' };
    assert.isTrue((await errorOf(client.callTool('t', {}, { input }), 'http')).mayHaveRun);
    assert.isFalse((await errorOf(client.callTool('t', {}), 'http')).mayHaveRun);
    await client.close();
  });

  for (const [what, method, ask, first] of [
    ['a prompt', 'prompts/get', (client) => client.getPrompt('p'), asks({ who: form })],
    ['a call for which nobody answered anything', 'tools/call', (client) => client.callTool('t'), asks(undefined, 's')],
  ] satisfies [string, string, (client: McpClient) => Promise<unknown>, object][])
    it(`leaves nothing that could be sent with another call when it failed ${what}`, async () => {
      let calls = 0;
      const { fetch, receivedFor } = modernServer(
        (received) => {
          if (received.method !== method) return undefined;
          return calls++ === 0 ? json(result(received.id, first)) : new Response('', { status: 403 });
        },
        { tools: {}, prompts: {} },
      );
      const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
      const waking = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
      const failure = await errorOf(ask(client), 'http').finally(() => clearInterval(waking));
      assert.isUndefined(failure.input);
      assert.isAtLeast(receivedFor(method).length, 2);
      await client.close();
    });

  it('is over when the server refuses the answer', async () => {
    const { fetch } = modernServer(
      ({ method, id, params }) => {
        if (method !== 'tools/call') return undefined;
        return json(params['inputResponses'] ? error(id, -32_602, 'Not this') : result(id, asks({ who: form })));
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    assert.isUndefined((await errorOf(client.callTool('t'), 'rpc')).input);
    await client.close();
  });

  it('is not answered any longer once the caller gives up', async () => {
    const { fetch, receivedFor } = hurriedServer('prompts/get');
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    const controller = new AbortController();
    const asking = rejection(client.getPrompt('p', {}, { signal: controller.signal }));
    await until(() => receivedFor('prompts/get').length === 2);
    controller.abort(new Error('no longer'));
    assert.equal(String(await asking), 'Error: no longer');
    assert.lengthOf(receivedFor('prompts/get'), 2);
  });

  it('may come from no other method [MR-01]', async () => {
    const { fetch, receivedFor } = askingServer(
      [asks({ who: form }), { resultType: 'complete', tools: [] }],
      'tools/list',
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    await errorOf(client.listTools(), 'invalid-result');
    assert.lengthOf(receivedFor('tools/list'), 1);
  });

  it('that the user declines is sent back declined [MR-15]', async () => {
    const { fetch, receivedFor } = askingServer([asks({ who: form }), done]);
    const client = await connect(URL_OF_SCRIPT, { fetch, elicitation: { form: () => ({ action: 'decline' }) } });
    await client.callTool('t');
    assert.deepEqual(receivedFor('tools/call')[1]?.params['inputResponses'], { who: { action: 'decline' } });
  });

  for (const [what, request, refusing] of [
    ['sampling', sampling, { sampling: { createMessage: () => Promise.reject(new Error('no')) } }],
    ['roots', roots, { roots: () => Promise.reject(new Error('no')) }],
  ] as [string, object, ServerRequestHandlers][]) {
    it(`that the page does not answer is not sent back: there is no way to say no to ${what} [MR-15][RO-06][SA-15]`, async () => {
      const { fetch, receivedFor } = askingServer([asks({ q: request }), done]);
      const client = await connect(URL_OF_SCRIPT, { fetch, ...refusing });
      await errorOf(client.callTool('t'), 'denied');
      assert.lengthOf(receivedFor('tools/call'), 1);
    });
  }

  for (const [what, request, declared] of [
    ['a form', form, {}],
    [
      'a visit',
      { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://a.example/' } },
      { elicitation: handlers.elicitation },
    ],
    ['sampling', sampling, {}],
    [
      'sampling with tools',
      { method: 'sampling/createMessage', params: { ...sampling.params, tools: [], toolChoice: {} } },
      { sampling: handlers.sampling },
    ],
    ['roots', roots, {}],
    ['something unknown', { method: 'tasks/list' }, handlers],
  ] as [string, object, ServerRequestHandlers][]) {
    it(`for ${what}, which the page did not declare, fails the call [MR-16][SA-17]`, async () => {
      const { fetch, receivedFor } = askingServer([asks({ q: request }), done]);
      const client = await connect(URL_OF_SCRIPT, { fetch, ...declared });
      await errorOf(client.callTool('t'), 'unsupported');
      assert.lengthOf(receivedFor('tools/call'), 1);
    });
  }

  it('leaves an answer that is fetched anew each time, however fresh the server calls it [MR-17]', async () => {
    let reads = 0;
    const { fetch } = modernServer(
      ({ method, id, params }) => {
        if (method !== 'resources/read') return undefined;
        if (!('inputResponses' in params)) return json(result(id, asks({ who: form })));
        return json(
          result(id, {
            resultType: 'complete',
            contents: [{ uri: 'a:b', text: `read ${++reads}` }],
            ttlMs: 600_000,
            cacheScope: 'public',
          }),
        );
      },
      { resources: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    for (const text of ['read 1', 'read 2']) assert.equal((await client.readResource('a:b')).contents[0]?.text, text);
  });
});

describe('input requests of which the page declared only one', () => {
  for (const [what, other] of [
    ['roots', roots],
    ['sampling', sampling],
    ['a visit', { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://a.example/' } }],
    ['something unknown', { method: 'tasks/list' }],
  ] as const) {
    it(`fail the call before the user is asked anything, if the other is ${what}, and nothing is sent [MR-16]`, async () => {
      const { fetch, receivedFor } = askingServer([asks({ who: form, other }), done]);
      let asked = 0;
      const elicitation = { form: () => (asked++, Promise.resolve({ action: 'decline' as const })) };
      const client = await connect(URL_OF_SCRIPT, { fetch, elicitation });
      const error = await errorOf(client.callTool('t'), 'unsupported');
      assert.include(error.message, other.method);
      assert.equal(asked, 0);
      assert.lengthOf(receivedFor('tools/call'), 1);
    });
  }
});

describe('what a modern request declares', () => {
  it('is what the page answers, each time, and that roots announce nothing [EL-02][RO-02][SA-02][MR-16]', async () => {
    const { fetch, received } = askingServer([done]);
    const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
    await client.callTool('t');
    await client.rootsChanged();
    assert.lengthOf(received, 2, 'there is no announcement in this era');
    for (const { params } of received) {
      assert.deepPropertyVal(params['_meta'], 'io.modelcontextprotocol/clientCapabilities', {
        elicitation: { form: {} },
        sampling: {},
        roots: {},
      });
    }
  });
});
