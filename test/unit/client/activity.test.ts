import { assert } from 'chai';
import { connect, connectMessagePort, McpHost, type Recorder } from '@mcp-web/client';
import {
  type ActivityEntry,
  ActivityRecorder,
  asCode,
  asCurl,
  readRecording,
  recordingLines,
  repeatableRequest,
} from '@mcp-web/client/activity';
import { McpServer } from '@modelcontextprotocol/server';
import { errorOf } from '../../support/errors.ts';
import { PortTransport } from '../../support/port-transport.ts';
import {
  done,
  event,
  json,
  legacyServer,
  liveStream,
  modernServer,
  result,
  stream,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const SERVER = { url: URL_OF_SCRIPT };
const SECRET = 'sk-0123456789abcdefghijklmnop';

/** Waits until the entries are as wanted. */
async function until(recorder: ActivityRecorder, isSo: (entries: readonly ActivityEntry[]) => boolean): Promise<void> {
  while (!isSo(recorder.getSnapshot().entries)) await new Promise((resolve) => setTimeout(resolve, 5));
}

const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => (error instanceof TypeError ? error.message : String(error)),
  );

const allOf = (recorder: ActivityRecorder): string => [...recordingLines(recorder.getSnapshot())].join('');

/** Sends a request through a recorder to a server that answers so. */
async function exchange(
  recorder: Recorder,
  answer: () => Response | Promise<Response>,
  body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}',
  signal?: AbortSignal,
): Promise<Response> {
  return recorder.fetch(SERVER, async () => answer(), URL_OF_SCRIPT, {
    method: 'POST',
    body,
    ...(signal && { signal }),
  });
}

const entryWith = (change: Partial<ActivityEntry>): ActivityEntry => ({
  id: 1,
  time: 0,
  server: URL_OF_SCRIPT,
  direction: 'sent',
  kind: 'request',
  method: 'tools/call',
  state: 'done',
  length: 0,
  ...change,
});

describe('a recorder', () => {
  it('notes each request with its answer, its time and its HTTP exchange', async () => {
    const recorder = new ActivityRecorder();
    const { fetch } = modernServer(({ method, id }) =>
      method === 'tools/call' ? json(result(id, { ...done, resultType: 'complete' })) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, recorder });
    await client.callTool('echo', { text: 'hi' });
    await until(recorder, (entries) => entries.length > 1 && entries.every(({ state }) => state !== 'pending'));
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

  it('keeps no secret: not in headers, addresses, messages, events, recordings or commands', async () => {
    const recorder = new ActivityRecorder();
    const { fetch } = legacyServer(({ method, id }) =>
      method === 'tools/call'
        ? json(result(id, { content: [{ type: 'text', text: `Bearer ${SECRET}` }], structuredContent: { pin: 4711 } }))
        : undefined,
    );
    const client = await connect(`${URL_OF_SCRIPT}?key=hunter2`, {
      fetch,
      recorder,
      headers: { Authorization: `Bearer ${SECRET}`, 'X-Gateway': 'hunter2', DPoP: 'hunter2' },
    });
    await client.callTool('login', { password: 'hunter2', text: SECRET });
    await client.close();
    await until(recorder, (entries) => entries.some(({ answer }) => answer?.includes('structuredContent')));
    const all = allOf(recorder);
    assert.include(all, 'login');
    for (const secret of [SECRET, 'hunter2', '4711', '"scripted"]']) assert.notInclude(all, secret);
    const call = recorder.getSnapshot().entries.find(({ method }) => method === 'tools/call');
    const curl = call && asCurl(call);
    assert.include(curl, '-H "authorization: $MCP_HIDDEN_AUTHORIZATION"');
    assert.include(curl, '-H "mcp-session-id: $MCP_HIDDEN_MCP_SESSION_ID"');
    assert.include(curl, 'key=REDACTED');
    // It would send what stands in the place of the secret.
    assert.isUndefined(call && repeatableRequest(call));
  });

  it('says what HTTP said when there is no answer, and which requests the page cancelled', async () => {
    const recorder = new ActivityRecorder();
    await exchange(recorder, () => new Response('<p>Gone</p>', { status: 410 })).then((response) => response.text());
    await failureOf(exchange(recorder, () => Promise.reject(new TypeError('Failed to fetch'))));
    const abort = new AbortController();
    abort.abort();
    await exchange(recorder, () => Promise.reject(abort.signal.reason), undefined, abort.signal).catch(() => {});
    await until(recorder, (entries) => entries.length === 3 && entries.every(({ state }) => state !== 'pending'));
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
    await until(recorder, (entries) => entries.length === 3 && entries.every(({ state }) => state !== 'pending'));
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
    await until(recorder, (entries) => entries.some(({ method, answer }) => method === 'tools/call' && !!answer));
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
    await until(recorder, (entries) => entries.length === 1);
    recorder.isPaused = true;
    await host.client(id).listTools({ cache: 'reload' });
    recorder.isPaused = false;
    host.recorder = undefined;
    await host.client(id).listTools({ cache: 'reload' });
    host.close();
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: 'after' });
    await until(recorder, (entries) => entries.some(({ method }) => method === 'after'));
    assert.lengthOf(recorder.getSnapshot().entries, 2);
    assert.equal(recorder.getSnapshot().entries[0]?.serverId, id);
  });

  it('notes nothing that is sent to sign in', async () => {
    const recorder = new ActivityRecorder();
    const sent = async (): Promise<Response> => json({ access_token: SECRET });
    const body = `grant_type=refresh_token&refresh_token=${SECRET}`;
    await recorder.fetch(SERVER, sent, 'https://scripted.example/token', { method: 'POST', body });
    await recorder.fetch(SERVER, sent, 'https://login.example/mcp', { method: 'POST', body: '{"jsonrpc":"2.0"}' });
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: 'after' });
    await until(recorder, (entries) => entries.some(({ method }) => method === 'after'));
    assert.lengthOf(recorder.getSnapshot().entries, 1);
  });

  it('drops the oldest entries, and says how many', async () => {
    const recorder = new ActivityRecorder({ maxEntries: 100 });
    for (let count = 0; count < 150; count++)
      recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: `notifications/${count}` });
    await until(recorder, (entries) => entries.at(-1)?.method === 'notifications/149');
    const { entries, dropped } = recorder.getSnapshot();
    assert.isAtMost(entries.length, 100);
    assert.equal(entries.length + dropped, 150);
    const small = new ActivityRecorder({ maxBytes: 10_000 });
    for (let count = 0; count < 20; count++)
      small.message(SERVER, 'received', { jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(1_000) } });
    await until(small, (kept) => kept.length > 0 && small.getSnapshot().dropped > 0);
    await until(small, () => small.getSnapshot().entries.length + small.getSnapshot().dropped === 20);
    assert.isBelow(small.getSnapshot().entries.length, 6);
  });

  it('notes a message of more than a million characters without its text', async () => {
    const recorder = new ActivityRecorder();
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(1_200_000) } });
    const response = await exchange(recorder, () => new Response(text));
    assert.equal(await response.text(), text);
    await until(recorder, ([entry]) => entry?.state === 'done');
    assert.isUndefined(recorder.getSnapshot().entries[0]?.answer);
    const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}';
    assert.equal(recorder.getSnapshot().entries[0]?.length, request.length + text.length);
  });
});

describe('a recorder keeps no secret', () => {
  const recorded = async (send: (recorder: ActivityRecorder) => unknown): Promise<string> => {
    const recorder = new ActivityRecorder();
    await send(recorder);
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: 'after' });
    await until(recorder, (entries) => entries.some(({ method }) => method === 'after'));
    return allOf(recorder);
  };

  it('of the name, the method and the id of a message', async () => {
    const all = await recorded((recorder) => {
      const uri = 'https://ada:hunter2@example.com/x?token=hunter3&k=hunter4';
      recorder.message(SERVER, 'sent', { jsonrpc: '2.0', id: SECRET, method: SECRET, params: { uri } });
    });
    assert.include(all, '"name":"https://example.com/x?token=[redacted]&k=[redacted]"');
    for (const secret of [SECRET, 'hunter2', 'hunter3']) assert.notInclude(all, secret);
  });

  it('of headers that repeat arguments and names', async () => {
    const uri = `https://example.com/\u00e9?key=hunter2`;
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(uri)));
    const plain = btoa('caf\u00c3\u00a9');
    const all = await recorded((recorder) => {
      const send = (headers: Record<string, string>): Promise<Response> =>
        recorder.fetch(SERVER, async () => new Response(null, { status: 202 }), URL_OF_SCRIPT, {
          method: 'POST',
          body: '{"jsonrpc":"2.0","method":"x"}',
          headers,
        });
      return Promise.all([
        send({ 'Mcp-Param-Region': 'hunter3', 'Mcp-Name': `=?base64?${encoded}?=` }),
        send({ 'Mcp-Name': `=?base64?${plain}?=` }),
        send({ 'Mcp-Name': '=?base64?%?=' }),
      ]);
    });
    for (const secret of [encoded, 'hunter3', '?base64?%']) assert.notInclude(all, secret);
    assert.include(all, `=?base64?${plain}?=`);
  });

  it('of addresses in events and headers, nor in queries without names', async () => {
    const all = await recorded(async (recorder) => {
      const headers = {
        'Content-Type': 'text/event-stream',
        'Content-Location': '/a?sid=hunter2',
        Link: '<https://example.com/b?key=hunter3>; rel="next"',
      };
      const body = 'event: endpoint\ndata: /messages?session=hunter4&sid=hunter5&hunter6\n\n';
      const sent = recorder.fetch(SERVER, async () => new Response(body, { headers }), `${URL_OF_SCRIPT}?hunter7`, {});
      await (await sent).text();
      await until(recorder, ([entry]) => entry?.exchange?.eventCount === 1);
    });
    assert.include(all, '/messages?session=[redacted]&sid=[redacted]&[redacted]');
    assert.include(all, '<https://example.com/b?[redacted]>; rel=');
    assert.notInclude(all, 'hunter');
  });

  it('of a user who has signed out', async () => {
    const server = { ...SERVER, serverId: 'one' };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'diary' } };
    let answer: (response: Response) => void = () => {};
    const all = await recorded(async (recorder) => {
      recorder.message(server, 'sent', call);
      await until(recorder, ([entry]) => entry?.name === 'diary');
      const late = recorder.fetch(server, () => new Promise((resolve) => (answer = resolve)), URL_OF_SCRIPT, {});
      recorder.message(server, 'received', { jsonrpc: '2.0', method: 'unread-diary' });
      recorder.forget('one');
      assert.isEmpty(recorder.getSnapshot().entries);
      answer(stream(event({ jsonrpc: '2.0', method: 'late-diary' })));
      await (await late).text();
      recorder.message(server, 'received', { jsonrpc: '2.0', method: 'next-user' });
    });
    assert.include(all, 'next-user');
    assert.notInclude(all, 'diary');
  });
});

describe('requests that wait', () => {
  const call = (id: number): object => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'slow' } });
  const states = (recorder: ActivityRecorder): string[] => recorder.getSnapshot().entries.map(({ state }) => state);

  it('are settled when they are cancelled, and when their connection ends', async () => {
    const recorder = new ActivityRecorder();
    recorder.message(SERVER, 'sent', call(1));
    recorder.message(SERVER, 'sent', call(2));
    recorder.message(SERVER, 'sent', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(recorder, (entries) => entries.length === 3);
    assert.deepEqual(states(recorder), ['cancelled', 'pending', 'done']);
    recorder.end(SERVER);
    await until(recorder, (entries) => entries[1]?.state === 'cancelled');
  });

  it('are settled when the stream of HTTP+SSE ends', async () => {
    const recorder = new ActivityRecorder();
    const live = liveStream();
    const opened = await recorder.fetch(SERVER, async () => live.response, URL_OF_SCRIPT, {});
    const reading = opened.text();
    live.send('event: endpoint\ndata: /messages\n\n');
    await exchange(recorder, () => new Response(null, { status: 202 }));
    await until(recorder, (entries) => entries[1]?.exchange?.end === 'ended');
    assert.equal(states(recorder)[1], 'pending');
    live.end();
    await reading;
    await until(recorder, (entries) => entries[1]?.state === 'cancelled');
  });

  it('find their answers after 10,000 that have none, and not after they are cleared', async () => {
    const recorder = new ActivityRecorder();
    for (let id = 0; id <= 10_001; id++) recorder.message(SERVER, 'sent', call(id));
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', id: 0, result: {} });
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', id: 10_001, result: {} });
    await until(recorder, (entries) => entries.at(-1)?.state === 'done');
    assert.equal(states(recorder)[0], 'pending');
    recorder.clear();
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', id: 5, result: {} });
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: 'after' });
    await until(recorder, ([entry]) => entry?.method === 'after');
  });

  it('and exchanges count as memory', async () => {
    const recorder = new ActivityRecorder({ maxBytes: 200_000 });
    for (let count = 0; count < 20; count++) {
      const answer = (): Response => stream(`event: x\ndata: ${'x'.repeat(4_000)}\n\n`.repeat(10));
      await exchange(recorder, answer).then((response) => response.text());
    }
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: 'after' });
    await until(recorder, (entries) => entries.at(-1)?.method === 'after');
    assert.isAbove(recorder.getSnapshot().dropped, 10);
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
    recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: 'after' });
    await until(recorder, ([entry]) => entry?.method === 'after');
    // A response as only the fetch of a page can have.
    const odd = new Proxy(new Response('x'), {
      get: (target, name) => (name === 'status' ? 204 : Reflect.get(target, name)),
    });
    assert.equal(await exchange(recorder, () => odd), odd);
  });
});

describe('what flows through a recorder', () => {
  const CHUNK = 65_536;
  const chunk = (index: number): Uint8Array => {
    const line = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${index} `;
    return new TextEncoder().encode(`${line}${'x'.repeat(CHUNK - line.length - 6)}"}}\n\n`);
  };

  it('arrives unchanged, with the same status and headers: 10 MB of events', async () => {
    const recorder = new ActivityRecorder();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent < 160 ? controller.enqueue(chunk(sent++)) : controller.close()),
    });
    const headers = { 'Content-Type': 'text/event-stream', 'Mcp-Session-Id': 'one' };
    const response = await exchange(recorder, () => new Response(body as BodyInit, { status: 201, headers }));
    assert.equal(response.status, 201);
    assert.equal(response.headers.get('Mcp-Session-Id'), 'one');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const wanted = new Blob(Array.from({ length: 160 }, (_none, index) => chunk(index) as BlobPart));
    assert.equal(bytes.length, wanted.size);
    assert.deepEqual(await digest(bytes), await digest(new Uint8Array(await wanted.arrayBuffer())));
    await until(recorder, (entries) => entries.length === 161);
  });

  it('is read only as fast as the page reads', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk(pulls++)) });
    const response = await exchange(new ActivityRecorder(), () => new Response(body as BodyInit));
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isAtMost(pulls, 3);
    await reader?.cancel();
  });

  it('ends when the page has had enough, and breaks with the same error', async () => {
    let reason: unknown;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk(0)),
      cancel: (given) => void (reason = given),
    });
    const response = await exchange(new ActivityRecorder(), () => new Response(body as BodyInit));
    await response.body?.cancel('enough');
    assert.equal(reason, 'enough');
    const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new TypeError('broken')) });
    const other = await exchange(new ActivityRecorder(), () => new Response(broken as BodyInit));
    assert.equal(await failureOf(other.body?.getReader().read() ?? Promise.resolve()), 'broken');
  });

  const digest = async (bytes: Uint8Array<ArrayBuffer>): Promise<number[]> => [
    ...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  ];
});

describe('a recording', () => {
  it('is read as it was written', async () => {
    const recorder = new ActivityRecorder();
    await exchange(recorder, () => json(result(1, done))).then((response) => response.text());
    await until(recorder, ([entry]) => entry?.state === 'done' && entry.exchange?.end === 'ended');
    const { entries } = await readRecording(new Blob([allOf(recorder)]));
    assert.deepEqual(entries.map(definedOf), recorder.getSnapshot().entries.map(definedOf));
  });

  it('leaves out what does not fit, and is refused if it is none', async () => {
    const good = [...recordingLines({ entries: [entryWith({ id: 5 }), entryWith({ id: 2 })], dropped: 3 })];
    const bad = ['{"entry":{"id":"x"}}\n', '{"http":{"id":1}}\n', '[1]\n', '{"entry":{"__proto__":1}}\n', '{"ent'];
    const { entries, dropped } = await readRecording(new Blob([...good, ...bad]));
    assert.deepEqual(
      entries.map(({ id }) => id),
      [1, 2],
    );
    assert.equal(dropped, 3);
    const entry = JSON.stringify({ entry: entryWith({}) });
    const large = entry.replace('"id":1', '"id":9007199254740992');
    const endless = entry.replace('"id":1', '"id":1e999');
    const read = await readRecording(new Blob([good[0] ?? '', [endless, large, large, entry].join('\n')]));
    assert.deepEqual(
      read.entries.map(({ id }) => id),
      [1, 2, 3],
    );
    for (const text of ['', 'hello', '{"format":"har"}', '[]'])
      await errorOf(readRecording(new Blob([text])), 'invalid-argument');
    await errorOf(readRecording(new Blob([...good, 'x'.repeat(9_000_000)])), 'too-large');
  });
});

describe('a recorded request', () => {
  const exchangeOf = (change: object): NonNullable<ActivityEntry['exchange']> => ({
    id: 1,
    time: 0,
    method: 'POST',
    url: 'https://example.com/mcp',
    requestHeaders: [['content-type', 'application/json']],
    responseHeaders: [],
    end: 'ended',
    bytes: 0,
    events: [],
    eventCount: 0,
    ...change,
  });

  it('is a command in which nothing has a meaning for the shell or for curl', () => {
    const message = `{"x":"'$(touch x)\\u001b\u202e\u001b"}`;
    const curl = asCurl(entryWith({ message, exchange: exchangeOf({}) }));
    assert.equal(
      curl,
      [
        `curl -gN -X 'POST' --url 'https://example.com/mcp' \\`,
        `  -H 'content-type: application/json' \\`,
        String.raw`  --data-raw '{"x":"'\''$(touch x)\u001b\u202e\u001b"}'`,
      ].join('\n'),
    );
    const hostile = exchangeOf({
      requestHeaders: [
        ['@/etc/passwd', ''],
        ['x$(id)', '[redacted]'],
        ['a', `b\u001b[201~\nid`],
      ],
    });
    const other = asCurl(entryWith({ message: '{}', exchange: hostile }));
    const secret = exchangeOf({ requestHeaders: [['aws_secret_access_key', '[redacted]']] });
    const opened = asCurl(entryWith({ message: '{}', exchange: secret }), { isFromFile: true });
    assert.include(opened, "-H 'aws_secret_access_key: REDACTED'");
    assert.notInclude(opened, '$');
    assert.notInclude(other, '@/etc');
    assert.notInclude(other, '$(');
    assert.notInclude(other, '\u001b');
    assert.isUndefined(asCurl(entryWith({ message: '{}', exchange: exchangeOf({ url: 'file:///etc/passwd' }) })));
    assert.isUndefined(asCurl(entryWith({ message: '{}', exchange: exchangeOf({ method: "'; id" }) })));
    assert.isUndefined(asCurl(entryWith({ message: '{}', direction: 'received', exchange: exchangeOf({}) })));
  });

  it('is code for the client', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'hi' } } };
    const entry = entryWith({ server: 'https://example.com/mcp', message: JSON.stringify(call) });
    assert.equal(
      asCode(entry),
      `import { connect } from '@mcp-web/client';

const client = await connect("https://example.com/mcp");
const result = await client.callTool("echo", {
  "text": "hi"
});
`,
    );
    assert.isUndefined(asCode({ ...entry, server: 'message-port:' }));
    assert.isUndefined(asCode(entryWith({ message: '{"method":"initialize"}' })));
    assert.isUndefined(asCode(entryWith({ message: '{"method":"toString"}' })));
  });
});

/** Without what is undefined, which JSON has no word for. */
const definedOf = (entry: ActivityEntry): unknown => JSON.parse(JSON.stringify(entry));
