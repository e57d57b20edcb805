/** How long is waited for peers that say nothing, where the page has set no time: never for longer than this. */
import { assert } from 'chai';
import { type Authorizer, connect, McpHost } from '@mcp-web/client';
import { Notices } from '../../../packages/client/src/transports/notice.ts';
import { discoverTarget } from '../../../packages/client/src/oauth/endpoints/discovery.ts';
import { completeSignIn } from '../../../packages/client/src/oauth/browser/callback.ts';
import { announce, hearAnnouncements } from '../../../packages/client/src/oauth/store/announcements.ts';
import { memoryVault } from '../../../packages/client/src/oauth/store/vault.ts';
import { whileTimersEndAt, whileWorkTakes } from '../../support/clock.ts';
import { authErrorOf, errorOf } from '../../support/errors.ts';
import { collectReports } from '../../support/reports.ts';
import {
  aWhile,
  done,
  event,
  json,
  legacyServer,
  liveStream,
  modernServer,
  rejection,
  result,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

/** A request that gets no answer. */
const silence = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

describe('a server that says nothing is waited for', () => {
  it('five seconds, when its stream has to name the address to post to', () =>
    whileTimersEndAt(5_000, async () => {
      const { message } = await errorOf(
        connect(URL_OF_SCRIPT, { fetch: async () => liveStream().response, revision: '2024-11-05' }),
        'unsupported-revision',
      );
      assert.include(message, 'named no address to post to');
    }));

  it('fifteen seconds, when it has to grant again what it granted before', async () => {
    let asked = 0;
    const { fetch } = modernServer(
      ({ id, method, params: { notifications } }) => {
        if (method !== 'subscriptions/listen') return undefined;
        const params = { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } };
        const grant = event({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params });
        return ++asked === 1 ? stream(grant) : stream(': nothing\n\n', { staysOpen: true });
      },
      { resources: { subscribe: true } },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await whileTimersEndAt(16_000, async () => {
      await client.subscribe('a:1');
      await until(() => asked === 3);
    });
    await client.close();
  });

  it('three seconds, when it has to take a message while the client is being closed, or after that', () =>
    whileTimersEndAt(3_000, async () => {
      const notices = new Notices();
      const early = rejection(notices.post(silence));
      notices.close();
      const late = rejection(notices.post(silence));
      for (const reason of [await early, await late]) assert.propertyVal(reason, 'code', 'closed');
      await notices.post(() => Promise.resolve());
    }));

  it('a second, when it has to take the end of a handshake in which it named no session', () =>
    whileTimersEndAt(1_000, async () => {
      const { fetch, receivedFor } = legacyServer(({ method, id, signal }) => {
        if (method === 'notifications/initialized') return silence(signal);
        if (method !== 'initialize') return undefined;
        const serverInfo = { name: 'scripted', version: '1' };
        return json(result(id, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo }));
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      assert.lengthOf(receivedFor('notifications/initialized'), 1);
      await client.close();
    }));

  it('in vain by more requests than a browser sends at a time, if more than four others wait, and says so', async () => {
    const { fetch } = modernServer(({ method, signal }) => (method === 'tools/call' ? silence(signal) : undefined));
    for (const [others, advice] of [
      [4, /Raise `timeoutMs`/],
      [5, /5 other requests wait too/],
    ] as const) {
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const waiting = Array.from({ length: others }, () => rejection(client.callTool('x')));
      const { message } = await errorOf(client.callTool('x', {}, { timeoutMs: 50 }), 'timeout');
      assert.match(message, advice);
      await client.close();
      await Promise.all(waiting);
    }
  });

  it('by each call as long as that call says, whichever came first and whatever ends before', async () => {
    const { fetch, receivedFor } = modernServer(({ method, id, signal, params: { name } }) =>
      method !== 'tools/call' ? undefined : name === 'quick' ? json(result(id, done)) : silence(signal),
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await whileWorkTakes(async (pass) => {
      const ended: number[] = [];
      const calls = [3_600_000, 100, 200].map(async (timeoutMs) => {
        const reason = await rejection(client.callTool('slow', {}, { timeoutMs }));
        ended.push(timeoutMs);
        return reason;
      });
      await client.callTool('quick', {}, { timeoutMs: 50 });
      await until(() => receivedFor('tools/call').length === 4);
      pass(150);
      await until(() => ended.length > 0);
      assert.deepEqual(ended, [100]);
      pass(100);
      await until(() => ended.length > 1);
      assert.deepEqual(ended, [100, 200]);
      await client.close();
      const codes = ['closed', 'timeout', 'timeout'];
      for (const [index, reason] of (await Promise.all(calls)).entries())
        assert.propertyVal(reason, 'code', codes[index]);
    });
  });

  it('no longer if the authorizer of the page does not know how long the user took', async () => {
    let isBroken = false;
    const waitedForUserAt = (): undefined => {
      if (isBroken) throw new Error('Broken');
    };
    const { fetch, receivedFor } = modernServer(({ method, signal }) =>
      method === 'tools/call' ? silence(signal) : undefined,
    );
    const auth: Authorizer = { authorize: (_server, send) => send, waitedForUserAt };
    const client = await connect(URL_OF_SCRIPT, { fetch, auth });
    const { reports, restore } = collectReports();
    try {
      await whileWorkTakes(async (pass) => {
        const calls = [0, 1].map(() => rejection(client.callTool('x', {}, { timeoutMs: 100 })));
        await until(() => receivedFor('tools/call').length === 2);
        isBroken = true;
        pass(150);
        for (const reason of await Promise.all(calls)) assert.propertyVal(reason, 'code', 'timeout');
      });
      assert.include(reports.map(String), 'Error: Broken');
    } finally {
      restore();
      isBroken = false;
      await client.close();
    }
  });

  it('longer than any timer of a browser, if the page wants that', async () => {
    const { setTimeout: set } = globalThis;
    const answering = Promise.withResolvers<void>();
    const waits: number[] = [];
    const { fetch } = legacyServer(({ method, id }) =>
      method === 'ping' ? answering.promise.then(() => json(result(id))) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    globalThis.setTimeout = Object.assign(
      (...[work, ms, ...args]: Parameters<typeof set>) => (waits.push(Number(ms)), set(work, ms, ...args)),
      set,
    );
    try {
      const pinging = client.ping({ timeoutMs: 1e11, maxTimeoutMs: 1e12 });
      await aWhile();
      assert.deepEqual(
        waits.filter((ms) => ms > 1e9),
        [2 ** 31 - 1],
      );
      answering.resolve();
      await pinging;
      await client.close();
    } finally {
      globalThis.setTimeout = set;
    }
  });

  it('half a minute, when it has to take a message', () =>
    whileTimersEndAt(30_000, async () => {
      const { message } = await errorOf(new Notices().post(silence), 'timeout');
      assert.include(message, 'did not accept a message within 30000 ms');
      const refused = new TypeError('Failed to fetch');
      assert.equal(await rejection(new Notices().post(() => Promise.reject(refused))), refused);
    }));

  it('ten seconds, when a host asks whether it is still there', async () => {
    let isAway = false;
    const { fetch } = legacyServer(
      ({ method, id, signal }) => {
        if (method === 'tools/list') return json(result(id, { tools: [{ name: 'x', inputSchema: {} }] }));
        if (isAway && method === 'ping') return silence(signal);
        if (isAway) throw new TypeError('Failed to fetch');
        return undefined;
      },
      { tools: {} },
    );
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await host.ready(id);
    isAway = true;
    await whileTimersEndAt(10_000, async () => {
      await rejection(host.callTool(id, 'x'));
      await until(() => host.getSnapshot().servers[0]?.status === 'failed');
    });
    host.close();
  });
});

describe('an authorization server that says nothing is waited for', () => {
  it('fifteen seconds for each answer', () =>
    whileTimersEndAt(15_000, async () => {
      const fetch = (_url: unknown, init?: RequestInit): Promise<Response> => silence(init?.signal);
      const challenge = { resourceMetadata: 'https://api.example/.well-known/oauth-protected-resource' };
      await errorOf(discoverTarget(new URL('https://api.example/mcp'), challenge, { fetch }), 'timeout');
    }));
});

describe('a page that has said that it finishes a sign-in is waited for', () => {
  it('a minute', async () => {
    const state = crypto.randomUUID();
    const ended = new AbortController();
    hearAnnouncements(({ type }) => type === 'answered' && announce({ type: 'taken', state }), ended.signal, state);
    const { href } = location;
    const element = document.createElement('main');
    history.replaceState(null, '', `/signed-in.html?code=c0de&state=${state}`);
    try {
      await whileTimersEndAt(60_000, () =>
        authErrorOf(completeSignIn({ vault: memoryVault(), element }), 'invalid-response'),
      );
      assert.include(element.textContent ?? '', 'it took too long');
    } finally {
      ended.abort();
      history.replaceState(null, '', href);
    }
  });
});
