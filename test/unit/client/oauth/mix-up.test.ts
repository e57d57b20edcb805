/** An authorization server that wants the codes, tokens or secrets of another one (RFC 9700, section 4.4). */
import { assert } from 'chai';
import type { AuthError, AuthErrorReason, Authorizer } from '@mcp-web/client';
import { clientCredentials, workloadIdentity } from '@mcp-web/client/oauth-machine';
import type { BrowserOAuthOptions } from '../../../../packages/client/src/oauth/browser/context.ts';
import { authErrorOf } from '../../../support/errors.ts';
import { issuerMetadata, scriptedSites } from '../../../support/scripted-sites.ts';
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

const HONEST = 'https://honest.example';
const promise = { authorization_response_iss_parameter_supported: true };
const urlOf = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : new URL(input).href);
const tokens = { access_token: 'second', token_type: 'bearer' };
const ENDPOINTS = ['authorization', 'token', 'registration', 'revocation'] as const;

let windows: OpenedWindow[];
beforeEach(() => {
  windows = openPage();
});
afterEach(closePage);

/** An authorization server that names these endpoints of the honest one, and otherwise its own. */
class Evil extends Place {
  constructor(stolen: readonly (typeof ENDPOINTS)[number][], more: object = {}) {
    const metadata = '/.well-known/oauth-authorization-server';
    super((request) => (tokenOf(request) === 'second' ? Response.json({}) : refusal()), {
      [metadata]: () =>
        issuerMetadata(this.issuer, {
          ...Object.fromEntries(stolen.map((name) => [`${name}_endpoint`, `${HONEST}/${name}`])),
          ...more,
        }),
      '/token': tokens,
    });
  }

  signIn(options: Partial<BrowserOAuthOptions> = {}): Promise<void> {
    click();
    return this.auth(options).signIn(this.server);
  }

  /** What it got, in any form. */
  get loot(): string {
    const posted = this.sites.sent.filter(({ url, method }) => method === 'POST' && url.startsWith(this.issuer));
    return JSON.stringify(posted.map(({ body }) => body));
  }
}

/** The error of a sign-in. The user signs in where the window leads, and comes back from a server that sends no `iss`. */
async function refusalOf(signingIn: Promise<void>, reason: AuthErrorReason): Promise<AuthError> {
  let isOver = false;
  const error = authErrorOf(
    signingIn.finally(() => (isOver = true)),
    reason,
  );
  await until(() => isOver || windows.at(-1)?.location.href.startsWith('https:'));
  if (!isOver) await signInAtWindow(windows.length - 1);
  return error;
}

describe('an authorization server that does not promise `iss`', () => {
  it('gets no code of another one by naming its endpoints [AU-57]', async () => {
    const evil = new Evil(['authorization', 'registration']);
    const { message } = await refusalOf(evil.signIn(), 'discovery');
    assert.include(message, `authorization_endpoint of ${evil.issuer} is ${HONEST}/authorization`);
    assert.include(message, `\`endpointOrigins: ${JSON.stringify({ [evil.issuer]: [HONEST] })}\``);
    assert.equal(evil.loot, '[]');
    assert.isTrue(windows[0]?.isClosed);
  });

  it('has each of its endpoints on its own origin [AU-57]', async () => {
    for (const endpoint of ENDPOINTS) {
      const evil = new Evil([endpoint]);
      assert.include((await refusalOf(evil.signIn(), 'discovery')).message, `${endpoint}_endpoint`);
      assert.equal(evil.loot, '[]', endpoint);
    }
  });

  it('has another origin for them only if the page lists it, for this issuer', async () => {
    const listed = new Evil(['token']);
    const sites = scriptedSites({ [`${HONEST}/token`]: tokens });
    const fetchBoth: typeof fetch = (input, init) =>
      urlOf(input).startsWith(HONEST) ? sites.fetch(input, init) : listed.sites.fetch(input, init);
    const signingIn = listed.signIn({ fetch: fetchBoth, endpointOrigins: { [listed.issuer]: [`${HONEST}/`] } });
    await signInAtWindow();
    await signingIn;
    assert.lengthOf(sites.sent, 1);

    for (const endpointOrigins of [{ [HONEST]: [HONEST] }, { '*': [HONEST] }, { 'https://x.example': [HONEST] }]) {
      await authErrorOf(new Evil(['token']).signIn({ endpointOrigins }), 'discovery');
    }
    const other = new Evil(['token']);
    await authErrorOf(other.signIn({ endpointOrigins: { [other.issuer]: ['https://x.example'] } }), 'discovery');
  });

  it('is refused among several that a server names', async () => {
    const evil = new Evil(['authorization']);
    const fetchTwo: typeof fetch = async (input, init) =>
      urlOf(input).startsWith(`${evil.server.origin}/.well-known`)
        ? Response.json({ resource: evil.server.href, authorization_servers: [HONEST, evil.issuer] })
        : evil.sites.fetch(input, init);
    const chooseIssuer = ([, last = '']: readonly string[]): string => last;
    await authErrorOf(evil.signIn({ fetch: fetchTwo, chooseIssuer }), 'discovery');
    assert.equal(evil.loot, '[]');
  });

  it('signs nobody in without it where the page requires it, and then may have its endpoints anywhere', async () => {
    const evil = new Evil(['authorization', 'registration']);
    const { message } = await refusalOf(evil.signIn({ requireIss: true }), 'invalid-response');
    assert.include(message, '(`iss`)');
    assert.equal(evil.loot, '[]');

    // Some send it without a promise.
    const place = new Evil(['revocation']);
    const signingIn = place.signIn({ requireIss: true });
    await signInAtWindow(1, { iss: place.issuer });
    await signingIn;
  });
});

describe('an authorization server that promises `iss`', () => {
  it('gets no code that comes without it, wherever its endpoints are [AU-57]', async () => {
    for (const stolen of [['authorization', 'registration'], ['authorization'], ['token'], []] as const) {
      const evil = new Evil(stolen, promise);
      await refusalOf(evil.signIn(), 'invalid-response');
      assert.equal(evil.loot, '[]', stolen.join());
    }
  });

  it('may have its endpoints anywhere', async () => {
    const place = new Evil(['revocation'], promise);
    const signingIn = place.signIn();
    await signInAtWindow(0, { iss: place.issuer });
    await signingIn;
  });
});

describe('a client without a user', () => {
  const SERVER = 'https://api.example/mcp';
  const ISSUER = 'https://evil.example';
  const world = (
    make: (fetch: typeof globalThis.fetch) => Authorizer,
  ): { ask: () => Promise<Response>; sent: () => string } => {
    const { fetch, sent } = scriptedSites({
      [SERVER]: 401,
      'https://api.example/.well-known/oauth-protected-resource/mcp': {
        resource: SERVER,
        authorization_servers: [ISSUER],
      },
      [`${ISSUER}/.well-known/oauth-authorization-server`]: issuerMetadata(ISSUER, {
        ...promise,
        token_endpoint: `${HONEST}/token`,
      }),
      [`${HONEST}/token`]: tokens,
    });
    const send = make(fetch).authorize(new URL(SERVER), fetch);
    return {
      ask: () => send(SERVER),
      sent: () => JSON.stringify(sent.map(({ headers, body }) => [[...headers], body])),
    };
  };

  it('sends nothing to the token endpoint of another authorization server, whose token the server would get', async () => {
    const wide: ((fetch: typeof globalThis.fetch) => Authorizer)[] = [
      (fetch) => clientCredentials({ clientId: 'kiosk', clientSecret: 's3cret', fetch }),
      (fetch) => workloadIdentity({ assertion: () => 's3cret', fetch }),
    ];
    for (const make of wide) {
      const { ask, sent } = world(make);
      const { message } = await authErrorOf(ask(), 'discovery');
      assert.include(message, `token_endpoint of ${ISSUER} is ${HONEST}/token`);
      assert.include(message, '`issuer`');
      assert.notInclude(sent(), 'second');
      assert.notInclude(sent(), 's3cret');
    }
  });

  it('believes the issuer that the page names', async () => {
    const { ask, sent } = world((fetch) =>
      clientCredentials({ clientId: 'kiosk', clientSecret: 's3cret', issuer: ISSUER, fetch }),
    );
    await authErrorOf(ask(), 'invalid-response');
    assert.include(sent(), 'Bearer second');
  });
});
