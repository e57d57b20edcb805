import { assert } from 'chai';
import { McpError } from '@mcp-web/client';
import { Resumption } from '../../../packages/client/src/transports/resumption.ts';
import { findRefusedHeaders, leaveOutRefused } from '../../../packages/client/src/wire/refused-headers.ts';
import { type Endpoint, newContact } from '../../../packages/client/src/wire/http.ts';

/** A server whose requests with Last-Event-ID fail while `isBroken`. */
function breaking(): { endpoint: Endpoint; network: { isBroken: boolean; requests: number } } {
  const network = { isBroken: true, requests: 0 };
  const url = new URL('https://mcp.example/mcp');
  const answer: typeof fetch = (_input, init) => {
    network.requests++;
    const isRefused = network.isBroken && new Headers(init?.headers).has('Last-Event-ID');
    return isRefused ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response('{}'));
  };
  return { endpoint: { url, fetch: answer, contact: newContact() }, network };
}

describe('the search for headers that a CORS answer does not allow', () => {
  const url = new URL('https://mcp.example/mcp');
  const headersOf = (init?: RequestInit): Headers => new Headers(init?.headers);
  const refused = (): never => {
    throw new TypeError('Failed to fetch');
  };
  const contact = (): ReturnType<typeof newContact> & { told: number } => ({ ...newContact(), told: 0 });

  it('goes on one at a time, and has the same answer for all who look for the same', async () => {
    const searches: string[][] = [];
    const known = contact();
    const endpoint: Endpoint = {
      url,
      contact: { ...known, onrefused: () => known.told++ },
      fetch: async (_input, init) => {
        const names = ['X-One', 'X-Two', 'X-Three'].filter((name) => headersOf(init).has(name));
        searches.push(names);
        return names.includes('X-Two') ? refused() : new Response('');
      },
    };
    const found = await Promise.all([
      leaveOutRefused(endpoint, ['X-One', 'X-Two']),
      leaveOutRefused(endpoint, ['X-Two']),
      leaveOutRefused(endpoint, ['X-Three']),
    ]);
    assert.deepEqual(found, [['X-Two'], ['X-Two'], []]);
    assert.deepEqual([...known.refusedHeaders], ['x-two']);
    assert.equal(known.told, 1, 'it is told of once, and not of what was not found');
    assert.isUndefined(endpoint.contact?.search);
    const order = searches.flat();
    assert.lengthOf(
      order.filter((name) => name === 'X-Two'),
      2,
    );
    assert.isAbove(order.indexOf('X-Three'), order.lastIndexOf('X-Two'));
    const before = searches.length;
    await leaveOutRefused(endpoint, ['X-One']);
    assert.isAbove(searches.length, before, 'the next one is another search');
  });

  it('blames no header for a server that is not there, is late, or fails only for a moment', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const find = (fetch: (names: string[], init?: RequestInit) => Promise<Response>): Promise<string[]> =>
      findRefusedHeaders({ url, fetch: (_input, init) => fetch([...headersOf(init).keys()], init) }, { 'x-one': '1' });
    assert.isEmpty(await find(async () => refused()));
    let failures = 0;
    const once = async (names: string[]): Promise<Response> =>
      names.includes('x-one') && failures++ === 0 ? refused() : new Response('');
    assert.isEmpty(await find(once));
    let attempts = 0;
    const second = async (names: string[]): Promise<Response> =>
      names.includes('x-one') && ++attempts === 2 ? refused() : new Response('');
    assert.isEmpty(await find(second));
    let requests = 0;
    assert.isEmpty(await find(async () => (requests++ === 0 ? new Response('') : refused())));
    const never = (init?: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch'))),
      );
    const asked: number[] = [];
    AbortSignal.timeout = (ms) => (asked.push(ms), timeout(20));
    try {
      assert.isEmpty(
        await find((names, init) => (names.includes('x-one') ? never(init) : Promise.resolve(new Response('')))),
      );
      assert.deepEqual([...new Set(asked)], [3_000]);
    } finally {
      AbortSignal.timeout = timeout;
    }
    assert.isEmpty(
      await findRefusedHeaders({ url: new URL('/mcp', location.href), fetch: async () => refused() }, { 'x-one': '1' }),
    );
  });

  it('takes any answer for one, also that the user has to sign in', async () => {
    const signedOut: typeof fetch = async (_input, init) => {
      if (headersOf(init).has('x-one')) return refused();
      throw new McpError('unauthorized', 'Nobody is signed in');
    };
    assert.deepEqual(await findRefusedHeaders({ url, fetch: signedOut }, { 'x-one': '1', 'x-two': '2' }), ['x-one']);
    const failing: typeof fetch = async (_input, init) =>
      headersOf(init).has('x-one') ? refused() : new Response('', { status: 500 });
    assert.deepEqual(await findRefusedHeaders({ url, fetch: failing }, { 'x-one': '1' }), ['x-one']);
  });
});

/** Two requests with the header that fail, as they do where it is refused. */
async function failTwice(resumption: Resumption): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const failing = Promise.reject(new McpError('network', 'It could not be reached.'));
    await resumption.watch(failing, false).catch(() => {});
  }
}

describe('a Last-Event-ID that seemed to be refused', () => {
  const now = performance.now.bind(performance);
  let laterMs = 0;
  beforeEach(() => {
    laterMs = 0;
    performance.now = () => now() + laterMs;
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
  });

  it('is sent again when it is needed a minute later, and was not refused', async () => {
    const { endpoint, network } = breaking();
    const resumption = new Resumption(endpoint);
    await failTwice(resumption);
    assert.isTrue(resumption.isHeaderRefused);
    network.isBroken = false;
    laterMs = 61_000;
    await resumption.prepare(true);
    assert.isFalse(resumption.isHeaderRefused);
  });

  it('is looked for once a minute, and no more often', async () => {
    const { endpoint, network } = breaking();
    const resumption = new Resumption(endpoint);
    await failTwice(resumption);
    const found = network.requests;
    for (let attempt = 0; attempt < 5; attempt++) await resumption.prepare(false);
    assert.equal(network.requests, found);
    laterMs = 61_000;
    for (let attempt = 0; attempt < 5; attempt++) await resumption.prepare(false);
    assert.isTrue(resumption.isHeaderRefused);
    assert.isAtMost(network.requests - found, 4);
  });
});
