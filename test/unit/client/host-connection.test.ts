import { assert } from 'chai';
import { type HostServer, McpHost } from '@mcp-web/client';
import { withoutTimersFrom } from '../../support/clock.ts';
import { errorOf, thrownBy } from '../../support/errors.ts';
import {
  aWhile,
  error,
  event,
  eventually,
  json,
  legacyServer,
  liveStream,
  type Received,
  rejection,
  result,
  type Scripted,
  until,
} from '../../support/scripted-server.ts';

const URL_OF_SERVER = 'https://connected.example/mcp';
const CAPABILITIES = { tools: {}, logging: {} };
const tools = { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] };

describe('the connection of a host', () => {
  let host: McpHost;
  beforeEach(() => (host = new McpHost({ consent: () => ({ action: 'allow' }) })));
  afterEach(() => host.close());
  const stateOf = (id: string): HostServer =>
    host.getSnapshot().servers.find((server) => server.id === id) ?? assert.fail(`no server ${id}`);
  const levelsIn = ({ receivedFor }: Scripted): unknown[] =>
    receivedFor('logging/setLevel').map(({ params }) => params['level']);

  it('asks for the log level again each time that it is opened', async () => {
    const server = legacyServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(result(id, tools))
          : method === 'logging/setLevel'
            ? json(result(id))
            : undefined,
      CAPABILITIES,
    );
    const id = host.add(URL_OF_SERVER, server);
    await host.ready(id);
    assert.isUndefined(stateOf(id).logLevel);
    await host.setLogLevel(id, 'debug');
    assert.equal(stateOf(id).logLevel, 'debug');
    host.retry(id);
    await host.ready(id);
    await until(() => levelsIn(server).length === 2);
    assert.deepEqual(levelsIn(server), ['debug', 'debug']);
    assert.equal(stateOf(id).logLevel, 'debug');
  });

  it('says that there is no log level when the server refuses it in the next session', async () => {
    let isRefused = false;
    const { fetch } = legacyServer(({ method, id }) => {
      if (method === 'tools/list') return json(result(id, tools));
      if (method !== 'logging/setLevel') return undefined;
      return json(isRefused ? error(id, -32_602, 'Not anymore') : result(id));
    }, CAPABILITIES);
    const id = host.add(URL_OF_SERVER, { fetch });
    await host.ready(id);
    await host.setLogLevel(id, 'debug');
    isRefused = true;
    host.retry(id);
    await until(() => stateOf(id).logLevel === undefined);
    await errorOf(host.setLogLevel(id, 'info'), 'rpc');
    assert.isUndefined(stateOf(id).logLevel);
  });

  it('says why it failed, and when it is tried again, until it is tried', async () => {
    let isAway = true;
    const server = legacyServer(({ method, id }) => {
      if (isAway) throw new TypeError('Failed to fetch');
      return method === 'tools/list' ? json(result(id, tools)) : undefined;
    }, CAPABILITIES);
    const before = Date.now();
    const id = host.add(URL_OF_SERVER, server);
    await until(() => stateOf(id).status === 'failed');
    assert.equal(stateOf(id).error?.code, 'network');
    assert.isAtLeast(stateOf(id).retryAt ?? 0, before);
    assert.isFalse(stateOf(id).isListing);
    assert.include(thrownBy(() => host.client(id), 'closed').message, 'is not connected');
    isAway = false;
    host.retry(id);
    assert.deepInclude(stateOf(id), {
      status: 'connecting',
      error: undefined,
      retryAt: undefined,
      isListing: false,
    });
    await host.ready(id);
    assert.equal(host.client(id).revision, '2025-11-25');
  });

  it('says what went wrong unexpectedly, too', async () => {
    const mistake = new TypeError('The authorizer is broken');
    const authorize = (): never => {
      throw mistake;
    };
    const id = host.add(URL_OF_SERVER, { auth: { authorize } });
    await until(() => stateOf(id).status === 'failed');
    const { error } = stateOf(id);
    assert.equal(error?.code, 'network');
    assert.include(error?.message, 'The authorizer is broken');
    assert.equal(error?.cause, mistake);
  });

  it('is not tried again where the server refuses for good', async () => {
    const { fetch, received } = legacyServer(() => new Response('', { status: 403 }), CAPABILITIES);
    const id = host.add(URL_OF_SERVER, { fetch });
    await until(() => stateOf(id).status === 'failed');
    assert.isUndefined(stateOf(id).retryAt);
    const { length } = received;
    await aWhile();
    assert.lengthOf(received, length);
  });

  it('is verified by a ping when a call does not reach the server, and fails if that does not either', async () => {
    let isAway = false;
    let pings = 0;
    const { fetch } = legacyServer(({ method, id }) => {
      if (method === 'tools/list') return json(result(id, tools));
      if (method === 'ping') pings++;
      if (isAway) throw new TypeError('Failed to fetch');
      return method === 'ping' ? json(result(id)) : undefined;
    }, CAPABILITIES);
    const id = host.add(URL_OF_SERVER, { fetch });
    await host.ready(id);
    isAway = true;
    await rejection(host.callTool(id, 'tidy'));
    await until(() => stateOf(id).status === 'failed');
    assert.isAtLeast(pings, 1);
    assert.isDefined(stateOf(id).retryAt);
    assert.isNotEmpty(stateOf(id).tools, 'what was known of it is still shown');
  });

  it('that was lost is opened again as soon as something is heard of the server, before its time', async () => {
    const live = liveStream();
    let isAway = false;
    const { fetch } = legacyServer(({ httpMethod, method, id }) => {
      if (method === 'tools/list') return json(result(id, tools));
      if (httpMethod === 'GET') return live.response;
      if (isAway) throw new TypeError('Failed to fetch');
      return method === 'ping' ? json(result(id)) : undefined;
    }, CAPABILITIES);
    await withoutTimersFrom(900, async () => {
      const id = host.add(URL_OF_SERVER, { fetch });
      await host.ready(id);
      isAway = true;
      await rejection(host.callTool(id, 'tidy'));
      await until(() => stateOf(id).status === 'failed');
      isAway = false;
      live.send(event({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }));
      await until(() => stateOf(id).status === 'ready');
    });
  });

  it('stays when only a call failed, and a ping is answered', async () => {
    let pings = 0;
    const { fetch } = legacyServer(({ method, id }) => {
      if (method === 'tools/list') return json(result(id, tools));
      if (method === 'tools/call') throw new TypeError('Failed to fetch');
      if (method !== 'ping') return undefined;
      pings++;
      return json(result(id));
    }, CAPABILITIES);
    const id = host.add(URL_OF_SERVER, { fetch });
    await host.ready(id);
    await rejection(host.callTool(id, 'tidy'));
    await until(() => pings === 1);
    await aWhile();
    assert.equal(stateOf(id).status, 'ready');
    await rejection(host.callTool(id, 'tidy'));
    await until(() => pings === 2);
  });

  it('fetches a list again that changed while it was fetched, and no other', async () => {
    const live = liveStream();
    let answer: (() => void) | undefined;
    let isSlow = false;
    const server = legacyServer(
      ({ method, httpMethod, id }: Received) => {
        if (httpMethod === 'GET') return live.response;
        if (method === 'prompts/list') return json(result(id, { prompts: [] }));
        if (method !== 'tools/list') return undefined;
        if (!isSlow) return json(result(id, tools));
        isSlow = false;
        return new Promise((resolve) => (answer = () => resolve(json(result(id, tools)))));
      },
      { tools: { listChanged: true }, prompts: {} },
    );
    const id = host.add(URL_OF_SERVER, server);
    await host.ready(id);
    isSlow = true;
    const changed = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';
    live.send(changed);
    await eventually(() => answer);
    assert.isTrue(stateOf(id).isListing);
    live.send(changed);
    await aWhile();
    assert.lengthOf(server.receivedFor('tools/list'), 2);
    answer?.();
    await until(() => server.receivedFor('tools/list').length === 3 && !stateOf(id).isListing);
    assert.lengthOf(server.receivedFor('prompts/list'), 1);
  });
});
