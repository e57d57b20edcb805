import { assert } from 'chai';
import { connect, type Progress } from '@mcp-web/client';
import { whileTimersEndAt } from '../../support/clock.ts';
import { collectReports } from '../../support/reports.ts';
import {
  event,
  legacyServer,
  modernServer,
  openStream,
  type Reply,
  result,
  type Scripted,
  stream,
  until,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const done = { resultType: 'complete', content: [{ type: 'text' as const, text: 'done' }] };
const ERAS: [string, (reply: Reply) => Scripted][] = [
  ['legacy', (reply) => legacyServer(reply, { tools: {} })],
  ['modern', (reply) => modernServer(reply, { tools: {} })],
];
const step = (params: object): string => event({ jsonrpc: '2.0', method: 'notifications/progress', params });

for (const [era, server] of ERAS) {
  describe(`progress of a ${era} call`, () => {
    it('is asked for with a token of the call’s own, and only where somebody listens [PR-01]', async () => {
      let waiting = 0;
      let answerAll = (): void => {};
      const all = new Promise<void>((resolve) => (answerAll = resolve));
      const { fetch, receivedFor } = server(({ method, id }) => {
        if (method !== 'tools/call') return undefined;
        if (++waiting === 4) answerAll();
        return all.then(() => stream(event(result(id, done))));
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const listening = Array.from({ length: 3 }, () => client.callTool('t', {}, { onprogress: () => {} }));
      await Promise.all([...listening, client.callTool('t')]);
      const tokens = receivedFor('tools/call').map(({ params }) => Object(params['_meta']).progressToken as unknown);
      assert.isUndefined(tokens.pop());
      assert.equal(new Set(tokens).size, 3);
      for (const token of tokens) assert.isTrue(Number.isInteger(token) || typeof token === 'string');
      await client.close();
    });

    it('costs the call nothing where the page makes a mistake with it, which is reported', async () => {
      const { fetch } = server(({ method, id, params }) => {
        if (method !== 'tools/call') return undefined;
        const { progressToken } = Object(params['_meta']);
        return stream(
          step({ progressToken, progress: 1 }) + step({ progressToken, progress: 2 }) + event(result(id, done)),
        );
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const { reports, restore } = collectReports();
      const mistake = new Error('The page’s own mistake');
      try {
        const onprogress = (): never => {
          throw mistake;
        };
        assert.deepEqual((await client.callTool('t', {}, { onprogress })).content, done.content);
        assert.deepEqual(reports, [mistake, mistake]);
      } finally {
        restore();
        await client.close();
      }
    });

    it('is heard whatever of it there is: fractions, no total, no message, or nothing at all [PR-03][PR-04]', async () => {
      for (const reported of [
        [],
        [{ progress: 0 }, { progress: 0.25, total: 1 }, { progress: 0.5, message: 'half' }],
      ]) {
        const { fetch } = server(({ method, id, params }) => {
          if (method !== 'tools/call') return undefined;
          const { progressToken } = Object(params['_meta']);
          return stream(
            reported.map((progress) => step({ progressToken, ...progress })).join('') + event(result(id, done)),
          );
        });
        const client = await connect(URL_OF_SCRIPT, { fetch });
        const steps: Progress[] = [];
        await client.callTool('t', {}, { onprogress: (progress) => steps.push(progress) });
        assert.deepEqual(steps as unknown, reported);
        await client.close();
      }
    });

    it('is dropped when it is nobody’s, goes back, or is no number [PR-04][PR-09]', async () => {
      const { fetch } = server(({ method, id, params }) => {
        if (method !== 'tools/call') return undefined;
        const { progressToken } = Object(params['_meta']);
        const own = [
          { progress: 2 },
          { progress: 1 },
          { progress: 2 },
          { progress: '3' },
          { progress: null },
          {},
          { progress: 4, total: 'x', message: 5 },
        ];
        const foreign = [
          { progressToken: 'nobody', progress: 9 },
          { progressToken: 4711, progress: 9 },
          { progressToken: null, progress: 9 },
          { progress: 9 },
        ];
        const infinite = step({ progressToken, progress: 0 }).replace('"progress":0', '"progress":1e999');
        return stream(
          foreign.map(step).join('') +
            infinite +
            own.map((progress) => step({ progressToken, ...progress })).join('') +
            event(result(id, done)),
        );
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const steps: Progress[] = [];
      assert.deepEqual(
        (await client.callTool('t', {}, { onprogress: (progress) => steps.push(progress) })).content,
        done.content,
      );
      assert.deepEqual(steps, [{ progress: 2 }, { progress: 4 }]);
      await client.close();
    });
  });
}

describe('progress', () => {
  it('gives a call its time anew, each time that some comes', async () => {
    const live = openStream();
    const { fetch, receivedFor } = modernServer(({ method }) => (method === 'tools/call' ? live.response : undefined), {
      tools: {},
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const now = performance.now.bind(performance);
    let passedMs = 0;
    performance.now = () => now() + passedMs;
    try {
      await whileTimersEndAt(10_000, async () => {
        let steps = 0;
        const options = { onprogress: () => steps++, timeoutMs: 10_000, maxTimeoutMs: Infinity };
        const calling = client.callTool('t', {}, options);
        await until(() => receivedFor('tools/call').length === 1);
        const { id, params } = receivedFor('tools/call')[0] ?? {};
        const { progressToken } = Object(params?.['_meta']);
        for (let progress = 1; progress <= 3; progress++) {
          passedMs += 6_000;
          live.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } });
          await until(() => steps === progress);
        }
        // The time that it had at first is over, and so is that which the first report gave it.
        await new Promise((resolve) => setTimeout(resolve, 10_000));
        live.send(result(id, done));
        assert.deepEqual((await calling).content, done.content);
      });
    } finally {
      Reflect.deleteProperty(performance, 'now');
      await client.close();
    }
  });
});

describe('a server request that wants progress', () => {
  it('is answered without any, which nobody has to give [PR-02]', async () => {
    const { response, send } = openStream();
    let callId: unknown;
    const { fetch, received, receivedFor } = legacyServer(
      ({ method, id, body }) => {
        if (method === 'tools/call') {
          callId = id;
          send({ jsonrpc: '2.0', id: 'ask', method: 'roots/list', params: { _meta: { progressToken: 'p' } } });
          return response;
        }
        if (body['id'] === 'ask') send(result(callId, done));
        return undefined;
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, roots: () => [] });
    await client.callTool('t');
    assert.isEmpty(receivedFor('notifications/progress'));
    assert.lengthOf(
      received.filter(({ body }) => body['id'] === 'ask'),
      1,
    );
    await client.close();
  });
});
