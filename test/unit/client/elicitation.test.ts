import { assert } from 'chai';
import {
  connect,
  type JsonObject,
  McpError,
  type ServerRequestHandlers,
  type UrlElicitationOptions,
} from '@mcp-web/client';
import {
  event,
  eventually,
  json,
  legacyServer,
  modernServer,
  openStream,
  type Received,
  result,
  stream,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const form = {
  message: 'Who?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
  },
};
const visit = (elicitationId: string): object => ({
  mode: 'url',
  message: 'Sign in there',
  url: `https://login.example/${elicitationId}`,
  elicitationId,
});
const accept: ServerRequestHandlers = { elicitation: { url: () => ({ action: 'accept' }) } };
const done = { content: [{ type: 'text', text: 'done' }] };

/** A server that sends this request on the stream of a call, and answers the call when it has its answer. */
function askingServer(params: object, revision?: string): { fetch: typeof fetch; answers: JsonObject[] } {
  const answers: JsonObject[] = [];
  const { response, send } = openStream();
  let callId: unknown;
  const { fetch } = legacyServer(
    ({ method, id, body }) => {
      if (method === 'tools/call') {
        callId = id;
        send({ jsonrpc: '2.0', id: 'ask', method: 'elicitation/create', params });
        return response;
      }
      if (body['id'] !== 'ask') return undefined;
      answers.push(body);
      send(result(callId, done));
      return undefined;
    },
    { tools: {} },
    revision,
  );
  return { fetch, answers };
}

describe('a handler of the page that throws', () => {
  const { reportError } = globalThis;
  const reported: unknown[] = [];
  beforeEach(() => {
    reported.length = 0;
    globalThis.reportError = (error: unknown) => void reported.push(error);
  });
  afterEach(() => void (globalThis.reportError = reportError));

  async function answerWith(failure: unknown): Promise<unknown> {
    const { fetch, answers } = askingServer(form);
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        form: () => {
          throw failure;
        },
      },
    });
    await client.callTool('t');
    await client.close();
    return answers[0];
  }

  it('is reported to the page, and the server hears nothing of the page’s own', async () => {
    const failure = new Error('secret of the page');
    const answer = await answerWith(failure);
    assert.nestedPropertyVal(answer, 'error.code', -32603);
    assert.notInclude(JSON.stringify(answer), 'secret');
    assert.deepEqual(
      reported.map((error) => error === failure),
      [true],
    );
  });

  it('is not reported where it meant to refuse', async () => {
    await answerWith(new McpError('denied', 'The user does not want to'));
    assert.isEmpty(reported);
  });
});

describe('a visit that the server asks for by a request', () => {
  it('is accepted without content, and its end is an event, once, of a visit that is known [EL-22][EL-31][EL-32]', async () => {
    const own = openStream();
    const answers: Received[] = [];
    const { fetch } = legacyServer((seen) => {
      if (seen.httpMethod === 'GET') return own.response;
      if (seen.body['id'] === 7) answers.push(seen);
      return undefined;
    });
    const options: UrlElicitationOptions[] = [];
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: { url: (_params, own_) => (options.push(own_), { action: 'accept' }) },
    });
    const completed: string[] = [];
    client.addEventListener('elicitationcomplete', ({ elicitationId }) => completed.push(elicitationId));
    const complete = (elicitationId: unknown): void =>
      own.send({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId } });
    complete('one');
    own.send({ jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: visit('one') });
    await eventually(() => answers.length > 0);
    assert.deepEqual(answers[0]?.body, { jsonrpc: '2.0', id: 7, result: { action: 'accept' } });
    assert.notProperty(
      options[0],
      'completed',
      'the server waits for the answer, so nobody has to wait for the server',
    );
    assert.isEmpty(completed, 'it was not known yet');
    for (const id of ['two', 7, null, undefined, 'one', 'one']) complete(id);
    await eventually(() => completed.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(completed, ['one']);
    await client.close();
  });

  it('has no end that is told in 2026-07-28 [EL-36]', async () => {
    let calls = 0;
    const complete = event({
      jsonrpc: '2.0',
      method: 'notifications/elicitation/complete',
      params: { elicitationId: 'one' },
    });
    const { fetch } = modernServer(
      ({ method, id }) => {
        if (method !== 'tools/call') return undefined;
        if (calls++ === 0)
          return json(
            result(id, {
              resultType: 'input_required',
              inputRequests: { go: { method: 'elicitation/create', params: visit('one') } },
            }),
          );
        return stream(complete + event(result(id, { resultType: 'complete', ...done })));
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, ...accept });
    client.addEventListener('elicitationcomplete', () => assert.fail('there is no such thing'));
    await client.callTool('t');
    assert.equal(calls, 2);
    await client.close();
  });

  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'myapp://go',
    'http://example.com/',
    'http://127.0.0.1.example.com/',
    'not a url',
    '/relative',
    '',
    `https://${'a.'.repeat(126)}aa/`,
  ]) {
    it(`to ${JSON.stringify(url)} is refused, and the page is not asked [EL-30][SE-06]`, async () => {
      const { fetch, answers } = askingServer({ ...visit('x'), url });
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        elicitation: { url: () => assert.fail('the page was asked') },
      });
      await client.callTool('t');
      assert.nestedPropertyVal(answers[0], 'error.code', -32602);
      await client.close();
    });
  }

  const answerTo = async (server: string, url: string, own: ServerRequestHandlers): Promise<JsonObject | undefined> => {
    const { fetch, answers } = askingServer({ ...visit('x'), url });
    const client = await connect(server, { fetch, ...own });
    await client.callTool('t');
    await client.close();
    return answers[0];
  };

  for (const [server, url] of [
    [URL_OF_SCRIPT, 'https://example.com/a?b#c'],
    [URL_OF_SCRIPT, `https://${'a.'.repeat(126)}a/`],
    ['http://localhost:3000/mcp', 'http://localhost:8080/'],
    ['http://localhost:3000/mcp', 'http://127.0.0.1/'],
    ['http://127.0.0.1:3000/mcp', 'http://[::1]:3000/x'],
    ['http://127.0.0.1:3000/mcp', 'https://nas.local/'],
    ['https://nas.local/mcp', 'https://192.168.1.1/'],
    ['https://nas.local/mcp', 'https://example.com/'],
  ] as const) {
    it(`from ${server} to ${url} is the page’s to make`, async () => {
      assert.deepEqual((await answerTo(server, url, accept))?.['result'], { action: 'accept' });
    });
  }

  for (const [server, url] of [
    [URL_OF_SCRIPT, 'http://localhost:8080/'],
    [URL_OF_SCRIPT, 'http://127.0.0.1/'],
    [URL_OF_SCRIPT, 'http://[::1]:3000/x'],
    [URL_OF_SCRIPT, 'https://localhost/'],
    [URL_OF_SCRIPT, 'https://192.168.1.1/'],
    [URL_OF_SCRIPT, 'https://router/'],
    [URL_OF_SCRIPT, 'https://[64:ff9b::a00:1]/'],
    ['https://nas.local/mcp', 'http://localhost:8080/'],
  ] as const) {
    it(`from ${server} to ${url} is refused, and the page is not asked [SE-06][SE-09]`, async () => {
      const answer = await answerTo(server, url, { elicitation: { url: () => assert.fail('the page was asked') } });
      assert.nestedPropertyVal(answer, 'error.code', -32602);
      assert.match(JSON.stringify(answer), /device or in their network/);
    });
  }

  it('is not unencrypted unless it leads to this device everywhere [SE-06]', async () => {
    for (const host of ['0.0.0.0', '[::]', 'nas.local'])
      assert.nestedPropertyVal(
        await answerTo('http://localhost:3000/mcp', `http://${host}/`, accept),
        'error.message',
        'params.url: expected an https URL',
      );
  });

  it('is made by nobody but the page: nothing is fetched, opened or looked up before [EL-23][EL-24]', async () => {
    const before = performance.getEntriesByType('resource').length;
    const opened: unknown[] = [];
    const open = window.open.bind(window);
    window.open = (...args) => (opened.push(args), null);
    try {
      const { fetch, answers } = askingServer({ ...visit('x'), url: `${location.origin}/prefetched` });
      const server = `${location.origin}/scripted`;
      const hosts = new Set<string>();
      const client = await connect(server, {
        fetch: (input, init) => {
          hosts.add(new Request(input).url);
          return fetch(input, init);
        },
        elicitation: { url: () => new Promise((resolve) => setTimeout(resolve, 100, { action: 'decline' })) },
      });
      await client.callTool('t');
      assert.deepEqual(answers[0]?.['result'], { action: 'decline' });
      assert.deepEqual([...hosts], [server]);
      assert.isEmpty(opened);
      assert.isEmpty(
        [...document.querySelectorAll('link')]
          .filter(({ href }) => href.includes('prefetched'))
          .map(({ href }) => href),
      );
      const names = performance
        .getEntriesByType('resource')
        .slice(before)
        .map(({ name }) => name);
      assert.isEmpty(names.filter((name) => name.includes('prefetched')));
      await client.close();
    } finally {
      window.open = open;
    }
  });
});

describe('the answer to a form', () => {
  it('is declared in the handshake, and asked for [EL-01]', async () => {
    const { fetch, receivedFor } = legacyServer(() => undefined);
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: { form: () => ({ action: 'cancel' }), url: () => ({ action: 'cancel' }) },
    });
    assert.deepNestedPropertyVal(receivedFor('initialize')[0]?.params, 'capabilities.elicitation', {
      form: {},
      url: {},
    });
    await client.close();
    const bare = legacyServer(() => undefined);
    await (await connect(URL_OF_SCRIPT, { fetch: bare.fetch })).close();
    assert.deepEqual(bare.receivedFor('initialize')[0]?.params['capabilities'], {});
  });

  it('may have lists of texts from 2025-11-25 on [EL-20]', async () => {
    const { fetch, answers } = askingServer(form);
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada', tags: ['a', 'b'] } }) },
    });
    await client.callTool('t');
    assert.deepEqual(answers[0]?.['result'], { action: 'accept', content: { name: 'Ada', tags: ['a', 'b'] } });
    await client.close();
  });

  it('of 2025-06-18 has no lists: nobody is asked for them [EL-19]', async () => {
    const { fetch, answers } = askingServer(
      { ...form, requestedSchema: { ...form.requestedSchema, required: ['name'] } },
      '2025-06-18',
    );
    let fields: unknown;
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: {
        form: ({ requestedSchema }) => {
          fields = requestedSchema['properties'];
          return { action: 'accept', content: { name: 'Ada' } };
        },
      },
    });
    await client.callTool('t');
    assert.deepEqual(fields, { name: { type: 'string' } });
    assert.deepEqual(answers[0]?.['result'], { action: 'accept', content: { name: 'Ada' } });
    await client.close();
  });

  it('of 2025-06-18 is refused where a list is required, and where the page gives one [EL-19]', async () => {
    const required = { ...form, requestedSchema: { ...form.requestedSchema, required: ['tags'] } };
    for (const [params, code] of [
      [required, -32602],
      [form, -32603],
    ] as const) {
      const { fetch, answers } = askingServer(params, '2025-06-18');
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        elicitation: { form: () => ({ action: 'accept', content: { tags: ['a'] } }) },
      });
      await client.callTool('t');
      assert.nestedPropertyVal(answers[0], 'error.code', code);
      await client.close();
    }
  });

  for (const [what, value] of [
    ['an object', {}],
    ['null', null],
    ['a list of numbers', [1]],
    ['not a number', NaN],
  ] as const) {
    it(`is not sent with ${what} as a value, which no revision has [EL-20]`, async () => {
      const { fetch, answers } = askingServer(form);
      const content: Record<string, never> = JSON.parse('{}');
      Object.assign(content, { name: value });
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        elicitation: { form: () => ({ action: 'accept', content }) },
      });
      await client.callTool('t');
      assert.nestedPropertyVal(answers[0], 'error.code', -32603);
      await client.close();
    });
  }

  it('whose handler fails is an error that says nothing of the page', async () => {
    const { fetch, answers } = askingServer(form);
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: { form: () => Promise.reject(new McpError('denied', 'a secret of the page')) },
    });
    await client.callTool('t');
    assert.nestedPropertyVal(answers[0], 'error.code', -32603);
    assert.notInclude(JSON.stringify(answers), 'secret');
    await client.close();
  });
});
