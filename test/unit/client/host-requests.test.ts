import { assert } from 'chai';
import {
  type ElicitationResult,
  type HostServer,
  type JsonObject,
  McpHost,
  type PendingRequest,
  type SamplingResult,
} from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { eventually } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { recordFetch, requestsFor } from '../../support/wire.ts';

const form = {
  params: {
    mode: 'form',
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
};
const ada: ElicitationResult = { action: 'accept', content: { name: 'Ada' } };
const said: SamplingResult = { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'of-the-test' };

for (const era of ['modern', 'legacy'] as const) {
  describe(`what a server of the ${era} era asks of a host`, () => {
    let host: McpHost;
    let id: string;
    let sent: ReturnType<typeof recordFetch>['sent'];
    afterEach(() => host.close());

    async function open(
      options: ConstructorParameters<typeof McpHost>[0] = {},
      ...kinds: PendingRequest['kind'][]
    ): Promise<void> {
      host = new McpHost({ consent: () => ({ action: 'allow' }), ...options });
      for (const kind of kinds) host.addResponder(kind);
      const recorded = recordFetch();
      ({ sent } = recorded);
      id = host.add(await serverUrl(era), { fetch: recorded.fetch });
      await eventually(() => server().tools.length > 0 && !server().isListing);
    }
    function server(): HostServer {
      const found = host.getSnapshot().servers.find((candidate) => candidate.id === id);
      assert.isDefined(found);
      return found;
    }
    const pending = () => host.getSnapshot().requests;
    const asked = (count: number): Promise<boolean> => eventually(() => pending().length === count);
    const answerFirst = (answer: ElicitationResult): boolean => host.respond(pending()[0]?.id ?? '', answer);
    const call = (tool: string, args: JsonObject, signal?: AbortSignal): Promise<JsonObject> => {
      const calling = host
        .callTool(id, tool, args, { signal })
        .then(({ content: [block] }): JsonObject =>
          Object(JSON.parse(block && 'text' in block ? String(block.text) : '')),
        );
      calling.catch(() => {});
      return calling;
    };
    const elicit = (signal?: AbortSignal): Promise<JsonObject> => call('elicit', form, signal);
    /** The capabilities that the client last declared to the server. */
    const declared = (): unknown => {
      const isModern = era === 'modern';
      const { body: { params } = {} } = requestsFor(sent, isModern ? 'server/discover' : 'initialize').at(-1) ?? {};
      return isModern ? params?._meta?.['io.modelcontextprotocol/clientCapabilities'] : params?.['capabilities'];
    };

    it('is not declared while nobody can ask the user, and then is, without a reload of the page [EL-01] [EL-02] [EL-03]', async () => {
      await open();
      assert.deepEqual(declared(), {});
      const removeResponder = host.addResponder('elicitation');
      await eventually(
        () =>
          JSON.stringify(declared()) === '{"elicitation":{"form":{},"url":{}}}' &&
          server().status === 'ready' &&
          !server().isListing,
      );
      const asking = elicit();
      await asked(1);
      answerFirst(ada);
      assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ada' } });
      removeResponder();
      await eventually(() => JSON.stringify(declared()) === '{}' && server().status === 'ready');
    });

    it('is declared too when who asks the user comes while the connection is being opened [EL-01]', async () => {
      host = new McpHost({ consent: () => ({ action: 'allow' }) });
      const recorded = recordFetch();
      ({ sent } = recorded);
      id = host.add(await serverUrl(era), { fetch: recorded.fetch });
      assert.equal(server().status, 'connecting');
      host.addResponder('elicitation');
      await eventually(() => server().tools.length > 0 && !server().isListing);
      assert.deepEqual(declared(), { elicitation: { form: {}, url: {} } });
      const asking = elicit();
      await asked(1);
      answerFirst(ada);
      assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ada' } });
    });

    it('is logged when it is answered: who answered, how, and which fields, but not their values', async () => {
      await open({}, 'elicitation');
      const asking = elicit();
      await asked(1);
      answerFirst(ada);
      await asking;
      const remove = host.addElicitationPolicy(() => ({ action: 'decline' }));
      await elicit();
      remove();
      const entries = [...host.log.getSnapshot()].flatMap(({ kind, serverId, data }) =>
        'request' in Object(data) ? [{ kind, serverId, ...Object(data) }] : [],
      );
      const of = { kind: 'decision', serverId: id, request: 'elicitation', mode: 'form', fields: ['name'] };
      assert.deepEqual(entries, [
        { ...of, action: 'accept', by: 'user' },
        { ...of, action: 'decline', by: 'policy' },
      ]);
      assert.notInclude(JSON.stringify(entries), 'Ada');
    });

    it('is logged with the origin of a visit, but without the rest of its address or a model’s answer', async () => {
      await open({}, 'elicitation', 'sampling');
      const visiting = call('elicit', {
        params: { mode: 'url', message: 'Go', url: 'https://visit.example/secret?token=1', elicitationId: 'visit-1' },
      });
      await asked(1);
      answerFirst({ action: 'decline' });
      await visiting;
      const asking = call('ask', { kind: 'sampling' });
      await asked(1);
      host.respond(pending()[0]?.id ?? '', { action: 'allow', result: said });
      await asking;
      const entries = [...host.log.getSnapshot()].flatMap(({ kind, level, data }) =>
        'request' in Object(data) ? [{ kind, level, ...Object(data) }] : [],
      );
      assert.deepEqual(entries, [
        {
          kind: 'decision',
          level: 'notice',
          request: 'elicitation',
          mode: 'url',
          host: 'visit.example',
          action: 'decline',
          by: 'user',
        },
        { kind: 'decision', level: 'info', request: 'sampling', action: 'allow', by: 'user' },
      ]);
    });

    it('is declared once for responders that come and go together', async () => {
      await open({}, 'elicitation');
      // Lists may be fetched again at any time: tests in other browsers make this server announce changes.
      const openings = (): number =>
        [...requestsFor(sent, 'server/discover'), ...requestsFor(sent, 'initialize')].length;
      const before = openings();
      const remove = host.addResponder('elicitation');
      host.addResponder('sampling')();
      remove();
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(openings(), before);
      assert.equal(server().status, 'ready');
    });

    it('waits in the order it came, and is answered one after the other', async () => {
      await open({}, 'elicitation');
      const outcomes = [elicit()];
      await asked(1);
      outcomes.push(elicit());
      await asked(2);
      const ids = pending().map((one) => one.id);
      answerFirst(ada);
      await asked(1);
      assert.equal(pending()[0]?.id, ids[1]);
      answerFirst({ action: 'decline' });
      assert.deepEqual(
        (await Promise.all(outcomes)).map(({ action }) => action),
        ['accept', 'decline'],
      );
    });

    it('leaves the queue at once when the call is given up', async () => {
      await open({}, 'elicitation');
      const controller = new AbortController();
      const given = elicit(controller.signal);
      await asked(1);
      controller.abort(new Error('no longer wanted'));
      await asked(0);
      assert.equal(await given.catch(String), 'Error: no longer wanted');
      // A server that sent a request of its own may still wait for the answer.
      if (era === 'legacy')
        await eventually(() => sent.some(({ body }) => JSON.stringify(body)?.includes('"result":{"action":"cancel"}')));
    });

    if (era === 'legacy') {
      it('leaves the queue when the answer of the server breaks off on which it came', async () => {
        host = new McpHost({ consent: () => ({ action: 'allow' }) });
        host.addResponder('elicitation');
        let breakOff = (): void => {};
        const broken = new Promise<{ done: true; value?: undefined }>((resolve) => {
          breakOff = () => resolve({ done: true });
        });
        id = host.add(await serverUrl(era), {
          fetch: async (input, init) => {
            const response = await fetch(input, init);
            if (typeof init?.body !== 'string' || !init.body.includes('"tools/call"')) return response;
            // Not `pipeTo` with a signal: in WebKit, it ends with the next bytes, which a server sends every 15 seconds.
            const reader = response.body?.getReader();
            const body = new ReadableStream<Uint8Array>({
              async pull(controller) {
                const next = (await Promise.race([reader?.read(), broken])) ?? { done: true };
                if (next.done) controller.close();
                else controller.enqueue(next.value);
              },
              cancel: (reason) => reader?.cancel(reason),
            });
            return new Response(body, response);
          },
        });
        await eventually(() => server().tools.length > 0 && !server().isListing);
        const asking = errorOf(host.callTool(id, 'elicit', form), 'stream-ended');
        await asked(1);
        breakOff();
        await asking;
        await asked(0);
      });
    }

    it('stays in the queue when another call is given up', async () => {
      await open({}, 'elicitation');
      const controller = new AbortController();
      const given = elicit(controller.signal);
      await asked(1);
      const other = elicit();
      await asked(2);
      controller.abort();
      await asked(1);
      answerFirst(ada);
      assert.deepEqual(await other, { action: 'accept', content: { name: 'Ada' } });
      await given.catch(() => {});
    });

    it('leaves the queue when the server is removed', async () => {
      await open({}, 'elicitation');
      const removed = elicit();
      await asked(1);
      host.remove(id);
      await asked(0);
      await errorOf(removed, 'closed');
    });

    it('is cancelled when the element that asks the user is gone', async () => {
      await open();
      const removeResponder = host.addResponder('elicitation');
      await eventually(
        () => JSON.stringify(declared()).includes('elicitation') && server().status === 'ready' && !server().isListing,
      );
      const asking = elicit();
      await asked(1);
      removeResponder();
      assert.deepEqual(await asking, { action: 'cancel' });
    });

    it('is refused beyond a number at once, and counted [EL-12]', async () => {
      await open({ requestLimits: { maxWaiting: 2 } }, 'elicitation');
      const outcomes = [elicit(), elicit()];
      await asked(2);
      assert.deepEqual(await elicit(), { action: 'cancel' });
      assert.deepEqual(server().unseenRequests, { count: 1, isMuted: false });
      assert.deepEqual(
        [...host.log.getSnapshot()].map(({ data }) => data).filter((data) => Object(data).decision === 'unseen'),
        [{ decision: 'unseen', by: 'limit', count: 1 }],
      );
      assert.lengthOf(pending(), 2);
      answerFirst(ada);
      answerFirst(ada);
      await Promise.all(outcomes);
      const next = elicit();
      await asked(1);
      answerFirst(ada);
      assert.equal((await next)['action'], 'accept');
    });

    it('is refused beyond a number per minute, of whatever kind [EL-12]', async () => {
      await open({ requestLimits: { maxPerMinute: 2 } }, 'elicitation', 'sampling');
      for (const ask of [elicit, () => call('ask', { kind: 'sampling' })]) {
        const asking = ask();
        await asked(1);
        const [request] = pending();
        host.respond(request?.id ?? '', request?.kind === 'sampling' ? { action: 'allow', result: said } : ada);
        await asking;
      }
      assert.deepEqual(await elicit(), { action: 'cancel' });
      const refused = await call('ask', { kind: 'sampling' }).catch((error: unknown) => ({ failed: String(error) }));
      assert.property(refused, 'failed');
      assert.equal(server().unseenRequests?.count, 2);
    });

    it('is refused while the user has muted the server, and other servers are not [EL-12]', async () => {
      await open({}, 'elicitation');
      const other = host.add(await serverUrl('dual'));
      await eventually(() => host.getSnapshot().servers.some((one) => one.id === other && one.tools.length > 0));
      const waiting = [elicit(), elicit()];
      const others = host.callTool(other, 'elicit', form);
      others.catch(() => {});
      await asked(3);
      host.mute(id);
      assert.deepEqual(
        (await Promise.all(waiting)).map(({ action }) => action),
        ['cancel', 'cancel'],
      );
      assert.lengthOf(pending(), 1);
      host.addElicitationPolicy(() => assert.fail('a policy was asked'));
      assert.deepEqual(await elicit(), { action: 'cancel' });
      assert.deepEqual(server().unseenRequests, { count: 1, isMuted: true });
      host.mute(id, false);
      assert.deepEqual(server().unseenRequests, { count: 0, isMuted: false });
      host.mute(id, true, { by: 'user' });
      assert.deepEqual(await elicit(), { action: 'cancel' });
      const decisions = [...host.log.getSnapshot()]
        .map(({ serverId, data }) => ({ serverId, ...Object(data) }))
        .filter(({ decision }) => /mute$|^unseen/.test(decision));
      assert.deepEqual(
        decisions,
        [
          { decision: 'mute', by: 'page' },
          { decision: 'unseen', count: 1 },
          { decision: 'unmute', by: 'page' },
          { decision: 'mute', by: 'user' },
          { decision: 'unseen', count: 1 },
        ].map((entry) => ({ serverId: id, ...entry })),
      );
      answerFirst(ada);
      await others;
    });

    it('is not counted where a policy of the page answers', async () => {
      await open({ requestLimits: { maxPerMinute: 1 } }, 'elicitation');
      const remove = host.addElicitationPolicy(({ params }) => (params.message === 'Who?' ? ada : undefined));
      for (let times = 0; times < 3; times++)
        assert.deepEqual(await elicit(), { action: 'accept', content: { name: 'Ada' } });
      assert.isUndefined(server().unseenRequests);
      remove();
    });
  });
}
