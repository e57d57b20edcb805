/** The sign-in of `<mcp-host>`, whose code is loaded when it is needed. */
import { assert } from 'chai';
import { indexedDbVault } from '@mcp-web/client/oauth';
import { storeGrant } from '../../../packages/client/src/oauth/store/grants.ts';
import { LazySignIn } from '../../../packages/elements/src/host/lazy-sign-in.ts';
import { authErrorOf, errorOf } from '../../support/errors.ts';
import { client, targetOf } from '../../support/scripted-sites.ts';

const SERVER = new URL('https://mail.example/mcp');
const INIT = { method: 'POST', body: '{}', mayAskUser: false };

describe('the sign-in of <mcp-host>', () => {
  let signIn: LazySignIn;
  /** The tokens of the requests, in order. */
  let sent: (string | null)[];
  let answer: () => Response;

  beforeEach(() => {
    signIn = new LazySignIn({ redirectUri: '/signed-in.html' });
    sent = [];
    answer = () => new Response('served');
  });
  afterEach(async () => {
    signIn.close();
    await new Promise((resolve) => Object.assign(indexedDB.deleteDatabase('mcp-web-vault'), { onsuccess: resolve, onblocked: resolve })); // prettier-ignore
  });

  const connection = (): typeof fetch =>
    signIn.authorize(SERVER, async (_input, init) => {
      sent.push(new Headers(init?.headers).get('Authorization'));
      return answer();
    });

  async function store(who: string): Promise<void> {
    await storeGrant(indexedDbVault(), {
      server: SERVER.href,
      signIn: who,
      target: targetOf({}, { resource: SERVER.href }),
      client,
      tokens: { accessToken: who, tokenType: 'bearer', scope: [] },
      requested: [],
    });
  }

  it('sends requests as they are to a server that wants none', async () => {
    const send = connection();
    assert.equal(await (await send(SERVER, INIT)).text(), 'served');
    assert.deepEqual(sent, [null]);
    assert.isUndefined(await signIn.currentSignIn(SERVER));
  });

  it('sends no request twice to a server that wants one', async () => {
    answer = () => new Response('', { status: 401 });
    const send = connection();
    await authErrorOf(send(SERVER, INIT), 'sign-in-required');
    assert.deepEqual(sent, [null]);
  });

  it('sends the tokens of an earlier visit with the first request', async () => {
    await store('Ada');
    await connection()(SERVER, INIT);
    assert.deepEqual(sent, ['Bearer Ada']);
    assert.equal(await signIn.currentSignIn(SERVER), 'Ada');
  });

  it('hears of a sign-in in another tab when the user returns', async () => {
    const send = connection();
    await send(SERVER, INIT);
    await store('Ada');
    const changed = new Promise((resolve) => signIn.addEventListener('statuschange', resolve, { once: true }));
    document.dispatchEvent(new Event('visibilitychange'));
    await changed;
    assert.equal(signIn.status(SERVER).state, 'signed-in');
    await send(SERVER, INIT);
    assert.deepEqual(sent, [null, 'Bearer Ada']);
  });

  it('does not let another user into the connection of the last one', async () => {
    await store('Ada');
    const send = connection();
    await send(SERVER, INIT);
    await store('Eve');
    await errorOf(send(SERVER, INIT), 'closed');
    assert.deepEqual(sent, ['Bearer Ada']);
  });
});
