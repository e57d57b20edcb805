import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { engine } from '../support/engine.ts';
import { aWhile, until } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';

describe('a server of another origin', () => {
  for (const { era, most } of [
    { era: 'modern', most: 1 },
    // The GET stream bypasses the HTTP cache, and with it the cached preflights.
    { era: 'legacy', most: 2 },
  ]) {
    it(`is asked once whether this page may come, however many calls there are (${era})`, async () => {
      let count = 0;
      // The browser caches a preflight per address, and no other test uses this one.
      const client = await connect(`${await serverUrl(`cors-counted-${era}`)}/mcp?${crypto.randomUUID()}`, {
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          count = Math.max(count, Number(response.headers.get('Preflights') ?? assert.fail('no count')));
          return response;
        },
      });
      await client.listTools();
      const added: number[] = [];
      for (let round = 0; round < 5 && added.at(-1) !== 0; round++) {
        const before = count;
        for (let call = 0; call < 5; call++) await client.callTool('echo', { message: 'hi' });
        added.push(count - before);
      }
      assert.equal(added.at(-1), 0, added.join());
      // Firefox forgets the first ones while it starts.
      if (!navigator.userAgent.includes('Firefox')) assert.isAtMost(count, most);
      await client.close();
    });
  }
});

describe('a server that allows other origins just the headers and the method that a preflight asks for', () => {
  /** @param counts gets, for each request, how many preflights the server had received by then */
  async function open(address: string, counts: { what: string; count: number }[]): Promise<McpClient> {
    return await connect(address, {
      revision: '2025-11-25',
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const what = typeof init?.body === 'string' ? String(JSON.parse(init.body).method) : String(init?.method);
        counts.push({ what, count: Number(response.headers.get('Preflights') ?? assert.fail('no count')) });
        return response;
      },
    });
  }

  it('is not asked again for a call after the stream', async () => {
    const counts: { what: string; count: number }[] = [];
    const client = await open(`${await serverUrl('cors-mirrored')}/mcp?${crypto.randomUUID()}`, counts);
    await client.callTool('echo', { message: 'hi' });
    await until(() => counts.some(({ what }) => what === 'GET'));
    const before = Math.max(...counts.map(({ count }) => count));
    await client.callTool('echo', { message: 'hi' });
    assert.equal(counts.findLast(({ what }) => what === 'tools/call')?.count, before);
    await client.close();
  });

  // WebKit stores the preflight of a DELETE too, in place of the one before.
  if (engine !== 'webkit') {
    it('is not asked again for the session after the end of another', async () => {
      const counts: { what: string; count: number }[] = [];
      const address = `${await serverUrl('cors-mirrored')}/mcp?${crypto.randomUUID()}`;
      const client = await open(address, counts);
      await until(() => counts.some(({ what }) => what === 'GET'));
      await client.close();
      const before = Math.max(...counts.map(({ count }) => count));
      counts.length = 0;
      const again = await open(address, counts);
      await until(() => counts.some(({ what }) => what === 'notifications/initialized'));
      assert.deepEqual(counts.slice(0, 2), [
        { what: 'initialize', count: before },
        { what: 'notifications/initialized', count: before },
      ]);
      await again.close();
    });
  }
});

describe('a session that listens', () => {
  it('asks for its own stream after what the page asks for first', async () => {
    const sent: string[] = [];
    const client = await connect(await serverUrl('legacy'), {
      revision: '2025-11-25',
      fetch: (input, init) => {
        sent.push(typeof init?.body === 'string' ? String(JSON.parse(init.body).method) : String(init?.method));
        return fetch(input, init);
      },
    });
    await client.listTools();
    await until(() => sent.includes('GET'));
    assert.deepEqual(sent, ['initialize', 'notifications/initialized', 'tools/list', 'GET']);
    await client.close();
  });

  it('never needs more than two connections: the stream takes over that of the notification before it', async () => {
    const open = new Set<string>();
    const crowds: string[][] = [];
    let accept = (): void => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const client = await connect(await serverUrl('legacy'), {
      revision: '2025-11-25',
      fetch: async (input, init) => {
        const what = typeof init?.body === 'string' ? String(JSON.parse(init.body).method) : String(init?.method);
        open.add(what);
        crowds.push([...open]);
        const response = await fetch(input, init);
        if (what === 'notifications/initialized') await accepted;
        // A stream keeps its connection.
        if (what !== 'GET') open.delete(what);
        return response;
      },
    });
    await client.listTools();
    await aWhile();
    assert.notInclude(crowds.flat(), 'GET');
    accept();
    await until(() => open.has('GET'));
    await client.callTool('echo', { message: 'hi' });
    assert.deepEqual(crowds, [
      ['initialize'],
      ['notifications/initialized'],
      ['notifications/initialized', 'tools/list'],
      ['GET'],
      ['GET', 'tools/call'],
    ]);
    await client.close();
  });
});
