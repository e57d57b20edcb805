import { assert } from 'chai';
import { type HostServer, McpError, McpHost } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { error, json, legacyServer, rejection, result, URL_OF_SCRIPT, until } from '../../support/scripted-server.ts';
import { faultUrl, serverUrl } from '../../support/servers.ts';

const stateOf = (host: McpHost): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');

const TOOLS = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };

let host: McpHost;
beforeEach(() => (host = new McpHost()));
afterEach(() => host.close());

describe('a server that is ready', () => {
  for (const name of ['modern', 'legacy']) {
    it(`is never ready before its lists are asked for: ${name}`, async () => {
      const id = host.add(await serverUrl(name));
      const seen: (readonly [boolean, number])[] = [];
      const unsubscribe = host.subscribe(() => {
        const { status, isListing, tools } = stateOf(host);
        if (status === 'ready') seen.push([isListing, tools.length]);
      });
      await host.ready(id);
      unsubscribe();
      assert.isNotEmpty(seen);
      assert.isEmpty(seen.filter(([isListing, count]) => !isListing && count === 0));
    });
  }

  it('is waited for, with the tools for a model', async () => {
    const server = await host.ready(host.add(await serverUrl('dual')));
    assert.equal(server.status, 'ready');
    assert.isNotEmpty(server.enabledTools);
    assert.isNotEmpty(server.prompts);
    assert.equal(server, stateOf(host));
  });

  it('is there at once the next time', async () => {
    const id = host.add(await serverUrl('dual'));
    assert.equal(await host.ready(id), await host.ready(id));
  });

  it('waits until it is known which tools the user switched off', async () => {
    let readPermissions = (): void => {};
    const reading = new Promise<readonly []>((resolve) => (readPermissions = () => resolve([])));
    host.close();
    host = new McpHost({
      permissionStore: { read: () => reading, write: async () => {}, remove: async () => {}, watch: () => () => {} },
    });
    const id = host.add(await serverUrl('dual'));
    let isReady = false;
    const ready = host.ready(id).then((server) => {
      isReady = true;
      return server;
    });
    await until(() => stateOf(host).status === 'ready' && !stateOf(host).isListing);
    await Promise.resolve();
    assert.isFalse(isReady);
    readPermissions();
    assert.isNotEmpty((await ready).enabledTools);
  });

  it('is not waited for when it failed, with the reason', async () => {
    const id = host.add(await faultUrl('connect/html'));
    const failure = await errorOf(host.ready(id), 'not-mcp');
    assert.equal(failure, stateOf(host).error);
    await errorOf(host.ready(id), 'not-mcp');
    host.retry(id);
    await errorOf(host.ready(id), 'not-mcp');
  });

  it('is not waited for when it wants the user to sign in', async () => {
    const { fetch } = legacyServer(() => new Response(undefined, { status: 401 }));
    assert.propertyVal(await rejection(host.ready(host.add(URL_OF_SCRIPT, { fetch }))), 'status', 401);
  });

  it('is not ready when a list could not be fetched', async () => {
    const { fetch } = legacyServer(({ method, id }) => {
      if (method === 'tools/list') return json(error(id, -32_603, 'No tools today'));
      return method?.endsWith('/list')
        ? json(result(id, { prompts: [], resources: [], resourceTemplates: [] }))
        : undefined;
    });
    const failure = await errorOf(host.ready(host.add(URL_OF_SCRIPT, { fetch })), 'rpc');
    assert.include(failure.message, 'No tools today');
  });

  it('is not waited for once it is removed, or is unknown', async () => {
    const id = host.add(await faultUrl('connect/slow'));
    const ready = errorOf(host.ready(id), 'closed');
    host.remove(id);
    await ready;
    await errorOf(host.ready(id), 'invalid-argument');
  });

  it('is no longer waited for when the caller gives up, and still connects', async () => {
    const id = host.add(await serverUrl('dual'));
    const giveUp = new AbortController();
    const waiting = rejection(host.ready(id, { signal: giveUp.signal }));
    giveUp.abort();
    assert.propertyVal(await waiting, 'name', 'AbortError');
    assert.propertyVal(await rejection(host.ready(id, { signal: giveUp.signal })), 'name', 'AbortError');
    await host.ready(id);
  });
});

describe('a list that could not be fetched', () => {
  it('is named until it is fetched, however often the others are', async () => {
    let isBroken = true;
    const { fetch } = legacyServer(
      ({ method, id }) => {
        if (method === 'tools/list') return json(isBroken ? error(id, -32_603, 'No') : result(id, TOOLS));
        if (method === 'prompts/list') return json(result(id, { prompts: [] }));
        return undefined;
      },
      { tools: {}, prompts: {} },
    );
    const id = host.add(URL_OF_SCRIPT, { fetch });
    assert.instanceOf(await rejection(host.ready(id)), McpError);
    assert.deepEqual(stateOf(host).failedLists, ['tools']);
    isBroken = false;
    await host.refresh(id);
    assert.isUndefined(stateOf(host).failedLists);
    assert.isUndefined(stateOf(host).listError);
    assert.lengthOf(stateOf(host).tools, 1);
  });
});

describe('a slow server', () => {
  it('is said to be slow while it has not answered', async () => {
    const id = host.add(await faultUrl('connect/slow'));
    assert.isUndefined(stateOf(host).isSlow);
    await until(() => stateOf(host).isSlow === true);
    assert.equal(stateOf(host).status, 'connecting');
    host.retry(id);
    assert.isUndefined(stateOf(host).isSlow);
    await until(() => stateOf(host).isSlow === true);
  });

  it('is said to be slow with its lists, until they are there', async () => {
    let answer = (): void => {};
    const { fetch } = legacyServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? new Promise((resolve) => (answer = () => resolve(json(result(id, TOOLS)))))
          : undefined,
      { tools: {} },
    );
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await until(() => stateOf(host).isSlow === true);
    assert.equal(stateOf(host).status, 'ready');
    answer();
    const server = await host.ready(id);
    assert.isUndefined(server.isSlow);
  });
});
