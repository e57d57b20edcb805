import { assert } from 'chai';
import { type HostServer, McpHost } from '@mcp-web/client';
import { withoutTimersFrom } from '../../support/clock.ts';
import { modernServer, URL_OF_SCRIPT } from '../../support/scripted-modern-server.ts';
import {
  aWhile,
  error,
  json,
  legacyServer,
  modernServer as scriptedModernServer,
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

describe('a list that could not be fetched after a change', () => {
  const ended: AbortController[] = [];
  afterEach(() => ended.splice(0).forEach((controller) => controller.abort()));

  /** Whatever waits for its next attempt makes it at once, as on a device that is online again. */
  function hurry(): () => void {
    const timer = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => clearInterval(timer));
    ended.push(controller);
    return () => controller.abort();
  }

  /** A host with a server whose second list and those after it are answered like this, until the answer is undefined. */
  async function openHost(fault: (attempt: number) => Response | undefined): Promise<{
    server: () => HostServer;
    attempts: () => number;
    notify: (method: string) => void;
    host: McpHost;
  }> {
    let lists = 0;
    const { fetch, notify } = modernServer(() => (lists++ > 0 && fault(lists - 2)) || toolsOf(`v${lists}`), {
      capabilities: { tools: { listChanged: true } },
    });
    const host = new McpHost();
    host.add(URL_OF_SCRIPT, { fetch });
    const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
    await until(() => server().tools.length === 1 && !server().isListing);
    // The stream opens after the first list was asked for.
    await aWhile();
    return { server, attempts: () => lists - 1, notify, host };
  }

  it('is fetched again until it comes, and the error goes', async () => {
    const { server, attempts, notify, host } = await openHost((attempt) =>
      attempt < 2 ? new Response('', { status: 503 }) : undefined,
    );
    notify('notifications/tools/list_changed');
    await until(() => server().listError !== undefined);
    assert.propertyVal(server().listError, 'status', 503);
    assert.equal(attempts(), 1, 'not at once');
    hurry();
    await until(() => namesIn(host)[0] === 'v4' && !server().isListing);
    assert.isUndefined(server().listError);
    await aWhile();
    assert.equal(attempts(), 3);
    host.close();
  });

  it('is fetched again each time that it fails, also after it came', async () => {
    const { server, notify, host } = await openHost((attempt) =>
      attempt % 2 === 0 ? new Response('', { status: 503 }) : undefined,
    );
    hurry();
    for (const version of ['v3', 'v5', 'v7']) {
      notify('notifications/tools/list_changed');
      await until(() => namesIn(host)[0] === version && !server().isListing);
      assert.isUndefined(server().listError);
      assert.isUndefined(server().failedLists);
    }
    host.close();
  });

  it('is fetched again soon in a new connection, however often it failed in the one before', async () => {
    const { server, attempts, notify, host } = await openHost(() => new Response('', { status: 503 }));
    const stop = hurry();
    notify('notifications/tools/list_changed');
    await until(() => attempts() === 6);
    stop();
    // By now, it would wait for half a minute.
    await withoutTimersFrom(5_000, async () => {
      host.retry(server().id);
      await until(() => attempts() >= 8);
    });
    host.close();
  });

  it('is asked for five times where something else may have answered, and no more', async () => {
    const { server, attempts, notify, host } = await openHost(() => new Response('<!doctype html>', { status: 404 }));
    hurry();
    notify('notifications/tools/list_changed');
    await until(() => attempts() === 5 && !server().isListing);
    await aWhile();
    assert.equal(attempts(), 5);
    assert.propertyVal(server().listError, 'status', 404);
    host.close();
  });

  it('is not fetched again where the server refuses it', async () => {
    const { server, attempts, notify, host } = await openHost(() => json(error(null, -32_603, 'No')));
    hurry();
    notify('notifications/tools/list_changed');
    await until(() => server().listError !== undefined && !server().isListing);
    await aWhile();
    assert.equal(attempts(), 1);
    host.close();
  });

  it('is not fetched again for a host that was closed', async () => {
    const { server, attempts, notify, host } = await openHost(() => new Response('', { status: 503 }));
    notify('notifications/tools/list_changed');
    await until(() => server().listError !== undefined);
    host.close();
    hurry();
    await aWhile();
    assert.equal(attempts(), 1);
  });
});

describe('a server that announces changes, and then has no stream for them', () => {
  it('is shown with the reason, also when its lists have come', async () => {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { fetch, receivedFor } = scriptedModernServer(
      async ({ method, id }) => {
        if (method !== 'tools/list') return undefined;
        await answered;
        return json(result(id, { resultType: 'complete', ...toolsOf('v1') }));
      },
      { tools: { listChanged: true } },
    );
    const host = new McpHost();
    host.add(URL_OF_SCRIPT, { fetch });
    const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
    await until(() => server().listError !== undefined);
    assert.lengthOf(receivedFor('subscriptions/listen'), 1);
    answer();
    await until(() => server().tools.length === 1 && !server().isListing);
    assert.propertyVal(server().listError, 'code', 'rpc');
    assert.isUndefined(server().failedLists);
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
