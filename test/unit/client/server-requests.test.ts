import { assert } from 'chai';
import { type Revision, RpcError, type ServerRequestHandlers } from '@mcp-web/client';
import { capabilitiesOf } from '../../../packages/client/src/client/requests/handlers.ts';
import { answerServerRequest } from '../../../packages/client/src/client/requests/answer-request.ts';
import { Deprecations } from '../../../packages/client/src/session/deprecations.ts';
import { UrlVisits } from '../../../packages/client/src/client/requests/url-visits.ts';

const { signal } = new AbortController();
const revision: Revision = '2026-07-28';
const answer = (
  handlers: ServerRequestHandlers,
  method: string,
  params: Record<string, unknown> = {},
): Promise<Record<string, unknown>> =>
  answerServerRequest(
    handlers,
    method,
    params,
    { signal, revision },
    {
      visits: new UrlVisits(() => {}),
      deprecations: new Deprecations(undefined),
    },
  );

async function codeOf(promise: Promise<unknown>): Promise<number> {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  assert.instanceOf(error, RpcError);
  return error instanceof RpcError ? error.rpcCode : 0;
}

const decline = { elicitation: { form: () => ({ action: 'decline' as const }) } };
const complete = {
  createMessage: () => ({ role: 'assistant' as const, content: { type: 'text' as const, text: 'hi' }, model: 'm' }),
};
const user = (content: unknown): Record<string, unknown> => ({ role: 'user', content });
const assistant = (content: unknown): Record<string, unknown> => ({ role: 'assistant', content });

describe('what the page declares', () => {
  it('is exactly what its handlers answer [LC-11][MR-16][EL-03][RO-11][SA-16][SA-24]', () => {
    assert.deepEqual(capabilitiesOf({}), {});
    assert.deepEqual(capabilitiesOf({ elicitation: {} }), {});
    assert.deepEqual(capabilitiesOf(decline), { elicitation: { form: {} } });
    assert.deepEqual(capabilitiesOf({ elicitation: { url: () => ({ action: 'accept' }) } }), {
      elicitation: { url: {} },
    });
    assert.deepEqual(capabilitiesOf({ sampling: complete, roots: () => [] }), { sampling: {}, roots: {} });
    assert.deepEqual(capabilitiesOf({ sampling: { ...complete, supportsTools: true } }), { sampling: { tools: {} } });
  });
});

describe('a request of the server', () => {
  it('is answered with "method not found" where nothing was declared [BP-47]', async () => {
    for (const method of ['elicitation/create', 'sampling/createMessage', 'roots/list', 'tasks/list'])
      assert.equal(await codeOf(answer({}, method)), -32601, method);
  });

  it('for a form has its defaults sent when the user accepts it as it stands [EL-18][EL-04]', async () => {
    const requestedSchema = {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'Ada' },
        age: { type: 'integer', default: 36 },
        tags: { type: 'array', default: ['a'] },
        note: { type: 'string' },
      },
    };
    const fill = (content?: Record<string, string | number>): Promise<Record<string, unknown>> =>
      answer(
        { elicitation: { form: () => ({ action: 'accept', ...(content && { content }) }) } },
        'elicitation/create',
        { message: 'Who?', requestedSchema },
      );
    assert.deepEqual(await fill(), { action: 'accept', content: { name: 'Ada', age: 36, tags: ['a'] } });
    // The user left these out on purpose.
    assert.deepEqual(await fill({}), { action: 'accept', content: {} });
    assert.deepEqual(await fill({ age: 40 }), { action: 'accept', content: { age: 40 } });
  });

  it('for a model is checked in a fraction of the time that comparing each use of a tool with each result takes', async () => {
    const ids = Array.from({ length: 9_500 }, (_item, index) => `use ${index}`);
    const messages = [
      { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 't', input: {} })) },
      { role: 'user', content: ids.map((id) => ({ type: 'tool_result', toolUseId: id, content: [] })).reverse() },
    ];
    const timeOf = async (work: () => unknown): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    let [checking, comparing] = [Infinity, Infinity];
    for (let round = 0; round < 5; round++) {
      // As from a server: no string is the same object twice.
      const params: Record<string, unknown> = JSON.parse(JSON.stringify({ messages, maxTokens: 1 }));
      const [uses, results]: [string[], string[]] = JSON.parse(JSON.stringify([ids, ids.toReversed()]));
      checking = Math.min(
        checking,
        await timeOf(() =>
          answer({ sampling: { ...complete, supportsTools: true } }, 'sampling/createMessage', params),
        ),
      );
      comparing = Math.min(comparing, await timeOf(() => assert.isTrue(uses.every((id) => results.includes(id)))));
    }
    assert.isBelow(checking, comparing / 2);
  });

  it('for a form that the user refuses carries no content [EL-21]', async () => {
    assert.deepEqual(
      await answer(decline, 'elicitation/create', {
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { a: { default: 1 } } },
      }),
      { action: 'decline' },
    );
  });

  it('for a URL carries no content when accepted [EL-22]', async () => {
    const handlers: ServerRequestHandlers = { elicitation: { url: () => ({ action: 'accept', content: { a: 1 } }) } };
    assert.deepEqual(
      await answer(handlers, 'elicitation/create', { mode: 'url', message: 'Go', url: 'https://example.com' }),
      { action: 'accept' },
    );
  });

  it('in a mode that was not declared is refused as invalid [EL-05]', async () => {
    assert.equal(
      await codeOf(answer(decline, 'elicitation/create', { mode: 'url', message: 'Go', url: 'https://example.com' })),
      -32602,
    );
    assert.equal(await codeOf(answer(decline, 'elicitation/create', { mode: 'hologram', message: 'Go' })), -32602);
  });

  it('of the wrong shape is refused with the path', async () => {
    const error: unknown = await answer(decline, 'elicitation/create', { message: 4 }).catch(
      (caught: unknown) => caught,
    );
    assert.propertyVal(error, 'rpcCode', -32602);
    assert.propertyVal(error, 'message', 'params.message: expected a string, got a number');
  });

  it('with tools is refused when sampling did not declare them [SA-17]', async () => {
    const params = { messages: [user({ type: 'text', text: 'hi' })], maxTokens: 1, tools: [] };
    assert.equal(await codeOf(answer({ sampling: complete }, 'sampling/createMessage', params)), -32602);
  });

  it('whose tool uses and results do not match is refused [SA-19][SA-20]', async () => {
    const use = { type: 'tool_use', id: 'u1', name: 't', input: {} };
    const result = { type: 'tool_result', toolUseId: 'u1', content: [] };
    const text = { type: 'text', text: 'hi' };
    const ask = (...messages: unknown[]): Promise<Record<string, unknown>> =>
      answer({ sampling: { ...complete, supportsTools: true } }, 'sampling/createMessage', { messages, maxTokens: 1 });
    assert.equal((await ask(user(text), assistant(use), user(result)))['model'], 'm');
    assert.equal(await codeOf(ask(user([result, text]))), -32602);
    assert.equal(await codeOf(ask(assistant([use]), user(text))), -32602);
    assert.equal(await codeOf(ask(assistant([use]))), -32602);
  });

  it('whose loop of tools does not end is refused [SA-22]', async () => {
    let asked = 0;
    const sampling = { supportsTools: true, createMessage: () => (asked++, complete.createMessage()) };
    const ask = (rounds: number): Promise<Record<string, unknown>> => {
      const messages = Array.from({ length: rounds }, (_, round) => [
        assistant({ type: 'tool_use', id: `u${round}`, name: 't', input: {} }),
        user({ type: 'tool_result', toolUseId: `u${round}`, content: [] }),
      ]).flat();
      return answer({ sampling }, 'sampling/createMessage', { messages, maxTokens: 1 });
    };
    assert.equal((await ask(50))['model'], 'm');
    assert.equal(await codeOf(ask(51)), -32602);
    assert.equal(asked, 1);
  });

  it('that the page refuses to sample gets that as the answer [SA-14]', async () => {
    const refuse = {
      createMessage: () => {
        throw new Error('the user said no');
      },
    };
    assert.equal(
      await codeOf(
        answer({ sampling: refuse }, 'sampling/createMessage', {
          messages: [user({ type: 'text', text: 'hi' })],
          maxTokens: 1,
        }),
      ),
      -1,
    );
  });

  it('for roots gets file URIs and nothing else [RO-04]', async () => {
    assert.deepEqual(await answer({ roots: () => [{ uri: 'file:///project', name: 'Project' }] }, 'roots/list'), {
      roots: [{ uri: 'file:///project', name: 'Project' }],
    });
    const error: unknown = await answer({ roots: () => [{ uri: 'https://example.com' }] }, 'roots/list').catch(
      (caught: unknown) => caught,
    );
    assert.propertyVal(error, 'code', 'invalid-argument');
  });
});
