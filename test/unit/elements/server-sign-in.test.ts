import { assert } from 'chai';
import type { SignInStatus } from '@mcp-web/client';
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/define';
import { german } from '@mcp-web/elements/messages/de';
import { FakeSignIn, ISSUER, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, button, click, deep, find, focused, mount, press, textOf, unmount, until } from './page.ts';

describe('<mcp-server> where users sign in', () => {
  let auth: FakeSignIn;
  let origin: string;
  afterEach(unmount);

  const card = () => find('mcp-server');
  const text = () => textOf(card());
  const badge = () => textOf(deep(card()).find((element) => element.matches('[part~=status]')) ?? card());
  const shows = async (wanted: string) => until(() => text().includes(wanted), wanted);

  async function show(status?: SignInStatus): Promise<void> {
    auth = new FakeSignIn(status);
    const main = mount('');
    const host = document.createElement('mcp-host');
    host.auth = auth;
    const url = await serverUrl('dual');
    ({ host: origin } = new URL(url));
    host.innerHTML = `<mcp-server src="${url}"></mcp-server><mcp-tool-consent></mcp-tool-consent>`;
    main.append(host);
  }

  const offered = async (label: string) => until(() => button(card(), label), label);
  const named = (label: string): HTMLButtonElement =>
    button(card(), label) ?? assert.fail(`no button ${label} in ${text()}`);

  it('offers to sign in when the server wants it, as the next thing to do and not as an error', async () => {
    await show();
    await shows('Sign in to use this server');
    assert.equal(badge(), 'Not signed in');
    assert.notInclude(text(), 'Error code');
    assert.isUndefined(button(card(), `Retry the connection to ${origin}`));
    await click(await offered(`Sign in to ${origin}`));
    assert.deepEqual(auth.calls, ['signIn']);
    await assertAccessible(card());
  });

  it('offers that above the tools as well, and nothing else', async () => {
    await show();
    find('mcp-host').append(document.createElement('mcp-tools'));
    const offer = await until(() => button(find('mcp-tools'), `Sign in to ${origin}`));
    assert.include(textOf(find('mcp-tools')), 'Not signed in');
    assert.isUndefined(button(find('mcp-tools'), `Retry the connection to ${origin}`));
    await click(offer);
    assert.deepEqual(auth.calls, ['signIn']);
  });

  it('is not asked for by the lists of a server that nobody can reach', async () => {
    await show();
    // As if the server had not been asked yet: nobody is signed in, and the request is sent.
    auth.authorize = (_server, send) => send;
    const server = document.createElement('mcp-server');
    server.src = 'http://127.0.0.1:1/mcp';
    find('mcp-host').replaceChildren(server, document.createElement('mcp-resource-picker'));
    await until(() => textOf(find('mcp-resource-picker')).includes('Not connected'));
    assert.notInclude(textOf(find('mcp-resource-picker')), 'Sign in');
  });

  it('says where to continue while the user signs in, and can cancel', async () => {
    await show();
    await shows('Sign in');
    named(`Sign in to ${origin}`).focus();
    auth.become({ state: 'signing-in' });
    await shows('Looking for the sign-in page');
    assert.equal(badge(), 'Signing in');
    auth.become({ state: 'signing-in', issuer: ISSUER });
    await shows('Continue signing in at');
    assert.include(text(), 'login.example');
    assert.equal(focused()?.getAttribute('aria-label'), `Cancel signing in to ${origin}`);
    await assertAccessible(card());
    await press('Enter');
    assert.deepEqual(auth.calls, ['cancelSignIn']);
    auth.become({ state: 'signed-out', reason: 'cancelled', message: 'Signing in was cancelled.' });
    await shows('Signing in was cancelled.');
    assert.equal(focused()?.getAttribute('aria-label'), `Sign in to ${origin}`);
    await assertAccessible(card());
    registerMessages('de', german);
    card().lang = 'de';
    await shows('Die Anmeldung wurde abgebrochen.');
    assert.notInclude(text(), 'cancelled');
    auth.become({ state: 'signed-out', reason: 'refused', message: 'as.example refused' });
    await shows('Die Anmeldung wurde abgelehnt.');
  });

  it('opens a blocked window, or goes there in this one, and says where that does not work either', async () => {
    await show();
    await shows('Sign in');
    const done: string[] = [];
    auth.become({
      state: 'blocked',
      issuer: ISSUER,
      open: () => void done.push('open'),
      redirect: async () => {
        done.push('redirect');
        throw new TypeError('This browser keeps nothing.');
      },
    });
    await shows('blocked the sign-in window');
    assert.equal(badge(), 'Waiting for you');
    assert.include(text(), 'login.example');
    await assertAccessible(card());
    await click(await offered('Open the window'));
    await click(await offered('Sign in using this window'));
    assert.deepEqual(done, ['open', 'redirect']);
    await shows('This browser keeps nothing.');
  });

  it('shows the host of the authorization server and what was granted, and signs out', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    await shows('Signed in at login.example');
    assert.include(text(), ISSUER);
    assert.include(text(), 'notes:read');
    await assertAccessible(card());
    await click(await offered('Sign out of Test server dual'));
    assert.deepEqual(auth.calls, ['signOut']);
  });

  it('says that the authorization server could not be told of a sign-out', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    auth.signOut = () => Promise.reject(new TypeError('It is down.'));
    await click(await offered('Sign out of Test server dual'));
    auth.become({ state: 'signed-out' });
    await shows('could not be notified');
    assert.include(text(), 'It is down.');
    await assertAccessible(card());
  });

  it('says that a session has ended, and offers to sign in again', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    auth.become({ state: 'expired' });
    await shows('Your session has ended.');
    assert.equal(badge(), 'Session expired');
    await assertAccessible(card());
    await click(await offered('Sign in again to Test server dual'));
    assert.deepEqual(auth.calls, ['signIn']);
  });

  it('asks for scopes only after all of them were on the screen, and not at all for more than anybody reads', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    const consent = find('mcp-tool-consent');
    consent.armDelay = 0;
    const url = card().server?.url ?? '';
    assert.isUndefined(await auth.stepUp(url, ['x'.repeat(5_000)]));
    const long = `read:${'topic-'.repeat(30)}end`;
    const scope = [long, ...Array.from({ length: 150 }, (_none, index) => `read:topic-${index}`), 'delete:everything'];
    const agreed = auth.stepUp(url, scope);
    await until(() => textOf(consent).includes('Scroll to the end of the list'));
    assert.include(textOf(consent), long);
    assert.include(textOf(consent), 'delete:everything');
    await assertAccessible(consent);
    const allow = button(consent, 'Continue') ?? assert.fail('no button');
    await click(allow);
    assert.equal(allow.ariaDisabled, 'true');
    consent.renderRoot.querySelector('.end')?.scrollIntoView();
    await until(() => allow.ariaDisabled === 'false');
    await click(allow);
    assert.isTrue(await agreed);
  });

  it('lets the user sign out after the session has ended, so that the next one finds nothing', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    auth.become({ state: 'expired' });
    await shows('Your session has ended.');
    await click(await offered('Sign out of Test server dual'));
    assert.deepEqual(auth.calls, ['signOut']);
  });

  it('lets the user sign out after the session has ended and signing in again has failed, and says why it has', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    auth.become({ state: 'expired' });
    await shows('Your session has ended.');
    auth.become({ state: 'signing-in' });
    auth.become({ state: 'expired', reason: 'cancelled', message: 'The sign-in window was closed: try again.' });
    await shows('The sign-in window was closed');
    assert.equal(badge(), 'Session expired');
    await assertAccessible(card());
    assert.exists(await offered('Sign in again to Test server dual'));
    await click(await offered('Sign out of Test server dual'));
    assert.deepEqual(auth.calls, ['signOut']);
  });

  it('shows why signing in failed as text, whatever is in it', async () => {
    await show();
    await shows('Sign in');
    auth.become({ state: 'signed-out', reason: 'refused', message: 'as.example refused: <img src=x> \u202Eevil' });
    await shows('<img src=x> ‹U+202E›evil');
    assert.lengthOf(
      deep(card()).filter(({ localName }) => localName === 'img'),
      0,
    );
    assert.exists(button(card(), `Sign in to ${origin}`));
    assert.isNotEmpty(deep(card()).filter((element) => element.getAttribute('role') === 'alert'));
    await assertAccessible(card());
  });

  it('does not call it an error when the user denied access at the authorization server', async () => {
    await show();
    await shows('Sign in');
    const message = 'https://as.example refused: access_denied.';
    auth.become({ state: 'signed-out', reason: 'refused', message, oauthError: 'access_denied' });
    await shows('Access was not allowed. You can try again.');
    assert.notMatch(text(), /access_denied|error/i);
    assert.isEmpty(deep(card()).filter((element) => element.getAttribute('role') === 'alert'));
    assert.exists(button(card(), `Sign in to ${origin}`));
    await assertAccessible(card());
  });

  it('shows the names of an issuer and its scopes safely', async () => {
    await show({
      state: 'signed-in',
      issuer: 'https://login.example.evil.test/https://bank.example',
      scope: ['\u202Ella', ...Array.from({ length: 50 }, (_, index) => `scope-${index}`)],
    });
    await shows('Signed in at login.example.evil.test');
    assert.include(text(), '‹U+202E›lla');
    assert.include(text(), 'and 21 more');
  });

  it('offers to sign in if only some of a server’s features require it', async () => {
    await show(SIGNED_IN);
    await shows('Connected');
    assert.isUndefined(button(card(), 'Sign in to Test server dual'));
    // Lets everybody in.
    auth.authorize = (_server, send) => send;
    const seen: string[] = [];
    card().addEventListener('mcp-server-status', ({ server: { status } }) => seen.push(status));
    find('mcp-host').host.retry(card().server?.id ?? '');
    await until(() => seen.join() === 'connecting,ready');
    auth.become({ state: 'signed-out', reason: 'sign-in-required', message: 'Sign in first.' });
    await until(() => button(card(), 'Sign in to Test server dual'));
    await shows('Connected');
  });

  describe('and a server wants more', () => {
    const dialog = () =>
      deep(find('mcp-tool-consent')).find((element) => element instanceof HTMLDialogElement) ??
      assert.fail('no dialog');

    async function ask(): Promise<{ answer: Promise<boolean | undefined> }> {
      await show(SIGNED_IN);
      await shows('Connected');
      find('mcp-tool-consent').armDelay = 20;
      const answer = auth.stepUp(card().server?.url ?? '', ['notes:write', '\u202Egp']);
      await until(() => textOf(dialog()).includes('more access'));
      return { answer };
    }

    it('names the server, its origin, the issuer’s host and the scopes, and accepts the user’s decision only [SE-18]', async () => {
      const { answer } = await ask();
      await until(() => textOf(dialog()).includes('login.example'));
      const said = textOf(dialog());
      for (const part of ['Test server dual', `http://${origin}`, 'login.example', 'notes:write', '‹U+202E›gp'])
        assert.include(said, part);
      await assertAccessible(find('mcp-tool-consent'));
      await until(() => button(find('mcp-tool-consent'), 'Continue')?.ariaDisabled === 'false');
      button(find('mcp-tool-consent'), 'Continue')?.click();
      assert.include(textOf(dialog()), 'more access', 'a click by script is none');
      await click(button(find('mcp-tool-consent'), 'Continue') ?? assert.fail('gone'));
      assert.isTrue(await answer);
    });

    for (const key of ['Escape', 'Enter']) {
      it(`takes ${key} for a no: the focus is on Deny`, async () => {
        const { answer } = await ask();
        assert.equal(textOf(focused() ?? document.body), 'Deny');
        // Before that, Enter may have been meant for something else.
        await until(() => button(find('mcp-tool-consent'), 'Continue')?.ariaDisabled === 'false');
        await press(key);
        assert.isFalse(await answer);
      });
    }

    it('mutes the server if the user wants that, and then asks no more', async () => {
      const { answer } = await ask();
      await click(button(find('mcp-tool-consent'), 'Mute requests from this server') ?? assert.fail('no button'));
      assert.isUndefined(await answer, 'nothing was decided about the scopes');
      await shows('Requests are muted.');
      assert.isUndefined(await auth.stepUp(card().server?.url ?? '', ['notes:write']));
      await shows('1 request was blocked.');
    });
  });
});

describe('<mcp-host redirect-uri>', () => {
  afterEach(unmount);

  const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/browser-oauth'));

  before(() => performance.setResourceTimingBufferSize(10_000));

  it('asks the user to sign in to a server that wants it, and loads what signs them in only then', async () => {
    const open = window.open.bind(window);
    let opened = 0;
    window.open = () => (opened++, null);
    try {
      mount(`<mcp-host><mcp-server src="${await serverUrl('dual')}"></mcp-server></mcp-host>`);
      await until(() => textOf(find('mcp-server')).includes('Connected'));
      assert.isFalse(isLoaded());
      unmount();
      mount(
        `<mcp-host redirect-uri="/signed-in.html"><mcp-server src="${await serverUrl('oauth')}"></mcp-server></mcp-host>`,
      );
      await until(() => textOf(find('mcp-server')).includes('Not signed in'));
      assert.isTrue(isLoaded());
      assert.equal(opened, 0);
    } finally {
      window.open = open;
    }
  });

  it('says what is wrong with a callback page of another site', async () => {
    mount(
      `<mcp-host redirect-uri="https://elsewhere.example/"><mcp-server src="${await serverUrl('dual')}"></mcp-server></mcp-host>`,
    );
    await until(() => textOf(find('mcp-server')).includes('has to be a page of this origin'));
  });

  it('shows its client-id to no authorization server but the client-issuer [AU-36, AU-37]', async () => {
    const open = window.open.bind(window);
    let address = '';
    window.open = (url) => ((address = String(url ?? '')), null);
    const signIn = async (issuer: string): Promise<{ issuer: string; id: string | null }> => {
      mount(
        `<mcp-host redirect-uri="/signed-in.html" client-id="ours" client-issuer="${issuer}"><mcp-server src="${await serverUrl('oauth')}"></mcp-server></mcp-host>`,
      );
      await until(() => textOf(find('mcp-server')).includes('Not signed in'));
      const { host } = find('mcp-host');
      host.signIn(find('mcp-server').server?.id ?? '').catch(() => {});
      const status = await until(() => {
        const current = host.getSnapshot().servers[0]?.signIn;
        return current?.state === 'blocked' && current;
      });
      status.open();
      unmount();
      return { issuer: status.issuer, id: new URL(address).searchParams.get('client_id') };
    };
    try {
      const elsewhere = await signIn('https://elsewhere.example');
      assert.notEqual(elsewhere.id, 'ours');
      assert.equal((await signIn(elsewhere.issuer)).id, 'ours');
    } finally {
      window.open = open;
    }
  });

  it('relies on answers that name their authorization server only with require-iss', async () => {
    const { fetch } = globalThis;
    const open = window.open.bind(window);
    window.open = () => null;
    // It has an endpoint elsewhere, and does not promise to name itself.
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!/oauth-authorization-server|openid-configuration/.test(response.url)) return response;
      const { authorization_response_iss_parameter_supported: _promise, ...metadata } = Object(await response.json());
      return Response.json({ ...metadata, revocation_endpoint: 'https://elsewhere.example/revoke' });
    };
    try {
      for (const [attribute, outcome] of [
        ['', 'discovery'],
        ['require-iss', 'blocked'],
      ]) {
        mount(
          `<mcp-host redirect-uri="/signed-in.html" ${attribute}><mcp-server src="${await serverUrl('oauth')}"></mcp-server></mcp-host>`,
        );
        await until(() => textOf(find('mcp-server')).includes('Not signed in'));
        const { host } = find('mcp-host');
        host.signIn(find('mcp-server').server?.id ?? '').catch(() => {});
        await until(() => {
          const current = host.getSnapshot().servers[0]?.signIn;
          return current?.state === 'signed-out' ? current.reason === outcome : current?.state === outcome;
        }, outcome);
        unmount();
      }
    } finally {
      globalThis.fetch = fetch;
      window.open = open;
    }
  });

  it('hears of other tabs again after it left the page and came back', async () => {
    mount(
      `<mcp-host redirect-uri="/signed-in.html"><mcp-server src="${await serverUrl('dual')}"></mcp-server></mcp-host>`,
    );
    const element = find('mcp-host');
    await until(() => textOf(find('mcp-server')).includes('Connected'));
    const main = element.parentElement;
    element.remove();
    await until(() => element.host.getSnapshot().servers.length === 0);
    main?.append(element);
    await until(() => textOf(find('mcp-server')).includes('Connected'));
    const otherTab = new BroadcastChannel('mcp-web-sign-in');
    otherTab.postMessage({ type: 'removed', server: find('mcp-server').server?.url, hasExpired: true });
    await until(() => find('mcp-server').server?.signIn?.state === 'expired');
    otherTab.close();
  });
});
