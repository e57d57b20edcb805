import { assert } from 'chai';
import { connect, type HostServer, McpHost } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import {
  aWhile,
  json,
  legacyServer,
  modernServer,
  type Received,
  result,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../support/scripted-server.ts';
import { type MortalServer, startMortalServer } from '../support/servers.ts';

/** Until this aborts, the client retries at once, as on a device that is online again. */
function hurry(signal: AbortSignal): void {
  const timer = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Resolves when the page has noticed that the server is lost, which takes up to half a minute if nothing speeds it up. */
async function untilLost(isLost: () => boolean): Promise<void> {
  const found = new AbortController();
  hurry(found.signal);
  await until(isLost);
  found.abort();
}

/** Counts the streams for a server's own messages: those that opened, and those that could not. */
function countStreams(): { fetch: typeof fetch; opened: number; refused: number } {
  const streams: ReturnType<typeof countStreams> = {
    opened: 0,
    refused: 0,
    fetch: async (input, init) => {
      const listens =
        init?.method === 'GET' || (typeof init?.body === 'string' && init.body.includes('subscriptions/listen'));
      try {
        const response = await fetch(input, init);
        if (response.ok && listens) streams.opened++;
        return response;
      } catch (error) {
        if (listens) streams.refused++;
        throw error;
      }
    },
  };
  return streams;
}

describe('a server that dies', () => {
  let host: McpHost;
  let id: string;
  let killed: MortalServer | undefined;
  let streams: ReturnType<typeof countStreams>;
  let ended: AbortController;
  beforeEach(() => {
    host = new McpHost({ consent: () => ({ action: 'allow' }) });
    streams = countStreams();
    ended = new AbortController();
  });
  afterEach(async () => {
    ended.abort();
    host.close();
    await killed?.kill();
    killed = undefined;
  });

  const server = (): HostServer | undefined => host.getSnapshot().servers[0];
  const isListed = (): boolean =>
    server()?.status === 'ready' && server()?.isListing === false && server()?.tools.length !== 0;

  /** Connects to one whose changes the page receives. */
  async function listenTo(era: 'modern' | 'legacy'): Promise<MortalServer> {
    killed = await startMortalServer(era);
    id = host.add(killed.url, { fetch: streams.fetch });
    await until(() => isListed() && streams.opened > 0);
    await aWhile();
    return killed;
  }

  for (const era of ['modern', 'legacy'] as const) {
    describe(`(${era})`, () => {
      it('while nobody calls it is known to be lost within half a minute, and connected when it is back', async function () {
        this.timeout(60_000);
        const { kill, startAgain } = await listenTo(era);
        const diedAt = performance.now();
        await kill();
        await until(() => server()?.status === 'failed');
        assert.isBelow(performance.now() - diedAt, 30_000);
        assert.equal(server()?.error?.code, 'network');
        await errorOf(host.callTool(id, 'echo', { message: 'hi' }), 'closed');
        await startAgain();
        hurry(ended.signal);
        await until(isListed);
        assert.deepEqual((await host.callTool(id, 'echo', { message: 'hi' })).content, [
          { type: 'text', text: 'Echo: hi' },
        ]);
      });

      it('and returns at once is never reported as lost', async () => {
        const { kill, startAgain } = await listenTo(era);
        const seen = new Set<string | undefined>();
        host.subscribe(() => seen.add(server()?.status));
        await kill();
        await until(() => streams.refused > 0);
        await startAgain();
        hurry(ended.signal);
        // Its lists are fetched again.
        await until(() => seen.size > 0);
        await until(isListed);
        await aWhile();
        assert.deepEqual([...seen], ['ready']);
      });

      it('during a call is known to be lost when the call has failed', async () => {
        const { kill } = await listenTo(era);
        let isRunning = false;
        const calling = errorOf(
          host.callTool(id, 'countdown', { steps: 1_000, delayMs: 20 }, { onprogress: () => (isRunning = true) }),
          'stream-ended',
        );
        await until(() => isRunning);
        await kill();
        await calling;
        await until(() => server()?.status === 'failed');
        // Sooner than a listener could know.
        assert.isBelow(streams.refused, 3);
      });

      it('again and again is found each time that it is back', async () => {
        const { kill, startAgain } = await listenTo(era);
        for (let deaths = 0; deaths < 2; deaths++) {
          await kill();
          await untilLost(() => server()?.status === 'failed');
          await startAgain();
          // Not before: a stream that never opened is tried no more than eight times.
          const found = new AbortController();
          hurry(found.signal);
          await until(isListed);
          found.abort();
        }
      });

      it('and could not be reached is found when it is back', async () => {
        const { kill, startAgain } = await listenTo(era);
        await kill();
        await untilLost(() => server()?.status === 'failed');
        host.retry(id);
        assert.equal(server()?.status, 'connecting');
        await until(() => server()?.status === 'failed');
        await startAgain();
        hurry(ended.signal);
        await until(isListed);
      });

      it('and is removed is looked for no more', async () => {
        const { kill } = await listenTo(era);
        await kill();
        hurry(ended.signal);
        await until(() => server()?.status === 'failed');
        let requests = 0;
        host.remove(id);
        await aWhile();
        const { fetch } = globalThis;
        globalThis.fetch = (...request) => (requests++, fetch(...request));
        await aWhile();
        globalThis.fetch = fetch;
        assert.equal(requests, 0);
      });

      it('is reported by a client without a host, and so is its return', async () => {
        killed = await startMortalServer(era);
        const client = await connect(killed.url, { fetch: streams.fetch });
        const heard: string[] = [];
        client.addEventListener('changeslost', ({ type, error }) => heard.push(`${type} ${error.code}`));
        client.addEventListener('listchange', ({ type }) => heard.push(type));
        client.addEventListener('connectionlost', ({ type }) => heard.push(type));
        await until(() => streams.opened > 0);
        await aWhile();
        await killed.kill();
        hurry(ended.signal);
        // A stream that opened late on a busy machine makes the client ask for the lists again, before the server dies.
        const sinceLost = () => heard.slice(heard.findIndex((one) => one.startsWith('changeslost')));
        await until(() => heard.some((one) => one.startsWith('changeslost')));
        await killed.startAgain();
        await until(() => sinceLost().includes('listchange'));
        assert.deepEqual([...new Set(sinceLost())], ['changeslost network', 'listchange']);
        await client.close();
      });
    });
  }
});

for (const era of ['modern', 'legacy'] as const) {
  it(`a server that dies before the page listens to it is known to be lost (${era})`, async () => {
    let isDead = false;
    const { fetch } = (era === 'modern' ? modernServer : legacyServer)(
      ({ httpMethod, method, id }) => {
        isDead ||= httpMethod === 'GET' || method === 'subscriptions/listen';
        if (isDead) throw new TypeError('Failed to fetch');
        return method === 'tools/list'
          ? json(result(id, { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' }))
          : undefined;
      },
      { tools: { listChanged: true } },
    );
    const host = new McpHost();
    host.add(URL_OF_SCRIPT, { fetch });
    const ended = new AbortController();
    hurry(ended.signal);
    await until(() => isDead && host.getSnapshot().servers[0]?.status === 'failed');
    ended.abort();
    host.close();
  });
}

/** The answer to `subscriptions/listen`. */
const granted = (id: unknown, options?: Parameters<typeof stream>[1]): Response =>
  stream(
    `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications: { toolsListChanged: true } } })}\n\n`,
    options,
  );

/** Scripted servers whose change stream fails from the attempt `from` to the one before `to`. Meanwhile, other requests fail too. */
describe('a server that is out of reach for a while', () => {
  let host: McpHost;
  let ended: AbortController;
  let listened = 0;
  let seen: (string | undefined)[];
  beforeEach(() => {
    host = new McpHost({ consent: () => ({ action: 'allow' }) });
    ended = new AbortController();
    listened = 0;
    seen = [];
    host.subscribe(() => {
      const { status } = host.getSnapshot().servers[0] ?? {};
      if (status !== seen.at(-1)) seen.push(status);
    });
  });
  afterEach(() => {
    ended.abort();
    host.close();
  });

  function serve(
    era: 'modern' | 'legacy',
    from: number,
    to: number,
    answer: (message: Received) => Response | Promise<Response> | undefined,
  ): typeof fetch {
    const { fetch } = (era === 'modern' ? modernServer : legacyServer)(
      (message) => {
        const { httpMethod, method, id } = message;
        const listens = era === 'modern' ? method === 'subscriptions/listen' : httpMethod === 'GET';
        if (listens) listened++;
        const own = answer(message);
        if (own) return own;
        if (listened >= from && listened < to) throw new TypeError('Failed to fetch');
        if (listens)
          return era === 'modern'
            ? granted(id, { staysOpen: listened >= to })
            : listened === to
              ? new Response(null, { status: 404 })
              : stream('', { staysOpen: true });
        return method === 'tools/list'
          ? json(
              result(id, {
                resultType: 'complete',
                tools: [{ name: 't', inputSchema: { type: 'object' } }],
                ttlMs: 0,
                cacheScope: 'private',
              }),
            )
          : undefined;
      },
      { tools: { listChanged: true } },
    );
    return fetch;
  }

  for (const era of ['modern', 'legacy'] as const) {
    it(`before its stream was heard of is connected when it is back (${era})`, async () => {
      host.add(URL_OF_SCRIPT, { fetch: serve(era, 1, 6, () => undefined) });
      hurry(ended.signal);
      await until(() => seen.includes('failed'));
      await until(() => seen.at(-1) === 'ready');
      assert.deepEqual(seen.slice(0, 4), ['connecting', 'ready', 'failed', 'connecting']);
    });
  }

  it('is connected when it is back, whatever calls are still under way', async () => {
    const id = host.add(URL_OF_SCRIPT, {
      fetch: serve('modern', 2, 7, ({ method }) => (method === 'tools/call' ? new Promise(() => {}) : undefined)),
    });
    const calling = errorOf(host.callTool(id, 't'), 'closed');
    await until(() => listened > 0);
    hurry(ended.signal);
    await until(() => seen.includes('failed'));
    await until(() => seen.at(-1) === 'ready');
    await calling;
  });

  it('and then refuses is shown with its message', async () => {
    host.add(URL_OF_SCRIPT, {
      fetch: serve('modern', 2, 7, () => (listened >= 7 ? new Response('No', { status: 403 }) : undefined)),
    });
    await until(() => listened > 0);
    hurry(ended.signal);
    await until(() => host.getSnapshot().servers[0]?.error?.code === 'network');
    await until(() => host.getSnapshot().servers[0]?.error?.code === 'http');
    assert.equal(host.getSnapshot().servers[0]?.status, 'failed');
  });

  it('and is heard again while it is still asked whether it is there is not lost', async () => {
    let isAsked = false;
    const answered = serve('modern', 2, 5, ({ method }) => {
      if (method !== 'server/discover' || listened < 2) return undefined;
      isAsked = true;
      return new Promise(() => {});
    });
    let wasGivenUp = false;
    host.add(URL_OF_SCRIPT, {
      fetch: (input, init) => {
        if (listened > 1 && typeof init?.body === 'string' && init.body.includes('server/discover'))
          init.signal?.addEventListener('abort', () => (wasGivenUp = true));
        return answered(input, init);
      },
    });
    await until(() => listened > 0);
    hurry(ended.signal);
    await until(() => isAsked && wasGivenUp);
    await aWhile();
    assert.deepEqual(seen, ['connecting', 'ready']);
  });
});

describe('a server that is there', () => {
  const answerTo = ({ id }: Received): Response =>
    json(
      result(id, {
        resultType: 'complete',
        tools: [{ name: 't', inputSchema: { type: 'object' } }],
        ttlMs: 0,
        cacheScope: 'private',
      }),
    );
  for (const [what, again, pings] of [
    [
      'does not let the page listen again',
      (): Response => {
        throw new TypeError('Failed to fetch');
      },
      true,
    ],
    ['answers 503 to who listens', () => new Response('Not now', { status: 503 }), false],
    ['ends its streams', undefined, false],
  ] as const) {
    for (const era of ['modern', 'legacy'] as const) {
      it(`and ${what} is not lost (${era})`, async () => {
        let streams = 0;
        let asked = 0;
        const { fetch } = (era === 'modern' ? modernServer : legacyServer)(
          (message) => {
            const listens = era === 'modern' ? message.method === 'subscriptions/listen' : message.httpMethod === 'GET';
            if (listens) return ++streams > 1 && again ? again() : granted(message.id);
            if (streams > 0 && message.method === (era === 'modern' ? 'server/discover' : 'ping')) asked++;
            if (message.method === 'ping' || message.method === 'tools/list') return answerTo(message);
            return undefined;
          },
          { tools: { listChanged: true } },
        );
        const host = new McpHost();
        const statuses = new Set<string | undefined>();
        host.subscribe(() => statuses.add(host.getSnapshot().servers[0]?.status));
        host.add(URL_OF_SCRIPT, { fetch });
        const ended = new AbortController();
        await until(() => streams > 0);
        hurry(ended.signal);
        await until(() => streams > 12);
        await aWhile();
        ended.abort();
        assert.notInclude([...statuses], 'failed');
        assert.equal(host.getSnapshot().servers[0]?.status, 'ready');
        assert.isUndefined(host.getSnapshot().servers[0]?.listError);
        assert.equal(asked > 0, pings, 'whether it was asked if it is there');
        host.close();
      });
    }
  }

  it('and ends the stream of a call is asked, and not lost', async () => {
    let pings = 0;
    const { fetch } = legacyServer(
      (message) => {
        if (message.method === 'ping') pings++;
        if (message.method === 'tools/call') return stream('');
        return message.method === 'ping' || message.method === 'tools/list' ? answerTo(message) : undefined;
      },
      { tools: {} },
    );
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await until(() => host.getSnapshot().servers[0]?.tools.length === 1);
    await errorOf(host.callTool(id, 't'), 'stream-ended');
    await until(() => pings > 0);
    await aWhile();
    assert.equal(host.getSnapshot().servers[0]?.status, 'ready');
    host.close();
  });
});
