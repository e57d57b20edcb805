import { assert } from 'chai';
import { connect, connectMessagePort, McpHost } from '@mcp-web/client';
import { ActivityRecorder } from '@mcp-web/client/activity';
import { McpServer } from '@modelcontextprotocol/server';
import { exchange, failureOf, RECORDED, untilRecorded } from '../../support/activity.ts';
import { PortTransport } from '../../support/port-transport.ts';
import { done, json, modernServer, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';

describe('a recorder', () => {
  it('notes each request with its answer, its time and its HTTP exchange', async () => {
    const recorder = new ActivityRecorder();
    const { fetch } = modernServer(({ method, id }) =>
      method === 'tools/call' ? json(result(id, { ...done, resultType: 'complete' })) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, recorder });
    await client.callTool('echo', { text: 'hi' });
    await untilRecorded(recorder, (entries) => entries.length > 1 && entries.every(({ state }) => state !== 'pending'));
    const [first, call] = recorder.getSnapshot().entries;
    assert.equal(first?.method, 'server/discover');
    assert.equal(call?.method, 'tools/call');
    assert.equal(call?.name, 'echo');
    assert.equal(call?.state, 'done');
    assert.include(call?.message, '"text":"hi"');
    assert.include(call?.answer, '"done"');
    assert.equal(call?.exchange?.status, 200);
    assert.equal(call?.exchange?.end, 'ended');
    assert.equal(new Map(call?.exchange?.responseHeaders).get('content-type'), 'application/json');
    assert.isNumber(call?.durationMs);
  });

  it('says what HTTP said when there is no answer, and which requests the page cancelled', async () => {
    const recorder = new ActivityRecorder();
    await exchange(recorder, () => new Response('<p>Gone</p>', { status: 410 })).then((response) => response.text());
    await failureOf(exchange(recorder, () => Promise.reject(new TypeError('Failed to fetch'))));
    const abort = new AbortController();
    abort.abort();
    await exchange(recorder, () => Promise.reject(abort.signal.reason), undefined, abort.signal).catch(() => {});
    await untilRecorded(
      recorder,
      (entries) => entries.length === 3 && entries.every(({ state }) => state !== 'pending'),
    );
    const { entries } = recorder.getSnapshot();
    assert.deepEqual(
      entries.map(({ state }) => state),
      ['failed', 'failed', 'cancelled'],
    );
    assert.equal(entries[0]?.exchange?.status, 410);
    assert.equal(entries[0]?.exchange?.text, '<p>Gone</p>');
    assert.equal(entries[1]?.exchange?.error, 'Failed to fetch');
  });

  it('notes the events of a stream in their order, and pairs requests of the server with the answers of the page', async () => {
    const recorder = new ActivityRecorder();
    const events = [
      'event: endpoint\ndata: /messages\n\n',
      'id: 7\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n',
      'data: {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}\n\n',
      'data: {"jsonrpc":"2.0","id":1,"result":{"isError":true}}\n\n',
    ];
    const response = await exchange(
      recorder,
      () => new Response(events.join(''), { headers: { 'Content-Type': 'text/event-stream' } }),
    );
    assert.equal(await response.text(), events.join(''));
    await exchange(
      recorder,
      () => new Response(null, { status: 202 }),
      '{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}',
    );
    await untilRecorded(
      recorder,
      (entries) => entries.length === 3 && entries.every(({ state }) => state !== 'pending'),
    );
    const [call, note, ask] = recorder.getSnapshot().entries;
    assert.equal(call?.state, 'error');
    assert.equal(note?.kind, 'notification');
    assert.equal(note?.direction, 'received');
    assert.equal(ask?.method, 'elicitation/create');
    assert.include(ask?.answer, 'decline');
    assert.equal(ask?.answerExchange?.status, 202);
    assert.deepEqual(
      call?.exchange?.events.map(({ type, eventId, entryId, data }) => [type, eventId, entryId, data]),
      [
        ['endpoint', undefined, undefined, '/messages'],
        ['message', '7', note?.id, undefined],
        ['message', undefined, ask?.id, undefined],
        ['message', undefined, call?.id, undefined],
      ],
    );
  });

  it('notes messages on a port', async () => {
    const recorder = new ActivityRecorder();
    const { port1, port2 } = new MessageChannel();
    const server = new McpServer({ name: 'in-page', version: '1.0.0' });
    server.registerTool('greet', {}, () => ({ content: [] }));
    await server.connect(new PortTransport(port2));
    const client = await connectMessagePort(port1, { recorder });
    await client.callTool('greet');
    await untilRecorded(recorder, (entries) =>
      entries.some(({ method, answer }) => method === 'tools/call' && !!answer),
    );
    assert.isUndefined(recorder.getSnapshot().entries.at(-1)?.exchange);
    await client.close();
    await server.close();
  });

  it('begins when a host gets it, for servers that are connected, and stops when it is gone or paused', async () => {
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(result(id, { tools: [], resultType: 'complete', ttlMs: 0, cacheScope: 'private' }))
          : undefined,
      { tools: {} },
    );
    const host = new McpHost();
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await host.ready(id);
    const recorder = new ActivityRecorder();
    host.recorder = recorder;
    await host.client(id).listTools({ cache: 'reload' });
    await untilRecorded(recorder, (entries) => entries.length === 1);
    recorder.isPaused = true;
    await host.client(id).listTools({ cache: 'reload' });
    recorder.isPaused = false;
    host.recorder = undefined;
    await host.client(id).listTools({ cache: 'reload' });
    host.close();
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'after' });
    await untilRecorded(recorder, (entries) => entries.some(({ method }) => method === 'after'));
    assert.lengthOf(recorder.getSnapshot().entries, 2);
    assert.equal(recorder.getSnapshot().entries[0]?.serverId, id);
  });

  it('drops the oldest entries, and says how many', async () => {
    const recorder = new ActivityRecorder({ maxEntries: 100 });
    for (let count = 0; count < 150; count++)
      recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: `notifications/${count}` });
    await untilRecorded(recorder, (entries) => entries.at(-1)?.method === 'notifications/149');
    const { entries, dropped } = recorder.getSnapshot();
    assert.isAtMost(entries.length, 100);
    assert.equal(entries.length + dropped, 150);
    const small = new ActivityRecorder({ maxBytes: 10_000 });
    for (let count = 0; count < 20; count++)
      small.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(1_000) } });
    await untilRecorded(small, (kept) => kept.length > 0 && small.getSnapshot().dropped > 0);
    await untilRecorded(small, () => small.getSnapshot().entries.length + small.getSnapshot().dropped === 20);
    assert.isBelow(small.getSnapshot().entries.length, 6);
  });

  it('notes a message of more than a million characters without its text', async () => {
    const recorder = new ActivityRecorder();
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(1_200_000) } });
    const response = await exchange(recorder, () => new Response(text));
    assert.equal(await response.text(), text);
    await untilRecorded(recorder, ([entry]) => entry?.state === 'done');
    assert.isUndefined(recorder.getSnapshot().entries[0]?.answer);
    const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}';
    assert.equal(recorder.getSnapshot().entries[0]?.length, request.length + text.length);
  });
});

describe('a fault in a recorder', () => {
  it('does not reach the page', async () => {
    const recorder = new ActivityRecorder();
    const server = {
      get url(): string {
        throw new Error('fault');
      },
    };
    const response = await recorder.fetch(server, async () => json({}), URL_OF_SCRIPT, {});
    assert.equal(response.status, 200);
    recorder.message(server, 'received', { jsonrpc: '2.0', method: 'x' });
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'after' });
    await untilRecorded(recorder, ([entry]) => entry?.method === 'after');
    // A response as only the fetch of a page can have.
    const odd = new Proxy(new Response('x'), {
      get: (target, name) => (name === 'status' ? 204 : Reflect.get(target, name)),
    });
    assert.equal(await exchange(recorder, () => odd), odd);
  });
});
