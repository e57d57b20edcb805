import { assert } from 'chai';
import { type ConsentDecision, type HostServer, McpHost } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  eventually,
  json,
  legacyServer,
  modernServer,
  openStream,
  type Reply,
  result,
  type Scripted,
} from '../../support/scripted-server.ts';

const ONE = 'https://one.example/mcp';
const TWO = 'https://two.example/mcp';
const SECRET = 'the contents of a private note';

const tool = (name: string, more: object = {}): object => ({ name, inputSchema: { type: 'object' }, ...more });
const offers = { tools: {}, prompts: {}, resources: {} };

/** A server with one tool, one prompt and one resource. */
const sound =
  (server: string): Reply =>
  ({ method, id, params }) => {
    const complete = (value: object): Response => json(result(id, { resultType: 'complete', ...value }));
    switch (method) {
      case 'tools/list':
        return complete({ tools: [tool('look')] });
      case 'prompts/list':
        return complete({ prompts: [{ name: 'greet' }] });
      case 'resources/list':
        return complete({ resources: [{ uri: 'note:private', name: 'note' }] });
      case 'resources/templates/list':
        return complete({ resourceTemplates: [] });
      case 'tools/call':
        return complete({ content: [{ type: 'text', text: `${server} was called` }] });
      case 'prompts/get':
        return complete({ messages: [{ role: 'user', content: { type: 'text', text: SECRET } }] });
      case 'resources/read':
        return complete({ contents: [{ uri: params['uri'], text: SECRET }] });
      default:
        return undefined;
    }
  };

const ready = (host: McpHost, id: string): Promise<HostServer> =>
  eventually(() =>
    host
      .getSnapshot()
      .servers.find(
        (server) =>
          server.id === id &&
          server.status === 'ready' &&
          !server.isListing &&
          (server.tools.length > 0 || server.prompts.length > 0),
      ),
  );

async function two(
  first: Scripted,
  second: Scripted,
  decide?: () => ConsentDecision,
): Promise<{ host: McpHost; ids: [string, string] }> {
  const host = new McpHost(decide && { consent: decide });
  const ids: [string, string] = [host.add(ONE, { fetch: first.fetch }), host.add(TWO, { fetch: second.fetch })];
  await Promise.all(ids.map((id) => ready(host, id)));
  return { host, ids };
}

describe('two servers of one page', () => {
  it('learn nothing of each other, unless the user allows the very call that carries it [RE-03][SE-18][SE-19]', async () => {
    const first = modernServer(sound('one'), offers);
    const second = legacyServer(sound('two'), offers);
    const seen: unknown[] = [];
    const {
      host,
      ids: [one, otherOne],
    } = await two(first, second);
    await host.readResource(one, 'note:private');
    await host.getPrompt(one, 'greet');
    host.addResponder('consent');
    const denied = errorOf(host.callTool(otherOne, 'look', { text: SECRET }), 'denied');
    const [request] = await eventually(() => host.getSnapshot().requests.length > 0 && host.getSnapshot().requests);
    if (request?.kind !== 'consent') throw new Error('It was not asked for consent');
    seen.push(request.request.arguments, request.request.server.url);
    assert.notInclude(
      JSON.stringify(second.received.map(({ body }) => body)),
      SECRET,
      'nothing goes while the user is asked',
    );
    host.respond(request.id, { action: 'deny' });
    await denied;
    assert.notInclude(
      JSON.stringify(second.received.map(({ body }) => body)),
      SECRET,
      'nothing goes when the user denies',
    );
    assert.deepEqual(seen, [{ text: SECRET }, TWO], 'the user sees what would go, and where');
    const allowed = host.callTool(otherOne, 'look', { text: SECRET });
    const [next] = await eventually(() => host.getSnapshot().requests.length > 0 && host.getSnapshot().requests);
    host.respond(next?.id ?? '', { action: 'allow' });
    await allowed;
    assert.include(JSON.stringify(second.received.map(({ body }) => body)), SECRET);
    assert.isEmpty(
      first.received.filter(({ headers }) => headers.has('Mcp-Session-Id')),
      'nor does the session of the other',
    );
    host.close();
  });

  it('may have tools of one name and call themselves alike: each is called by the id that the page gave it [TO-23][TO-24]', async () => {
    const first = legacyServer(sound('one'), offers);
    const second = legacyServer(sound('two'), offers);
    const { host, ids } = await two(first, second, () => ({ action: 'allow' }));
    const names = host.getSnapshot().servers.map(({ info }) => info?.identity?.name);
    assert.deepEqual(names, ['scripted', 'scripted']);
    assert.notEqual(ids[0], ids[1]);
    for (const [index, id] of ids.entries()) {
      assert.include(
        JSON.stringify(await host.callTool(id, 'look')),
        index === 0 ? 'one was called' : 'two was called',
      );
    }
    host.close();
  });
});

describe('a host', () => {
  it('asks a server for those lists only that it declared [TO-01][RE-01][PM-03]', async () => {
    for (const [capabilities, lists] of [
      [{ tools: {} }, ['tools/list']],
      [{ prompts: {} }, ['prompts/list']],
      [{ tools: {}, resources: {} }, ['resources/list', 'resources/templates/list', 'tools/list']],
    ] as [object, string[]][]) {
      const server = legacyServer(sound('one'), capabilities);
      const host = new McpHost();
      await ready(host, host.add(ONE, { fetch: server.fetch }));
      assert.deepEqual(
        server.received.flatMap(({ method }) => (method?.endsWith('/list') ? [method] : [])).sort(),
        lists,
      );
      host.close();
    }
  });

  it('has all pages of the prompts [PM-03]', async () => {
    const host = new McpHost();
    const { fetch } = modernServer(
      ({ method, id, params }) => {
        if (method !== 'prompts/list') return undefined;
        const isFirst = params['cursor'] === undefined;
        return json(
          result(id, {
            resultType: 'complete',
            prompts: [{ name: isFirst ? 'a' : 'b' }],
            ...(isFirst && { nextCursor: 'more' }),
          }),
        );
      },
      { prompts: {} },
    );
    const { prompts } = await ready(host, host.add(ONE, { fetch }));
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['a', 'b'],
    );
    host.close();
  });

  it('lists the tools again when the server says that they changed [SU-14]', async () => {
    const own = openStream();
    let names = ['before'];
    const server = legacyServer(
      ({ method, httpMethod, id }) => {
        if (httpMethod === 'GET') return own.response;
        return method === 'tools/list' ? json(result(id, { tools: names.map((name) => tool(name)) })) : undefined;
      },
      { tools: { listChanged: true } },
    );
    const host = new McpHost();
    const id = host.add(ONE, { fetch: server.fetch });
    assert.deepEqual(
      (await ready(host, id)).tools.map(({ name }) => name),
      ['before'],
    );
    names = ['after', 'more'];
    own.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    await eventually(() => host.getSnapshot().servers[0]?.tools.length === 2);
    assert.deepEqual(
      host.getSnapshot().servers[0]?.tools.map(({ name }) => name),
      ['after', 'more'],
    );
    host.close();
  });

  it('does not let what a server claims of its tools answer for the user [TO-07][TO-12]', async () => {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    const server = legacyServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(
              result(id, {
                tools: [tool('harmless', { annotations }), tool('grave', { annotations: { destructiveHint: true } })],
              }),
            )
          : undefined,
      { tools: {} },
    );
    const host = new McpHost();
    const id = host.add(ONE, { fetch: server.fetch });
    await ready(host, id);
    for (const name of ['harmless', 'grave']) await errorOf(host.callTool(id, name), 'denied');
    assert.isEmpty(server.receivedFor('tools/call'));
    host.close();
  });
});
