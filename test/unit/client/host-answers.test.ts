import { assert } from 'chai';
import { DeniedError, McpHost, type PendingRequest } from '@mcp-web/client';
import { RequestQueue, whoAnswered } from '../../../packages/client/src/host/requests/request-queue.ts';
import { errorOf, thrownBy } from '../../support/errors.ts';
import { eventually, json, legacyServer, modernServer, rejection, result } from '../../support/scripted-server.ts';

const ANSWERS: { [K in PendingRequest['kind']]: { right: object[]; wrong: unknown[] } } = {
  consent: {
    right: [{ action: 'allow' }, { action: 'deny', reason: 'No' }],
    wrong: [undefined, 'allow', {}, { action: 'accept' }, { action: '' }],
  },
  skill: {
    right: [{ action: 'allow', permission: 'session' }, { action: 'deny' }],
    wrong: [null, { action: 'cancel' }],
  },
  'step-up': { right: [{ action: 'allow' }, { action: 'deny' }], wrong: [null, { action: 'cancel' }, { action: '' }] },
  elicitation: {
    right: [{ action: 'accept', content: {} }, { action: 'decline' }, { action: 'cancel' }],
    wrong: [{ action: 'allow' }, { action: 'deny' }, { action: '' }, true],
  },
  sampling: {
    right: [{ action: 'deny' }, { action: 'allow', result: {} }],
    wrong: [
      { action: 'allow' },
      { action: 'allow', result: 'Hello' },
      { action: 'accept', result: {} },
      { result: {} },
      { action: '' },
    ],
  },
  roots: {
    right: [{ action: 'deny' }, { action: 'allow', uris: [] }, { action: 'allow', uris: ['file:///a'] }],
    wrong: [{ action: 'allow' }, { action: 'allow', uris: 'file:///a' }, { action: 'allow', uris: [1] }, { uris: [] }],
  },
};

const CACHEABLE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const SAMPLING = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 5 },
};

describe('an answer to a request that waits', () => {
  for (const [kind, { right, wrong }] of Object.entries(ANSWERS) as [
    PendingRequest['kind'],
    (typeof ANSWERS)['consent'],
  ][]) {
    it(`of the kind ${kind} has to fit that kind, and settles it once`, async () => {
      let waiting: readonly PendingRequest[] = [];
      const queue = new RequestQueue(
        (requests) => (waiting = requests),
        () => {},
      );
      queue.addResponder(kind);
      for (const answer of right) {
        const asking = queue.ask(Object({ kind, request: {} }), new AbortController().signal);
        const [{ id } = { id: '' }] = waiting;
        for (const other of wrong) {
          thrownBy(() => queue.respond(id, other), 'invalid-argument');
          assert.lengthOf(waiting, 1, 'it still waits');
        }
        assert.isTrue(queue.respond(id, answer));
        assert.equal(await asking, answer);
        assert.isEmpty(waiting);
        assert.isFalse(queue.respond(id, answer));
      }
    });
  }

  it('is not awaited where nobody can ask, or nobody waits anymore', async () => {
    const queue = new RequestQueue(
      () => {},
      () => {},
    );
    const asked = (signal: AbortSignal) => queue.ask(Object({ kind: 'consent', request: {} }), signal);
    assert.isUndefined(asked(new AbortController().signal));
    queue.addResponder('consent');
    const reason = new Error('gone');
    assert.equal(await rejection(asked(AbortSignal.abort(reason)) ?? Promise.resolve()), reason);
  });

  const open = () => {
    const published: (readonly PendingRequest[])[] = [];
    let changes = 0;
    const queue = new RequestQueue(
      (requests) => published.push(requests),
      () => changes++,
    );
    const ask = (kind: PendingRequest['kind'], id: string, signal = new AbortController().signal) =>
      queue.ask(Object({ kind, request: { server: { id } } }), signal) ?? assert.fail('nobody can ask');
    return { queue, ask, published, waiting: () => published.at(-1) ?? [], changes: () => changes };
  };

  for (const kind of ['consent', 'skill', 'step-up', 'elicitation', 'sampling', 'roots'] as const)
    it(`is no when who could have asked is gone, and nobody’s: ${kind}`, async () => {
      const { queue, ask, waiting, changes } = open();
      const remove = queue.addResponder(kind);
      await eventually(() => changes() === 1);
      const asking = ask(kind, 'a');
      assert.lengthOf(waiting(), 1);
      remove();
      const answer = await asking;
      assert.equal(answer.action, kind === 'elicitation' ? 'cancel' : 'deny');
      assert.isUndefined(whoAnswered(answer));
      assert.equal(whoAnswered({ ...answer }), 'user');
      assert.isEmpty(waiting());
      await eventually(() => changes() === 2);
    });

  it('may be the same for all of its kind that one server has waiting', async () => {
    const { queue, ask, waiting } = open();
    queue.addResponder('roots');
    queue.addResponder('elicitation');
    const asking = [ask('roots', 'a'), ask('roots', 'a')];
    void ask('roots', 'b');
    void ask('elicitation', 'a');
    const answer = { action: 'allow', uris: [] } as const;
    queue.answerAll('roots', 'a', answer);
    assert.deepEqual(await Promise.all(asking), [answer, answer]);
    assert.deepEqual(
      waiting().map(({ kind, request }) => [kind, request.server.id]),
      [
        ['roots', 'b'],
        ['elicitation', 'a'],
      ],
    );
  });

  it('is not wanted anymore when whoever needed it gives up, and gone when it was given before', async () => {
    const { queue, ask, waiting, published } = open();
    queue.addResponder('consent');
    const needed = new AbortController();
    const asking = ask('consent', 'a', needed.signal);
    assert.lengthOf(waiting(), 1);
    needed.abort('enough');
    assert.equal(await rejection(asking), 'enough');
    assert.isEmpty(waiting());
    const later = new AbortController();
    const answered = ask('consent', 'a', later.signal);
    queue.respond(waiting()[0]?.id ?? '', { action: 'allow' });
    await answered;
    const before = published.length;
    later.abort();
    assert.lengthOf(published, before);
  });

  it('may come from any of several responders, until the last one is removed', async () => {
    let waiting: readonly PendingRequest[] = [];
    let changes = 0;
    const queue = new RequestQueue(
      (requests) => (waiting = requests),
      () => changes++,
    );
    const removals = [queue.addResponder('elicitation'), queue.addResponder('elicitation')];
    const asking = queue.ask(Object({ kind: 'elicitation', request: {} }), new AbortController().signal);
    removals[0]?.();
    removals[0]?.();
    assert.lengthOf(waiting, 1);
    assert.isTrue(queue.hasResponder('elicitation'));
    removals[1]?.();
    assert.deepEqual(await asking, { action: 'cancel' });
    assert.isFalse(queue.hasResponder('elicitation'));
    await eventually(() => changes === 1);
    queue.addResponder('sampling');
    await eventually(() => changes === 2);
    assert.isFalse(queue.supportsTools);
    queue.addResponder('sampling', { supportsTools: true });
    queue.addResponder('elicitation', { supportsTools: true });
    assert.isTrue(queue.supportsTools);
  });
});

describe('a host that is asked to call a tool', () => {
  let host: McpHost;
  let id: string;
  beforeEach(async () => {
    host = new McpHost();
    const { fetch } = legacyServer(
      ({ method, id: asked }) =>
        method === 'tools/list'
          ? json(result(asked, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }))
          : undefined,
      { tools: {} },
    );
    id = host.add('https://asked.example/mcp', { fetch });
    await host.ready(id);
  });
  afterEach(() => host.close());

  it('refuses arguments that are no object, before anybody is asked', async () => {
    host.addConsentPolicy(() => assert.fail('was asked'));
    const error = await errorOf(host.callTool(id, 'tidy', Object(['a'])), 'invalid-argument');
    assert.include(error.message, 'plain object');
  });

  it('refuses a tool that the server does not offer, and a server that it does not have', async () => {
    assert.include((await errorOf(host.callTool(id, 'other'), 'invalid-argument')).message, '"other"');
    assert.include((await errorOf(host.callTool('nobody', 'tidy'), 'invalid-argument')).message, '"nobody"');
    await errorOf(host.getPrompt('nobody', 'p'), 'invalid-argument');
    await errorOf(host.readResource('nobody', 'a:b'), 'invalid-argument');
    await errorOf(host.setLogLevel('nobody', 'debug'), 'invalid-argument');
    await errorOf(host.setToolEnabled('nobody', 'tidy', false), 'invalid-argument');
    assert.include(thrownBy(() => host.client('nobody'), 'invalid-argument').message, '"nobody"');
  });

  it('logs as denied what a policy could not decide, with the reason, and the caller gets that error', async () => {
    const mistake = new Error('The policy is broken');
    host.addConsentPolicy(() => {
      throw mistake;
    });
    assert.equal(await rejection(host.callTool(id, 'tidy')), mistake);
    const [entry] = host.log.getSnapshot().slice(-1);
    assert.deepInclude(Object(entry?.data), { decision: 'denied', reason: 'The policy is broken', wantedBy: 'model' });
    assert.equal(entry?.level, 'notice');
  });

  it('says who denied it and why', async () => {
    host.addResponder('consent');
    const calling = rejection(host.callTool(id, 'tidy'));
    const asked = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(asked.id, { action: 'deny', reason: 'Too early' });
    const byUser = await calling;
    assert.instanceOf(byUser, DeniedError);
    assert.deepInclude(byUser, { by: 'user', reason: 'Too early' });
    assert.match(byUser.message, /tidy was not allowed: Too early/);
    const remove = host.addConsentPolicy(() => ({ action: 'deny' }));
    const byPolicy = await rejection(host.callTool(id, 'tidy'));
    assert.instanceOf(byPolicy, DeniedError);
    assert.equal(byPolicy.by, 'policy');
    remove();
    await host.setToolEnabled(id, 'tidy', false);
    const off = await rejection(host.callTool(id, 'tidy'));
    assert.instanceOf(off, DeniedError);
    assert.isUndefined(off.by);
  });

  it('says who wanted no answer of a model for its server, and why', async () => {
    const { fetch } = modernServer(
      ({ method, id: asked }) =>
        method === 'tools/list'
          ? json(result(asked, { ...CACHEABLE, tools: [{ name: 'think', inputSchema: { type: 'object' } }] }))
          : method === 'tools/call'
            ? json(result(asked, { resultType: 'input_required', inputRequests: { model: SAMPLING } }))
            : undefined,
      { tools: {} },
    );
    host.addResponder('sampling');
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const thinking = host.add('https://thinks.example/mcp', { fetch });
    await host.ready(thinking);
    const remove = host.addSamplingPolicy(() => ({ action: 'deny', reason: 'No models here' }));
    const byPolicy = await rejection(host.callTool(thinking, 'think'));
    assert.instanceOf(byPolicy, DeniedError);
    assert.deepInclude(byPolicy, { by: 'policy', reason: 'No models here' });
    remove();
    const calling = rejection(host.callTool(thinking, 'think'));
    const asked = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(asked.id, { action: 'deny', reason: 'Not now' });
    const byUser = await calling;
    assert.instanceOf(byUser, DeniedError);
    assert.deepInclude(byUser, { by: 'user', reason: 'Not now' });
  });

  it('asks policies in their order, each as often as it was added, until one has an answer', async () => {
    const asked: string[] = [];
    const undecided = (): undefined => void asked.push('undecided');
    const removals = [
      host.addConsentPolicy(undecided),
      host.addConsentPolicy(undecided),
      host.addConsentPolicy(() => {
        asked.push('denies');
        return { action: 'deny' };
      }),
      host.addConsentPolicy(() => void asked.push('never asked')),
    ];
    await errorOf(host.callTool(id, 'tidy'), 'denied');
    assert.deepEqual(asked.splice(0), ['undecided', 'undecided', 'denies']);
    removals[1]?.();
    await errorOf(host.callTool(id, 'tidy'), 'denied');
    assert.deepEqual(asked, ['undecided', 'denies']);
  });
});

describe('a listener of a host', () => {
  it('that fails does not keep others from hearing', async () => {
    const host = new McpHost();
    const reported: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (reason) => void reported.push(reason);
    const heard: string[] = [];
    const endFailing = host.subscribe(() => {
      throw new Error('The page’s own mistake');
    });
    const listener = (): void => void heard.push('heard');
    host.subscribe(listener);
    const stop = host.subscribe(listener);
    stop();
    host.add('https://heard.example/mcp', { fetch: () => new Promise(() => {}) });
    await eventually(() => heard.length > 0);
    endFailing();
    globalThis.reportError = reportError;
    assert.lengthOf(heard, reported.length);
    assert.match(String(reported[0]), /own mistake/);
    host.close();
  });
});
