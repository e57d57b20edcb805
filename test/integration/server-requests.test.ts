import { assert } from 'chai';
import {
  connect,
  type ConnectOptions,
  type ElicitationFormParams,
  type ElicitationUrlParams,
  type McpClient,
  type ServerRequestHandlers,
} from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor } from '../support/wire.ts';
import { REVISION_SERVERS, textOf, untilListed } from './support.ts';

/** Connects to server-everything. Its tools depend on what the client declared, and they appear a moment after the handshake. */
async function connectFor(tool: string, options: ConnectOptions, transport = 'everything'): Promise<McpClient> {
  const client = await connect(await serverUrl(transport), options);
  await untilListed(client, tool);
  return client;
}

/** All the text in the answer to a tool call. */
async function callTool(
  name: string,
  args: Record<string, unknown>,
  handlers: ServerRequestHandlers,
  transport?: string,
): Promise<string> {
  const client = await connectFor(name, handlers, transport);
  try {
    const { content } = await client.callTool(name, args);
    return content.map((block) => ('text' in block ? block.text : '')).join('\n');
  } finally {
    await client.close();
  }
}

for (const { name, era } of REVISION_SERVERS.slice(0, 2)) {
  describe(`a tool of ${name} that sends requests`, () => {
    it('gets its answers, one after the other, and goes on [MR-04][MR-05][MR-07][MR-10]', async () => {
      const { fetch, sent } = recordFetch();
      const asked: string[] = [];
      const client = await connect(await serverUrl(name), {
        fetch,
        elicitation: {
          form: ({ message }) => {
            asked.push(message);
            return { action: 'accept', content: message === 'Who is there?' ? { name: 'Ada' } : { sure: true } };
          },
        },
      });
      assert.equal(textOf(await client.callTool('introduce')), '{"you" : "Ada"}: sure');
      assert.deepEqual(asked, ['Who is there?', 'Are you Ada?']);
      const calls = requestsFor(sent, 'tools/call');
      assert.lengthOf(calls, era === 'modern' ? 3 : 1);
      assert.equal(new Set(calls.map(({ body }) => body.id)).size, calls.length);
      await client.close();
    });

    it('waits for a user who takes longer than the timeout of the call', async () => {
      const client = await connect(await serverUrl(name), {
        elicitation: {
          form: async ({ message }) => {
            await new Promise((resolve) => setTimeout(resolve, 2_500));
            return { action: 'accept', content: message === 'Who is there?' ? { name: 'Ada' } : { sure: true } };
          },
        },
      });
      assert.equal(
        textOf(await client.callTool('introduce', {}, { timeoutMs: 2_000, maxTimeoutMs: 2_000 })),
        '{"you" : "Ada"}: sure',
      );
      await client.close();
    });

    it('hears that the user declined [EL-21]', async () => {
      const client = await connect(await serverUrl(name), { elicitation: { form: () => ({ action: 'decline' }) } });
      assert.equal(textOf(await client.callTool('introduce')), 'Nobody');
      await client.close();
    });
  });
}

for (const transport of ['everything', 'everything-sse']) {
  describe(`the official server-everything asks (${transport})`, () => {
    it('for a form, and gets its defaults when it is accepted as it stands [EL-01][EL-04][EL-18]', async () => {
      const asked: ElicitationFormParams[] = [];
      const text = await callTool(
        'trigger-elicitation-request',
        {},
        { elicitation: { form: (params) => (asked.push(params), { action: 'accept' }) } },
        transport,
      );
      assert.include(text, 'User provided the requested information');
      for (const part of [
        '"integer": 42',
        '"number": 3.14',
        '"untitledMultipleSelectEnum"',
        'Guitar',
        '"legacyTitledEnum": "pet-1"',
      ])
        assert.include(text, part);
      assert.containsAllKeys(asked[0]?.requestedSchema['properties'], [
        'name',
        'birthdate',
        'titledMultipleSelectEnum',
      ]);
    });

    for (const [action, said] of [
      ['decline', 'User declined'],
      ['cancel', 'User cancelled'],
    ] as const) {
      it(`for a form, and hears that the user said ${action} [EL-21]`, async () => {
        assert.include(
          await callTool('trigger-elicitation-request', {}, { elicitation: { form: () => ({ action }) } }, transport),
          said,
        );
      });
    }

    it('a model, and gets its answer [SA-01]', async () => {
      let tokens = 0;
      const text = await callTool(
        'trigger-sampling-request',
        { prompt: 'How are you?', maxTokens: 7 },
        {
          sampling: {
            createMessage: ({ messages, maxTokens }) => {
              tokens = maxTokens;
              return {
                role: 'assistant',
                content: { type: 'text', text: `${messages.length} message heard` },
                model: 'of-the-test',
                stopReason: 'endTurn',
              };
            },
          },
        },
        transport,
      );
      assert.include(text, '1 message heard');
      assert.include(text, 'of-the-test');
      assert.equal(tokens, 7);
    });

    it('for the roots, and again when they changed [RO-01][RO-03]', async () => {
      let roots = [{ uri: 'file:///one', name: 'One' }];
      let asked = 0;
      const client = await connectFor('get-roots-list', { roots: () => (asked++, roots) }, transport);
      // It sends the request 350 ms after the handshake. If its stream is not open by then, nobody receives it.
      while (asked === 0) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        if (asked === 0) await client.rootsChanged();
      }
      const before = asked;
      roots = [
        { uri: 'file:///two', name: 'Two' },
        { uri: 'file:///three', name: 'Three' },
      ];
      await client.rootsChanged();
      await eventually(() => asked > before);
      const said = (): Promise<string> =>
        client.callTool('get-roots-list').then(({ content }) => JSON.stringify(content));
      let text = await said();
      while (!text.includes('file:///two')) text = await said();
      assert.include(text, 'file:///three');
      assert.notInclude(text, 'file:///one');
      await client.close();
    });
  });
}

describe('the official server-everything sends the user to a page', () => {
  const args = { url: 'https://example.com/sign-in', message: 'Sign in there', elicitationId: crypto.randomUUID() };

  it('by a request [EL-22][EL-31]', async () => {
    const asked: ElicitationUrlParams[] = [];
    const text = await callTool('trigger-url-elicitation', args, {
      elicitation: { url: (params) => (asked.push(params), { action: 'accept' }) },
    });
    assert.include(text, 'User completed the URL elicitation flow');
    assert.include(text, '"action": "accept"');
    assert.notInclude(text, '"content"');
    assert.deepEqual(
      asked.map(({ url, message, elicitationId }) => ({ url, message, elicitationId })),
      [args],
    );
  });

  it('by refusing the call until the user has been there [EL-35]', async () => {
    const { fetch, sent } = recordFetch();
    const asked: string[] = [];
    const client = await connectFor('trigger-url-elicitation', {
      fetch,
      elicitation: { url: ({ url }) => (asked.push(url), { action: 'accept' }) },
    });
    const { content } = await client.callTool('trigger-url-elicitation', {
      ...args,
      elicitationId: crypto.randomUUID(),
      errorPath: true,
    });
    assert.include(JSON.stringify(content), 'User completed');
    assert.deepEqual(asked, ['https://modelcontextprotocol.io', args.url]);
    const ids = requestsFor(sent, 'tools/call').map(({ body }) => body.id);
    assert.equal(new Set(ids).size, 2);
    await client.close();
  });

  it('and the call fails when the user does not want to', async () => {
    const client = await connectFor('trigger-url-elicitation', { elicitation: { url: () => ({ action: 'decline' }) } });
    const error = await errorOf(
      client.callTool('trigger-url-elicitation', { ...args, elicitationId: crypto.randomUUID(), errorPath: true }),
      'denied',
    );
    assert.propertyVal(error.cause, 'rpcCode', -32042);
    await client.close();
  });
});
