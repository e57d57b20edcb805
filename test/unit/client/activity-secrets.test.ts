import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { ActivityRecorder, asCurl, repeatableRequest } from '@mcp-web/client/activity';
import { exchange, failureOf, fileOf, RECORDED, untilRecorded } from '../../support/activity.ts';
import { event, json, legacyServer, result, stream, URL_OF_SCRIPT } from '../../support/scripted-server.ts';

const SECRET = 'sk-0123456789abcdefghijklmnop';

describe('a recorder', () => {
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
    await untilRecorded(recorder, (entries) => entries.some(({ answer }) => answer?.includes('structuredContent')));
    const all = fileOf(recorder);
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

  it('notes nothing that is sent to sign in', async () => {
    const recorder = new ActivityRecorder();
    const sent = async (): Promise<Response> => json({ access_token: SECRET });
    const body = `grant_type=refresh_token&refresh_token=${SECRET}`;
    await recorder.fetch(RECORDED, sent, 'https://scripted.example/token', { method: 'POST', body });
    await recorder.fetch(RECORDED, sent, 'https://login.example/mcp', { method: 'POST', body: '{"jsonrpc":"2.0"}' });
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'after' });
    await untilRecorded(recorder, (entries) => entries.some(({ method }) => method === 'after'));
    assert.lengthOf(recorder.getSnapshot().entries, 1);
  });
});

describe('a recorder keeps no secret', () => {
  const recorded = async (send: (recorder: ActivityRecorder) => unknown): Promise<string> => {
    const recorder = new ActivityRecorder();
    await send(recorder);
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'after' });
    await untilRecorded(recorder, (entries) => entries.some(({ method }) => method === 'after'));
    return fileOf(recorder);
  };

  it('of the name, the method and the id of a message', async () => {
    const all = await recorded((recorder) => {
      const uri = 'https://ada:hunter2@example.com/x?token=hunter3&k=hunter4';
      recorder.message(RECORDED, 'sent', { jsonrpc: '2.0', id: SECRET, method: SECRET, params: { uri } });
    });
    assert.include(all, '"name":"https://example.com/x?token=[redacted]&k=[redacted]"');
    for (const secret of [SECRET, 'hunter2', 'hunter3']) assert.notInclude(all, secret);
  });

  it('of an error that names the address', async () => {
    const recorder = new ActivityRecorder();
    const said = `Failed to fetch ${URL_OF_SCRIPT}?key=hunter2, or "https://ada:hunter3@example.com/#hunter4".`;
    await failureOf(exchange(recorder, () => Promise.reject(new TypeError(said))));
    const entry = await untilRecorded(recorder, ([first]) => first?.state === 'failed' && first);
    assert.equal(entry.exchange?.error, `Failed to fetch ${URL_OF_SCRIPT}?key=[redacted] or "https://example.com/".`);
  });

  it('of messages of any length', async () => {
    for (const length of [10, 5_000, 100_000]) {
      const params = { password: 'hunter2', of: [{ token: 'hunter3' }, `Bearer ${SECRET}`], pad: 'x'.repeat(length) };
      const all = await recorded((recorder) => {
        recorder.message(RECORDED, 'sent', { jsonrpc: '2.0', method: 'x', params });
      });
      assert.include(
        all,
        String.raw`{\"password\":\"[redacted]\",\"of\":[{\"token\":\"[redacted]\"},\"Bearer [redacted]\"],\"pad\":`,
      );
      for (const secret of ['hunter', SECRET]) assert.notInclude(all, secret);
    }
  });

  it('of headers that repeat arguments and names', async () => {
    const uri = `https://example.com/\u00e9?key=hunter2`;
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(uri)));
    const plain = btoa('caf\u00c3\u00a9');
    const all = await recorded((recorder) => {
      const send = (headers: Record<string, string>): Promise<Response> =>
        recorder.fetch(RECORDED, async () => new Response(null, { status: 202 }), URL_OF_SCRIPT, {
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
      const sent = recorder.fetch(
        RECORDED,
        async () => new Response(body, { headers }),
        `${URL_OF_SCRIPT}?hunter7`,
        {},
      );
      await (await sent).text();
      await untilRecorded(recorder, ([entry]) => entry?.exchange?.eventCount === 1);
    });
    assert.include(all, '/messages?session=[redacted]&sid=[redacted]&[redacted]');
    assert.include(all, '<https://example.com/b?[redacted]>; rel=');
    assert.notInclude(all, 'hunter');
  });

  it('of a user who has signed out', async () => {
    const server = { ...RECORDED, serverId: 'one' };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'diary' } };
    let answer: (response: Response) => void = () => {};
    const all = await recorded(async (recorder) => {
      recorder.message(server, 'sent', call);
      await untilRecorded(recorder, ([entry]) => entry?.name === 'diary');
      const late = recorder.fetch(server, () => new Promise((resolve) => (answer = resolve)), URL_OF_SCRIPT, {});
      recorder.message(server, 'received', { jsonrpc: '2.0', method: 'unread-diary' });
      recorder.forget('one');
      assert.isEmpty(recorder.getSnapshot().entries);
      assert.equal(recorder.getSnapshot().removed, 1);
      answer(stream(event({ jsonrpc: '2.0', method: 'late-diary' })));
      await (await late).text();
      recorder.message(server, 'received', { jsonrpc: '2.0', method: 'next-user' });
    });
    assert.include(all, 'next-user');
    assert.notInclude(all, 'diary');
  });
});
