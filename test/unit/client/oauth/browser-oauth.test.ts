import { assert } from 'chai';
import { AuthError, connect, McpError } from '@mcp-web/client';
import { type BrowserOAuth, browserOAuth } from '../../../../packages/client/src/oauth/browser/browser-oauth.ts';
import { SignInStatusEvent } from '../../../../packages/client/src/oauth/browser/status.ts';
import { indexedDbVault } from '../../../../packages/client/src/oauth/store/indexed-db-vault.ts';
import { announce, hearAnnouncements } from '../../../../packages/client/src/oauth/store/announcements.ts';
import { Grants, nameOfGrant, storeGrant } from '../../../../packages/client/src/oauth/store/grants.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { whileWorkTakes } from '../../../support/clock.ts';
import { authErrorOf, errorOf } from '../../../support/errors.ts';
import { liveStream, rejection } from '../../../support/scripted-server.ts';
import { issuerMetadata, type Said, scriptedSites } from '../../../support/scripted-sites.ts';
import {
  click,
  closePage,
  openPage,
  type OpenedWindow,
  Place,
  refusal,
  signInAtWindow,
  tokenOf,
  until,
} from '../../../support/sign-in-page.ts';

let windows: OpenedWindow[];
let count = 0;

beforeEach(() => {
  windows = openPage();
});
afterEach(closePage);

/** The vault of a tab whose disk rejects every write from now on. */
async function whileDiskIsFull<T>(work: () => Promise<T>): Promise<T> {
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    return await work();
  } finally {
    Object.defineProperty(IDBObjectStore.prototype, 'put', put);
  }
}

const newTabs = (): [Vault, Vault] => {
  const name = `browser-oauth-test-${Date.now()}-${count++}`;
  return [indexedDbVault(name), indexedDbVault(name)];
};

const urlOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : new URL(input).href);
const tokens = { access_token: 'second', token_type: 'bearer', refresh_token: 'r2' };
const only =
  (token: string) =>
  (request: Parameters<typeof tokenOf>[0]): Response =>
    tokenOf(request) === token ? Response.json({}) : refusal();

describe('the scopes that were requested earlier', () => {
  for (const [what, movesTo, expected] of [
    ['are requested again from the same issuer', undefined, 'earlier read'],
    ['are not shown to another issuer that the server now names [AU-23]', 'https://as.elsewhere.example', 'read'],
  ] as const) {
    it(what, async () => {
      const place = new Place(() => refusal());
      const vault = memoryVault();
      const grant = place.grant();
      await storeGrant(vault, {
        ...grant,
        target: { ...grant.target, issuer: movesTo ?? place.issuer },
        client: { ...grant.client, issuer: movesTo ?? place.issuer },
        requested: ['earlier'],
      });
      click();
      const auth = place.auth({ vault, clients: { [place.issuer]: { clientId: 'us' } }, clientId: undefined });
      const signingIn = auth.signIn(place.server, { scope: ['read'] });
      signingIn.catch(() => {});
      await until(() => windows[0]?.location.href.startsWith(place.issuer));
      const { searchParams } = new URL(windows[0]?.location.href ?? '');
      assert.equal(searchParams.get('scope'), expected);
      auth.close();
    });
  }
});

describe('a window that opens by itself', () => {
  it('opens in the click that connects', async () => {
    const place = new Place(only('second'), { '/token': tokens });
    click();
    const request = place.auth().authorize(place.server, place.send)(place.server);
    await signInAtWindow();
    assert.equal((await request).status, 200);
    assert.lengthOf(windows, 1);
  });

  it('does not open in a later click, for a connection that was made without one', async () => {
    const place = new Place(() => refusal());
    const send = place.auth().authorize(place.server, place.send);
    click();
    const error = await authErrorOf(send(place.server), 'sign-in-required');
    assert.include(error.message, 'call signIn()');
    assert.isEmpty(windows);
  });

  it('does not open anymore once the server has let the page in', async () => {
    let isOpen = true;
    const place = new Place(() => (isOpen ? Response.json({}) : refusal()));
    click();
    const auth = place.auth();
    const send = auth.authorize(place.server, place.send);
    assert.equal((await send(place.server)).status, 200);
    isOpen = false;
    await authErrorOf(send(place.server), 'sign-in-required');
    assert.isEmpty(windows);
    // Another connection in another click may open one.
    void auth
      .authorize(
        place.server,
        place.send,
      )(place.server)
      .catch(() => {});
    await until(() => windows.length === 1);
  });

  it('does not open when the click is long ago', async () => {
    const place = new Place(() => refusal());
    click();
    const send = place.auth().authorize(place.server, place.send);
    click(false);
    await authErrorOf(send(place.server), 'sign-in-required');
  });
});

describe('giving up to wait for a sign-in', () => {
  it('ends it and closes its window when nobody else waits', async () => {
    const place = new Place(() => refusal(), { '/token': tokens });
    const vault = memoryVault();
    const auth = place.auth({ vault });
    const caller = new AbortController();
    click();
    const signingIn = auth.signIn(place.server, { signal: caller.signal });
    await until(() => windows[0]?.location.href.startsWith('https:'));
    caller.abort(new Error('enough'));
    assert.equal(await signingIn.catch(String), 'Error: enough');
    await until(() => auth.status(place.server).state === 'signed-out');
    assert.isTrue(windows[0]?.isClosed);
    assert.isEmpty(await vault.names('pending '), 'and what the user still does there counts no more');
  });

  it('leaves it to whoever else waits', async () => {
    const place = new Place(only('second'), { '/token': tokens });
    const auth = place.auth();
    const caller = new AbortController();
    click();
    const signingIn = auth.signIn(place.server, { signal: caller.signal });
    const other = auth.signIn(place.server);
    await until(() => windows[0]?.location.href.startsWith('https:'));
    caller.abort(new Error('enough'));
    assert.equal(await signingIn.catch(String), 'Error: enough');
    assert.isFalse(windows[0]?.isClosed);
    await signInAtWindow();
    await other;
    assert.equal(auth.status(place.server).state, 'signed-in');
  });

  it('begins none when it was given up before', async () => {
    const place = new Place(() => refusal());
    click();
    assert.equal(
      await place
        .auth()
        .signIn(place.server, { signal: AbortSignal.abort('before') })
        .catch(String),
      'before',
    );
    assert.isEmpty(windows);
  });

  it('does not end the next one, which may begin at once', async () => {
    const place = new Place(only('second'), { '/token': tokens });
    const auth = place.auth();
    const states: string[] = [];
    auth.addEventListener('statuschange', () => void states.push(auth.status(place.server).state));
    click();
    const first = auth.signIn(place.server);
    auth.cancelSignIn(place.server);
    const second = auth.signIn(place.server);
    await authErrorOf(first, 'cancelled');
    await signInAtWindow(1);
    await second;
    assert.equal(auth.status(place.server).state, 'signed-in');
    assert.deepEqual(
      windows.map(({ isClosed }) => isClosed),
      [true, false],
    );
    assert.deepEqual(
      [...new Set(states)],
      ['signing-in', 'signed-in'],
      'the end of the first is not told of the second',
    );
  });

  it('does not wait for a page that never chooses an issuer', async () => {
    const place = new Place(() => refusal());
    const { origin } = place.server;
    const fetchTwo: typeof fetch = async (input, init) =>
      urlOf(input).startsWith(`${origin}/.well-known`)
        ? Response.json({ resource: place.server.href, authorization_servers: [place.issuer, 'https://other.example'] })
        : place.sites.fetch(input, init);
    let isAsked = false;
    const auth = place.auth({ fetch: fetchTwo, chooseIssuer: () => new Promise(() => (isAsked = true)) });
    click();
    const signingIn = auth.signIn(place.server);
    await until(() => isAsked);
    auth.cancelSignIn(place.server);
    await authErrorOf(signingIn, 'cancelled');
    assert.isTrue(windows[0]?.isClosed);
  });
});

describe('a page whose relay has changed since the user signed in', () => {
  const OLD = 'https://old.relay.example/relay';
  const NEW = 'https://new.relay.example/relay';

  for (const [what, before, now] of [
    ['moved', OLD, NEW],
    ['was dropped', OLD, undefined],
    ['was added', undefined, NEW],
  ] as const)
    it(`renews and revokes by the relay of the connection, where it ${what}`, async () => {
      const place = new Place(only('second'), { '/token': tokens });
      const vault = memoryVault();
      const grant = place.grant();
      await storeGrant(vault, { ...grant, target: { ...grant.target, relay: before } });
      const { auth, sentTo } = authByRelays(place, vault);
      const send = auth.authorize(place.server, place.send, { relay: now === undefined ? now : new URL(now) });
      assert.equal((await send(place.server)).status, 200);
      await auth.signOut(place.server);
      assert.sameMembers(place.revoked, ['r2', 'second']);
      assert.deepEqual(sentTo, [`${now} /token`, `${now} /revoke`, `${now} /revoke`]);
    });

  it('revokes by the relay that the user signed in by, where the page has not connected', async () => {
    const place = new Place(() => refusal());
    const vault = memoryVault();
    const grant = place.grant();
    await storeGrant(vault, { ...grant, target: { ...grant.target, relay: OLD } });
    const { auth, sentTo } = authByRelays(place, vault);
    await auth.signOut(place.server);
    assert.deepEqual(sentTo, [`${OLD} /revoke`, `${OLD} /revoke`]);
  });

  it('signs in by the relay that the sign-in names, which may be on this origin, and remembers it', async () => {
    const place = new Place(() => refusal(), { '/token': tokens });
    const vault = memoryVault();
    const { auth, sentTo } = authByRelays(place, vault);
    click();
    const signingIn = auth.signIn(place.server, { relay: '/relay' });
    await signInAtWindow();
    await signingIn;
    const relay = `${location.origin}/relay`;
    assert.include(sentTo, `${relay} /token`);
    assert.isEmpty(sentTo.filter((one) => !one.startsWith(`${relay} `)));
    assert.equal(
      (await new Grants(vault, () => assert.fail('was renewed')).read(place.server.href))?.target.relay,
      relay,
    );
  });

  /** `sentTo` has the relay of each request, or `undefined`, and the path at the authorization server. */
  function authByRelays(place: Place, vault: Vault) {
    const sentTo: string[] = [];
    const auth = place.auth({
      vault,
      fetch: async (input, init) => {
        const { origin, pathname, href, searchParams } = new URL(urlOf(input));
        const target = searchParams.get('url');
        sentTo.push(`${target === null ? undefined : origin + pathname} ${new URL(target ?? href).pathname}`);
        const answer = await place.sites.fetch(target ?? href, init);
        const headers = new Headers(answer.headers);
        headers.set('Mcp-Relay', 'forwarded');
        return new Response(answer.body, { status: answer.status, headers });
      },
    });
    return { auth, sentTo };
  }
});

describe('signing out', () => {
  it('waits for tokens that are being renewed, and revokes those', async () => {
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const place = new Place(only('second'), { '/token': async () => isAnswered.then(() => Response.json(tokens)) });
    const vault = memoryVault();
    await place.store(vault);
    const auth = place.auth({ vault });
    const request = auth
      .authorize(
        place.server,
        place.send,
      )(place.server)
      .catch(() => {});
    await until(() => place.sites.urls().includes(`${place.issuer}/token`));
    const signingOut = auth.signOut(place.server);
    answer();
    await signingOut;
    await request;
    assert.sameMembers(place.revoked, ['r2', 'second']);
    assert.isEmpty(await vault.names('grant '));
    assert.equal(auth.status(place.server).state, 'signed-out');
  });

  it('leaves nothing for tokens that are being renewed when everything is forgotten', async () => {
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const place = new Place(only('second'), { '/token': async () => isAnswered.then(() => Response.json(tokens)) });
    const [vault] = newTabs();
    await place.store(vault);
    const auth = place.auth({ vault });
    const request = auth
      .authorize(
        place.server,
        place.send,
      )(place.server)
      .catch(() => {});
    await until(() => place.sites.urls().includes(`${place.issuer}/token`));
    let isForgotten = false;
    const forgetting = auth.forget().then(() => (isForgotten = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isFalse(isForgotten, 'not before the one who renews has done');
    answer();
    await forgetting;
    await request;
    assert.isEmpty(await vault.names(''));
  });

  it('in another tab ends, and revokes, what only the memory of this one holds', async () => {
    const place = new Place(only('first'));
    const [mine, theirs] = newTabs();
    await mine.names('');
    assert.equal(await whileDiskIsFull(() => place.store(mine)), 'in-memory');
    const [auth, other] = [place.auth({ vault: mine }), place.auth({ vault: theirs })];
    assert.equal((await auth.ready(place.server)).state, 'signed-in');
    await other.signOut(place.server);
    await until(() => auth.status(place.server).state === 'signed-out');
    await until(() => place.revoked.length > 1);
    assert.sameMembers(place.revoked, ['r1', 'first']);
    assert.equal((await auth.ready(place.server)).state, 'signed-out');
    await authErrorOf(auth.authorize(place.server, place.send)(place.server), 'sign-in-required');
    assert.deepEqual(place.received.map(tokenOf), ['']);
  });

  it('is not what happened when another tab’s own tokens came to an end', async () => {
    const place = new Place(only('first'), { '/token': Response.json({ error: 'invalid_grant' }, { status: 400 }) });
    const [mine, theirs] = [memoryVault(), memoryVault()];
    await place.store(mine);
    await place.store(theirs, { accessToken: 'old' });
    const [auth, other] = [place.auth({ vault: mine }), place.auth({ vault: theirs })];
    await auth.ready(place.server);
    await authErrorOf(other.authorize(place.server, place.send)(place.server), 'sign-in-required');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(auth.status(place.server).state, 'signed-in');
    assert.isEmpty(place.revoked);
  });

  it('is offered until it is done: a sign-in that fails leaves a session that had ended as it was', async () => {
    const place = new Place(() => refusal(), { '/token': Response.json({ error: 'invalid_grant' }, { status: 400 }) });
    const vault = memoryVault();
    await place.store(vault);
    const auth = place.auth({ vault });
    await auth.ready(place.server);
    await authErrorOf(auth.authorize(place.server, place.send)(place.server), 'sign-in-required');
    assert.deepEqual(auth.status(place.server), { state: 'expired' });
    click();
    for (let round = 0; round < 2; round++) {
      const signingIn = authErrorOf(auth.signIn(place.server), 'cancelled');
      await until(() => windows[round]?.location.href.startsWith('https:'));
      // A request that may not open a window is refused, and changes nothing.
      const options = { mayOpenWindow: false };
      await authErrorOf(auth.authorize(place.server, place.send, options)(place.server), 'sign-in-required');
      assert.equal(auth.status(place.server).state, 'signing-in');
      auth.cancelSignIn(place.server);
      await signingIn;
      await until(() => auth.status(place.server).state === 'expired');
      assert.deepInclude(auth.status(place.server), { reason: 'cancelled', message: 'Signing in was cancelled.' });
    }
    await auth.signOut(place.server);
    assert.deepEqual(auth.status(place.server), { state: 'signed-out' });
    const signingIn = authErrorOf(auth.signIn(place.server), 'cancelled');
    auth.cancelSignIn(place.server);
    await signingIn;
    await until(() => auth.status(place.server).state === 'signed-out');
  });

  it('is what the page says, whatever a request that was under way is told', async () => {
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const place = new Place(() => refusal());
    const vault = memoryVault();
    await place.store(vault, { refreshToken: undefined });
    const auth = place.auth({ vault });
    await auth.ready(place.server);
    const request = auth.authorize(place.server, async (...sent) => isAnswered.then(() => place.send(...sent)))(
      place.server,
    );
    await auth.signOut(place.server);
    answer();
    await authErrorOf(request, 'sign-in-required');
    assert.equal(auth.status(place.server).state, 'signed-out');
  });
});

describe('tokens that arrive after their sign-in was given up', () => {
  /** A place whose tokens arrive when the test says so. */
  function slowPlace(): { place: Place; answer: () => void; untilExchanging: () => Promise<void> } {
    let answer = (): void => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const place: Place = new Place(() => refusal(), {
      '/token': async () => isAnswered.then(() => Response.json(tokens)),
    });
    const untilExchanging = (): Promise<void> => until(() => place.sites.urls().includes(`${place.issuer}/token`));
    return { place, answer, untilExchanging };
  }
  const gracePeriod = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

  for (const how of ['cancelSignIn', 'signOut', 'forget'] as const) {
    it(`are revoked after ${how}(), and the window is left to close itself`, async () => {
      const { place, answer, untilExchanging } = slowPlace();
      const vault = memoryVault();
      const auth = place.auth({ vault });
      click();
      const signingIn = authErrorOf(auth.signIn(place.server), 'cancelled');
      await signInAtWindow();
      await untilExchanging();
      await auth[how](place.server);
      await signingIn;
      answer();
      await until(() => place.revoked.length > 1);
      assert.sameMembers(place.revoked, ['r2', 'second']);
      for (const kind of ['grant ', 'pending ', 'replaced ']) assert.isEmpty(await vault.names(kind));
      assert.equal((await auth.ready(place.server)).state, 'signed-out');
    });
  }

  it('are revoked when the user signs out in another tab', async () => {
    const { place, answer, untilExchanging } = slowPlace();
    const [mine, theirs] = newTabs();
    const auth = place.auth({ vault: mine });
    click();
    const signingIn = authErrorOf(auth.signIn(place.server), 'cancelled');
    await signInAtWindow();
    await untilExchanging();
    await place.auth({ vault: theirs }).signOut(place.server);
    await signingIn;
    answer();
    await until(() => place.revoked.length > 1);
    assert.sameMembers(place.revoked, ['r2', 'second']);
    assert.isEmpty(await mine.names('grant '));
  });

  it('are revoked only at sign-out if the user stays signed in, because both may be one grant', async () => {
    const { place, answer, untilExchanging } = slowPlace();
    const vault = memoryVault();
    await place.store(vault);
    const auth = place.auth({ vault });
    click();
    const signingIn = authErrorOf(auth.signIn(place.server, { scope: ['write'] }), 'cancelled');
    await signInAtWindow();
    await untilExchanging();
    auth.cancelSignIn(place.server);
    await signingIn;
    answer();
    await gracePeriod();
    assert.isEmpty(place.revoked);
    assert.equal((await auth.ready(place.server)).state, 'signed-in');
    await auth.signOut(place.server);
    assert.sameMembers(place.revoked, ['r1', 'first', 'r2', 'second']);
  });
});

describe('tokens that newer ones replaced', () => {
  async function signInAgain(options: Parameters<Place['auth']>[0] = {}) {
    const place = new Place(only('second'), { '/token': tokens });
    const vault = memoryVault();
    await place.store(vault);
    const auth = place.auth({ vault, ...options });
    click();
    const signingIn = auth.signIn(place.server);
    await signInAtWindow();
    await signingIn;
    return { place, auth };
  }

  it('are revoked at sign-out, because both may be one grant', async () => {
    const { place, auth } = await signInAgain();
    assert.isEmpty(place.revoked);
    await auth.signOut(place.server);
    assert.sameMembers(place.revoked, ['r1', 'first', 'r2', 'second']);
    await auth.signOut(place.server);
    assert.lengthOf(place.revoked, 4, 'once');
  });

  it('are revoked at once if they were another client’s', async () => {
    const { place, auth } = await signInAgain({ clientId: 'another' });
    await until(() => place.revoked.length > 1);
    assert.sameMembers(place.revoked, ['r1', 'first']);
    assert.equal((await auth.ready(place.server)).state, 'signed-in');
  });
});

describe('forgetting everything', () => {
  it('reaches what only the memory of another tab holds, without telling anybody', async () => {
    const place = new Place(only('first'));
    const [mine, theirs] = newTabs();
    await mine.names('');
    await whileDiskIsFull(() => place.store(mine));
    const auth = place.auth({ vault: mine });
    await auth.ready(place.server);
    await place.auth({ vault: theirs }).forget();
    await until(() => auth.status(place.server).state === 'signed-out');
    assert.equal((await auth.ready(place.server)).state, 'signed-out');
    assert.isEmpty(place.revoked);
  });

  it('gives up a sign-in that is under way', async () => {
    const place = new Place(() => refusal());
    const auth = place.auth();
    click();
    const signingIn = auth.signIn(place.server);
    await until(() => windows[0]?.location.href.startsWith('https:'));
    const error = authErrorOf(signingIn, 'cancelled');
    await auth.forget();
    await error;
    assert.isTrue(windows[0]?.isClosed);
  });
});

describe('tokens that another tab keeps', () => {
  it('take the place of those that only the memory of this one holds', async () => {
    const place = new Place(only('newer'));
    const [mine, theirs] = newTabs();
    await mine.names('');
    await whileDiskIsFull(() => place.store(mine, { accessToken: 'held' }));
    await place.store(theirs, { accessToken: 'newer' });
    await place.auth({ vault: mine }).authorize(place.server, place.send)(place.server);
    assert.deepEqual(place.received.map(tokenOf), ['newer']);
  });

  it('stay when the server refuses, late, one that they replaced', async () => {
    const vault = memoryVault();
    const place = new Place(only('newer'));
    await place.store(vault, { accessToken: 'old', refreshToken: undefined });
    const auth = place.auth({ vault });
    const send = auth.authorize(place.server, async (input, init) => {
      if (place.received.length === 0) await place.store(vault, { accessToken: 'newer' });
      return place.send(input, init);
    });
    assert.equal((await send(place.server)).status, 200);
    assert.deepEqual(place.received.map(tokenOf), ['old', 'newer']);
    assert.isNotEmpty(await vault.names('grant '));
    assert.equal(auth.status(place.server).state, 'signed-in');
  });

  it('stay when the authorization server refuses, late, to renew those that they replaced', async () => {
    const vault = memoryVault();
    const place: Place = new Place(only('newer'), {
      '/token': async () => {
        await place.store(vault, { accessToken: 'newer' });
        return Response.json({ error: 'invalid_grant' }, { status: 400 });
      },
    });
    await place.store(vault, { accessToken: 'old' });
    const response = await place.auth({ vault }).authorize(place.server, place.send)(place.server);
    assert.equal(response.status, 200);
    assert.isNotEmpty(await vault.names('grant '));
  });
});

describe('a tab that was frozen while Ada signed out and Bob in', () => {
  let place: Place;
  let vault: Vault;
  /** The tokens that the server refuses. */
  let refused: string[];
  /** Runs before each request arrives. */
  let whileAdaWaits: () => Promise<void>;

  beforeEach(async () => {
    refused = [];
    whileAdaWaits = async () => {};
    vault = memoryVault();
    place = new Place((request) => (refused.includes(tokenOf(request)) ? refusal() : Response.json({})));
    await signIn('Ada');
  });

  const signIn = (who: string | undefined, accessToken = who ?? '') => {
    const { refreshToken: _none, ...others } = place.grant({ accessToken }).tokens;
    return storeGrant(vault, { ...place.grant(), tokens: others, signIn: who });
  };
  const received = (): string[] => place.received.map(tokenOf);

  /** Runs `act`, and waits until this page has heard what it announced. Heard later, it would be about what follows. */
  const ownAnnouncement = async (act: () => Promise<unknown>): Promise<void> => {
    const over = new AbortController();
    const heard = new Promise<unknown>((resolve) => hearAnnouncements(resolve, over.signal));
    await act();
    await heard;
    await new Promise((resolve) => setTimeout(resolve, 50));
    over.abort();
  };

  /** What happens in other tabs. This one hears of it when it goes on, or later. */
  const bobFollows = async (): Promise<void> => {
    await vault.remove(await nameOfGrant(place.server.href));
    await signIn('Bob');
  };

  for (const [who, signedInAs] of [
    ['Ada', 'Ada'],
    ['Ada, whose tokens an older version stored', undefined],
  ] as const)
    it(`says that ${who} has signed out before it says that Bob is there`, async () => {
      await signIn(signedInAs);
      const auth = place.auth({ vault });
      await auth.ready(place.server);
      const states: string[] = [];
      auth.addEventListener('statuschange', () => states.push(auth.status(place.server).state));
      await bobFollows();
      announce({ type: 'granted', server: place.server.href, state: 'Bob' });
      await until(() => states.length >= 2);
      assert.deepEqual(states, ['signed-out', 'signed-in']);
    });

  it('sends no request with Bob’s token over the connection that Ada made', async () => {
    const auth = place.auth({ vault });
    const send = auth.authorize(place.server, place.send);
    await send(place.server);
    await bobFollows();
    const error = await errorOf(send(place.server), 'closed');
    assert.include(error.message, 'connect again');
    assert.deepEqual(received(), ['Ada']);
    assert.equal((await auth.authorize(place.server, place.send)(place.server)).status, 200);
    assert.deepEqual(received(), ['Ada', 'Bob']);
  });

  it('knows whose sign-in it is, also when nobody has told it', async () => {
    const auth = place.auth({ vault });
    assert.equal(await auth.currentSignIn(place.server), 'Ada');
    await signIn('Ada', 'a renewed token');
    assert.equal(await auth.currentSignIn(place.server), 'Ada');
    await bobFollows();
    assert.equal(await auth.currentSignIn(place.server), 'Bob');
    await vault.remove(await nameOfGrant(place.server.href));
    assert.isUndefined(await auth.currentSignIn(place.server));
  });

  it('does not send again as Bob what the server refused to do for Ada', async () => {
    const auth = place.auth({ vault });
    const send = auth.authorize(place.server, async (...request) => {
      await whileAdaWaits();
      return place.send(...request);
    });
    await send(place.server);
    refused.push('Ada');
    whileAdaWaits = bobFollows;
    await errorOf(send(place.server), 'closed');
    assert.deepEqual(received(), ['Ada', 'Ada']);
    assert.equal(auth.status(place.server).state, 'signed-in');
  });

  for (const where of ['here', 'in another tab'] as const)
    it(`goes on with the next sign-in after Ada’s session had ended by itself, noticed ${where}`, async () => {
      const auth = place.auth({ vault });
      const send = auth.authorize(place.server, place.send);
      await send(place.server);
      if (where === 'here') {
        refused.push('Ada');
        await authErrorOf(send(place.server), 'sign-in-required');
      } else {
        await vault.remove(await nameOfGrant(place.server.href));
        announce({ type: 'removed', server: place.server.href, hasExpired: true });
      }
      await until(() => auth.status(place.server).state === 'expired');
      await signIn('Ada again');
      assert.equal((await send(place.server)).status, 200);
      assert.equal(received().at(-1), 'Ada again');
    });

  it('does not go on with the next sign-in when Ada has signed out after her session had ended', async () => {
    const auth = place.auth({ vault });
    const send = auth.authorize(place.server, place.send);
    await send(place.server);
    refused.push('Ada');
    await authErrorOf(send(place.server), 'sign-in-required');
    announce({ type: 'removed', server: place.server.href, hasExpired: false });
    await until(() => auth.status(place.server).state === 'signed-out');
    await signIn('Bob');
    await errorOf(send(place.server), 'closed');
    assert.notInclude(received(), 'Bob');
  });

  it('says that nobody is signed in when an attempt fails after Ada, who came back after her session had ended, has signed out', async () => {
    const auth = place.auth({ vault });
    const send = auth.authorize(place.server, place.send);
    await send(place.server);
    refused.push('Ada');
    await ownAnnouncement(() => authErrorOf(send(place.server), 'sign-in-required'));
    await signIn('Ada again');
    await send(place.server);
    await vault.remove(await nameOfGrant(place.server.href));
    click();
    const signingIn = authErrorOf(auth.signIn(place.server), 'cancelled');
    auth.cancelSignIn(place.server);
    await signingIn;
    await until(() => auth.status(place.server).state !== 'signing-in');
    assert.equal(auth.status(place.server).state, 'signed-out');
  });

  it('goes on as before when it was Ada who signed in once more, without signing out', async () => {
    const { issuer, server, send } = place;
    const auth = place.auth({
      vault,
      fetch: scriptedSites({
        [`https://${server.host}/.well-known/oauth-protected-resource/mcp`]: { resource: server.href, authorization_servers: [issuer] }, // prettier-ignore
        [`${issuer}/.well-known/oauth-authorization-server`]: issuerMetadata(issuer),
        [`${issuer}/token`]: tokens,
      }).fetch,
    });
    const connected = auth.authorize(server, send);
    await connected(server);
    const states = new Set<string>();
    auth.addEventListener('statuschange', () => states.add(auth.status(server).state));
    click();
    const signingIn = auth.signIn(server, { scope: ['more'] });
    await signInAtWindow();
    await signingIn;
    assert.equal((await connected(server)).status, 200);
    assert.deepEqual(received(), ['Ada', 'second']);
    assert.deepEqual([...states], ['signing-in', 'signed-in']);
  });
});

describe('a request with a token', () => {
  it('never takes it to another origin, nor puts it into an address [AU-09, AU-50]', async () => {
    const vault = memoryVault();
    const place = new Place(only('first'));
    await place.store(vault);
    const { sent, send } = (() => {
      const seen: [string, string | null][] = [];
      const record: typeof fetch = async (input, init) => {
        seen.push([urlOf(input), new Headers(init?.headers).get('Authorization')]);
        return Response.json({});
      };
      return { sent: seen, send: record };
    })();
    const authorized = place.auth({ vault }).authorize(place.server, send);
    await authorized(place.server);
    await authorized('https://elsewhere.example/mcp');
    assert.deepEqual(sent, [
      [place.server.href, 'Bearer first'],
      ['https://elsewhere.example/mcp', null],
    ]);
  });

  it('whose time is not quite over is sent though the authorization server is away', async () => {
    const vault = memoryVault();
    const place = new Place(only('first'), { '/token': 503 });
    const { now } = Date;
    const end = now() + 60_000;
    await place.store(vault, { expiresAt: end });
    Date.now = () => end - 100;
    try {
      assert.equal((await place.auth({ vault }).authorize(place.server, place.send)(place.server)).status, 200);
    } finally {
      Date.now = now;
    }
  });

  it('ends at once when its caller gives up, though the token is being renewed', async () => {
    const vault = memoryVault();
    const place = new Place(() => refusal(), { '/token': () => new Promise<Response>(() => {}) });
    await place.store(vault);
    const caller = new AbortController();
    const request = place.auth({ vault }).authorize(place.server, place.send)(place.server, { signal: caller.signal });
    await until(() => place.sites.urls().includes(`${place.issuer}/token`));
    caller.abort('enough');
    assert.equal(await request.catch(String), 'enough');
  });

  it('names no query in its errors, which may hold a key', async () => {
    const place = new Place(() => refusal(), {}, '?key=s3cret');
    const error = await authErrorOf(place.auth().authorize(place.server, place.send)(place.server), 'sign-in-required');
    assert.notInclude(error.message, 's3cret');
    assert.include(error.message, `${place.server.origin}/mcp`);
    const lost = new Place(() => refusal(), {}, '?key=s3cret');
    click();
    const { message } = await authErrorOf(
      lost.auth({ fetch: async () => new Response('', { status: 500 }) }).signIn(lost.server),
      'discovery',
    );
    assert.notInclude(message, 's3cret');
  });
});

describe('a request that is refused', () => {
  const lacks = (scope: string | undefined, status = 403): Response =>
    new Response('', {
      status,
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}` },
    });

  it('is sent again with tokens that were renewed once, and then the session has ended', async () => {
    const vault = memoryVault();
    const place = new Place(() => refusal(), { '/token': tokens });
    await place.store(vault);
    const auth = place.auth({ vault });
    const error = await authErrorOf(
      auth.authorize(place.server, place.send)(place.server, { signal: null }),
      'sign-in-required',
    );
    assert.include(error.message, `The session with ${place.server.href} has ended`);
    assert.include(error.message, 'signIn()');
    assert.deepEqual(place.received.map(tokenOf), ['first', 'second']);
    assert.equal(auth.status(place.server).state, 'expired');
    assert.isEmpty(await vault.names('grant '));
    const withoutWindow = auth.authorize(place.server, place.send, { mayOpenWindow: false });
    const { message } = await authErrorOf(withoutWindow(place.server), 'sign-in-required');
    assert.equal(message, `The session with ${place.server.href} has ended: sign in again.`);
  });

  it('is sent again with tokens of another tab once, however many of them come', async () => {
    const vault = memoryVault();
    const place = new Place(() => refusal());
    let stored = 0;
    const storeNext = async (): Promise<void> => {
      const { refreshToken: _none, ...others } = place.grant({ accessToken: `token ${++stored}` }).tokens;
      await storeGrant(vault, { ...place.grant(), tokens: others });
    };
    await storeNext();
    const send = place.auth({ vault }).authorize(place.server, async (...request) => {
      await storeNext();
      return place.send(...request);
    });
    await authErrorOf(send(place.server), 'sign-in-required');
    assert.deepEqual(place.received.map(tokenOf), ['token 1', 'token 2', 'token 3']);
    assert.lengthOf(await vault.names('grant '), 1, 'the newest ones were not tried');
  });

  it('is let go of, and says that the user has to sign in', async () => {
    const { response, isLetGo } = liveStream();
    const place = new Place(() => refusal());
    const auth = place.auth();
    const send = async (): Promise<Response> => new Response(response.body, { status: 401 });
    const { message } = await authErrorOf(auth.authorize(place.server, send)(place.server), 'sign-in-required');
    assert.match(message, /requires the user to sign in: call signIn\(\)/);
    await until(isLetGo);
    assert.deepEqual(auth.status(place.server), { state: 'signed-out', reason: 'sign-in-required', message });
    const quiet = auth.authorize(place.server, place.send, { mayOpenWindow: false });
    assert.equal(
      (await authErrorOf(quiet(place.server), 'sign-in-required')).message,
      `${place.server.href} requires the user to sign in.`,
    );
  });

  it('asks the user for more scopes whether it is a 401 or a 403, and for nothing else', async () => {
    for (const [status, isAsked] of [
      [401, true],
      [403, true],
      [500, false],
    ] as const) {
      const vault = memoryVault();
      const place = new Place(() => lacks('more', status));
      await place.store(vault);
      let questions = 0;
      const auth = place.auth({ vault, confirmStepUp: () => (questions++, false) });
      const sent = auth.authorize(place.server, place.send)(place.server);
      if (isAsked) await authErrorOf(sent, 'insufficient-scope');
      else assert.equal((await sent).status, status);
      assert.equal(questions, isAsked ? 1 : 0);
      assert.lengthOf(place.received, 1);
    }
  });

  it('asks nobody for more scopes where the server does not say which', async () => {
    const vault = memoryVault();
    const place = new Place(() => lacks(undefined));
    await place.store(vault);
    const auth = place.auth({ vault, confirmStepUp: () => assert.fail('was asked') });
    const { message } = await authErrorOf(auth.authorize(place.server, place.send)(place.server), 'insufficient-scope');
    assert.notInclude(message, 'declined');
  });

  it('asks once for all that need the same scopes, and sends each again with the new tokens', async () => {
    const vault = memoryVault();
    const place = new Place((request) => (tokenOf(request) === 'second' ? Response.json({}) : lacks('more')), {
      '/token': tokens,
    });
    await place.store(vault);
    let questions = 0;
    const auth = place.auth({ vault, confirmStepUp: () => (questions++, true) });
    click();
    const send = auth.authorize(place.server, place.send);
    const sent = Promise.all([send(place.server), send(place.server)]);
    await until(() => windows.length > 0);
    await signInAtWindow();
    assert.deepEqual(
      (await sent).map(({ status }) => status),
      [200, 200],
    );
    assert.equal(questions, 1);
    assert.lengthOf(windows, 1);
  });

  it('asks again where newer tokens have other scopes than those that are needed', async () => {
    const vault = memoryVault();
    const place = new Place(() => lacks('more'));
    await place.store(vault);
    const auth = place.auth({ vault, confirmStepUp: () => false });
    const send = auth.authorize(place.server, async (...request) => {
      await storeGrant(vault, { ...place.grant({ accessToken: 'newer' }), requested: ['other'] });
      return place.send(...request);
    });
    await authErrorOf(send(place.server), 'insufficient-scope');
    assert.lengthOf(place.received, 1);
  });

  it('lets whoever decides about more scopes know when the page signs nobody in anymore', async () => {
    const vault = memoryVault();
    const place = new Place(() => lacks('more'));
    await place.store(vault);
    let given: AbortSignal | undefined;
    const auth = place.auth({
      vault,
      confirmStepUp: ({ signal }) => {
        given = signal;
        return new Promise(() => {});
      },
    });
    const sent = rejection(auth.authorize(place.server, place.send)(place.server));
    await until(() => given !== undefined);
    assert.isFalse(given?.aborted);
    auth.close();
    assert.isTrue(given?.aborted);
    await sent;
  });
});

describe('a token that has to be renewed before a request', () => {
  const expired = async (token: Said): Promise<{ place: Place; sent: Promise<Response>; auth: BrowserOAuth }> => {
    const vault = memoryVault();
    const place = new Place((request) => (tokenOf(request) === 'second' ? Response.json({}) : refusal()), {
      '/token': token,
    });
    await place.store(vault, { expiresAt: Date.now() - 1_000 });
    const auth = place.auth({ vault });
    return { place, auth, sent: auth.authorize(place.server, place.send)(place.server) };
  };

  it('is renewed, and the old one is not sent', async () => {
    const { place, sent } = await expired(tokens);
    assert.equal((await sent).status, 200);
    assert.deepEqual(place.received.map(tokenOf), ['second']);
  });

  it('stays, and no request is sent, while the authorization server cannot answer', async () => {
    for (const [said, reason] of [
      [503, 'unreachable'],
      [new TypeError('Failed to fetch'), 'unreachable'],
      [Response.json({ error: 'temporarily_unavailable' }, { status: 400 }), 'unreachable'],
    ] as const) {
      const { place, auth, sent } = await expired(said);
      await authErrorOf(sent, reason);
      assert.isEmpty(place.received);
      assert.equal((await auth.ready(place.server)).state, 'signed-in');
    }
  });

  it('is no longer sent when it cannot be renewed, which the status says', async () => {
    const { place, auth, sent } = await expired(Response.json({ error: 'invalid_grant' }, { status: 400 }));
    const { message } = await authErrorOf(sent, 'sign-in-required');
    assert.include(message, 'has ended');
    assert.lengthOf(place.received, 1);
    assert.isFalse(place.received[0]?.headers.has('authorization'));
    assert.equal(auth.status(place.server).state, 'expired');
  });
});

describe('a token that is bound to a key', () => {
  it('is sent with a proof of that key', async () => {
    const vault = memoryVault();
    const place = new Place(() => Response.json({}));
    const grant = place.grant({ tokenType: 'dpop' });
    await storeGrant(vault, { ...grant, target: { ...grant.target, dpop: 'required' } });
    await place.auth({ vault }).authorize(place.server, place.send)(place.server);
    assert.equal(place.received[0]?.headers.get('authorization'), 'DPoP first');
    assert.isTrue(place.received[0]?.headers.has('dpop'));
    const bearer = new Place(() => Response.json({}));
    await storeGrant(vault, { ...bearer.grant(), target: { ...bearer.grant().target, dpop: 'supported' } });
    await bearer.auth({ vault }).authorize(bearer.server, bearer.send)(bearer.server);
    assert.equal(bearer.received[0]?.headers.get('authorization'), 'Bearer first');
    assert.isFalse(bearer.received[0]?.headers.has('dpop'));
  });
});

describe('the status of a server', () => {
  it('is that of its address without the fragment, and its event says which one and what', async () => {
    const vault = memoryVault();
    const place = new Place(() => Response.json({}));
    await place.store(vault);
    const auth = place.auth({ vault });
    const events: unknown[] = [];
    auth.addEventListener('statuschange', (event) => {
      if (event instanceof SignInStatusEvent) events.push([event.server, event.status]);
    });
    const status = await auth.ready(`${place.server.href}#part`);
    assert.equal(status.state, 'signed-in');
    assert.equal(auth.status(place.server), status);
    assert.deepEqual(events, [[place.server.href, status]]);
  });

  it('comes with when the user was last waited for', async () => {
    const place = new Place(() => refusal());
    const auth = place.auth();
    assert.isUndefined(auth.waitedForUserAt(place.server));
    await whileWorkTakes(async (pass) => {
      const waitedAt = (): number => auth.waitedForUserAt(place.server) ?? assert.fail('nobody waited');
      click();
      const signingIn = [auth.signIn(place.server), auth.signIn(place.server)].map((one) => rejection(one));
      const begun = waitedAt();
      pass(1_000);
      assert.equal(waitedAt(), begun + 1_000, 'it is now');
      auth.cancelSignIn(place.server);
      await Promise.all(signingIn);
      const ended = waitedAt();
      pass(1_000);
      assert.equal(waitedAt(), ended, 'it is over');
    });
  });

  it('is not changed by a window that nobody needs where the vault cannot be read: that is closed', async () => {
    const place = new Place(() => refusal());
    const read = (): Promise<never> => Promise.reject(new Error('The vault is broken'));
    const auth = place.auth({ vault: { ...memoryVault(), read } });
    click();
    assert.match(String(await rejection(auth.signIn(place.server))), /broken/);
    assert.isTrue(windows[0]?.isClosed);
  });
});

describe('a server that wants more and more', () => {
  it('is asked a few times, and then not again [AU-46]', async () => {
    let wanted = 0;
    const vault = memoryVault();
    const place = new Place(
      () =>
        new Response('', {
          status: 403,
          headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="s${++wanted}"` },
        }),
      {
        '/token': () => ({ ...tokens, access_token: `t${wanted}` }),
      },
    );
    await place.store(vault);
    const asked: string[][] = [];
    const auth = place.auth({ vault, confirmStepUp: ({ scope }) => (asked.push([...scope]), true) });
    click();
    const request = authErrorOf(auth.authorize(place.server, place.send)(place.server), 'insufficient-scope');
    for (let round = 0; round < 3; round++) {
      await until(() => windows.length === round + 1);
      await signInAtWindow(round);
    }
    await request;
    assert.deepEqual(asked, [['s1'], ['s2'], ['s3']]);
    assert.lengthOf(place.received, 4);
    assert.lengthOf(windows, 3);
  });
});

describe('what the page throws itself', () => {
  const wantsMore = () =>
    new Response('', {
      status: 403,
      headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="write"' },
    });
  const bug = new TypeError('x is undefined');

  it('in confirmStepUp is said to be the page’s', async () => {
    const vault = memoryVault();
    const place = new Place(wantsMore);
    await place.store(vault);
    const auth = place.auth({
      vault,
      confirmStepUp: () => {
        throw bug;
      },
    });
    const error = await authErrorOf(connect(place.server, { auth, fetch: place.send }), 'insufficient-scope');
    assert.match(error.message, /`confirmStepUp`.*x is undefined/);
    assert.equal(error.cause, bug);
  });

  it('in chooseIssuer is said to be the page’s', async () => {
    for (const [thrown, code] of [
      [bug, 'unauthorized'],
      [new McpError('denied', 'not now'), 'denied'],
    ] as const) {
      const place = new Place(() => refusal());
      const fetchTwo: typeof fetch = async () =>
        Response.json({ resource: place.server.href, authorization_servers: [place.issuer, 'https://other.example'] });
      const auth = place.auth({ fetch: fetchTwo, chooseIssuer: () => Promise.reject(thrown) });
      click();
      const error = await errorOf(auth.signIn(place.server), code);
      assert.equal(error instanceof AuthError ? error.cause : error, thrown);
      if (error instanceof AuthError) assert.match(error.message, /`chooseIssuer`.*x is undefined/);
    }
  });

  it('or answers wrongly in chooseIssuer, is an argument that is invalid', async () => {
    const place = new Place(() => refusal());
    const auth = place.auth({
      fetch: async () =>
        Response.json({ resource: place.server.href, authorization_servers: [place.issuer, 'https://other.example'] }),
      chooseIssuer: () => 'https://third.example',
    });
    click();
    await errorOf(connect(place.server, { auth, fetch: place.send }), 'invalid-argument');
  });
});

describe('browserOAuth', () => {
  it('needs a redirectUri on the page’s own origin', async () => {
    for (const options of [
      {},
      { redirectUri: undefined },
      { redirectUri: '' },
      { redirectUri: null },
      { redirectUri: 7 },
      { redirectUri: 'https://elsewhere.example/in' },
      { redirectUri: 'http://[' },
    ]) {
      const error = await errorOf(
        Promise.resolve().then(() => Reflect.apply(browserOAuth, undefined, [options])),
        'invalid-argument',
      );
      assert.include(error.message, '`redirectUri`', JSON.stringify(options));
    }
    browserOAuth({ redirectUri: new URL('/in', location.href) }).close();
  });

  it('takes no secret without the issuer that it is for [AU-36, AU-37]', async () => {
    const options = { redirectUri: '/in', clientId: 'us', clientSecret: 's3cret' };
    const error = await errorOf(
      Promise.resolve().then(() => browserOAuth(options)),
      'invalid-argument',
    );
    assert.include(error.message, '`clients: {');
    assert.notInclude(error.message, 's3cret');
  });
});
