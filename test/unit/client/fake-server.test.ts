/** Servers that applications use in their own tests: the real client, in both eras. */
import { connect, McpHost, type McpClient, McpError, type Tool } from '@mcp-web/client';
import {
  fakeServer,
  type FakeServerOptions,
  type RecordedExchange,
  recordSession,
  replaySession,
} from '@mcp-web/client/testing';
import { expect } from 'chai';

const URL_OF_FAKE = 'https://fake.test/mcp';
const ERAS = [
  { era: 'modern', revisions: ['2026-07-28'] },
  { era: 'legacy', revisions: ['2025-11-25'] },
] as const;

for (const { era, revisions } of ERAS)
  describe(`a fake server of the ${era} era`, () => {
    let client: McpClient;
    afterEach(() => client.close());

    const open = async (options: FakeServerOptions, asked = {}): Promise<ReturnType<typeof fakeServer>> => {
      const server = fakeServer({ name: 'weather', revisions, ...options });
      client = await connect(URL_OF_FAKE, { fetch: server.fetch, ...asked });
      return server;
    };

    it('connects, lists its tools, and runs one', async () => {
      const server = await open({
        instructions: 'Ask for a city.',
        tools: [{ name: 'forecast', title: 'Forecast', run: ({ city }) => `Sun in ${String(city)}` }],
      });
      const tools: Tool[] = [];
      for await (const tool of client.tools()) tools.push(tool);
      expect(tools).to.deep.equal([{ name: 'forecast', title: 'Forecast', inputSchema: { type: 'object' } }]);
      expect((await client.callTool('forecast', { city: 'Lima' })).content).to.deep.equal([
        { type: 'text', text: 'Sun in Lima' },
      ]);
      expect(client.revision).to.equal(revisions[0]);
      expect(client.server.instructions).to.equal('Ask for a city.');
      const call = server.requests.find(({ method }) => method === 'tools/call');
      expect(call?.params['arguments']).to.deep.equal({ city: 'Lima' });
    });

    it('gives prompts and resources', async () => {
      await open({
        prompts: [{ name: 'haiku', messages: ({ about }) => `Write one about ${String(about)}` }],
        resources: [{ uri: 'note:///1', name: 'One', mimeType: 'text/plain', read: () => 'Hello' }],
      });
      const { messages } = await client.getPrompt('haiku', { about: 'rain' });
      expect(messages).to.deep.equal([{ role: 'user', content: { type: 'text', text: 'Write one about rain' } }]);
      const { contents } = await client.readResource('note:///1');
      expect(contents).to.deep.equal([{ uri: 'note:///1', mimeType: 'text/plain', text: 'Hello' }]);
    });

    it('turns what a tool throws into a result, and refuses a tool that it does not have', async () => {
      await open({
        tools: [
          {
            name: 'break',
            run: () => {
              throw new Error('No coins left');
            },
          },
        ],
      });
      const result = await client.callTool('break', {});
      expect(result).to.deep.include({ isError: true, content: [{ type: 'text', text: 'No coins left' }] });
      const error: unknown = await client.callTool('vanished', {}).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(McpError).with.property('code', 'rpc');
    });

    it('reports progress before the result', async () => {
      await open({
        tools: [
          {
            name: 'count',
            run: (_, { progress }) => {
              progress(1, 2, 'half');
              progress(2, 2);
              return 'done';
            },
          },
        ],
      });
      const seen: unknown[] = [];
      await client.callTool('count', {}, { onprogress: ({ progress, total }) => void seen.push([progress, total]) });
      expect(seen).to.deep.equal([
        [1, 2],
        [2, 2],
      ]);
    });

    it('asks the user, and goes on with the answer', async () => {
      const answers: unknown[] = [];
      await open(
        {
          tools: [
            {
              name: 'book',
              run: async (_, { elicit }) => {
                const schema = { type: 'object', properties: { seat: { type: 'string' } } };
                answers.push(await elicit('Which seat?', schema), await elicit('And the other one?', schema));
                return 'booked';
              },
            },
          ],
        },
        {
          elicitation: {
            form: ({ message }: { message: string }) =>
              message === 'Which seat?' ? { action: 'accept', content: { seat: '4A' } } : { action: 'decline' },
          },
        },
      );
      const result = await client.callTool('book', {});
      expect(result.content).to.deep.equal([{ type: 'text', text: 'booked' }]);
      expect(answers).to.deep.equal([{ action: 'accept', content: { seat: '4A' } }, { action: 'decline' }]);
    });

    it('hears that a call is cancelled', async () => {
      const heard = Promise.withResolvers<string>();
      const begun = Promise.withResolvers<void>();
      await open({
        tools: [
          {
            name: 'wait',
            run: (_, { signal }) =>
              new Promise(() => {
                signal.addEventListener('abort', () => heard.resolve('cancelled'));
                begun.resolve();
              }),
          },
        ],
      });
      const cancelling = new AbortController();
      const call = client.callTool('wait', {}, { signal: cancelling.signal }).catch(({ name }: Error) => name);
      await begun.promise;
      cancelling.abort();
      expect(await call).to.equal('AbortError');
      expect(await heard.promise).to.equal('cancelled');
    });

    it('announces what has changed', async () => {
      const server = fakeServer({ revisions, tools: [{ name: 'old', run: () => '' }] });
      const host = new McpHost();
      try {
        const id = host.add(URL_OF_FAKE, { fetch: server.fetch });
        await host.ready(id);
        client = await connect(URL_OF_FAKE, { fetch: fakeServer().fetch });
        const changed = new Promise<string | undefined>((resolve) => {
          host.subscribe(() => {
            const name = host.getSnapshot().servers[0]?.tools[0]?.name;
            if (name !== 'old') resolve(name);
          });
        });
        server.change({ tools: [{ name: 'new', run: () => '' }] });
        expect(await changed).to.equal('new');
      } finally {
        host.close();
      }
    });

    it('fakes a fault where the test says so', async () => {
      await open({
        tools: [{ name: 'greet', run: () => 'Hello' }],
        intercept: ({ method }) => (method === 'tools/call' ? new Response('Busy', { status: 503 }) : undefined),
      });
      const error: unknown = await client.callTool('greet', {}).catch((reason: unknown) => reason);
      expect(error).to.deep.include({ code: 'http', status: 503, mayHaveRun: true });
    });
  });

describe('a fake server', () => {
  it('speaks the newest revision, unless it is told otherwise', async () => {
    const client = await connect(URL_OF_FAKE, { fetch: fakeServer().fetch });
    expect(client.revision).to.equal('2026-07-28');
    await client.close();
  });

  it('lets the client open a new session after it restarted', async () => {
    const server = fakeServer({ revisions: ['2025-06-18'], prompts: [{ name: 'hi', messages: () => 'Hi' }] });
    const client = await connect(URL_OF_FAKE, { fetch: server.fetch });
    server.restart();
    expect((await client.getPrompt('hi')).messages).to.have.length(1);
    expect(server.requests.filter(({ method }) => method === 'initialize')).to.have.length(2);
    await client.close();
  });
});

for (const { era, revisions } of ERAS)
  describe(`a recorded session of the ${era} era`, () => {
    const record = async (): Promise<readonly RecordedExchange[]> => {
      let calls = 0;
      const server = fakeServer({
        revisions,
        tools: [
          {
            name: 'count',
            run: (_, { progress }) => {
              progress(1, 2);
              return `call ${++calls}`;
            },
          },
        ],
      });
      const recorder = recordSession(server.fetch);
      const client = await connect(URL_OF_FAKE, { fetch: recorder.fetch });
      for await (const tool of client.tools()) expect(tool.name).to.equal('count');
      const onprogress = (): void => {};
      await client.callTool('count', { by: 1 }, { onprogress });
      await client.callTool('count', { by: 1 }, { onprogress });
      await client.close();
      return JSON.parse(JSON.stringify(await recorder.exchanges()));
    };

    it('is replayed without its server, in the same order', async () => {
      const client = await connect(URL_OF_FAKE, { fetch: replaySession(await record()) });
      const texts: unknown[] = [];
      const steps: unknown[] = [];
      for await (const tool of client.tools()) expect(tool.name).to.equal('count');
      for (let call = 0; call < 3; call++) {
        const { content } = await client.callTool(
          'count',
          { by: 1 },
          { onprogress: ({ progress }) => void steps.push(progress) },
        );
        texts.push(...content.map((block) => block.type === 'text' && block.text));
      }
      expect(texts).to.deep.equal(['call 1', 'call 2', 'call 2']);
      expect(steps).to.deep.equal([1, 1, 1]);
      expect(client.revision).to.equal(revisions[0]);
      await client.close();
    });

    it('refuses what was not recorded', async () => {
      const client = await connect(URL_OF_FAKE, { fetch: replaySession(await record()) });
      const error: unknown = await client.callTool('count', { by: 2 }).catch((reason: unknown) => reason);
      expect(error).to.deep.include({ code: 'rpc', message: 'The recording has no tools/call like this.' });
      await client.close();
    });
  });

describe('a recording', () => {
  it('has no session id with which somebody could go on with the session', async () => {
    const recorder = recordSession(fakeServer({ revisions: ['2025-06-18'], tools: [] }).fetch);
    const live: string[] = [];
    const client = await connect(URL_OF_FAKE, {
      fetch: async (input, init) => {
        const response = await recorder.fetch(input, init);
        const id = response.headers.get('Mcp-Session-Id');
        if (id !== null) live.push(id);
        return response;
      },
    });
    for await (const _ of client.tools());
    await client.close();
    const exchanges = await recorder.exchanges();
    expect(live).to.have.length.above(0);
    for (const id of live) expect(JSON.stringify(exchanges)).not.to.include(id);
    expect(exchanges.find(({ message }) => message['method'] === 'initialize')?.sessionId).to.equal('recorded');
    const replayed = await connect(URL_OF_FAKE, { fetch: replaySession(exchanges) });
    for await (const _ of replayed.tools());
    await replayed.close();
  });

  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const [title, body] of [
    ['a form', 'grant_type=refresh_token&refresh_token=secret'],
    ['text', 'Hello'],
    ['nothing', ''],
    ['JSON that is no message', JSON.stringify({ client_name: 'page', client_secret: 'secret' })],
    ['a message of another kind', JSON.stringify({ ...message, jsonrpc: '1.0' })],
    ['a list', '[1]'],
    ['bytes', new TextEncoder().encode(JSON.stringify(message))],
  ] as const)
    it(`lets ${title} through, and has nothing of it`, async () => {
      const bodies: unknown[] = [];
      const recorder = recordSession(async (_input, init) => {
        bodies.push(init?.body);
        return new Response('{"access_token":"secret"}');
      });
      const response = await recorder.fetch('https://issuer.example/token', { method: 'POST', body });
      expect(await response.json()).to.deep.equal({ access_token: 'secret' });
      expect(bodies).to.deep.equal([body]);
      expect(await recorder.exchanges()).to.deep.equal([]);
    });

  it('answers what is no message with status 400 when it is replayed', async () => {
    const asked = replaySession([])('https://issuer.example/token', { method: 'POST', body: 'grant_type=password' });
    expect((await asked).status).to.equal(400);
  });

  it('has the answers of a server to messages', async () => {
    const recorder = recordSession(async () => Response.json({ jsonrpc: '2.0', id: 1, result: {} }));
    await recorder.fetch('https://fake.example/mcp', { method: 'POST', body: JSON.stringify(message) });
    expect((await recorder.exchanges()).map((exchange) => exchange.message)).to.deep.equal([message]);
  });
});
