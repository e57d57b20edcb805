import { assert } from 'chai';
import { connect, connectMessagePort } from '@mcp-web/client';
import { type ActivityEntry, ActivityRecorder } from '@mcp-web/client/activity';
import { McpServer } from '@modelcontextprotocol/server';
import { untilRecorded } from '../support/activity.ts';
import { errorOf } from '../support/errors.ts';
import { PortTransport } from '../support/port-transport.ts';
import { faultUrl, relayUrl, serverUrl } from '../support/servers.ts';
import { textOf, uniqueLabel } from './support.ts';

const untilEntry = (recorder: ActivityRecorder, isIt: (entry: ActivityEntry) => boolean): Promise<ActivityEntry> =>
  untilRecorded(recorder, (entries) => entries.find(isIt));

const isCall = (entry: ActivityEntry): boolean => entry.method === 'tools/call' && entry.state !== 'pending';

/** Resolves when nothing waits, and no exchange is open. */
const untilAllEnded = (recorder: ActivityRecorder): Promise<boolean> =>
  untilRecorded(recorder, (entries) =>
    entries.every(
      ({ state, exchange, answerExchange }) =>
        state !== 'pending' && exchange?.end !== 'open' && answerExchange?.end !== 'open',
    ),
  );

for (const name of ['modern', 'legacy', 'everything-sse']) {
  describe(`a recording of ${name}`, () => {
    it('has each request with its answer and its HTTP exchange, whatever carried it', async () => {
      const recorder = new ActivityRecorder();
      const client = await connect(await serverUrl(name), { recorder });
      const result = await client.callTool('echo', { message: 'hello' });
      // On a stream of its own, the answer may come before the status of the request, which then nobody waits for.
      const call = await untilEntry(
        recorder,
        (entry) => isCall(entry) && (entry.exchange?.status !== undefined || entry.exchange?.end === 'cancelled'),
      );
      assert.equal(call.state, 'done');
      assert.equal(call.name, 'echo');
      assert.include(call.message, 'hello');
      assert.include(call.answer, JSON.stringify(textOf(result)).slice(1, -1));
      assert.include(name === 'everything-sse' ? [202, undefined] : [200], call.exchange?.status);
      assert.equal(
        (call.answerExchange ?? call.exchange)?.events.some(({ entryId }) => entryId === call.id) ||
          call.exchange?.responseHeaders.some(([, value]) => value.startsWith('application/json')),
        true,
      );
      await client.close();
      // Nobody waits for an answer when all is closed.
      await untilAllEnded(recorder);
    });
  });
}

for (const name of ['modern', 'legacy', 'legacy-2025-03-26'])
  describe(`a recording of ${name}, whose client is closed`, () => {
    it('leaves open neither the call that runs nor any stream', async () => {
      const recorder = new ActivityRecorder();
      const client = await connect(await serverUrl(name), { recorder });
      let begun: (value: unknown) => void = () => {};
      const hasBegun = new Promise((resolve) => (begun = resolve));
      const label = uniqueLabel();
      const call = client.callTool('countdown', { steps: 1_000, delayMs: 50, label }, { onprogress: begun });
      call.catch(() => {});
      await hasBegun;
      const running = await untilEntry(recorder, ({ method }) => method === 'tools/call');
      assert.equal(running.state, 'pending');
      await client.close();
      await untilAllEnded(recorder);
      assert.equal(running.state, 'cancelled');
      await errorOf(call, 'closed');
      if (name !== 'modern') {
        const end = await untilEntry(recorder, ({ method }) => method === 'DELETE');
        assert.deepInclude(end, { kind: 'http', direction: 'sent', state: 'done' });
        assert.equal(end.exchange?.status, 200);
      }
    });
  });

describe('a recording', () => {
  it('says which call the page cancelled', async () => {
    const recorder = new ActivityRecorder();
    const client = await connect(await serverUrl('modern'), { recorder });
    const abort = new AbortController();
    const label = uniqueLabel();
    const call = client.callTool(
      'countdown',
      { steps: 1_000, delayMs: 50, label },
      { signal: abort.signal, onprogress: () => abort.abort() },
    );
    await call.catch(() => {});
    const entry = await untilEntry(recorder, (one) => one.name === 'countdown' && isCall(one));
    assert.equal(entry.state, 'cancelled');
    // The connection is closed as it is without a recorder: the server notices.
    const outcome = async (): Promise<string> => textOf(await client.callTool('outcome', { label }));
    while (!(await outcome()).includes('cancelled'));
    await client.close();
  });

  it('ends what waits when a port is closed', async () => {
    const recorder = new ActivityRecorder();
    const { port1, port2 } = new MessageChannel();
    const server = new McpServer({ name: 'in-page', version: '1.0.0' });
    let begun: (value: unknown) => void = () => {};
    const hasBegun = new Promise((resolve) => (begun = resolve));
    server.registerTool('wait', {}, () => (begun(true), new Promise(() => {})));
    await server.connect(new PortTransport(port2));
    const client = await connectMessagePort(port1, { recorder });
    const call = client.callTool('wait');
    call.catch(() => {});
    await hasBegun;
    const waiting = await untilEntry(recorder, ({ name }) => name === 'wait');
    assert.equal(waiting.state, 'pending');
    await client.close();
    await untilAllEnded(recorder);
    assert.equal(waiting.state, 'cancelled');
    assert.isUndefined(waiting.exchange);
    await errorOf(call, 'closed');
    await server.close();
  });

  it('has what the browser says of an answer without CORS headers', async () => {
    const recorder = new ActivityRecorder();
    await errorOf(connect(await serverUrl('cors-none'), { recorder }), 'network');
    const entry = await untilEntry(recorder, ({ state }) => state === 'failed');
    assert.isUndefined(entry.exchange?.status);
    assert.isNotEmpty(entry.exchange?.error);
  });

  it('has the address of the server, and the relay that sent the request', async () => {
    const recorder = new ActivityRecorder();
    const url = await serverUrl('legacy');
    const relay = await relayUrl();
    const client = await connect(url, { recorder, relay });
    await client.callTool('echo', { message: 'by relay' });
    const call = await untilEntry(recorder, isCall);
    assert.equal(call.exchange?.url, new URL(url).href);
    assert.equal(call.exchange?.relay, new URL(relay).href);
    await client.close();
  });

  it('has the status of a server that refuses', async () => {
    const recorder = new ActivityRecorder();
    await connect(await faultUrl('no-such-fault'), { recorder }).catch(() => {});
    const entry = await untilEntry(recorder, ({ state }) => state === 'failed');
    assert.isAtLeast(entry.exchange?.status ?? 0, 400);
  });
});
