import { assert } from 'chai';
import { AuthError, DeniedError, type JsonObject, type LogEntry, McpHost } from '@mcp-web/client';
import { whileWorkTakes } from '../../support/clock.ts';
import {
  error,
  event,
  eventually,
  json,
  legacyServer,
  rejection,
  result,
  stream,
} from '../../support/scripted-server.ts';

const URL_OF_SERVER = 'https://logged.example/mcp';

/** A server that calls itself `Files`, with the tool `tidy`, which does what its argument `how` says. */
function filesServer(): { fetch: typeof fetch; rename: () => void } {
  let title = 'Files';
  const { fetch } = legacyServer(({ method, id, params }) => {
    if (method === 'initialize')
      return json(
        result(id, {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'files', title, version: '1' },
        }),
      );
    if (method === 'tools/list')
      return json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }));
    if (method !== 'tools/call') return undefined;
    const { how }: JsonObject = Object(params['arguments']);
    if (how === 'hangs') return new Promise(() => {});
    if (how === 'fails') return json(error(id, -32_603, `broken ${'x'.repeat(5_000)}`));
    return json(result(id, { content: [], isError: how === 'complains' }));
  });
  return { fetch, rename: () => (title = 'Papers') };
}

describe('what a host logs', () => {
  let host: McpHost;
  let id: string;
  let rename: () => void;
  beforeEach(async () => {
    host = new McpHost();
    host.addResponder('consent');
    const server = filesServer();
    ({ rename } = server);
    id = host.add(URL_OF_SERVER, { id: 'files', fetch: server.fetch });
    await host.ready(id);
  });
  afterEach(() => host.close());
  const entries = (): LogEntry[] => [...host.log.getSnapshot()];
  const levels = (): unknown[] =>
    entries().map(({ kind, level, data }) => [kind, level, Object(data).status ?? Object(data).decision]);
  const allowAll = (): (() => void) => host.addConsentPolicy(() => ({ action: 'allow' }));

  it('of a call names the server as it called itself, and the request', async () => {
    allowAll();
    await host.callTool(id, 'tidy', {}, { callId: 'call-1' });
    assert.deepEqual(
      entries().map(({ serverId, serverName, request }) => ({ serverId, serverName, request })),
      Array.from({ length: 3 }, () => ({
        serverId: 'files',
        serverName: 'Files',
        request: { id: 'call-1', method: 'tools/call', name: 'tidy' },
      })),
    );
  });

  it('of a server says which resource the page was reading, by its address', async () => {
    const { fetch } = legacyServer(
      ({ method, id: asked }) =>
        method?.endsWith('list')
          ? json(result(asked, { resources: [], resourceTemplates: [] }))
          : method === 'resources/read'
            ? stream(
                event({
                  jsonrpc: '2.0',
                  method: 'notifications/message',
                  params: { level: 'warning', data: 'slow disk' },
                }) + event(result(asked, { contents: [] })),
              )
            : undefined,
      { resources: {}, logging: {} },
    );
    const reading = host.add('https://disk.example/mcp', { id: 'disk', fetch });
    await host.ready(reading);
    await host.readResource(reading, 'file:///notes');
    const [entry] = entries();
    assert.deepInclude(entry, { kind: 'log', level: 'warning', data: 'slow disk', serverId: 'disk' });
    assert.deepInclude(entry?.request, { method: 'resources/read', name: 'file:///notes' });
  });

  it('of a call keeps the name that the server had when the call was made', async () => {
    const calling = host.callTool(id, 'tidy', { how: 'hangs' }).catch(() => {});
    const asked = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(asked.id, { action: 'allow' });
    await eventually(() => entries().length === 2);
    rename();
    host.retry(id);
    await calling;
    await host.ready(id);
    assert.deepEqual(
      entries().map(({ serverName }) => serverName),
      ['Files', 'Files', 'Files'],
    );
    const next = rejection(host.callTool(id, 'tidy'));
    host.respond((await eventually(() => host.getSnapshot().requests[0])).id, { action: 'deny' });
    await next;
    assert.equal(entries().at(-1)?.serverName, 'Papers');
  });

  it('of a call is information while all is well, a warning when the tool complains, an error when the call fails', async () => {
    allowAll();
    await host.callTool(id, 'tidy');
    await host.callTool(id, 'tidy', { how: 'complains' });
    await rejection(host.callTool(id, 'tidy', { how: 'fails' }));
    assert.deepEqual(levels(), [
      ['decision', 'info', 'allowed'],
      ['call', 'info', 'sent'],
      ['call', 'info', 'done'],
      ['decision', 'info', 'allowed'],
      ['call', 'info', 'sent'],
      ['call', 'warning', 'tool-error'],
      ['decision', 'info', 'allowed'],
      ['call', 'info', 'sent'],
      ['call', 'error', 'failed'],
    ]);
  });

  it('of a failure has its code and what it says, but no more than 2,000 characters of that', async () => {
    allowAll();
    await rejection(host.callTool(id, 'tidy', { how: 'fails' }));
    const { code, message }: { code?: string; message?: string } = Object(entries().at(-1)?.data);
    assert.equal(code, 'rpc');
    assert.match(String(message), /broken x/);
    assert.lengthOf(String(message), 2_000);
  });

  it('of a call that its caller gave up is a notice', async () => {
    allowAll();
    const controller = new AbortController();
    const calling = rejection(host.callTool(id, 'tidy', { how: 'hangs' }, { signal: controller.signal }));
    await eventually(() => entries().length === 2);
    controller.abort();
    await calling;
    assert.deepEqual(levels().at(-1), ['call', 'notice', 'cancelled']);
  });

  it('of a call that its user did not grant the scopes for is no error', async () => {
    allowAll();
    const denial = new AuthError('refused', 'No.', { oauthError: 'access_denied', issuer: 'https://as.example' });
    const other = host.add('https://other.example/mcp', {
      fetch: async (input, init) => {
        if (typeof init?.body === 'string' && init.body.includes('tools/call')) throw denial;
        return filesServer().fetch(input, init);
      },
    });
    await host.ready(other);
    await rejection(host.callTool(other, 'tidy'));
    const { durationMs: _durationMs, ...said } = Object(entries().at(-1)?.data);
    assert.deepEqual(said, { status: 'denied', tool: 'tidy', issuer: 'https://as.example' });
    assert.equal(entries().at(-1)?.level, 'info');
    assert.deepInclude(host.calls.getSnapshot().at(-1), { state: 'denied', error: denial });
  });

  for (const [what, failure, data] of [
    [
      'that failed because nobody is signed in is an error',
      new AuthError('sign-in-required', 'Sign in.', { oauthError: 'invalid_grant' }),
      ['error', 'failed', 'failed'],
    ],
    [
      'in which somebody declined what the server asked is none',
      new DeniedError('Declined.', { by: 'user', reason: 'Not now' }),
      ['info', 'denied', 'denied'],
    ],
  ] as const)
    it(`of a call ${what}`, async () => {
      allowAll();
      const other = host.add('https://other.example/mcp', {
        fetch: async (input, init) => {
          if (typeof init?.body === 'string' && init.body.includes('tools/call')) throw failure;
          return filesServer().fetch(input, init);
        },
      });
      await host.ready(other);
      assert.equal(await rejection(host.callTool(other, 'tidy')), failure);
      const entry = entries().at(-1);
      assert.deepEqual([entry?.level, Object(entry?.data).status, host.calls.getSnapshot().at(-1)?.state], [...data]);
      if (failure instanceof DeniedError) assert.deepInclude(entry?.data, { by: 'user', reason: 'Not now' });
      else assert.deepInclude(entry?.data, { code: 'unauthorized', message: 'Sign in.' });
    });

  it('of a call says how long it took, and who wanted it: a model, unless the page says otherwise', async () => {
    allowAll();
    await whileWorkTakes(async (pass) => {
      pass(100_000);
      host.addConsentPolicy(() => (pass(1_000), undefined));
      await host.callTool(id, 'tidy');
      await host.callTool(id, 'tidy', {}, { by: 'user' });
    });
    const { durationMs }: { durationMs?: number } = Object(entries()[2]?.data);
    assert.isAtLeast(durationMs ?? -1, 0);
    assert.isBelow(durationMs ?? Infinity, 1_000, 'since it was sent');
    assert.deepEqual(
      entries()
        .filter(({ kind }) => kind === 'decision')
        .map(({ data }) => Object(data).wantedBy),
      ['model', 'user'],
    );
    assert.deepEqual(
      host.calls.getSnapshot().map(({ by }) => by),
      ['model', 'user'],
    );
  });

  it('of what the user decides is a notice, unless they allow it', async () => {
    const deciding = async (answer: () => void): Promise<void> => {
      const calling = rejection(host.callTool(id, 'tidy'));
      await eventually(() => host.getSnapshot().requests[0]);
      answer();
      await calling;
    };
    const first = (): string => host.getSnapshot().requests[0]?.id ?? '';
    await deciding(() => host.respond(first(), { action: 'deny' }));
    await deciding(() => host.respond(first(), { action: 'allow', permission: 'session' }));
    await host.revokePermissions();
    await host.setToolEnabled(id, 'tidy', false);
    await host.setToolEnabled(id, 'tidy', true);
    host.mute(id);
    host.mute(id, false, { by: 'user' });
    assert.deepEqual(levels(), [
      ['decision', 'notice', 'denied'],
      ['decision', 'info', 'allowed'],
      ['call', 'info', 'sent'],
      ['call', 'info', 'done'],
      ['decision', 'notice', 'revoked'],
      ['decision', 'notice', 'switched-off'],
      ['decision', 'notice', 'switched-on'],
      ['decision', 'notice', 'mute'],
      ['decision', 'notice', 'unmute'],
    ]);
    for (const { serverId, serverName } of entries()) assert.deepEqual([serverId, serverName], ['files', 'Files']);
    assert.deepEqual(
      entries()
        .slice(-2)
        .map(({ data }) => Object(data).by),
      ['page', 'user'],
    );
  });

  it('of a permission for a server that is gone names the address instead', async () => {
    const calling = host.callTool(id, 'tidy');
    const asked = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(asked.id, { action: 'allow', permission: 'session' });
    await calling;
    const { permissions } = host.getSnapshot().consent;
    host.remove(id);
    await host.revokePermissions(permissions);
    assert.include(entries().at(-1)?.serverId, 'logged.example');
    assert.equal(entries().at(-1)?.serverName, 'Files');
  });

  it('of arguments has all of them up to 2,000 characters, and of longer ones 20 names and their length', async () => {
    allowAll();
    const sent = async (args: JsonObject): Promise<unknown> => {
      await host.callTool(id, 'tidy', args);
      const { status: _status, tool: _tool, ...rest } = Object(entries().at(-2)?.data);
      return rest;
    };
    const text = 'x'.repeat(2_000 - '{"text":""}'.length);
    assert.deepEqual(await sent({ text }), { arguments: { text } });
    assert.deepEqual(await sent({ text: `${text}x` }), { argumentNames: ['text'], argumentCharacters: 2_001 });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_none, index) => [`name-${index}`, 'x'.repeat(100)]));
    assert.deepInclude(await sent(many), { argumentNames: Object.keys(many).slice(0, 20) });
  });
});
