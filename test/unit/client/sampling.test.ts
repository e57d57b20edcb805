import { assert } from 'chai';
import {
  connect,
  type JsonObject,
  type SamplingParams,
  type SamplingResult,
  type ServerRequestHandlers,
} from '@mcp-web/client';
import { legacyServer, openStream, result } from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const text = { type: 'text' as const, text: 'hi' };
const audio = { type: 'audio' as const, data: 'AA==', mimeType: 'audio/wav' };
const use = { type: 'tool_use' as const, id: 'u1', name: 't', input: {}, _meta: { 'example.com/cache': 'kept' } };
const used = { type: 'tool_result' as const, toolUseId: 'u1', content: [], _meta: { 'example.com/cache': 'kept too' } };
const params = { messages: [{ role: 'user', content: text }], maxTokens: 5 };
const answerOf = (content: SamplingResult['content']): SamplingResult => ({ role: 'assistant', content, model: 'm' });

/** Requests sampling on the stream of a call. Resolves with the answer and with what the page's handler received. */
async function sample(
  asked: object,
  answer: SamplingResult | (() => Promise<SamplingResult>),
  { revision = '2025-11-25', supportsTools = true }: { revision?: string; supportsTools?: boolean } = {},
): Promise<{ answer: JsonObject; given: SamplingParams | undefined }> {
  const { response, send } = openStream();
  let callId: unknown;
  let given: SamplingParams | undefined;
  let answered: JsonObject = {};
  const { fetch } = legacyServer(
    ({ method, id, body }) => {
      if (method === 'tools/call') {
        callId = id;
        send({ jsonrpc: '2.0', id: 'ask', method: 'sampling/createMessage', params: asked });
        return response;
      }
      if (body['id'] === 'ask') {
        answered = body;
        send(result(callId, { content: [] }));
      }
      return undefined;
    },
    { tools: {} },
    revision,
  );
  const sampling: ServerRequestHandlers['sampling'] = {
    createMessage: (own) => {
      given = own;
      return typeof answer === 'function' ? answer() : answer;
    },
    supportsTools,
  };
  const client = await connect(URL_OF_SCRIPT, { fetch, sampling });
  await client.callTool('t');
  await client.close();
  return { answer: answered, given };
}

describe('sampling', () => {
  it('is declared in the handshake where the page can do it [SA-01][SA-16][SA-24]', async () => {
    for (const [supportsTools, declared] of [
      [undefined, {}],
      [true, { tools: {} }],
    ] as const) {
      const { fetch, receivedFor } = legacyServer(() => undefined);
      const client = await connect(URL_OF_SCRIPT, {
        fetch,
        sampling: { createMessage: () => answerOf(text), supportsTools },
      });
      assert.deepNestedPropertyVal(receivedFor('initialize')[0]?.params, 'capabilities.sampling', declared);
      await client.close();
    }
  });

  it('hands the page everything that was asked, in the order of the server, and the server what the page answers', async () => {
    const asked = {
      ...params,
      systemPrompt: 'Be brief',
      temperature: 0.5,
      stopSequences: ['.'],
      includeContext: 'none',
      metadata: { a: 1 },
      modelPreferences: {
        hints: [{ name: 'first' }, { name: 'second' }],
        costPriority: 0.1,
        speedPriority: 0.2,
        intelligencePriority: 1,
      },
    };
    const { answer, given } = await sample(asked, { ...answerOf(text), stopReason: 'endTurn' });
    assert.deepEqual(given as unknown, asked);
    assert.deepEqual(answer['result'], { role: 'assistant', content: text, model: 'm', stopReason: 'endTurn' });
  });

  it('takes and gives one block or several, and says when the model wants to use tools [SA-21]', async () => {
    const asked = {
      messages: [
        { role: 'user', content: [text, text] },
        { role: 'assistant', content: use },
        { role: 'user', content: [used] },
      ],
      maxTokens: 5,
    };
    const { answer, given } = await sample(asked, { ...answerOf([use, { ...use, id: 'u2' }]), stopReason: 'toolUse' });
    assert.deepEqual(given?.messages as unknown, asked.messages);
    assert.deepEqual(answer['result'], {
      role: 'assistant',
      content: [use, { ...use, id: 'u2' }],
      model: 'm',
      stopReason: 'toolUse',
    });
  });

  it('keeps the metadata of uses and results of tools [SA-23]', async () => {
    const { given } = await sample(
      {
        ...params,
        messages: [...params.messages, { role: 'assistant', content: [use] }, { role: 'user', content: [used] }],
      },
      answerOf(text),
    );
    assert.deepEqual(given?.messages.slice(1).map(({ content }) => content) as unknown, [[use], [used]]);
  });

  for (const mode of ['auto', 'required', 'none', undefined] as const) {
    it(`tells the page whether tools are to be used: ${String(mode)} [SA-18]`, async () => {
      const { given } = await sample(
        { ...params, tools: [{ name: 't', inputSchema: { type: 'object' } }], toolChoice: { ...(mode && { mode }) } },
        answerOf(text),
      );
      assert.equal(given?.toolChoice?.mode, mode);
    });
  }

  for (const [what, wrong] of [
    ['a role that there is not', { ...params, messages: [{ role: 'system', content: text }] }],
    ['a mode of choosing tools that there is not', { ...params, toolChoice: { mode: 'perhaps' } }],
    ['no limit of tokens', { messages: params.messages }],
    [
      'a block of a kind that sampling does not know',
      { ...params, messages: [{ role: 'user', content: { type: 'resource_link', uri: 'a:b', name: 'x' } }] },
    ],
    [
      'results and text in one message',
      {
        ...params,
        messages: [
          { role: 'assistant', content: use },
          { role: 'user', content: [used, text] },
        ],
      },
    ],
    [
      'a use without its result',
      {
        ...params,
        messages: [
          { role: 'assistant', content: use },
          { role: 'user', content: text },
        ],
      },
    ],
  ] as const) {
    it(`is refused with ${what}, and the page is not asked [SA-18][SA-19][SA-20][SA-28]`, async () => {
      const { answer, given } = await sample(wrong, answerOf(text));
      assert.nestedPropertyVal(answer, 'error.code', -32602);
      assert.isUndefined(given);
    });
  }

  it('with tools is refused where the page did not declare them [SA-17]', async () => {
    for (const more of [{ tools: [] }, { toolChoice: { mode: 'none' } }]) {
      const { answer, given } = await sample({ ...params, ...more }, answerOf(text), { supportsTools: false });
      assert.nestedPropertyVal(answer, 'error.code', -32602);
      assert.isUndefined(given);
    }
  });

  it('that the user rejects is told so, and not why [SA-14]', async () => {
    const { answer } = await sample(params, () => Promise.reject(new Error('a secret of the page')));
    assert.nestedPropertyVal(answer, 'error.code', -1);
    assert.notInclude(JSON.stringify(answer), 'secret');
  });

  it('answers servers before 2025-11-25 with one block, though the page gives a list', async () => {
    for (const revision of ['2025-06-18', '2025-03-26', '2024-11-05']) {
      const { answer } = await sample(params, answerOf([text]), { revision });
      assert.deepEqual(answer['result'], answerOf(text), revision);
    }
  });

  for (const [revision, content] of [
    ['2025-06-18', [text, text]],
    ['2025-06-18', []],
    ['2025-06-18', use],
    ['2025-03-26', [used]],
    ['2024-11-05', audio],
  ] as [string, SamplingResult['content']][]) {
    it(`does not answer a server of ${revision} with what it does not know: ${JSON.stringify(content).slice(0, 40)}`, async () => {
      const { answer } = await sample(params, answerOf(content), { revision });
      assert.nestedPropertyVal(answer, 'error.code', -32603);
    });
  }

  it('answers with sound from 2025-03-26 on', async () => {
    const { answer } = await sample(params, answerOf(audio), { revision: '2025-03-26' });
    assert.deepEqual(answer['result'], answerOf(audio));
  });
});
