import { assert } from 'chai';
import { connect, McpHost } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { REVISION_SERVERS, textOf } from './support.ts';

describe('connect', () => {
  it('prefers the modern era where a server speaks both', async () => {
    const client = await connect(await serverUrl('dual'));
    assert.equal(client.revision, '2026-07-28');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
  });

  it('speaks an older revision when the page asks for it', async () => {
    const client = await connect(await serverUrl('dual'), { revision: '2025-06-18' });
    assert.equal(client.era, 'legacy');
    assert.equal(client.revision, '2025-06-18');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
  });

  it('says which revision an older server chose instead of the one asked for', async () => {
    const error = await errorOf(
      connect(await serverUrl('legacy-2025-03-26'), { revision: '2025-11-25' }),
      'unsupported-revision',
    );
    assert.include(error.message, '2025-03-26');
    assert.include(error.message, '2025-11-25');
  });

  it('says which revisions a modern server speaks when the page asks for an older one [VN-19]', async () => {
    const error = await errorOf(connect(await serverUrl('modern'), { revision: '2025-11-25' }), 'unsupported-revision');
    assert.include(error.message, '2026-07-28');
  });

  it('says that newer servers do not speak the oldest revision when the page asks for it', async () => {
    for (const name of ['modern', 'legacy'])
      await errorOf(connect(await serverUrl(name), { revision: '2024-11-05' }), 'unsupported-revision');
  });

  it('says what to change when the page asks an older server for the modern era only [VN-20]', async () => {
    const error = await errorOf(connect(await serverUrl('legacy'), { revision: '2026-07-28' }), 'unsupported-revision');
    assert.include(error.message, '2026-07-28');
    assert.include(error.message, 'revision');
  });

  it('gets through to an old server whose CORS answer refuses the headers of the modern era [BR-03]', async () => {
    const client = await connect(await serverUrl('cors-legacy'));
    assert.equal(client.revision, '2025-11-25');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
  });

  it('sends a server of 2025-03-26 no header that its CORS answer does not know [TR-31]', async () => {
    const client = await connect(await serverUrl('cors-2025-03-26'));
    assert.equal(client.revision, '2025-03-26');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
  });

  it('says which header is missing where a page may not read the session id [BR-04]', async () => {
    const { message } = await errorOf(connect(await serverUrl('cors-unexposed')), 'invalid-result');
    assert.match(message, /Access-Control-Expose-Headers: Mcp-Session-Id/);
  });

  it('speaks the newest revision that both know where the server also has one of a time to come [LC-03]', async () => {
    const client = await connect(await serverUrl('legacy-to-come'));
    assert.equal(client.revision, '2025-06-18');
    assert.isNotEmpty((await client.listTools()).tools);
    await client.close();
  });

  it('says which revision is needed where the server has only one of a time to come [LC-14]', async () => {
    const host = new McpHost();
    host.add(await serverUrl('legacy-to-come-only'));
    await eventually(() => host.getSnapshot().servers[0]?.status === 'failed');
    assert.match(
      host.getSnapshot().servers[0]?.error?.message ?? '',
      /took initialize, but refuses what follows.*2025-11-25 \(supported versions: 2031-01-01\)/,
    );
    host.close();
  });

  it('names CORS as a possible reason when a server lets no page in', async () => {
    const url = await serverUrl('cors-none');
    const error = await errorOf(connect(url), 'network');
    assert.include(error.message, new URL(url).host);
    assert.include(error.message, 'CORS');
    assert.include(error.message, location.origin);
  });

  it('says so when no server is there', async () => {
    const error = await errorOf(connect('http://127.0.0.1:1/mcp'), 'network');
    assert.include(error.message, '127.0.0.1:1');
  });

  it('gives up with the reason of its signal, and leaves nothing behind', async () => {
    const reason = new Error('the user left');
    const aborted = await connect(await serverUrl('modern'), { signal: AbortSignal.abort(reason) }).catch(
      (error: unknown) => error,
    );
    assert.equal(aborted, reason);
    const controller = new AbortController();
    const connecting = connect(`${await serverUrl('faults')}/connect/slow`, { signal: controller.signal }).catch(
      (error: unknown) => error,
    );
    controller.abort(reason);
    assert.equal(await connecting, reason);
  });

  it('connects to several servers at once', async () => {
    const clients = await Promise.all(REVISION_SERVERS.map(async ({ name }) => connect(await serverUrl(name))));
    const texts = await Promise.all(
      clients.map(async (client) => textOf(await client.callTool('echo', { message: client.revision }))),
    );
    assert.deepEqual(
      texts,
      REVISION_SERVERS.map(({ revision }) => `Echo: ${revision}`),
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  it('sends the headers of the page along [BP-46]', async () => {
    const seen: (string | null)[] = [];
    const client = await connect(await serverUrl('modern'), {
      headers: () => ({ Authorization: `Bearer ${seen.length}` }),
      fetch: (input, init) => {
        seen.push(new Headers(init?.headers).get('Authorization'));
        return fetch(input, init);
      },
    });
    await client.listTools();
    assert.deepEqual(seen, ['Bearer 0', 'Bearer 1']);
    await client.close();
  });
});
