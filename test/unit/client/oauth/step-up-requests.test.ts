import { assert } from 'chai';
import { AuthError, type HostServer, McpHost, type RequestLimits } from '@mcp-web/client';
import type { BrowserOAuth } from '../../../../packages/client/src/oauth/browser/browser-oauth.ts';
import type { BrowserOAuthOptions } from '../../../../packages/client/src/oauth/browser/context.ts';
import { memoryVault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { errorOf } from '../../../support/errors.ts';
import { type Asked, modernServer, type ScriptedModernServer } from '../../../support/scripted-modern-server.ts';
import { issuerMetadata } from '../../../support/scripted-sites.ts';
import { eventually } from '../../../support/scripted-server.ts';
import {
  answerAtWindow,
  click,
  closePage,
  openPage,
  type OpenedWindow,
  Place,
  refusal,
  until,
} from '../../../support/sign-in-page.ts';

const lacks = (scope: string): Response =>
  new Response('', {
    status: 403,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
const tools = { tools: [{ name: 'send', inputSchema: { type: 'object' } }] };

describe('a server that wants more scopes', () => {
  let host: McpHost;
  let place: Place;
  let windows: OpenedWindow[];
  let auth: BrowserOAuth;
  let server: ScriptedModernServer;
  let id: string;
  /** How often the user was asked. */
  let questions: number;

  beforeEach(() => {
    windows = openPage();
    place = new Place(() => refusal());
  });
  afterEach(() => {
    host.close();
    closePage();
  });

  async function open(
    script: (asked: Asked) => object,
    { requestLimits, ...options }: { requestLimits?: RequestLimits } & Partial<BrowserOAuthOptions> = {},
  ): Promise<void> {
    const vault = memoryVault();
    await place.store(vault);
    auth = place.auth({ vault, ...options });
    server = modernServer(script);
    host = new McpHost({ auth, consent: () => ({ action: 'allow' }), ...(requestLimits && { requestLimits }) });
    const seen = new Set<string>();
    questions = 0;
    host.subscribe(() => {
      for (const request of host.getSnapshot().requests) seen.add(request.id);
      questions = seen.size;
    });
    host.addResponder('step-up');
    id = host.add(place.server, { fetch: server.fetch });
    await eventually(() => state().status === 'ready' && !state().isListing);
  }
  const state = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
  const call = (): Promise<string> => host.callTool(id, 'send', {}, { by: 'user' }).then(() => 'done', reasonOf);
  const reasonOf = (error: unknown): string => (error instanceof AuthError ? error.reason : String(error));
  const untilAsked = (count: number): Promise<boolean> =>
    eventually(() => questions === count && host.getSnapshot().requests.length === 1);
  const answer = (action: 'allow' | 'deny'): boolean =>
    host.respond(host.getSnapshot().requests[0]?.id ?? '', action === 'deny' ? { action } : { action });

  it('does not ask for lists that it makes the page fetch, however often [SE-11]', async () => {
    let scopes = 0;
    await open(() => lacks(`s${++scopes}`));
    for (let round = 1; round <= 20; round++) {
      server.notify('notifications/tools/list_changed');
      await eventually(() => server.asked.length > round && !state().isListing);
    }
    await eventually(() => state().listError !== undefined);
    assert.equal(questions, 0);
    assert.match(state().listError?.message ?? '', /needs more scopes/);
  });

  it('asks for lists that the user fetches again', async () => {
    await open(() => lacks('write'));
    void host.refresh(id);
    await untilAsked(1);
    answer('deny');
    await eventually(() => !state().isListing);
    host.retry(id);
    await eventually(() => state().status === 'ready' && !state().isListing);
    assert.equal(questions, 1, 'what was denied');
  });

  it('does not ask while the page connects by itself, and does if the user connects', async () => {
    await open(() => tools);
    const { fetch } = server;
    const otherPlace = new Place(() => refusal());
    const vault = memoryVault();
    await otherPlace.store(vault);
    const other = host.add(otherPlace.server, {
      auth: otherPlace.auth({ vault }),
      fetch: async (input, init) =>
        typeof init?.body === 'string' && init.body.includes('discover') ? lacks('write') : fetch(input, init),
    });
    await eventually(() => host.getSnapshot().servers[1]?.status === 'failed');
    assert.equal(questions, 0);
    host.retry(other);
    await untilAsked(1);
  });

  it('does not ask when the page connects again by itself, after the user wanted lists of a connection that failed', async () => {
    await open(() => tools);
    const { fetch } = modernServer(() => lacks('write'));
    const otherPlace = new Place(() => refusal());
    const vault = memoryVault();
    await otherPlace.store(vault);
    let fail: (() => void) | undefined;
    const other = host.add(otherPlace.server, {
      auth: otherPlace.auth({ vault }),
      fetch: (input, init) =>
        fail ? fetch(input, init) : new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch')))),
    });
    void host.refresh(other);
    await until(() => fail);
    // The server is told of this in a new connection.
    host.addResponder('elicitation');
    fail?.();
    await eventually(() => host.getSnapshot().servers[1]?.listError !== undefined);
    assert.equal(questions, 0);
  });

  it('does not ask again for what the user denied, and says so, until the user signs in [SE-11]', async () => {
    let scope = 'write delete';
    await open(({ method }) => (method === 'tools/call' ? lacks(scope) : tools));
    const first = call();
    await untilAsked(1);
    answer('deny');
    assert.equal(await first, 'insufficient-scope');
    scope = 'delete';
    const error = await errorOf(host.callTool(id, 'send', {}, { by: 'user' }), 'unauthorized');
    assert.match(error.message, /\(delete\), and granting them was declined\. To ask again, call signIn\(\)/);
    assert.equal(questions, 1);
    scope = 'delete admin';
    const more = call();
    await untilAsked(2);
    answer('deny');
    await more;
    click();
    const signingIn = host.signIn(id).catch(() => {});
    host.cancelSignIn(id);
    await signingIn;
    void call();
    await untilAsked(3);
  });

  for (const [what, answered, count] of [
    ['was denied', { error: 'access_denied' }, 1],
    ['only failed', { error: 'server_error' }, 2],
  ] as const)
    it(`asks ${count === 1 ? 'no more' : 'again'} after granting ${what} at the authorization server [SE-11]`, async () => {
      await open(({ method }) => (method === 'tools/call' ? lacks('write') : tools));
      const first = call();
      await untilAsked(1);
      click();
      answer('allow');
      await answerAtWindow(0, answered);
      assert.equal(await first, 'refused');
      const second = call();
      if (count > 1) {
        await untilAsked(count);
        answer('deny');
      }
      assert.equal(await second, 'insufficient-scope');
      assert.equal(questions, count);
    });

  it('is not refused for good by a dialog that was closed before the user answered', async () => {
    await open(({ method }) => (method === 'tools/call' ? lacks('write') : tools));
    const remove = host.addResponder('step-up');
    remove();
    const first = call();
    await untilAsked(1);
    host.mute(id);
    assert.equal(await first, 'insufficient-scope');
    assert.equal(await call(), 'insufficient-scope');
    assert.equal(questions, 1, 'nothing is asked for a muted server');
    assert.equal(state().unseenRequests?.count, 1);
    host.mute(id, false);
    void call();
    await untilAsked(2);
  });

  describe('and names another authorization server while the user is asked', () => {
    const OTHER = 'https://other-login.example';
    /** The authorization servers that the server names from now on. */
    let named: string[] | undefined;
    let calling: Promise<string>;

    beforeEach(async () => {
      named = undefined;
      const fetchSites: typeof fetch = async (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        if (named && url.includes('/.well-known/oauth-protected-resource'))
          return Response.json({ resource: place.server.href, authorization_servers: named });
        if (url.startsWith(`${OTHER}/.well-known/`)) return Response.json(issuerMetadata(OTHER));
        if (url.endsWith('/register')) return Response.json({ client_id: 'registered' }, { status: 201 });
        return place.sites.fetch(input, init);
      };
      const chooseIssuer = (issuers: readonly string[]): string => issuers[0] ?? '';
      await open(({ method }) => (method === 'tools/call' ? lacks('write') : tools), {
        fetch: fetchSites,
        clientId: undefined,
        chooseIssuer,
      });
      calling = call();
      await untilAsked(1);
      assert.nestedPropertyVal(host.getSnapshot().requests[0], 'request.issuer', place.issuer);
      click();
    });

    it('has no window opened at an authorization server that the user was not told [SE-11]', async () => {
      named = [OTHER];
      answer('allow');
      await until(() => windows[0]?.isClosed || windows[0]?.location.href.startsWith('https:'));
      assert.equal(windows[0]?.location.href, 'about:blank');
      assert.equal(await calling, 'discovery');
      assert.equal(state().signIn?.state, 'signed-in');
    });

    it('has the window opened where the user agreed to, if it still names that one', async () => {
      named = [OTHER, place.issuer];
      answer('allow');
      await until(() => windows[0]?.location.href.startsWith('https:'));
      assert.equal(new URL(windows[0]?.location.href ?? '').origin, place.issuer);
    });
  });

  it('gets no offline_access with the scopes that the user was shown', async () => {
    place = new Place(() => refusal(), {
      '/.well-known/oauth-authorization-server': () => ({
        ...issuerMetadata(place.issuer),
        scopes_supported: ['read', 'write', 'offline_access'],
      }),
    });
    await open(({ method }) => (method === 'tools/call' ? lacks('write') : tools));
    void call();
    await untilAsked(1);
    click();
    answer('allow');
    await until(() => windows[0]?.location.href.startsWith('https:'));
    assert.equal(new URL(windows[0]?.location.href ?? '').searchParams.get('scope'), 'read write');
  });

  it('may ask no more often than for anything else', async () => {
    let scopes = 0;
    await open(({ method }) => (method === 'tools/call' ? lacks(`s${++scopes}`) : tools), {
      requestLimits: { maxPerMinute: 3 },
    });
    for (let round = 1; round <= 5; round++) {
      const calling = call();
      if (round <= 3) {
        await untilAsked(round);
        answer('deny');
      }
      assert.equal(await calling, 'insufficient-scope');
    }
    assert.equal(questions, 3);
    assert.equal(state().unseenRequests?.count, 2);
  });
});
