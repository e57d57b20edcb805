import { assert } from 'chai';
import { clientMetadataDocument } from '../../../../packages/client/src/oauth/browser/client-metadata-document.ts';
import type { AuthorizationTarget, ClientIdentity } from '../../../../packages/client/src/oauth/oauth-types.ts';
import {
  identifyClient,
  type IdentityOptions,
} from '../../../../packages/client/src/oauth/endpoints/client-identity.ts';
import { authErrorOf, errorOf, thrownBy } from '../../../support/errors.ts';
import { ISSUER, type Said, scriptedSites, type SeenRequest, targetOf } from '../../../support/scripted-sites.ts';

const DOCUMENT = 'https://page.example/client.json';
const OTHER = 'https://other.example';
const redirectUri = 'https://page.example/signed-in';
const takesDocuments = { client_id_metadata_document_supported: true };

async function identify(
  target: AuthorizationTarget,
  options: Partial<IdentityOptions> = {},
  register: Said = 404,
): Promise<{ client: ClientIdentity; sent: SeenRequest[] }> {
  const { fetch, sent } = scriptedSites({ [`${ISSUER}/register`]: register });
  return { client: await identifyClient(target, { redirectUri, fetch, ...options }), sent };
}

describe('the identity of a page', () => {
  it('is what it was registered as beforehand, before anything else [AU-24, AU-29, AU-65]', async () => {
    const { client, sent } = await identify(targetOf(takesDocuments), {
      clients: { [ISSUER]: { clientId: 'ours' } },
      clientMetadataUrl: DOCUMENT,
      clientId: 'general',
    });
    assert.deepInclude(client, { issuer: ISSUER, clientId: 'ours', authMethod: 'none', source: 'configured' });
    assert.isEmpty(sent);
  });

  it('is its metadata document where the issuer takes one, which is not fetched [AU-24, AU-25, AU-28]', async () => {
    for (const options of [{ clientMetadataUrl: DOCUMENT }, { clientId: DOCUMENT }]) {
      const { client, sent } = await identify(targetOf(takesDocuments), options);
      assert.deepEqual(client, { issuer: ISSUER, clientId: DOCUMENT, authMethod: 'none', source: 'metadata-document' });
      assert.isEmpty(sent);
    }
  });

  it('is a registration where the issuer takes no document [AU-05, AU-24, AU-28]', async () => {
    const { client } = await identify(
      targetOf(),
      { clientMetadataUrl: DOCUMENT },
      Response.json({ client_id: 'new' }, { status: 201 }),
    );
    assert.deepEqual(client, { issuer: ISSUER, clientId: 'new', authMethod: 'none', source: 'registered' });
  });

  it('is the registration of the last time, while it holds and at its own issuer [AU-23, AU-37, AU-38]', async () => {
    const known: ClientIdentity = { issuer: ISSUER, clientId: 'old', authMethod: 'none', source: 'registered' };
    const register = Response.json({ client_id: 'new' }, { status: 201 });
    assert.equal((await identify(targetOf(), { known }, register)).client.clientId, 'old');
    assert.equal((await identify(targetOf(), { known: { ...known, issuer: OTHER } }, register)).client.clientId, 'new');
    assert.equal(
      (await identify(targetOf(), { known: { ...known, expiresAt: Date.now() - 1 } }, register)).client.clientId,
      'new',
    );
  });

  it('at one issuer is never shown to another [AU-36, AU-37, AU-39]', async () => {
    const register = Response.json({ client_id: 'new' }, { status: 201 });
    const { client, sent } = await identify(
      targetOf(),
      { clients: { [OTHER]: { clientId: 'theirs', clientSecret: 'secret' }, ['__proto__']: { clientId: 'x' } } },
      register,
    );
    assert.equal(client.clientId, 'new');
    assert.notInclude(JSON.stringify(sent), 'theirs');
    const error = await authErrorOf(
      identify(targetOf(), { clientId: 'theirs', clientIssuer: OTHER }, register),
      'registration',
    );
    assert.include(error.message, OTHER);
  });

  it('cannot be a document that is not an https URL with a path [AU-26]', async () => {
    for (const clientMetadataUrl of [
      'http://page.example/client.json',
      'https://page.example',
      'https://page.example/',
      'https://page.example/c#x',
      'https://u:p@page.example/c',
      'https://page.example/a/../c',
      'c.json',
    ]) {
      await errorOf(identify(targetOf(takesDocuments), { clientMetadataUrl }), 'invalid-argument');
    }
  });

  it('that is registered although the issuer takes documents is a warning for the page’s developers', async () => {
    const { warn } = console;
    const warnings: string[] = [];
    console.warn = (text: string) => void warnings.push(text);
    try {
      const register = Response.json({ client_id: 'new' }, { status: 201 });
      await identify(targetOf(), {}, register);
      await identify(targetOf({ client_id_metadata_document_supported: false }), {}, register);
      assert.isEmpty(warnings);
      await identify(targetOf(takesDocuments), {}, register);
    } finally {
      console.warn = warn;
    }
    assert.lengthOf(warnings, 1);
    assert.include(warnings[0], ISSUER);
  });

  it('is missing where nobody knows the page and it may not register: then the error says what to do [AU-24]', async () => {
    const error = await authErrorOf(identify(targetOf({ registration_endpoint: undefined })), 'registration');
    assert.include(error.message, 'clientId');
    assert.equal(error.issuer, ISSUER);
  });

  it('is not asked for where no code could be kept safe [AU-51, AU-53]', async () => {
    for (const methods of [undefined, [], ['plain']]) {
      const { fetch, sent } = scriptedSites({});
      await authErrorOf(
        identifyClient(targetOf({ code_challenge_methods_supported: methods }), { redirectUri, fetch }),
        'discovery',
      );
      assert.isEmpty(sent);
    }
  });

  it('comes with a secret only in the way that the issuer takes it [AU-64]', async () => {
    const methods: [string[] | undefined, string][] = [
      [undefined, 'client_secret_basic'],
      [['client_secret_basic', 'client_secret_post'], 'client_secret_basic'],
      [['client_secret_post'], 'client_secret_post'],
      [['none'], 'none'],
    ];
    for (const [supported, expected] of methods) {
      const target = targetOf({ token_endpoint_auth_methods_supported: supported });
      const { client } = await identify(target, { clients: { [ISSUER]: { clientId: 'us', clientSecret: 's' } } });
      assert.equal(client.authMethod, expected);
      const registered = await identify(
        target,
        {},
        Response.json({ client_id: 'us', client_secret: 's' }, { status: 201 }),
      );
      assert.equal(registered.client.authMethod, expected);
    }
  });
});

describe('registration', () => {
  it('says what the page is and does, and that it refreshes tokens [AU-31, AU-32, AU-54, AU-61]', async () => {
    const pages: [string, string][] = [
      ['https://page.example/in', 'web'],
      ['http://localhost:5173/in', 'native'],
    ];
    for (const [redirect, applicationType] of pages) {
      const { sent } = await identify(
        targetOf(),
        { redirectUri: redirect, clientName: 'Notes' },
        Response.json({ client_id: 'x' }, { status: 201 }),
      );
      assert.deepEqual(sent[0]?.body, {
        client_name: 'Notes',
        redirect_uris: [redirect],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: applicationType,
      });
      assert.equal(sent[0]?.headers.get('content-type'), 'application/json');
    }
  });

  it('asks for no secret unless the issuer knows no clients without one', async () => {
    const { sent } = await identify(
      targetOf({ token_endpoint_auth_methods_supported: ['client_secret_post'] }),
      {},
      Response.json({ client_id: 'x' }, { status: 201 }),
    );
    assert.equal(sent[0]?.body['token_endpoint_auth_method'], 'client_secret_post');
    const unknown = targetOf({ token_endpoint_auth_methods_supported: ['private_key_jwt'] });
    const other = await identify(unknown, {}, Response.json({ client_id: 'x' }, { status: 201 }));
    assert.equal(other.sent[0]?.body['token_endpoint_auth_method'], 'none');
  });

  it('has the title of the page for its name, or else its host', async () => {
    const { title } = document;
    const nameOf = async (): Promise<unknown> => {
      const { sent } = await identify(targetOf(), {}, Response.json({ client_id: 'x' }, { status: 201 }));
      return sent[0]?.body['client_name'];
    };
    try {
      document.title = 'Notes of Ada';
      assert.equal(await nameOf(), 'Notes of Ada');
      document.title = '';
      assert.equal(await nameOf(), 'page.example');
    } finally {
      document.title = title;
    }
  });

  it('is done as well with the status 200, and with no other', async () => {
    const answered = (status: number) => identify(targetOf(), {}, Response.json({ client_id: 'x' }, { status }));
    assert.equal((await answered(200)).client.clientId, 'x');
    await authErrorOf(answered(202), 'registration');
  });

  it('reads what was agreed on, with or without an end of the secret', async () => {
    const target = targetOf({ token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] });
    const agreed = { client_id: 'us', client_secret: 's', token_endpoint_auth_method: 'client_secret_post' };
    const expected: ClientIdentity = {
      issuer: ISSUER,
      clientId: 'us',
      clientSecret: 's',
      authMethod: 'client_secret_post',
      source: 'registered',
    };
    assert.deepEqual((await identify(target, {}, Response.json(agreed, { status: 201 }))).client, expected);
    assert.deepEqual(
      (await identify(target, {}, Response.json({ ...agreed, client_secret_expires_at: 0 }, { status: 201 }))).client,
      expected,
    );
    assert.deepEqual(
      (
        await identify(
          target,
          {},
          Response.json({ ...agreed, client_secret_expires_at: 2_000_000_000 }, { status: 201 }),
        )
      ).client,
      { ...expected, expiresAt: 2e12 },
    );
    const bare = { client_id: 'us', client_secret_expires_at: 2_000_000_000 };
    const { client } = await identify(targetOf(), {}, Response.json(bare, { status: 201 }));
    assert.notProperty(client, 'expiresAt', 'no secret, no end of it');
  });

  it('tries the other kind of application where the first may not come back to this page [AU-33, AU-35]', async () => {
    const { client, sent } = await identify(targetOf(), {}, ({ body }) =>
      body['application_type'] === 'native'
        ? Response.json({ client_id: 'x' }, { status: 201 })
        : Response.json({ error: 'invalid_redirect_uri' }, { status: 400 }),
    );
    assert.equal(client.clientId, 'x');
    assert.deepEqual(
      sent.map(({ body }) => body['application_type']),
      ['web', 'native'],
    );
  });

  for (const [redirect, kinds] of [
    ['https://page.example/in', ['web', 'native']],
    ['http://localhost:5173/in', ['native', 'web']],
  ] as const)
    it(`tries another kind of application only where that is what is refused: ${redirect} [AU-33]`, async () => {
      for (const [error, tries] of [
        ['invalid_redirect_uri', 2],
        ['invalid_client_metadata', 2],
        ['invalid_software_statement', 1],
      ] as const) {
        const { fetch, sent } = scriptedSites({ [`${ISSUER}/register`]: Response.json({ error }, { status: 400 }) });
        const refused = await authErrorOf(identifyClient(targetOf(), { redirectUri: redirect, fetch }), 'registration');
        assert.equal(refused.oauthError, error);
        assert.deepEqual(
          sent.map(({ body }) => body['application_type']),
          kinds.slice(0, tries),
        );
      }
    });

  it('that is refused says what else may help: an id, or a key where nobody says how to sign in', async () => {
    const known = await authErrorOf(identify(targetOf(), {}, 500), 'registration');
    assert.include(known.message, 'set `clientId`');
    const guessed = await authErrorOf(identify(targetOf({}, { hasMetadata: false }), {}, 500), 'registration');
    assert.include(guessed.message, '`headers`');
  });

  it('that is refused says why, as text of one line [AU-34]', async () => {
    const error = await authErrorOf(
      identify(
        targetOf(),
        {},
        Response.json({ error: 'invalid_redirect_uri', error_description: 'not\n<b>here</b>' }, { status: 400 }),
      ),
      'registration',
    );
    assert.include(error.message, 'invalid_redirect_uri: not <b>here</b>');
    assert.equal(error.oauthError, 'invalid_redirect_uri');
    await authErrorOf(identify(targetOf(), {}, 500), 'registration');
  });

  it('that answers with something else says what is wrong with it', async () => {
    for (const answer of [
      {},
      { client_id: 7 },
      { client_id: 'x', client_secret: {} },
      { client_id: 'x', token_endpoint_auth_method: 'magic' },
    ]) {
      await authErrorOf(identify(targetOf(), {}, Response.json(answer, { status: 201 })), 'registration');
    }
  });
});

describe('the client metadata document', () => {
  it('names itself and all that authorization servers need [AU-26, AU-61]', () => {
    const document: unknown = JSON.parse(
      clientMetadataDocument({ clientId: DOCUMENT, clientName: 'Notes', redirectUris: [redirectUri] }),
    );
    assert.deepEqual(document, {
      client_id: DOCUMENT,
      client_name: 'Notes',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'web',
    });
  });

  it('cannot be made of addresses that are refused later [AU-11, AU-26]', () => {
    const right = { clientId: DOCUMENT, clientName: 'Notes', redirectUris: [redirectUri] };
    for (const wrong of [
      { clientId: 'http://page.example/c.json' },
      { clientId: 'https://page.example' },
      { clientName: '' },
      { redirectUris: [] },
      { redirectUris: ['http://page.example/in'] },
      { redirectUris: ['/in'] },
    ]) {
      thrownBy(() => clientMetadataDocument({ ...right, ...wrong }), 'invalid-argument');
    }
  });
});
