import { assert } from 'chai';
import type { HostServer, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/tool-consent/define';
import '@mcp-web/elements/tools/define';
import { json, legacyServer, result } from '../../support/scripted-server.ts';
import { find, mount, textOf, unmount, until } from './page.ts';

const ALICE = 'https://shared.example/alice/mcp';
const MALLORY = 'https://shared.example/mallory/mcp';

/** A server that says that it is the bank, whatever its address. */
const bank = () =>
  legacyServer(({ method, id }) => {
    if (method === 'initialize')
      return json(
        result(id, {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'Bank', version: '1' },
        }),
      );
    return method === 'tools/list'
      ? json(result(id, { tools: [{ name: 'pay', inputSchema: { type: 'object' } }] }))
      : undefined;
  });

describe('two servers of one origin and one name', () => {
  afterEach(unmount);

  it('are told apart by their path wherever the user sees them, and no key in a query is shown', async () => {
    mount(
      '<mcp-host><mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent><mcp-server id="card"></mcp-server></mcp-host>',
    );
    const { host }: { host: McpHost } = find('mcp-host');
    const add = async (url: string): Promise<HostServer> => {
      const id = host.add(url, { fetch: bank().fetch });
      return until(() => host.getSnapshot().servers.find((server) => server.id === id && server.tools.length > 0));
    };
    const alice = await add(`${ALICE}?key=TOPSECRET`);
    const mallory = await add(MALLORY);
    const dialog = () => find('dialog', find('mcp-tool-consent').renderRoot);
    find('mcp-server').serverId = alice.id;
    await until(() => textOf(find('mcp-server')).includes('/alice/mcp'));
    await until(() => textOf(find('mcp-tools')).includes('/mallory/mcp'));
    assert.include(textOf(find('mcp-tools')), '/alice/mcp');
    for (const [server, path, other] of [
      [alice, '/alice/mcp', '/mallory/mcp'],
      [mallory, '/mallory/mcp', '/alice/mcp'],
    ] as const) {
      const calling = host.callTool(server.id, 'pay');
      calling.catch(() => {});
      const shown = await until(() => dialog().open && textOf(dialog()).includes(path) && textOf(dialog()));
      assert.include(shown, 'https://shared.example');
      assert.notInclude(shown, other);
      assert.notInclude(textOf(document.body), 'TOPSECRET');
      host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'deny' });
      await until(() => !dialog().open);
    }
  });

  it('are told apart by a number, wherever the user sees them, if they differ in the query only', async () => {
    mount('<mcp-host><mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent></mcp-host>');
    const { host }: { host: McpHost } = find('mcp-host');
    const add = (query: string): string => host.add(`${ALICE}${query}`, { fetch: bank().fetch });
    const ids = ['?key=ONE', '?key=TWO', '?key=TWO', '?key=THREE', ''].map(add);
    await until(() => host.getSnapshot().servers.every(({ tools }) => tools.length > 0));
    assert.deepEqual(
      host.getSnapshot().servers.map(({ ordinal }) => ordinal),
      [undefined, 2, 2, 3, undefined],
    );
    const dialog = () => find('dialog', find('mcp-tool-consent').renderRoot);
    for (const [place, address] of [
      '/alice/mcp?…',
      '/alice/mcp?… (2)',
      '/alice/mcp?… (2)',
      '/alice/mcp?… (3)',
      '/alice/mcp',
    ].entries()) {
      const calling = host.callTool(ids[place] ?? '', 'pay');
      calling.catch(() => {});
      const shown = await until(() => dialog().open && dialog().querySelector('.server-address'));
      assert.equal(shown.textContent, `https://shared.example${address}`);
      host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'deny' });
      await until(() => !dialog().open);
    }
    assert.include(textOf(find('mcp-tools')), '?… (3)');
    assert.notMatch(textOf(document.body), /ONE|TWO|THREE/);
    // Who comes later does not change what the others are called.
    host.remove(ids[0] ?? '');
    assert.equal(host.getSnapshot().servers[0]?.ordinal, 2);
    add('?key=FOUR');
    assert.equal(host.getSnapshot().servers.at(-1)?.ordinal, 4);
  });

  it('show a long path by its beginning and its end, in its own box', async () => {
    mount('<mcp-host><mcp-tools></mcp-tools></mcp-host>');
    const { host }: { host: McpHost } = find('mcp-host');
    host.add(`https://shared.example/${'https://bank.example/'.repeat(200)}end`, { fetch: bank().fetch });
    const address = await until(() => find('mcp-tools').renderRoot.querySelector('.server-address'));
    assert.equal(find('strong', address).textContent, 'https://shared.example');
    assert.isBelow(address.textContent.length, 300);
    assert.isTrue(address.textContent.endsWith('/end'));
    assert.isAtMost(find('mcp-tools').scrollWidth, find('mcp-tools').clientWidth);
  });
});
