import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import {
  aWhile,
  json,
  legacyServer,
  type LiveStream,
  liveStream,
  modernServer,
  event,
  type Received,
  result,
  until,
} from '../../support/scripted-server.ts';
import { setVisibility } from '../../support/visibility.ts';

const LISTENING = { tools: { listChanged: true } };

// Of tabs that share a stream, the leading one may be hidden while the user looks at another.
describe('a hidden tab that listens for all', () => {
  let url = '';
  let client: McpClient;
  /** How often the page heard that a list may have changed. */
  let missed = 0;
  const streams: (LiveStream & { isClosed: () => boolean })[] = [];
  const now = performance.now.bind(performance);
  beforeEach(() => {
    url = `http://${crypto.randomUUID()}.example/mcp`;
    streams.length = 0;
  });
  afterEach(async () => {
    setVisibility(undefined);
    Reflect.deleteProperty(performance, 'now');
    await client.close();
  });

  const open = ({ signal }: Received): Response => {
    const live = liveStream();
    let isOpen = true;
    const end = (): void => {
      if (isOpen && !live.isLetGo()) live.end();
      isOpen = false;
    };
    streams.push({ ...live, end, isClosed: () => !isOpen });
    signal?.addEventListener('abort', end);
    return live.response;
  };
  /** Servers of both eras, which announce changes of their tools. */
  const modern = modernServer((received) => {
    const { method, id } = received;
    if (method !== 'subscriptions/listen') return undefined;
    const response = open(received);
    const params = {
      notifications: { toolsListChanged: true },
      _meta: { 'io.modelcontextprotocol/subscriptionId': id },
    };
    streams.at(-1)?.send(event({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params }));
    return response;
  }, LISTENING);
  const legacy = legacyServer((received) => {
    const { httpMethod, method, id } = received;
    if (httpMethod === 'GET') return open(received);
    return method === 'ping' ? json(result(id)) : undefined;
  }, LISTENING);

  async function hide(options: ConnectOptions): Promise<void> {
    client = await connect(url, { shareWithTabs: true, ...options });
    client.addEventListener('listchange', () => missed++);
    await until(() => streams.length === 1);
    await aWhile();
    setVisibility('hidden');
  }

  for (const [era, { fetch }, revision] of [
    ['modern', modern, '2026-07-28'],
    ['legacy', legacy, '2025-11-25'],
  ] as const) {
    it(`opens a stream again that breaks: ${era} [BR-06]`, async () => {
      await hide({ fetch, revision });
      missed = 0;
      streams[0]?.end();
      await until(() => streams.length === 2 && missed > 0);
    });

    it(`notices a stream that falls silent: ${era} [BR-06][BR-13]`, async () => {
      await hide({ fetch, revision });
      performance.now = () => now() + 61_000;
      globalThis.dispatchEvent(new Event('online'));
      await until(() => streams.length === 2);
    });
  }

  it('opens a session again that the server forgot', async () => {
    let sessions = 0;
    let isAway = true;
    const { fetch } = legacyServer((received) => {
      const { httpMethod, method, id } = received;
      if (method === 'initialize') {
        if (++sessions > 1 && isAway) {
          isAway = false;
          return new Response(undefined, { status: 503 });
        }
        const serverInfo = { name: 'scripted', version: '1' };
        const answer = result(id, { protocolVersion: '2025-11-25', capabilities: LISTENING, serverInfo });
        return json(answer, { 'Mcp-Session-Id': `session-${sessions}` });
      }
      if (httpMethod !== 'GET') return undefined;
      if (sessions === 1 && streams.length === 1) return new Response(undefined, { status: 404 });
      return open(received);
    }, LISTENING);
    await hide({ fetch, revision: '2025-11-25' });
    streams[0]?.end();
    await until(() => streams.length === 2);
    assert.equal(sessions, 3);
  });

  it('opens a session again for a call that waits for it, although it listens for itself only', async () => {
    let sessions = 0;
    let isForgotten = false;
    const { fetch } = legacyServer((received) => {
      const { httpMethod, method, id } = received;
      if (httpMethod === 'GET') return open(received);
      if (method === 'initialize') {
        sessions++;
        if (isForgotten && sessions === 2) return new Response(undefined, { status: 503 });
        isForgotten = false;
        return undefined;
      }
      if (isForgotten) return new Response(undefined, { status: 404 });
      return method === 'tools/list' ? json(result(id, { tools: [] })) : undefined;
    }, LISTENING);
    await hide({ fetch, revision: '2025-11-25', shareWithTabs: false });
    isForgotten = true;
    assert.isEmpty((await client.listTools({ cache: 'reload' })).tools);
    assert.equal(sessions, 3);
  });

  it('opens a session again when somebody sees it, if nobody waits for that, although one did before', async () => {
    let sessions = 0;
    let isForgotten = false;
    const { fetch } = legacyServer((received) => {
      const { httpMethod, method, id } = received;
      if (httpMethod === 'GET') return open(received);
      if (method === 'initialize') {
        sessions++;
        if (isForgotten && sessions !== 3 && sessions !== 5) return new Response(undefined, { status: 503 });
        isForgotten = false;
        return undefined;
      }
      if (isForgotten) return new Response(undefined, { status: 404 });
      return method === 'ping' ? json(result(id)) : undefined;
    }, LISTENING);
    await hide({ fetch, revision: '2025-11-25', shareWithTabs: false, roots: () => [] });
    isForgotten = true;
    const pinging = client.ping();
    await until(() => sessions === 2);
    await aWhile();
    globalThis.dispatchEvent(new Event('online'));
    await pinging;
    assert.equal(sessions, 3);
    isForgotten = true;
    const telling = client.rootsChanged();
    await until(() => sessions === 4);
    await aWhile();
    globalThis.dispatchEvent(new Event('online'));
    await aWhile();
    assert.equal(sessions, 4);
    setVisibility('visible');
    await telling;
    assert.equal(sessions, 5);
  });

  it('closes its stream if it listens for itself only, and hears later that it may have missed something [BR-06]', async () => {
    await hide({ fetch: legacy.fetch, revision: '2025-11-25', shareWithTabs: false });
    await until(() => streams[0]?.isClosed() === true);
    missed = 0;
    setVisibility('visible');
    await until(() => streams.length === 2 && missed > 0);
  });
});
