import { assert } from 'chai';
import { type HostServer, McpHost } from '@mcp-web/client';
import { modernServer, URL_OF_SCRIPT } from '../../support/scripted-modern-server.ts';
import {
  aWhile,
  error,
  json,
  legacyServer,
  openStream,
  rejection,
  result,
  until,
} from '../../support/scripted-server.ts';

const toolsOf = (name: string): object => ({ tools: [{ name, inputSchema: { type: 'object' } }] });

const namesIn = (host: McpHost): string[] => (host.getSnapshot().servers[0]?.tools ?? []).map(({ name }) => name);

describe('the tools of a server that does not list them again', () => {
  it('are nothing that a user can allow in a new connection', async () => {
    let lists = 0;
    const { fetch, receivedFor } = legacyServer(
      ({ method, id }) => {
        if (method !== 'tools/list') return undefined;
        return json(lists++ === 0 ? result(id, toolsOf('wipe')) : error(id, -32_603, 'No'));
      },
      { tools: {} },
    );
    let consented = 0;
    const host = new McpHost({
      consent: () => {
        consented++;
        return { action: 'allow' };
      },
    });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
    await until(() => server().tools.length === 1 && !server().isListing);
    host.retry(id);
    assert.propertyVal(await rejection(host.callTool(id, 'wipe', {})), 'code', 'invalid-argument');
    assert.isEmpty(server().tools);
    assert.propertyVal(server().listError, 'code', 'rpc');
    assert.equal(consented, 0);
    assert.isEmpty(receivedFor('tools/call'));
    host.close();
  });

  it('stay when only a refresh failed, so that nobody loses what they were filling in', async () => {
    let lists = 0;
    const { fetch } = legacyServer(
      ({ method, id }) => {
        if (method !== 'tools/list') return undefined;
        return json(lists++ === 0 ? result(id, toolsOf('wipe')) : error(id, -32_603, 'No'));
      },
      { tools: {} },
    );
    const host = new McpHost();
    const id = host.add(URL_OF_SCRIPT, { fetch });
    const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
    await until(() => server().tools.length === 1 && !server().isListing);
    await host.refresh(id);
    assert.lengthOf(server().tools, 1);
    assert.propertyVal(server().listError, 'code', 'rpc');
    host.close();
  });
});

describe('a change of the tools', () => {
  it('is heard from an older server at once, however busy the page is', async () => {
    let version = 1;
    const { response, send } = openStream();
    const { fetch } = legacyServer(
      ({ httpMethod, method, id }) => {
        if (httpMethod === 'GET') return response;
        return method === 'tools/list' ? json(result(id, toolsOf(`v${version}`))) : undefined;
      },
      { tools: { listChanged: true } },
    );
    const host = new McpHost();
    const { MessageChannel } = globalThis;
    // Nothing that waits for a turn gets one.
    globalThis.MessageChannel = class extends MessageChannel {
      constructor() {
        super();
        this.port1.close();
      }
    };
    try {
      host.add(URL_OF_SCRIPT, { fetch });
      await until(() => namesIn(host)[0] === 'v1');
      version = 2;
      send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      await until(() => namesIn(host)[0] === 'v2');
    } finally {
      globalThis.MessageChannel = MessageChannel;
      host.close();
    }
  });

  it('is heard in a hidden tab, whose short timers come late', async () => {
    let version = 1;
    const { fetch, notify } = modernServer(() => toolsOf(`v${version}`), {
      capabilities: { tools: { listChanged: true } },
    });
    const host = new McpHost();
    const { setTimeout: set } = globalThis;
    globalThis.setTimeout = Object.assign(
      (...[handler, ms = 0, ...more]: Parameters<typeof set>) => (ms < 4 ? 0 : set(handler, ms, ...more)),
      set,
    );
    try {
      host.add(URL_OF_SCRIPT, { fetch });
      await until(() => namesIn(host)[0] === 'v1');
      await aWhile();
      version = 2;
      notify('notifications/tools/list_changed');
      await until(() => namesIn(host)[0] === 'v2');
    } finally {
      globalThis.setTimeout = set;
      host.close();
    }
  });
});
