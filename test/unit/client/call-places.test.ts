import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import { Places } from '../../../packages/client/src/transports/places.ts';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  done,
  json,
  legacyServer,
  rejection,
  result,
  type Scripted,
  stream,
  until,
} from '../../support/scripted-server.ts';

const asking: ConnectOptions = { elicitation: { form: () => ({ action: 'decline' }) } };

/** A server of the legacy era, whose tool `slow` answers when the test says so. */
function slowServer(): Scripted & { answer: () => void } {
  let answer = (): void => {};
  const scripted = legacyServer(async ({ method, id, params }) => {
    if (method !== 'tools/call') return undefined;
    if (params['name'] === 'slow') await new Promise<void>((resolve) => (answer = resolve));
    if (params['name'] === 'never') return stream('', { staysOpen: true });
    return json(result(id, done));
  });
  return Object.assign(scripted, { answer: () => answer() });
}

describe('calls in which an older server may ask something', () => {
  let url = '';
  let client: McpClient;
  beforeEach(() => {
    // Each test has places of its own: they belong to the origin.
    url = `http://${crypto.randomUUID()}.example/mcp`;
  });
  afterEach(() => client.close());

  function never(times: number): void {
    for (let call = 0; call < times; call++) client.callTool('never').catch(() => {});
  }

  it('are four at a time over HTTP/1.1, and the next one is sent when one has ended [BR-06]', async () => {
    const { fetch, receivedFor, answer } = slowServer();
    client = await connect(url, { ...asking, fetch, revision: '2025-11-25' });
    const slow = client.callTool('slow');
    await until(() => receivedFor('tools/call').length === 1);
    never(5);
    await until(() => receivedFor('tools/call').length === 4);
    await aWhile();
    assert.lengthOf(receivedFor('tools/call'), 4);
    answer();
    await slow;
    await until(() => receivedFor('tools/call').length === 5);
  });

  it('share their places with those of other clients', async () => {
    const { fetch, receivedFor } = slowServer();
    client = await connect(url, { ...asking, fetch, revision: '2025-11-25' });
    const other = await connect(`${url}/other`, { ...asking, fetch, revision: '2025-11-25' });
    never(3);
    const calls = Array.from({ length: 3 }, () => rejection(other.callTool('never')));
    await until(() => receivedFor('tools/call').length === 4);
    await aWhile();
    assert.lengthOf(receivedFor('tools/call'), 4);
    await other.close();
    await Promise.all(calls);
  });

  it('say that they were not sent when their time is over, and tell the server nothing', async () => {
    const { fetch, receivedFor } = slowServer();
    client = await connect(url, { ...asking, fetch, revision: '2025-11-25' });
    never(4);
    await until(() => receivedFor('tools/call').length === 4);
    const error = await errorOf(client.callTool('never', {}, { timeoutMs: 50 }), 'timeout');
    assert.match(error.message, /^tools\/call was not sent: it waited \d+ ms for one of the four connections/);
    assert.isFalse(error.mayHaveRun);
    const cancelling = new AbortController();
    const cancelled = rejection(client.callTool('never', {}, { signal: cancelling.signal }));
    cancelling.abort(new Error('no longer'));
    assert.equal(String(await cancelled), 'Error: no longer');
    await aWhile();
    assert.lengthOf(receivedFor('tools/call'), 4);
    assert.isEmpty(receivedFor('notifications/cancelled'));
  });

  it('go on in a new session when the server forgets the one in which they were not sent yet', async () => {
    let isForgotten = false;
    const { fetch, receivedFor } = legacyServer(async ({ method, id, params }) => {
      // So long that the client gives up what waits in the session before.
      if (method === 'initialize' && isForgotten) await new Promise((resolve) => setTimeout(resolve, 1_500));
      if (method === 'initialize') isForgotten = false;
      if (isForgotten) return new Response(undefined, { status: 404 });
      if (method === 'tools/list') return json(result(id, { tools: [] }));
      if (method !== 'tools/call') return undefined;
      return params['name'] === 'never' ? stream('', { staysOpen: true }) : json(result(id, done));
    });
    client = await connect(url, { ...asking, fetch, revision: '2025-11-25' });
    never(4);
    await until(() => receivedFor('tools/call').length === 4);
    const waiting = client.callTool('quick');
    isForgotten = true;
    await client.listTools({ cache: 'reload' });
    await waiting;
    assert.lengthOf(receivedFor('tools/call'), 5);
    assert.lengthOf(receivedFor('initialize'), 2);
  });

  it('are not sent outside a session while the next one is being opened [LC-07, LC-26, TR-21, TR-28]', async () => {
    let sessions = 0;
    const opening = Promise.withResolvers<void>();
    const forgotten: (() => void)[] = [];
    const { fetch, receivedFor } = legacyServer(async ({ method, id, headers }) => {
      if (method === 'initialize') {
        if (++sessions > 1) await opening.promise;
        const serverInfo = { name: 's', version: '1' };
        const opened = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
        return json(result(id, opened), { 'Mcp-Session-Id': `s${sessions}` });
      }
      if (method !== 'tools/call') return undefined;
      if (headers.get('Mcp-Session-Id') !== 's1') return json(result(id, done));
      await new Promise<void>((resolve) => forgotten.push(resolve));
      return new Response(undefined, { status: 404 });
    });
    client = await connect(url, { ...asking, fetch, revision: '2025-11-25' });
    const first = Array.from({ length: 4 }, () => errorOf(client.callTool('t'), 'session-lost'));
    await until(() => forgotten.length === 4);
    const waiting = [client.callTool('t'), client.callTool('t')];
    for (const forget of forgotten) forget();
    for (const lost of first) assert.isTrue((await lost).mayHaveRun);
    await aWhile();
    opening.resolve();
    assert.deepEqual(await Promise.all(waiting), [done, done]);
    assert.deepEqual(
      receivedFor('tools/call').map(({ headers }) => headers.get('Mcp-Session-Id')),
      ['s1', 's1', 's1', 's1', 's2', 's2'],
    );
  });

  for (const [what, locks] of [
    ['has no locks', undefined],
    [
      'refuses locks, as in a sandboxed frame',
      { request: () => Promise.reject(new DOMException('No', 'SecurityError')) },
    ],
  ] as const)
    it(`are four at a time in one client where the browser ${what}, in their order`, async () => {
      const { fetch, receivedFor, answer } = slowServer();
      const namesSent = (): unknown[] => receivedFor('tools/call').map(({ params }) => params['name']);
      Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
      try {
        client = await connect(url, { ...asking, fetch, revision: '2025-11-25', shareWithTabs: false });
        const slow = client.callTool('slow');
        await until(() => namesSent().length === 1);
        never(3);
        const givingUp = new AbortController();
        const givenUp = rejection(client.callTool('given up', {}, { signal: givingUp.signal }));
        const failing = Array.from({ length: 2 }, () => rejection(client.callTool('never')));
        await until(() => namesSent().length === 4);
        await aWhile();
        assert.deepEqual(namesSent(), ['slow', 'never', 'never', 'never']);
        givingUp.abort(new Error('no longer'));
        assert.equal(String(await givenUp), 'Error: no longer');
        answer();
        await slow;
        await until(() => namesSent().length === 5);
        await aWhile();
        assert.deepEqual(namesSent(), ['slow', 'never', 'never', 'never', 'never'], 'one place was free');
        await client.close();
        for (const ended of failing) assert.propertyVal(await ended, 'code', 'closed');
      } finally {
        Reflect.deleteProperty(navigator, 'locks');
      }
    });

  it('do not wait where the server cannot ask, or over HTTPS', async () => {
    const { fetch, receivedFor } = slowServer();
    client = await connect(url, { fetch, revision: '2025-11-25' });
    never(7);
    await until(() => receivedFor('tools/call').length === 7);
    await client.close();
    client = await connect(url.replace('http:', 'https:'), { ...asking, fetch, revision: '2025-11-25' });
    never(7);
    await until(() => receivedFor('tools/call').length === 14);
  });

  for (const [what, options] of [
    ['forms', asking],
    ['an answer of a model', { sampling: { createMessage: () => Promise.reject(new Error('No')) } }],
    ['folders', { roots: () => [] }],
  ] satisfies [string, ConnectOptions][])
    it(`are those of tools, prompts, resources and results of tasks, if it may ask for ${what}`, async () => {
      const { fetch, receivedFor, received } = slowServer();
      client = await connect(url, { ...options, fetch, revision: '2025-11-25' });
      never(4);
      await until(() => receivedFor('tools/call').length === 4);
      const sent = ['ping', 'tools/list'];
      const waiting = ['tools/call', 'prompts/get', 'resources/read', 'tasks/result'];
      const before = received.length;
      for (const method of [...waiting, ...sent]) client.request(method, {}).catch(() => {});
      await until(() => sent.every((method) => receivedFor(method).length === 1));
      await aWhile();
      assert.deepEqual(
        received.slice(before).flatMap(({ method }) => method ?? []),
        sent,
      );
    });

  it('leave connections for lists', async () => {
    const { fetch, receivedFor } = slowServer();
    client = await connect(url, { ...asking, fetch, revision: '2025-11-25', timeoutMs: 2_000 });
    never(5);
    await until(() => receivedFor('tools/call').length === 4);
    await rejection(client.listTools());
    assert.lengthOf(receivedFor('tools/list'), 1);
  });
});

describe('the places of a server', () => {
  let ended: AbortController;
  let places: Places;
  beforeEach(() => {
    ended = new AbortController();
    places = new Places(new URL(`http://${crypto.randomUUID()}.example/mcp`));
  });
  const one = (): number => 1;
  const takeAll = (count: number): ReturnType<Places['take']> => places.take(() => count, ended.signal);

  it('are free again when who waits for several of them gives up', async () => {
    const [first] = await takeAll(3);
    const givingUp = new AbortController();
    const two = rejection(places.take(() => 2, givingUp.signal));
    await aWhile();
    givingUp.abort('enough');
    assert.equal(await two, 'enough');
    // The fourth, which it had, and the first.
    first?.();
    assert.lengthOf(await takeAll(2), 2);
  });

  it('are the same where the browser has no locks', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    try {
      const [first] = await takeAll(3);
      const givingUp = new AbortController();
      const two = rejection(places.take(() => 2, givingUp.signal));
      await aWhile();
      givingUp.abort('enough');
      assert.equal(await two, 'enough');
      first?.();
      first?.();
      assert.lengthOf(await takeAll(2), 2);
      const third = places.take(one, ended.signal);
      ended.abort('over');
      assert.equal(await rejection(third), 'over');
      assert.isUndefined(await places.takeBeside(ended.signal));
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('have one that needs no call, which is left to the next tab when it is freed, or given up', async () => {
    const free = await takeAll(4);
    const givingUp = new AbortController();
    const waiting = rejection(places.takeWithoutCall(givingUp.signal));
    await aWhile();
    const next = places.takeWithoutCall(ended.signal);
    givingUp.abort('enough');
    assert.equal(await waiting, 'enough');
    for (const freeOne of free) freeOne();
    const leave = await next;
    let isTaken = false;
    const last = places.takeWithoutCall(ended.signal).then((taken) => ((isTaken = true), taken));
    await aWhile();
    assert.isFalse(isTaken);
    const rest = await takeAll(3);
    assert.lengthOf(rest, 3);
    leave();
    const leaveLast = await last;
    const fifth = rejection(places.take(one, ended.signal));
    await aWhile();
    ended.abort('over');
    assert.equal(await fifth, 'over');
    leaveLast();
    for (const freeOne of rest) freeOne();
  });

  it('that tabs take beside calls are three, of which the first needs none', async () => {
    const taken = [];
    for (let tab = 0; tab < 4; tab++) taken.push(await places.takeBeside(ended.signal));
    assert.deepEqual(
      taken.map((free) => free !== undefined),
      [true, true, true, false],
    );
    const calls = await takeAll(2);
    const third = places.take(one, ended.signal);
    await aWhile();
    taken[1]?.();
    const [free] = await third;
    // The place of the second tab is left to another, too.
    const givingUp = new AbortController();
    const another = rejection(places.takeBeside(givingUp.signal));
    await aWhile();
    givingUp.abort('enough');
    assert.equal(await another, 'enough');
    free?.();
    const again = await places.takeBeside(ended.signal);
    assert.isDefined(again);
    for (const freeOne of [...taken, ...calls, again]) freeOne?.();
  });
});
