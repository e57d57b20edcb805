/** Tests the check itself: it notices deliberate mistakes, through the modules with which every client sends. */
import { assert } from 'chai';
import { connect, connectMessagePort } from '@mcp-web/client';
import { fetchAnswer } from '../../../packages/client/src/wire/http.ts';
import { json, legacyServer, result } from '../../support/scripted-server.ts';
import { takeComplaints } from '../../wire/outbox.mjs';

const url = new URL('https://scripted.example/mcp');
const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** What the check says about these messages, sent one after the other over one endpoint. */
async function complaintsAbout(
  ...sent: { message?: unknown; method?: 'DELETE'; headers?: Record<string, string> }[]
): Promise<string[]> {
  const endpoint = {
    url,
    headers: () => undefined,
    fetch: async (_url: unknown, { body }: RequestInit = {}) => {
      const { id, method, params }: { id?: unknown; method?: string; params?: { protocolVersion?: string } } =
        JSON.parse(typeof body === 'string' ? body : '{}');
      return method === 'initialize'
        ? json(result(id, { protocolVersion: params?.protocolVersion }))
        : new Response(undefined, { status: 202 });
    },
  };
  for (const { message, method = 'POST', headers } of sent)
    await fetchAnswer(endpoint, {
      method,
      headers: { ...JSON_HEADERS, ...headers },
      ...(message !== undefined && { body: JSON.stringify(message) }),
    });
  return takeComplaints();
}

const initialize = (protocolVersion: string): { message: object } => ({
  message: {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
});
const modern = (
  method: string,
  params: object,
  headers: Record<string, string> = {},
): { message: object; headers: Record<string, string> } => ({
  message: { jsonrpc: '2.0', id: 1, method, params: { _meta: MODERN_META, ...params } },
  headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...headers },
});

describe('the check of what leaves the client', () => {
  it('has nothing against what is right, in any revision', async () => {
    assert.deepEqual(
      await complaintsAbout(modern('tools/call', { name: 'ü', arguments: {} }, { 'Mcp-Name': '=?base64?w7w=?=' })),
      [],
    );
    assert.deepEqual(await complaintsAbout(modern('example.com/own', { anything: 1 })), []);
    for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const headers: Record<string, string> = revision >= '2025-06-18' ? { 'MCP-Protocol-Version': revision } : {};
      const call = { message: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 't' } }, headers };
      assert.deepEqual(await complaintsAbout(initialize(revision), call), [], revision);
    }
  });

  it('names method, revision and place of what is not as the schema has it', async () => {
    for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const headers: Record<string, string> = revision >= '2025-06-18' ? { 'MCP-Protocol-Version': revision } : {};
      const [complaint, ...others] = await complaintsAbout(initialize(revision), {
        message: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 7 } },
        headers,
      });
      assert.include(complaint, `tools/call in ${revision}: #/params/name is not as CallToolRequest has it`);
      assert.isEmpty(others);
    }
    const [complaint] = await complaintsAbout(modern('resources/read', { uri: 7 }));
    assert.include(complaint, 'resources/read in 2026-07-28: ');
  });

  for (const [what, sent, says] of [
    [
      'an envelope',
      {
        ...modern('example.com/own', {}),
        message: { id: 1, method: 'example.com/own', params: { _meta: MODERN_META } },
      },
      'jsonrpc',
    ],
    [
      'a null id',
      {
        ...modern('example.com/own', {}),
        message: { jsonrpc: '2.0', id: null, method: 'example.com/own', params: { _meta: MODERN_META } },
      },
      '#/id',
    ],
    [
      'missing metadata',
      modern('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
      'clientCapabilities',
    ],
    ['a method of another revision', modern('resources/subscribe', { uri: 'a:b' }), 'no such method'],
    ['a batch', { message: [] }, 'not one JSON-RPC message'],
    [
      'an answer in a revision without answers',
      { message: { jsonrpc: '2.0', id: 1, result: {} }, headers: { 'MCP-Protocol-Version': '2026-07-28' } },
      'Mcp-Method',
    ],
    ['the header of another method', modern('tools/list', {}, { 'Mcp-Method': 'tools/call' }), 'Mcp-Method'],
    ['the header of another tool', modern('tools/call', { name: 'a' }, { 'Mcp-Name': 'b' }), 'Mcp-Name'],
    ['a name where none belongs', modern('tools/list', {}, { 'Mcp-Name': 'b' }), 'Mcp-Name'],
    [
      'another revision in the header',
      modern('tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }),
      'MCP-Protocol-Version',
    ],
    ['another content type', modern('tools/list', {}, { 'Content-Type': 'text/plain' }), 'Content-Type'],
    ['half of what has to be accepted', modern('tools/list', {}, { Accept: 'application/json' }), 'Accept'],
    [
      'a call before the handshake',
      { message: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
      'nothing was negotiated',
    ],
  ] as const) {
    it(`notices ${what}`, async () => {
      const complaints = await complaintsAbout(sent);
      assert.lengthOf(complaints, 1);
      assert.include(complaints[0], says);
    });
  }

  it('notices answers of another shape, or to requests that nobody sent', async () => {
    let answered: () => void;
    const answers = new Promise<void>((resolve) => (answered = resolve));
    const { fetch } = legacyServer(({ method, httpMethod }) => {
      if (method === undefined && httpMethod === 'POST') answered();
      if (method !== 'tools/call') return undefined;
      const request = {
        jsonrpc: '2.0',
        id: 'q',
        method: 'elicitation/create',
        params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
      };
      return new Response(`data: ${JSON.stringify(request)}\n\n`, {
        headers: { 'Content-Type': 'text/event-stream' },
      });
    });
    const broken: typeof globalThis.fetch = (input, init = {}) => fetch(input, { ...init });
    // @ts-expect-error: an action that there is not.
    const client = await connect(url, { fetch: broken, elicitation: { form: () => ({ action: 'perhaps' }) } });
    await client.callTool('ask').catch(() => {});
    await answers;
    await client.close();
    const complaints = await takeComplaints();
    assert.lengthOf(complaints, 1);
    assert.match(complaints[0] ?? '', /answer "q" in 2025-11-25: #\/result\/action is not as ElicitResult has it/);
    assert.match(
      (
        await complaintsAbout(initialize('2025-11-25'), {
          message: { jsonrpc: '2.0', id: 9, result: {} },
          headers: { 'MCP-Protocol-Version': '2025-11-25' },
        })
      ).join(),
      /asked nothing/,
    );
  });

  it('wants the revision in the DELETE of a session that was opened, and not of one that was given up before', async () => {
    const initialized = {
      message: { jsonrpc: '2.0', method: 'notifications/initialized' },
      headers: { 'MCP-Protocol-Version': '2025-11-25' },
    };
    const goodbye = { method: 'DELETE', headers: { 'Mcp-Session-Id': 'one' } } as const;
    assert.deepEqual(await complaintsAbout(initialize('2025-11-25'), goodbye), []);
    assert.match(
      (await complaintsAbout(initialize('2025-11-25'), initialized, goodbye)).join(),
      /DELETE: the header MCP-Protocol-Version is undefined/,
    );
  });

  it('looks at what is posted to a port', async () => {
    const { port1 } = new MessageChannel();
    await connectMessagePort(port1, {
      timeoutMs: 50,
      // @ts-expect-error: a title that is none.
      clientInfo: { name: 'test', version: '1', title: 7 },
      revision: '2025-11-25',
    }).catch(() => {});
    assert.match((await takeComplaints()).join(), /initialize in 2025-11-25: #\/params\/clientInfo\/title/);
  });
});
