import { assert } from 'chai';
import { connect, type ListChangeEvent, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor } from '../support/wire.ts';
import { textOf } from './support.ts';

const nextChange = (client: McpClient): Promise<ListChangeEvent> =>
  new Promise((resolve) => client.addEventListener('listchange', resolve, { once: true }));

describe('the stream of changes of a modern server', () => {
  it('is opened by the first listener, and brings its changes [SU-01][SU-02]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    assert.isEmpty(requestsFor(sent, 'subscriptions/listen'));
    const change = nextChange(client);
    const announcing = setInterval(() => void client.callTool('announce', { what: 'tools' }).catch(() => {}), 100);
    assert.equal((await change).list, 'tools');
    clearInterval(announcing);
    client.addEventListener('listchange', () => {});
    assert.lengthOf(requestsFor(sent, 'subscriptions/listen'), 1);
    await client.close();
  });

  it('is not opened where nobody listens', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    await client.callTool('announce', { what: 'tools' });
    assert.isEmpty(requestsFor(sent, 'subscriptions/listen'));
    await client.close();
  });
});

describe('a session that the server forgot', () => {
  /** A client whose session ends without its knowledge, as if the server had restarted. */
  async function forgotten(): Promise<{
    client: McpClient;
    sent: ReturnType<typeof recordFetch>['sent'];
    forget: () => Promise<void>;
  }> {
    const url = await serverUrl('legacy');
    const { fetch: recorded, sent } = recordFetch();
    const client = await connect(url, { fetch: recorded, revision: '2025-11-25', trustAnnotations: true });
    await client.listTools();
    const forget = async (): Promise<void> => {
      const headers = requestsFor(sent, 'tools/call').at(-1)?.headers;
      assert.exists(headers);
      await fetch(url, { method: 'DELETE', headers });
    };
    await client.callTool('echo', { message: 'before' });
    return { client, sent, forget };
  }

  it('is opened anew, without its old id, and a call that does no harm is sent again [TR-24]', async () => {
    const { client, sent, forget } = await forgotten();
    await forget();
    assert.equal(textOf(await client.callTool('echo', { message: 'after' })), 'Echo: after');
    const openings = requestsFor(sent, 'initialize');
    assert.lengthOf(openings, 2);
    assert.isFalse(openings[1]?.headers.has('Mcp-Session-Id'));
    await client.close();
  });

  it('is opened once for all calls that need it', async () => {
    const { client, sent, forget } = await forgotten();
    await forget();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => client.callTool('echo', { message: String(index) })),
    );
    assert.deepEqual(
      results.map(textOf),
      Array.from({ length: 8 }, (_, index) => `Echo: ${index}`),
    );
    assert.lengthOf(requestsFor(sent, 'initialize'), 2);
    await client.close();
  });

  it('receives the log level again, and the page learns that lists may have changed', async () => {
    const { client, sent, forget } = await forgotten();
    await client.setLogLevel('error');
    const lists: string[] = [];
    client.addEventListener('listchange', ({ list }) => lists.push(list));
    await forget();
    await client.callTool('echo', { message: 'after' });
    assert.lengthOf(requestsFor(sent, 'logging/setLevel'), 2);
    assert.includeMembers(lists, ['tools', 'prompts', 'resources']);
    await client.close();
  });
});
