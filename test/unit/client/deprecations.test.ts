import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import type { AuthorizationTarget } from '../../../packages/client/src/oauth/oauth-types.ts';
import { identifyClient } from '../../../packages/client/src/oauth/endpoints/client-identity.ts';
import {
  done,
  json,
  legacyServer,
  modernServer,
  openStream,
  result,
  type Scripted,
} from '../../support/scripted-server.ts';
import { ISSUER, scriptedSites, targetOf } from '../../support/scripted-sites.ts';
import { serverUrl } from '../../support/servers.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp?key=secret';
const sampling = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 5 },
};
const options: ConnectOptions = {
  sampling: { createMessage: () => ({ role: 'assistant', content: { type: 'text', text: 'hello' }, model: 'm' }) },
  roots: () => [{ uri: 'file:///project' }],
};

/** A server of 2026-07-28 whose tools need this from the page. */
function askingServer(inputRequests: object): Scripted {
  return modernServer(({ method, id, params }) => {
    if (method !== 'tools/call') return undefined;
    return json(result(id, params['inputResponses'] ? done : { resultType: 'input_required', inputRequests }));
  });
}

/** A server of an older revision that asks for this on the stream of each call. */
function olderServer(revision: string, request: object): Scripted {
  let answer = (): void => {};
  return legacyServer(
    ({ method, id, body }) => {
      if (body['id'] === 'ask') answer();
      if (method !== 'tools/call') return undefined;
      const { response, send } = openStream();
      answer = () => send(result(id, done));
      send({ jsonrpc: '2.0', id: 'ask', ...request });
      return response;
    },
    { tools: {}, logging: {} },
    revision,
  );
}

describe('a deprecated feature', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => void (console.warn = warn));

  async function use(
    { fetch }: Scripted,
    work: (client: McpClient) => Promise<unknown> = (client) => client.callTool('t'),
  ): Promise<void> {
    const client = await connect(URL_OF_SCRIPT, { ...options, fetch });
    await work(client);
    await work(client);
    await client.close();
  }

  for (const [feature, request] of [
    ['sampling', sampling],
    ['roots', { method: 'roots/list' }],
  ] as const) {
    it(`that a server uses is warned of once for each client: ${feature} [VN-28]`, async () => {
      const server = askingServer({ one: request, two: request });
      await use(server);
      assert.lengthOf(warnings, 1);
      assert.include(warnings[0], `https://scripted.example/mcp use ${feature}, which MCP 2026-07-28 deprecates.`);
      assert.notInclude(warnings[0], 'secret');
      await use(server);
      assert.lengthOf(warnings, 2);
    });
  }

  it('that the page uses is warned of once for each client: logging [VN-28]', async () => {
    await use(askingServer({}), (client) => client.setLogLevel('info'));
    assert.lengthOf(warnings, 1);
    assert.include(warnings[0], 'use logging, which MCP 2026-07-28 deprecates');
  });

  it('that nobody uses is not warned of [VN-28]', async () => {
    await use(
      modernServer(({ method, id }) => (method === 'tools/call' ? json(result(id, done)) : undefined)),
      async (client) => {
        await client.callTool('t');
        await client.rootsChanged();
      },
    );
    assert.isEmpty(warnings);
  });

  it('that the page does not offer is refused without a warning [VN-28]', async () => {
    const { fetch } = askingServer({ one: sampling });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.callTool('t').catch(() => {});
    await client.close();
    assert.isEmpty(warnings);
  });

  it('is not warned of where the revision still wants it [VN-28]', async () => {
    for (const request of [sampling, { method: 'roots/list' }])
      await use(olderServer('2025-11-25', request), async (client) => {
        await client.callTool('t');
        await client.setLogLevel('info').catch(() => {});
      });
    assert.isEmpty(warnings);
  });

  it('of sampling, the values of includeContext, is warned of from 2025-11-25 on [VN-28]', async () => {
    const asking = (includeContext: string): object => ({
      ...sampling,
      params: { ...sampling.params, includeContext },
    });
    await use(olderServer('2025-06-18', asking('thisServer')));
    await use(olderServer('2025-11-25', asking('none')));
    assert.isEmpty(warnings);
    await use(olderServer('2025-11-25', asking('thisServer')));
    assert.lengthOf(warnings, 1);
    assert.include(warnings[0], 'includeContext of sampling, which MCP 2025-11-25 deprecates');
  });

  it('is the transport HTTP+SSE, which is warned of once the server speaks nothing newer [VN-28, SS-07]', async () => {
    for (const [server, count] of [
      ['everything-sse', 1],
      ['everything', 0],
    ] as const) {
      warnings = [];
      const client = await connect(await serverUrl(server));
      await client.listTools();
      await client.close();
      assert.lengthOf(warnings, count);
    }
  });

  it('is dynamic registration, which is warned of where the page could publish a document instead [VN-28]', async () => {
    const register = (target: AuthorizationTarget): Promise<unknown> =>
      identifyClient(target, {
        redirectUri: 'https://page.example/signed-in',
        fetch: scriptedSites({ [`${ISSUER}/register`]: Response.json({ client_id: 'new' }, { status: 201 }) }).fetch,
      });
    await register(targetOf());
    assert.isEmpty(warnings);
    await register(targetOf({ client_id_metadata_document_supported: true }));
    assert.lengthOf(warnings, 1);
    assert.include(warnings[0], `registers at ${ISSUER}, which MCP deprecates. Publish a client metadata document`);
  });
});
