import { assert } from 'chai';
import type { SignInStatus } from '@mcp-web/client';
import { SignInWindow } from '../../../../packages/client/src/oauth/browser/sign-in-window.ts';
import {
  type Announcement,
  announce,
  hearAnnouncements,
} from '../../../../packages/client/src/oauth/store/announcements.ts';
import {
  PENDING_MS,
  removeOldPendingSignIns,
  storePendingSignIn,
} from '../../../../packages/client/src/oauth/store/pending-sign-ins.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { afterMs } from '../../../support/clock.ts';
import { authErrorOf } from '../../../support/errors.ts';
import { pendingOf } from '../../../support/scripted-sites.ts';
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

const tokens = { access_token: 'second', token_type: 'bearer' };
const { fetch: platformFetch, setTimeout: set } = globalThis;
let windows: OpenedWindow[] = [];
beforeEach(() => {
  windows = openPage();
  document.hasFocus = () => true;
});
afterEach(() => {
  closePage();
  Reflect.deleteProperty(document, 'hasFocus');
  globalThis.fetch = platformFetch;
  globalThis.setTimeout = set;
});

/** A page that serves itself with this policy towards the windows that it opens. */
const servePageWith = (policy: string | undefined): void => {
  globalThis.fetch = async (input, init) =>
    init?.method === 'HEAD' && input === location.href
      ? new Response(undefined, { headers: policy === undefined ? {} : { 'Cross-Origin-Opener-Policy': policy } })
      : platformFetch(input, init);
};
/** The page looks at its window when the test says so. @returns what makes it look */
function lookByHand(): () => Promise<void> {
  const looks: (() => void)[] = [];
  globalThis.setTimeout = Object.assign(
    (...[handler, ms, ...args]: Parameters<typeof set>) =>
      ms === 500 && typeof handler === 'function' ? looks.push(() => handler()) : set(handler, ms, ...args),
    set,
  );
  return async () => {
    await until(() => looks.length > 0);
    looks.shift()?.();
    // The page may ask for its own policy.
    await new Promise((resolve) => set(resolve, 20));
  };
}
const letIn = (): Place =>
  new Place((request) => (tokenOf(request) === 'second' ? Response.json({}) : refusal()), { '/token': tokens });
const isAtIssuer = (index = 0): Promise<void> => until(() => windows[index]?.location.href.startsWith('https:'));
const stateOf = ({ location: { href } }: OpenedWindow): string => new URL(href).searchParams.get('state') ?? '';

describe('the window of a sign-in', () => {
  it('says what it is for until it is sent on, and cannot reach the page', () => {
    click();
    SignInWindow.open('Signing in…');
    const opened: Window = Object(windows[0]);
    assert.equal(opened.document.title, 'Signing in…');
    assert.equal(opened.document.body.textContent, 'Signing in…');
    assert.isNull(opened.opener);
    click(false);
    assert.isUndefined(SignInWindow.open('Signing in…'));
  });

  it('that the user closes ends the sign-in', async () => {
    servePageWith(undefined);
    const place = letIn();
    const auth = place.auth();
    click();
    const signingIn = auth.signIn(place.server);
    await isAtIssuer();
    Object.assign(windows[0] ?? {}, { closed: true });
    const error = await authErrorOf(signingIn, 'cancelled');
    assert.equal(error.issuer, place.issuer);
    assert.deepInclude(auth.status(place.server), { state: 'signed-out', reason: 'cancelled' });
  });

  it('only looks closed while the user is elsewhere, or for a moment', async () => {
    servePageWith(undefined);
    const look = lookByHand();
    click();
    const opened = SignInWindow.open('Signing in…');
    let isClosed = false;
    void opened?.closed(new AbortController().signal).then(() => (isClosed = true));
    const window = Object(windows[0]);
    document.hasFocus = () => false;
    window.closed = true;
    for (let times = 0; times < 5; times++) await look();
    assert.isFalse(isClosed, 'the user is elsewhere');
    document.hasFocus = () => true;
    await look();
    window.closed = false;
    await look();
    window.closed = true;
    await look();
    assert.isFalse(isClosed, 'it was only for a moment');
    await look();
    assert.isTrue(isClosed);
  });

  for (const [policy, looksClosed] of [
    ['same-origin', true],
    ['same-origin-plus-coep', true],
    ['same-origin-allow-popups', false],
    ['unsafe-none', false],
  ] as const) {
    it(`${looksClosed ? 'looks closed all the time, and is not,' : 'is closed when it looks so'} if the page has the opener policy ${policy}`, async () => {
      servePageWith(policy);
      const look = lookByHand();
      click();
      const opened = SignInWindow.open('Signing in…');
      Object.assign(windows[0] ?? {}, { closed: true });
      let isClosed = false;
      const giveUp = new AbortController();
      const closed = opened?.closed(giveUp.signal).then(() => (isClosed = true));
      await look();
      await look();
      assert.equal(isClosed, !looksClosed);
      giveUp.abort();
      await closed;
    });
  }

  it('counts as closed if nobody can say which policy the page has', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('offline'));
    click();
    const opened = SignInWindow.open('Signing in…');
    Object.assign(windows[0] ?? {}, { closed: true });
    await opened?.closed(new AbortController().signal);
  });

  it('that the browser blocks is opened by another click, at the authorization server', async () => {
    const place = letIn();
    const auth = place.auth();
    const states: SignInStatus['state'][] = [];
    auth.addEventListener('statuschange', () => states.push(auth.status(place.server).state));
    const signingIn = auth.signIn(place.server);
    await until(() => auth.status(place.server).state === 'blocked');
    const blocked = auth.status(place.server);
    assert.propertyVal(blocked, 'issuer', place.issuer);
    assert.isEmpty(windows);
    let address = '';
    const { open } = globalThis;
    globalThis.open = (url, ...rest) => {
      address = String(url);
      const opened = open(url, ...rest);
      if (opened) opened.location.href = address;
      return opened;
    };
    if (blocked.state === 'blocked') blocked.open();
    assert.equal(auth.status(place.server).state, 'blocked', 'without a click');
    click();
    if (blocked.state === 'blocked') blocked.open();
    assert.isTrue(address.startsWith(place.issuer));
    assert.deepInclude(auth.status(place.server), { state: 'signing-in', issuer: place.issuer });
    await signInAtWindow();
    await signingIn;
    assert.deepEqual(states, ['signing-in', 'blocked', 'signing-in', 'signed-in']);
  });

  it('need not open for a sign-in in the same window, which needs a place to store what it is about', async () => {
    const place = letIn();
    const auth = place.auth({ vault: memoryVault() });
    const signingIn = auth.signIn(place.server);
    await until(() => auth.status(place.server).state === 'blocked');
    const blocked = auth.status(place.server);
    assert.equal(blocked.state, 'blocked');
    const error = await authErrorOf(
      blocked.state === 'blocked' ? Promise.resolve(blocked.redirect()) : Promise.resolve(),
      'blocked',
    );
    assert.equal(error.issuer, place.issuer);
    auth.cancelSignIn(place.server);
    await authErrorOf(signingIn, 'cancelled');
  });

  it('is closed when the sign-in fails before it was sent anywhere', async () => {
    const place = new Place(() => refusal(), { '/.well-known/oauth-authorization-server': 404 });
    click();
    await authErrorOf(place.auth().signIn(place.server), 'discovery');
    assert.isTrue(windows[0]?.isClosed);
  });
});

describe('a sign-in', () => {
  it('is given up when the user takes too long', async () => {
    globalThis.setTimeout = Object.assign(
      (...[handler, ms, ...args]: Parameters<typeof set>) => set(handler, ms === PENDING_MS ? 200 : ms, ...args),
      set,
    );
    const place = letIn();
    click();
    const error = await authErrorOf(place.auth().signIn(place.server), 'cancelled');
    assert.match(error.message, /too long/);
    assert.equal(error.issuer, place.issuer);
    assert.isTrue(windows[0]?.isClosed);
  });

  it('removes what is left of those that nobody finished', async () => {
    const place = letIn();
    const vault = memoryVault();
    await storePendingSignIn(vault, pendingOf({ state: 'old', startedAt: Date.now() - 2 * PENDING_MS }));
    click();
    const auth = place.auth({ vault });
    const signingIn = auth.signIn(place.server);
    await isAtIssuer();
    await until(() => windows.length === 1);
    assert.lengthOf(await vault.names('pending '), 1);
    await signInAtWindow();
    await signingIn;
  });

  it('says in all tabs why it failed, whatever the reason', async () => {
    const heard: Announcement[] = [];
    const listening = new AbortController();
    hearAnnouncements((announcement) => heard.push(announcement), listening.signal);
    const reasons = [
      'sign-in-required',
      'insufficient-scope',
      'cancelled',
      'blocked',
      'refused',
      'discovery',
      'unreachable',
      'registration',
      'invalid-response',
    ] as const;
    const failures = reasons.map(
      (reason) => ({ type: 'failed', server: 's', state: 'x', message: 'No', reason }) as const,
    );
    for (const failure of failures) announce(failure);
    await until(() => heard.length >= failures.length);
    assert.deepEqual(heard, failures);
    listening.abort();
  });

  it('has ended in all its requests when the authorization server no longer renews its tokens', async () => {
    const place = new Place(() => refusal(), {
      '/token': () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
    });
    const vault = memoryVault();
    await place.store(vault);
    const auth = place.auth({ vault });
    await authErrorOf(auth.authorize(place.server, place.send)(place.server), 'sign-in-required');
    assert.equal(auth.status(place.server).state, 'expired');
  });

  it('is no use where the server does not take the tokens of its own authorization server', async () => {
    const place = new Place(() => refusal(), { '/token': tokens });
    click();
    const request = place.auth().authorize(place.server, place.send)(place.server);
    const failing = authErrorOf(request, 'invalid-response');
    await signInAtWindow();
    assert.match((await failing).message, /does not accept the tokens/);
  });

  it('that another page finished in vain says why', async () => {
    const place = letIn();
    click();
    const signingIn = place.auth().signIn(place.server);
    await isAtIssuer();
    const state = stateOf(windows[0] ?? assert.fail('no window'));
    const failure = { type: 'failed', server: place.server.href, message: 'No.', oauthError: 'access_denied' } as const;
    announce({ ...failure, state: 'another', reason: 'invalid-response' });
    announce({ ...failure, state, reason: 'refused' });
    const error = await authErrorOf(signingIn, 'refused');
    assert.deepInclude(error, { message: 'No.', oauthError: 'access_denied', issuer: place.issuer });
  });

  it('has no tokens because somebody says so: they are in the vault, or there are none', async () => {
    const place = letIn();
    const auth = place.auth();
    click();
    let isDone = false;
    const signingIn = auth.signIn(place.server).then(() => (isDone = true));
    await isAtIssuer();
    const state = stateOf(windows[0] ?? assert.fail('no window'));
    announce({ type: 'granted', server: place.server.href, state });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.isFalse(isDone);
    await signInAtWindow();
    await signingIn;
  });
});

describe('a page that registers itself', () => {
  const registrations = ({ sites, issuer }: Place): number =>
    sites.urls().filter((url) => url === `${issuer}/register`).length;
  const registering = (more: object = {}): Place =>
    new Place((request) => (tokenOf(request) === 'second' ? Response.json({}) : refusal()), {
      '/register': { client_id: 'registered', token_endpoint_auth_method: 'none' },
      '/token': tokens,
      ...more,
    });
  async function signIn(place: Place, vault: Vault, index: number): Promise<void> {
    click();
    const signingIn = place.auth({ vault, clientId: undefined }).signIn(place.server);
    await isAtIssuer(index);
    assert.equal(new URL(windows[index]?.location.href ?? '').searchParams.get('client_id'), 'registered');
    await signInAtWindow(index);
    await signingIn;
  }

  it('does so once with each issuer', async () => {
    const place = registering();
    const vault = memoryVault();
    await signIn(place, vault, 0);
    await signIn(place, vault, 1);
    assert.equal(registrations(place), 1);
  });

  it('does so again when the authorization server may have forgotten it: it says so, or the user came back', async () => {
    for (const how of ['closed', 'invalid_client', 'unauthorized_client'] as const) {
      windows = openPage();
      servePageWith(undefined);
      const place = registering();
      const vault = memoryVault();
      click();
      const signingIn = place.auth({ vault, clientId: undefined }).signIn(place.server);
      await isAtIssuer();
      const state = stateOf(windows[0] ?? assert.fail('no window'));
      if (how === 'closed') Object.assign(windows[0] ?? {}, { closed: true });
      else
        announce({
          type: 'failed',
          server: place.server.href,
          state,
          reason: 'refused',
          message: 'Unknown',
          oauthError: how,
        });
      await authErrorOf(signingIn, how === 'closed' ? 'cancelled' : 'refused');
      await signIn(place, vault, 1);
      assert.equal(registrations(place), 2, how);
    }
  });

  it('stays registered when the user did not want to sign in', async () => {
    const place = registering();
    const vault = memoryVault();
    click();
    const signingIn = place.auth({ vault, clientId: undefined }).signIn(place.server);
    await isAtIssuer();
    const state = stateOf(windows[0] ?? assert.fail('no window'));
    const server = place.server.href;
    announce({ type: 'failed', server, state, reason: 'refused', message: 'No', oauthError: 'access_denied' });
    await authErrorOf(signingIn, 'refused');
    await signIn(place, vault, 1);
    assert.equal(registrations(place), 1);
  });
});

describe('sign-ins that nobody finished', () => {
  it('are removed after ten minutes, with what is no sign-in', async () => {
    const vault = memoryVault();
    await storePendingSignIn(vault, pendingOf({ state: 'one' }));
    await vault.write('pending strange', { what: 'ever' });
    await removeOldPendingSignIns(vault);
    assert.lengthOf(await vault.names('pending '), 1);
    await afterMs(PENDING_MS - 1_000, () => removeOldPendingSignIns(vault));
    assert.lengthOf(await vault.names('pending '), 1);
    await afterMs(PENDING_MS + 1_000, () => removeOldPendingSignIns(vault));
    assert.isEmpty(await vault.names('pending '));
  });
});
