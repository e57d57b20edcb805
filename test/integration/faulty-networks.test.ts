import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient, McpHost } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import {
  type Fault,
  faultyNetwork,
  type FaultyNetwork,
  nothing,
  status,
  unreachable,
  webPage,
} from '../support/faulty-fetch.ts';
import { aWhile, until } from '../support/scripted-server.ts';
import { type MortalServer, serverUrl, startMortalServer } from '../support/servers.ts';
import { setVisibility } from '../support/visibility.ts';
import { collect, eventAfter, textOf } from './support.ts';

const ONCE: [string, Fault][] = [
  ['503', status(503)],
  ['429, for a second', status(429, { 'Retry-After': '1' })],
  ['a web page', webPage],
  ['no answer that the page may read', unreachable],
];

const jsonText: Fault = () => new Response('{"status":"ok"}', { headers: { 'Content-Type': 'application/json' } });

let ended: AbortController;
let network: FaultyNetwork;
let client: McpClient;
beforeEach(() => {
  ended = new AbortController();
  network = faultyNetwork();
});
afterEach(async () => {
  ended.abort();
  setVisibility(undefined);
  Reflect.deleteProperty(performance, 'now');
  await client?.close();
});

/** Whatever waits for its next attempt makes it at once, as on a device that is online again. */
function hurry(): void {
  const timer = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
  ended.signal.addEventListener('abort', () => clearInterval(timer));
}

/** As if this time had passed, and the user had been away. */
function afterMs(ms: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
  globalThis.dispatchEvent(new Event('pageshow'));
}

/** A client of a real server, by the network of the test. */
async function open(name: string, options: ConnectOptions = {}): Promise<McpClient> {
  let session: string | null = null;
  const url = await serverUrl(name);
  client = await connect(url, {
    ...options,
    fetch: (input, init) => {
      session = new Headers(init?.headers).get('Mcp-Session-Id') ?? session;
      return network.fetch(input, init);
    },
  });
  forget = async () => void (await fetch(url, { method: 'DELETE', headers: { 'Mcp-Session-Id': session ?? '' } }));
  return client;
}
/** The server forgets the session, as when it restarts. */
let forget: () => Promise<void>;

const changesOf = (of: McpClient): string[] => {
  const changes: string[] = [];
  of.addEventListener('changeslost', ({ error }) => changes.push(`lost: ${error.code}`));
  of.addEventListener('listchange', ({ list }) => changes.push(list));
  of.addEventListener('resourceupdate', ({ uri }) => changes.push(uri));
  return changes;
};

describe('a session that the server forgot', () => {
  for (const [what, fault] of ONCE) {
    it(`is opened again although the first attempt gets ${what} [TR-24]`, async () => {
      await open('legacy');
      await client.ping();
      await forget();
      network.fail('initialize', fault);
      await client.ping();
      assert.equal(network.count('initialize'), 3);
    });
  }

  it('is opened again although the server says so with 400, as server-everything does', async () => {
    await open('everything');
    await client.ping();
    await forget();
    assert.isNotEmpty((await client.listTools()).tools);
    assert.equal(network.count('initialize'), 2);
  });

  it('is awaited by a call for as long as it would wait for its answer, and opened later', async () => {
    await open('legacy');
    await client.ping();
    await forget();
    network.fail('initialize', status(503), 3);
    const { message } = await errorOf(client.ping({ timeoutMs: 200 }), 'timeout');
    assert.match(message, /not sent/);
    hurry();
    await until(() => network.count('initialize') === 5);
    await client.ping();
  });

  it('is opened although requests in the lost one hold all connections: they end', async () => {
    await open('legacy');
    await client.ping();
    const held: (AbortSignal | undefined)[] = [];
    const holds: Fault = (leaving) => (held.push(leaving.signal), nothing(leaving));
    network.fail('prompts/list', holds, 6);
    const hanging = Array.from({ length: 6 }, () => client.listPrompts());
    await until(() => held.length === 6);
    await forget();
    network.fail('initialize', async () => {
      await until(() => held.every((signal) => signal?.aborted));
      return undefined;
    });
    await client.ping();
    assert.lengthOf(await Promise.all(hanging), 6);
  });

  it('is heard of when a new one cannot be opened at the third attempt', async () => {
    await open('legacy');
    await client.ping();
    await forget();
    network.fail('initialize', unreachable, 4);
    const attempts = new Promise<number>((resolve) =>
      client.addEventListener('changeslost', () => resolve(network.count('initialize')), { once: true }),
    );
    hurry();
    await client.ping();
    // The first was that of the session before.
    assert.equal(await attempts, 4);
  });

  it('is lost when the server refuses another', async () => {
    await open('legacy');
    await client.ping();
    await forget();
    const lost = new Promise((resolve) => client.addEventListener('connectionlost', resolve, { once: true }));
    network.fail(
      'initialize',
      () => new Response('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No"}}', { status: 400 }),
    );
    await errorOf(client.ping(), 'session-lost');
    await lost;
    await errorOf(client.ping(), 'closed');
  });

  it('has its subscriptions again, even if that takes several attempts', async () => {
    await open('legacy');
    await client.subscribe('test://pixel');
    await forget();
    network.fail('resources/subscribe', status(503), 2);
    const changes = changesOf(client);
    await client.ping();
    assert.equal(network.count('resources/subscribe'), 2);
    hurry();
    await until(() => network.count('resources/subscribe') === 4);
    await eventAfter(
      async () => void (await client.callTool('announce', { what: 'test://pixel' })),
      client,
      'resourceupdate',
      () => changes.length > 0,
    );
    assert.notInclude(changes.join(), 'lost');
  });

  it('says which subscription the server refuses now', async () => {
    await open('legacy');
    await client.subscribe('test://pixel');
    await forget();
    network.fail(
      'resources/subscribe',
      () => new Response('{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"No"}}', { status: 400 }),
    );
    const changes = changesOf(client);
    await client.ping();
    await until(() => changes.includes('lost: rpc'));
  });
});

describe('a listener', () => {
  const listens = { legacy: 'GET', modern: 'subscriptions/listen' } as const;
  for (const era of ['modern', 'legacy'] as const) {
    /** Resolves when a change at the server is heard. */
    const heard = (): Promise<void> =>
      eventAfter(
        async () => void (await client.callTool('announce', { what: 'tools' })),
        client,
        'listchange',
        () => true,
      );

    it(`on whose stream nothing comes anymore gets another, and hears that it missed something (${era}) [BR-13]`, async () => {
      await open(era);
      const changes = changesOf(client);
      await heard();
      network.freeze();
      await client.callTool('announce', { what: 'tools' });
      await aWhile();
      changes.length = 0;
      await aWhile();
      assert.isEmpty(changes);
      afterMs(11_000);
      await until(() => changes.includes('tools'));
      await heard();
      assert.notInclude(changes.join(), 'lost');
      assert.equal(network.count(listens[era]), 2);
    });

    it(`whose stream was not opened again after an outage is heard of, and hears again (${era})`, async () => {
      await open(era);
      const changes = changesOf(client);
      await heard();
      network.fail(listens[era], unreachable, 5);
      hurry();
      network.freeze();
      afterMs(11_000);
      await until(() => changes.includes('lost: network'));
      await heard();
    });
  }

  it('whose stream is not granted again asks for it again (modern)', async () => {
    await open('modern');
    const changes = changesOf(client);
    await eventAfter(
      async () => void (await client.callTool('announce', { what: 'tools' })),
      client,
      'listchange',
      () => true,
    );
    const { setTimeout: set } = globalThis;
    // The time for a grant passes sooner.
    globalThis.setTimeout = Object.assign(
      (...[handler, ms, ...args]: Parameters<typeof set>) => set(handler, ms === 15_000 ? 500 : ms, ...args),
      set,
    );
    try {
      network.fail('subscriptions/listen', nothing);
      network.freeze();
      afterMs(11_000);
      await until(() => network.count('subscriptions/listen') === 2);
      changes.length = 0;
      hurry();
      await until(() => changes.includes('tools'));
      assert.isAtLeast(network.count('subscriptions/listen'), 3);
    } finally {
      globalThis.setTimeout = set;
    }
  });

  for (const era of ['legacy', 'modern'] as const) {
    for (const [what, fault] of [
      ['401', status(401)],
      ['404', status(404)],
      ['a web page', webPage],
      ['JSON', jsonText],
      ['an empty answer', status(200)],
    ] as const) {
      it(`whose first stream gets ${what} asks again (${era})`, async () => {
        network.fail(listens[era], fault);
        await open(era);
        hurry();
        await eventAfter(
          async () => void (await client.callTool('announce', { what: 'tools' })),
          client,
          'listchange',
          () => true,
        );
        assert.equal(network.count(listens[era]), 2);
      });
    }
  }

  for (const era of ['legacy', 'modern'] as const) {
    it(`whose first stream is late hears that it may have missed something (${era})`, async () => {
      const late = Promise.withResolvers<undefined>();
      network.fail(listens[era], () => late.promise);
      await open(era);
      const changes = changesOf(client);
      await until(() => network.count(listens[era]) === 1);
      // The page waits for the stream in vain.
      await client.listTools();
      // Nobody hears of this one.
      await client.callTool('announce', { what: 'tools' });
      late.resolve(undefined);
      await until(() => changes.includes('tools'));
    });

    it(`whose first stream is there at once hears nothing of the kind (${era})`, async () => {
      // On a busy machine too.
      const startedAt = performance.now();
      performance.now = () => startedAt;
      // One of its own: other pages of this browser make the common one announce changes.
      const server = await startMortalServer(era);
      try {
        client = await connect(server.url, { fetch: network.fetch });
        const changes = changesOf(client);
        await until(() => network.count(listens[era]) === 1);
        await aWhile();
        assert.isEmpty(changes);
      } finally {
        await client.close();
        await server.kill();
      }
    });
  }

  for (const [what, era, fault, code] of [
    ['with 401', 'legacy', status(401), 'http'],
    ['with 401', 'modern', status(401), 'http'],
    ['with JSON', 'legacy', jsonText, 'not-mcp'],
    ['with an empty answer', 'legacy', status(200), 'not-mcp'],
  ] as const) {
    it(`that is refused each time ${what} says so, and asks no more (${era})`, async () => {
      network.fail(listens[era], fault, 100);
      await open(era);
      const changes = changesOf(client);
      hurry();
      await until(() => changes.length > 0);
      await aWhile();
      assert.deepEqual(changes, [`lost: ${code}`]);
      assert.equal(network.count(listens[era]), 5);
    });
  }

  for (const [what, code, attempts] of [
    ['that it does not know the method', -32_601, 1],
    ['that it knows no session', -32_001, 5],
  ] as const) {
    it(`says so when the server, which announces changes, answers with 404 ${what} (modern)`, async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message: 'No' } });
      const headers = { 'Content-Type': 'application/json' };
      network.fail(listens.modern, () => new Response(body, { status: 404, headers }), 100);
      await open('modern');
      const changes = changesOf(client);
      hurry();
      await until(() => changes.length > 0);
      await aWhile();
      assert.deepEqual(changes, ['lost: rpc']);
      assert.equal(network.count(listens.modern), attempts);
    });
  }

  it('that gets 401 for once says so, and asks again (modern)', async () => {
    await open('modern');
    const changes = changesOf(client);
    await eventAfter(
      async () => void (await client.callTool('announce', { what: 'tools' })),
      client,
      'listchange',
      () => true,
    );
    network.fail('subscriptions/listen', status(401));
    network.freeze();
    changes.length = 0;
    afterMs(11_000);
    await until(() => changes.includes('lost: http'));
    hurry();
    await until(() => changes.includes('tools'));
  });

  it('whose stream falls silent, and then gets JSON, hears of both (legacy)', async () => {
    await open('legacy');
    const changes = changesOf(client);
    await eventAfter(
      async () => void (await client.callTool('announce', { what: 'tools' })),
      client,
      'listchange',
      () => true,
    );
    network.fail('GET', jsonText);
    network.freeze();
    changes.length = 0;
    afterMs(11_000);
    await until(() => changes.includes('lost: not-mcp'));
    // Firefox does not report a stream before its first bytes, and each return of the user replaces one that is silent.
    hurry();
    await until(() => changes.includes('tools'));
  });

  it('waits while nobody sees the page', async () => {
    await open('modern');
    await eventAfter(
      async () => void (await client.callTool('announce', { what: 'tools' })),
      client,
      'listchange',
      () => true,
    );
    setVisibility('hidden');
    network.freeze();
    afterMs(200_000);
    globalThis.dispatchEvent(new Event('online'));
    await aWhile();
    assert.equal(network.count('subscriptions/listen'), 1);
    setVisibility('visible');
    await until(() => network.count('subscriptions/listen') === 2);
  });
});

describe('what the user answered', () => {
  // A web page cannot be told from the answer of a server that says something to everything.
  for (const [what, fault] of ONCE.filter(([, one]) => one !== webPage)) {
    it(`is sent again if it got ${what}, and the user is asked once (legacy)`, async () => {
      let asked = 0;
      await open('legacy', {
        elicitation: {
          form: ({ message }) => {
            asked++;
            return { action: 'accept', content: message === 'Who is there?' ? { name: 'Ada' } : { sure: true } };
          },
        },
      });
      network.fail('answer', fault);
      assert.equal(textOf(await client.callTool('introduce')), '{"you" : "Ada"}: sure');
      assert.equal(asked, 2);
      assert.equal(network.count('answer'), 3);
    });
  }
});

describe('a notification', () => {
  it('that the handshake is over is sent until it arrives', async () => {
    network.fail('notifications/initialized', status(503));
    await open('legacy');
    hurry();
    await until(() => network.count('notifications/initialized') === 2);
    await until(() => network.count('GET') > 0);
  });

  it('that a call is cancelled is sent until it arrives', async () => {
    await open('legacy');
    const label = crypto.randomUUID();
    network.fail('notifications/cancelled', status(503), 2);
    const cancelling = new AbortController();
    const calling = client.callTool(
      'countdown',
      { steps: 10_000, delayMs: 10, label },
      { signal: cancelling.signal, onprogress: () => cancelling.abort() },
    );
    await calling.catch(() => {});
    hurry();
    const outcome = async (): Promise<string> => textOf(await client.callTool('outcome', { label }));
    while ((await outcome()) !== 'cancelled') await aWhile();
    assert.equal(network.count('notifications/cancelled'), 3);
  });
});

describe('a message that the server does not accept', () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  afterEach(() => {
    AbortSignal.timeout = timeout;
  });

  it('keeps its connection for a few seconds if it is a cancellation, and is not sent again', async () => {
    AbortSignal.timeout = (ms) => timeout(ms <= 5_000 ? 50 : ms);
    await open('legacy');
    const hanging: (AbortSignal | undefined)[] = [];
    network.fail('notifications/cancelled', (leaving) => {
      hanging.push(leaving.signal);
      return nothing(leaving);
    });
    hurry();
    await errorOf(client.callTool('countdown', { steps: 10_000, delayMs: 10 }, { timeoutMs: 100 }), 'timeout');
    const cancelledAt = performance.now();
    await until(() => hanging[0]?.aborted === true);
    assert.isBelow(performance.now() - cancelledAt, 20_000);
    await aWhile();
    assert.equal(network.count('notifications/cancelled'), 1);
  });

  it('keeps it for a few seconds after the client was closed, and the page waits no longer', async function () {
    this.timeout(20_000);
    await open('legacy', { roots: () => [] });
    const hanging: (AbortSignal | undefined)[] = [];
    network.fail('notifications/roots/list_changed', (leaving) => {
      hanging.push(leaving.signal);
      return nothing(leaving);
    });
    const telling = errorOf(client.rootsChanged(), 'closed');
    await until(() => hanging.length > 0);
    const closedAt = performance.now();
    await client.close();
    await telling;
    assert.isFalse(hanging[0]?.aborted);
    await until(() => hanging[0]?.aborted === true);
    assert.isBelow(performance.now() - closedAt, 15_000);
  });
});

describe('a task', () => {
  for (const [name, tool] of [
    ['core-tasks', 'long-work'],
    ['extension-tasks', 'work'],
  ] as const) {
    for (const [what, fault] of [...ONCE, ['401', status(401)], ['404', status(404)]] as const) {
      it(`goes on although it is asked for once and gets ${what} (${name})`, async () => {
        await open(name, { tasks: true });
        network.fail('tasks/get', fault);
        hurry();
        assert.isNotEmpty((await client.callTool(tool)).content);
      });
    }
  }

  it('needs the list of tools once for all first calls', async () => {
    await open('core-tasks');
    await Promise.all(Array.from({ length: 20 }, () => client.callTool('quick-work')));
    const pages = network.count('tools/list');
    await client.callTool('quick-work');
    await collect(client.tools());
    assert.equal(network.count('tools/list'), 2 * pages);
  });
});

describe('a host', () => {
  let host: McpHost;
  let server: MortalServer | undefined;
  beforeEach(() => (host = new McpHost({ consent: () => ({ action: 'allow' }) })));
  afterEach(async () => {
    host.close();
    await server?.kill();
    server = undefined;
  });
  const state = () => host.getSnapshot().servers[0];

  for (const era of ['modern', 'legacy'] as const) {
    it(`connects to a server that was down at first, and says when it tries (${era})`, async () => {
      server = await startMortalServer(era);
      await server.kill();
      host.add(server.url);
      await until(() => state()?.status === 'failed');
      assert.closeTo((state()?.retryAt ?? 0) - Date.now(), 1_000, 500);
      await server.startAgain();
      await until(() => state()?.status === 'ready');
      assert.isUndefined(state()?.retryAt);
    });
  }

  it('tries at once when it is told to', async () => {
    server = await startMortalServer('modern');
    const { url } = server;
    await server.kill();
    const id = host.add(url, { fetch: network.fetch });
    await until(() => state()?.status === 'failed');
    network.sent.length = 0;
    host.retry(id);
    assert.equal(state()?.status, 'connecting');
    assert.isUndefined(state()?.retryAt);
    await until(() => network.sent.length > 0);
    await until(() => state()?.status === 'failed');
  });

  it('does not try again what will not change by itself', async () => {
    network.fail('server/discover', status(401), 10);
    host.add(await serverUrl('modern'), { fetch: network.fetch });
    await until(() => state()?.status === 'failed');
    assert.isUndefined(state()?.retryAt);
  });

  it('does not try while nobody sees the page', async () => {
    setVisibility('hidden');
    server = await startMortalServer('modern');
    await server.kill();
    host.add(server.url, { fetch: network.fetch });
    await until(() => state()?.status === 'failed');
    await server.startAgain();
    afterMs(5_000);
    await aWhile();
    assert.equal(state()?.status, 'failed');
    setVisibility('visible');
    await until(() => state()?.status === 'ready');
  });

  it('leaves no listener behind with each call that fails', async () => {
    server = await startMortalServer('legacy');
    const id = host.add(server.url, { fetch: network.fetch });
    await until(() => state()?.status === 'ready' && state()?.isListing === false);
    const of = host.client(id);
    const listen = of.addEventListener.bind(of);
    let added = 0;
    let removed = 0;
    of.addEventListener = (...args: Parameters<typeof listen>): void => {
      added++;
      const options = args[2];
      if (typeof options === 'object') options.signal?.addEventListener('abort', () => removed++, { once: true });
      listen(...args);
    };
    network.fail('tools/call', unreachable, 20);
    for (let call = 0; call < 20; call++) await host.callTool(id, 'echo', { message: 'hi' }).catch(() => {});
    await until(() => added > 0 && removed === added);
    assert.equal(state()?.status, 'ready');
  });
});

it('a session ends with its page, but not when the page may come back [TR-26]', async () => {
  await open('legacy');
  await client.ping();
  globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await aWhile();
  assert.equal(network.count('DELETE'), 0);
  globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
  assert.equal(network.count('DELETE'), 1);
  await until(() => network.count('DELETE') > 0);
  await client.close();
});
