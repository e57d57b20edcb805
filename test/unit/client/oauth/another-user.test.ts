/** Whoever signs in without a sign-out is the last user, unless the authorization server says that it is somebody else. */
import { assert } from 'chai';
import { nameOfGrant, storeGrant } from '../../../../packages/client/src/oauth/store/grants.ts';
import { memoryVault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { authErrorOf, errorOf } from '../../../support/errors.ts';
import { click, closePage, openPage, Place, refusal, signInAtWindow, tokenOf } from '../../../support/sign-in-page.ts';

const base64url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const tokenWith = (claims: object): string =>
  `${base64url('{"alg":"RS256"}')}.${base64url(JSON.stringify(claims))}.c2ln`;

describe('a sign-in without a sign-out of Ada', () => {
  beforeEach(openPage);
  afterEach(closePage);

  for (const [when, hasEnded] of [
    ['is signed in', false],
    ['had a session that has ended by itself', true],
  ] as const)
    for (const [who, idTokenOf, isBob] of [
      ['Bob', (iss: string) => tokenWith({ iss, aud: 'us', sub: 'bob' }), true],
      ['Bob, for us and others', (iss: string) => tokenWith({ iss, aud: ['them', 'us'], sub: 'bob' }), true],
      // In Base64, these characters have the two that are written in another way in a URL.
      ['Bob, by a name like no other', (iss: string) => tokenWith({ iss, aud: 'us', sub: 'bob???>>>' }), true],
      ['Ada', (iss: string) => tokenWith({ iss, aud: 'us', sub: 'ada' }), false],
      ['nobody', () => undefined, false],
      ['Bob, but not to us', (iss: string) => tokenWith({ iss, aud: 'them', sub: 'bob' }), false],
      ['Bob, but of another issuer', () => tokenWith({ iss: 'https://else.example', aud: 'us', sub: 'bob' }), false],
      ['nothing that can be read', () => 'a.%.c', false],
    ] as const)
      it(`${isBob ? 'ends what she left' : 'goes on with it'} where she ${when} and the ID token names ${who}`, async () => {
        let isRefused = false;
        const answer = (): object => ({
          access_token: 'second',
          token_type: 'bearer',
          refresh_token: 'r2',
          id_token: idTokenOf(place.issuer),
        });
        const place: Place = new Place(
          (request) => (isRefused && tokenOf(request) === 'first' ? refusal() : Response.json({})),
          { '/token': () => Response.json(answer()) },
        );
        const vault = memoryVault();
        const { refreshToken, ...others } = place.grant({ subject: 'ada' }).tokens;
        const held = hasEnded ? others : { ...others, refreshToken };
        await storeGrant(vault, { ...place.grant(), tokens: held, signIn: 'Ada' });
        const auth = place.auth({ vault });
        const connected = auth.authorize(place.server, place.send);
        await connected(place.server);
        isRefused = hasEnded;
        if (hasEnded) await authErrorOf(connected(place.server), 'sign-in-required');
        const states: string[] = [];
        auth.addEventListener('statuschange', () => states.push(auth.status(place.server).state));
        click();
        const signingIn = auth.signIn(place.server);
        await signInAtWindow();
        await signingIn;
        if (isBob) await errorOf(connected(place.server), 'closed');
        else assert.equal((await connected(place.server)).status, 200);
        const signedOut = isBob ? ['signed-out'] : [];
        assert.deepEqual([...new Set(states)], ['signing-in', ...signedOut, 'signed-in']);
        assert.equal(place.received.map(tokenOf).includes('second'), !isBob);
        // Two people have two grants, so that ending one does not end the other.
        assert.deepEqual(place.revoked.includes('r1'), isBob && !hasEnded);
        assert.isDefined(await vault.read(await nameOfGrant(place.server.href)));
      });

  it('does not send again as Bob, who comes in the moment in which her session ends, what the server refused to do for her', async () => {
    const place: Place = new Place((request) =>
      tokenOf(request) === 'first' && hasEnded ? refusal() : Response.json({}),
    );
    let hasEnded = false;
    const grantOf = (subject: string, accessToken: string) => {
      const { refreshToken: _none, ...others } = place.grant({ subject, accessToken }).tokens;
      return { ...place.grant(), tokens: others, signIn: subject };
    };
    const vault = memoryVault();
    const remove = vault.remove.bind(vault);
    vault.remove = async (...removed) => {
      const isRemoved = await remove(...removed);
      await storeGrant(vault, grantOf('bob', 'second'));
      return isRemoved;
    };
    await storeGrant(vault, grantOf('ada', 'first'));
    const connected = place.auth({ vault }).authorize(place.server, place.send);
    await connected(place.server);
    hasEnded = true;
    await errorOf(connected(place.server), 'closed');
    assert.deepEqual(place.received.map(tokenOf), ['first', 'first']);
  });
});
