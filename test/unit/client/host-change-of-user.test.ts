/** What is under way when one user of a server signs out is neither shown to the next one nor sent for them. */
import { assert } from 'chai';
import { type HostServer, McpHost } from '@mcp-web/client';
import { browserOAuth } from '@mcp-web/client/oauth';
import { announce } from '../../../packages/client/src/oauth/store/announcements.ts';
import { nameOfGrant, storeGrant } from '../../../packages/client/src/oauth/store/grants.ts';
import { memoryVault } from '../../../packages/client/src/oauth/store/vault.ts';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import {
  aWhile,
  event,
  eventually,
  json,
  legacyServer,
  liveStream,
  modernServer,
  openStream,
  type Received,
  type Reply,
  result,
  type Scripted,
} from '../../support/scripted-server.ts';
import { client, targetOf } from '../../support/scripted-sites.ts';

const TOOLS = { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] };
const FRESH = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const DONE = { resultType: 'complete', content: [{ type: 'text', text: 'done for Ada' }] };
const FORM = { message: 'What for?', requestedSchema: { type: 'object', properties: { note: { type: 'string' } } } };

describe('a host whose user signs out, and another one in', () => {
  let auth: FakeSignIn;
  let host: McpHost;
  let id: string;
  /** Who has the tokens that a request would be sent with. */
  let user: string;
  let sent: string[];

  afterEach(() => host.close());

  const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
  const untilListed = (): Promise<unknown> => eventually(() => server().tools.length > 0 && !server().isListing);

  /** Ada is signed in. */
  function start(serve: (reply: Reply) => Scripted, reply: Reply): void {
    user = 'Ada';
    sent = [];
    const { fetch } = serve((received) => {
      sent.push(`${user}: ${received.method ?? (received.httpMethod === 'POST' ? 'answer' : received.httpMethod)}`);
      return reply(received);
    });
    auth = new FakeSignIn(SIGNED_IN);
    host = new McpHost({ auth });
    host.addConsentPolicy(() => ({ action: 'allow' }));
    id = host.add('https://bank.example/mcp', { fetch });
  }

  /** Answers `initialize` with a session for whoever is signed in. */
  const initialize = ({ method, id }: Received): Response | undefined =>
    method === 'initialize'
      ? json(result(id, { protocolVersion: '2025-11-25', capabilities: { tools: {}, prompts: {} }, serverInfo: { name: 'bank', version: '1' } }), { 'Mcp-Session-Id': `of-${user}` }) // prettier-ignore
      : undefined;

  function signOut(): void {
    auth.become({ state: 'signed-out' });
    user = 'nobody';
  }

  function bobSignsIn(): void {
    user = 'Bob';
    auth.become({ ...SIGNED_IN });
  }

  it('does not show a list of the last user that arrives late', async () => {
    let answer = (): void => {};
    start(
      (reply) => modernServer(reply, { tools: {}, resources: {} }),
      ({ method, id }) => {
        if (method === 'tools/list') return json(result(id, { ...FRESH, ...TOOLS }));
        if (method === 'tools/call') return liveStream().response;
        if (method === 'resources/templates/list') return json(result(id, { ...FRESH, resourceTemplates: [] }));
        if (method !== 'resources/list') return undefined;
        const mails = json(result(id, { ...FRESH, resources: [{ uri: 'mail://inbox', name: `mails of ${user}` }] }));
        return new Promise((resolve) => (answer = () => resolve(mails)));
      },
    );
    await eventually(() => server().tools.length > 0);
    const running = errorOf(host.callTool(id, 'wait'), 'closed');
    await eventually(() => sent.includes('Ada: tools/call'));
    signOut();
    answer();
    await aWhile();
    assert.isEmpty(server().resources);
    bobSignsIn();
    await eventually(() => sent.includes('Bob: resources/list'));
    answer();
    await eventually(() => server().resources.length > 0);
    assert.equal(server().resources[0]?.name, 'mails of Bob');
    host.close();
    await running;
  });

  it('keeps the next user out of the session of the last one, whose call is answered', async () => {
    const running = liveStream();
    const sessions: string[] = [];
    let call: unknown;
    start(
      (reply) => legacyServer(reply),
      (received) => {
        const { method, id, headers } = received;
        if (method === 'tools/list') return json(result(id, TOOLS));
        if (method === 'prompts/get') {
          sessions.push(`${user} ${headers.get('Mcp-Session-Id')}`);
          return json(result(id, { messages: [] }));
        }
        if (method !== 'tools/call') return initialize(received);
        call = id;
        return running.response;
      },
    );
    await untilListed();
    const calling = host.callTool(id, 'wait');
    await eventually(() => call);
    signOut();
    bobSignsIn();
    await untilListed();
    await host.getPrompt(id, 'greet');
    assert.deepEqual(sessions, ['Bob of-Bob']);
    running.send(event(result(call, DONE)));
    assert.include(JSON.stringify(await calling), 'done for Ada');
    await aWhile();
    assert.notInclude(sent, 'Bob: DELETE');
  });

  for (const [when, asksBefore] of [
    ['waits for the last user', true],
    ['comes after they have left', false],
  ] as const)
    it(`ends a call of 2025-11-25 whose question ${when}, and answers nothing for the next`, async () => {
      const running = liveStream();
      let call: unknown;
      start(
        (reply) => legacyServer(reply),
        (received) => {
          const { method, id } = received;
          if (method === 'tools/list') return json(result(id, TOOLS));
          if (method !== 'tools/call') return initialize(received);
          call = id;
          return running.response;
        },
      );
      host.addResponder('elicitation');
      await untilListed();
      const calling = errorOf(host.callTool(id, 'wait'), 'closed');
      await eventually(() => call);
      const ask = (): void =>
        running.send(event({ jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: FORM }));
      if (asksBefore) {
        ask();
        await eventually(() => host.getSnapshot().requests.length > 0);
      }
      signOut();
      assert.isEmpty(host.getSnapshot().requests);
      bobSignsIn();
      await untilListed();
      if (!asksBefore) ask();
      await calling;
      assert.isEmpty(host.getSnapshot().requests);
      assert.notInclude(sent.join(), 'answer');
      assert.notInclude(sent, 'Bob: notifications/cancelled');
    });

  it('ends a call of 2026-07-28 whose form waits for the last user, and does not send it for the next', async () => {
    start(
      (reply) => modernServer(reply, { tools: {} }),
      ({ method, id }) => {
        if (method === 'tools/list') return json(result(id, { ...FRESH, ...TOOLS }));
        if (method !== 'tools/call') return undefined;
        const inputRequests = { note: { method: 'elicitation/create', params: { mode: 'form', ...FORM } } };
        return json(result(id, { resultType: 'input_required', inputRequests, requestState: 'state' }));
      },
    );
    host.addResponder('elicitation');
    await untilListed();
    const calling = errorOf(host.callTool(id, 'wait'), 'closed');
    const form = await eventually(() => host.getSnapshot().requests[0]);
    signOut();
    bobSignsIn();
    assert.isFalse(host.respond(form.id, { action: 'accept', content: { note: 'of Ada' } }));
    await calling;
    await untilListed();
    assert.notInclude(sent, 'Bob: tools/call');
  });

  it('does not ask the next user what a policy left open for the last one', async () => {
    let open = (): void => {};
    start(
      (reply) => modernServer(reply, { tools: {} }),
      ({ method, id }) => {
        if (method === 'tools/list') return json(result(id, { ...FRESH, ...TOOLS }));
        if (method !== 'tools/call') return undefined;
        const inputRequests = { note: { method: 'elicitation/create', params: { mode: 'form', ...FORM } } };
        return json(result(id, { resultType: 'input_required', inputRequests, requestState: 'state' }));
      },
    );
    host.addResponder('elicitation');
    let isAsked = false;
    host.addElicitationPolicy(() => {
      isAsked = true;
      return new Promise((resolve) => (open = () => resolve(undefined)));
    });
    await untilListed();
    const calling = errorOf(host.callTool(id, 'wait'), 'closed');
    await eventually(() => isAsked);
    signOut();
    bobSignsIn();
    open();
    await calling;
    assert.isEmpty(host.getSnapshot().requests);
  });

  it('does not run for the next user a call that the last one wanted while it connected', async () => {
    let isReady = false;
    start(
      (reply) => legacyServer(reply),
      async (received) => {
        const { method, id } = received;
        if (method === 'tools/list') return json(result(id, TOOLS));
        if (method === 'prompts/get') return json(result(id, { messages: [] }));
        if (method === 'tools/call') return json(result(id, DONE));
        const wanted = initialize(received);
        if (wanted) await eventually(() => isReady);
        return wanted;
      },
    );
    await eventually(() => sent.includes('Ada: initialize'));
    const calls = [errorOf(host.callTool(id, 'wait'), 'closed'), errorOf(host.getPrompt(id, 'greet'), 'closed')];
    signOut();
    bobSignsIn();
    isReady = true;
    await untilListed();
    await Promise.all(calls);
    assert.notMatch(sent.join(), /tools\/call|prompts\/get/);
  });

  it('asks the next user about everything, though the tab was frozen while they came', async () => {
    const vault = memoryVault();
    const url = 'https://bank.example/mcp';
    const signIn = (who: string) =>
      storeGrant(vault, {
        server: url,
        signIn: who,
        target: targetOf({}, { resource: url }),
        client,
        tokens: { accessToken: who, tokenType: 'bearer', scope: ['mail'] },
        requested: ['mail'],
      });
    await signIn('Ada');
    const oauth = browserOAuth({ redirectUri: '/signed-in.html', vault });
    const sessions = new Set<string>();
    const stream = openStream();
    const { fetch } = legacyServer((received) => {
      const { httpMethod, method, id, headers } = received;
      user = headers.get('Authorization')?.replace('Bearer ', '') ?? 'nobody';
      const session = headers.get('Mcp-Session-Id');
      if (session) sessions.add(`${user} ${session}`);
      if (httpMethod === 'GET') return user === 'Ada' ? stream.response : undefined;
      if (method === 'tools/list') return json(result(id, TOOLS));
      if (method === 'tools/call') return json(result(id, DONE));
      return initialize(received);
    });
    host = new McpHost({ auth: oauth });
    host.addResponder('consent');
    host.addResponder('elicitation');
    id = host.add(url, { fetch });
    await untilListed();
    const consent = () => eventually(() => host.getSnapshot().requests.find(({ kind }) => kind === 'consent'));
    const first = host.callTool(id, 'wait');
    host.respond((await consent()).id, { action: 'allow', permission: 'session' });
    await first;
    stream.send({ jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: FORM });
    await eventually(() => host.getSnapshot().requests.length > 0);
    // The sign-out and the next sign-in were in another tab, and arrive together.
    await vault.remove(await nameOfGrant(url));
    await signIn('Bob');
    announce({ type: 'granted', server: url, state: 'Bob' });
    await eventually(() => server().signOuts === 1);
    assert.isEmpty(host.getSnapshot().requests);
    await untilListed();
    const second = host.callTool(id, 'wait');
    host.respond((await consent()).id, { action: 'allow' });
    await second;
    assert.deepEqual([...sessions], ['Ada of-Ada', 'Bob of-Bob']);
    oauth.close();
  });
});
