import { assert } from 'chai';
import {
  pendingSignIn,
  recognize,
  startedSignIn,
  storedGrant,
} from '../../../../packages/client/src/oauth/store/stored-guards.ts';
import { client, ISSUER, pendingOf, targetOf } from '../../../support/scripted-sites.ts';

const tokens = { accessToken: 'at', tokenType: 'bearer', scope: ['read'] };
const grant = { server: 'https://api.example/mcp', target: targetOf(), client, tokens, requested: ['read'] };
/** Everything that a record may have. */
const full = {
  ...grant,
  signIn: 'one',
  renewAt: 1,
  target: { ...targetOf(), resourceScopes: ['read'], relay: 'https://relay.example/' },
  client: { ...client, clientSecret: 's', expiresAt: 1 },
  tokens: { ...tokens, refreshToken: 'rt', expiresAt: 1, subject: 'ada' },
};

/** Copies a record, with another value at a path such as `target.dpop`. */
function withValue(record: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.');
  const inner: unknown = Reflect.get(record, name);
  return { ...record, [name]: rest.length > 0 ? withValue(Object(inner), rest.join('.'), value) : value };
}

describe('what comes out of the vault', () => {
  it('is a grant whatever an issuer, a client and its tokens can be', () => {
    for (const record of [grant, full]) assert.equal(recognize<unknown>(record, storedGrant), record);
    for (const [path, values] of [
      ['target.dpop', ['required', 'supported', 'none']],
      ['target.hasMetadata', [true, false]],
      ['client.authMethod', ['none', 'client_secret_basic', 'client_secret_post']],
      ['client.source', ['configured', 'metadata-document', 'registered']],
      ['tokens.tokenType', ['bearer', 'dpop']],
      ['tokens.scope', [[], ['read', 'write']]],
    ] as const)
      for (const value of values)
        assert.isDefined(recognize(withValue(full, path, value), storedGrant), `${path} ${value}`);
  });

  it('is nothing where a member is missing, or something else than this version writes', () => {
    for (const path of [
      'server',
      'target',
      'target.resource',
      'target.issuer',
      'target.authorizationServer',
      'target.authorizationServer.issuer',
      'target.hasMetadata',
      'target.dpop',
      'client',
      'client.issuer',
      'client.clientId',
      'client.authMethod',
      'client.source',
      'tokens',
      'tokens.accessToken',
      'tokens.tokenType',
      'tokens.scope',
      'requested',
    ])
      for (const value of [undefined, null, 7, [7]])
        assert.isUndefined(recognize(withValue(full, path, value), storedGrant), `${path} ${JSON.stringify(value)}`);
    for (const path of ['target.dpop', 'client.authMethod', 'client.source', 'tokens.tokenType'])
      for (const value of ['', 'other']) assert.isUndefined(recognize(withValue(full, path, value), storedGrant), path);
    for (const [path, value] of [
      ['signIn', 7],
      ['renewAt', 'soon'],
      ['target.relay', 7],
      ['target.resourceScopes', 'read'],
      ['client.clientSecret', 7],
      ['client.expiresAt', 'soon'],
      ['tokens.refreshToken', 7],
      ['tokens.expiresAt', 'soon'],
      ['tokens.subject', 7],
    ] as const)
      assert.isUndefined(recognize(withValue(full, path, value), storedGrant), path);
  });

  it('is a sign-in that has begun, with where the user comes back to and how far it came', () => {
    const pending = { ...pendingOf(), returnTo: 'https://page.example/notes' };
    assert.equal(recognize(pending, pendingSignIn), pending);
    for (const name of [
      'state',
      'verifier',
      'server',
      'target',
      'client',
      'redirectUri',
      'scope',
      'startedAt',
      'returnTo',
    ])
      assert.isUndefined(recognize<unknown>({ ...pending, [name]: true }, pendingSignIn), name);
    const started = { server: ISSUER, startedAt: 1 };
    for (const progress of [undefined, 'finishing', 'given-up'])
      assert.isDefined(recognize<unknown>({ ...started, progress }, startedSignIn), progress);
    for (const wrong of [{ progress: '' }, { progress: 'done' }, { startedAt: '1' }, { server: undefined }])
      assert.isUndefined(recognize<unknown>({ ...started, ...wrong }, startedSignIn), JSON.stringify(wrong));
  });
});
