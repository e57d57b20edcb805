/** What a page gets that names only where users come back to. */
import { assert } from 'chai';
import { browserOAuth } from '../../../../packages/client/src/oauth/browser/browser-oauth.ts';
import { completeSignIn } from '../../../../packages/client/src/oauth/browser/callback.ts';
import { storePendingSignIn } from '../../../../packages/client/src/oauth/store/pending-sign-ins.ts';
import { indexedDbVault } from '../../../../packages/client/src/oauth/store/indexed-db-vault.ts';
import { ISSUER, pendingOf, scriptedSites } from '../../../support/scripted-sites.ts';
import {
  click,
  closePage,
  openPage,
  type OpenedWindow,
  Place,
  refusal,
  signInAtWindow,
  tokenOf,
} from '../../../support/sign-in-page.ts';

const { fetch } = globalThis;
const tokens = { access_token: 'second', token_type: 'bearer', refresh_token: 'r2' };
let windows: OpenedWindow[];
beforeEach(() => void (windows = openPage()));
afterEach(() => {
  globalThis.fetch = fetch;
  closePage();
});

describe('a page that names only where users come back to', () => {
  it('registers itself under its title, with the platform’s fetch, and is signed in on the next visit too', async () => {
    const place = new Place((request) => (tokenOf(request) === 'second' ? Response.json({}) : refusal()), {
      '/token': tokens,
      '/register': { client_id: 'registered' },
    });
    globalThis.fetch = place.sites.fetch;
    const title = document.title;
    document.title = 'Notes of Ada';
    click();
    const [first, second] = [0, 1].map(() => browserOAuth({ redirectUri: '/signed-in.html' }));
    try {
      const request = first?.authorize(place.server, place.send)(place.server);
      await signInAtWindow();
      assert.equal((await request)?.status, 200);
      const registered = place.sites.sent.find(({ url }) => url === `${place.issuer}/register`);
      assert.equal(registered?.body['client_name'], 'Notes of Ada');
      first?.close();
      assert.equal((await second?.authorize(place.server, place.send)(place.server))?.status, 200);
      assert.lengthOf(windows, 1);
    } finally {
      document.title = title;
      await second?.signOut(place.server);
      first?.close();
      second?.close();
    }
  });

  it('finishes the sign-in with what it stored, and says so in its body', async () => {
    const { href } = location;
    const [close, body] = [window.close, [...document.body.childNodes]];
    const state = crypto.randomUUID();
    const vault = indexedDbVault();
    await storePendingSignIn(vault, pendingOf({ state }));
    const sites = scriptedSites({ [`${ISSUER}/token`]: tokens });
    globalThis.fetch = sites.fetch;
    window.close = () => {};
    history.replaceState(null, '', `/signed-in.html?code=c0de&state=${state}`);
    try {
      await completeSignIn();
      assert.equal(document.body.textContent, 'You are signed in. You can close this window.');
      assert.lengthOf(sites.sent, 1);
      assert.isNotEmpty(await vault.names('grant'));
    } finally {
      history.replaceState(null, '', href);
      Object.assign(window, { close });
      document.body.replaceChildren(...body);
      for (const name of await vault.names('grant')) await vault.remove(name);
    }
  });
});
