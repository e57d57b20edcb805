import { assert } from 'chai';
import type { SignInStatus } from '@mcp-web/client';
import { type BrowserOAuthOptions, createContext } from '../../../../packages/client/src/oauth/browser/context.ts';
import { runSignIn } from '../../../../packages/client/src/oauth/browser/run-sign-in.ts';
import { SignInStatusEvent } from '../../../../packages/client/src/oauth/browser/status.ts';
import { Grants, storeGrant } from '../../../../packages/client/src/oauth/store/grants.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { authErrorOf } from '../../../support/errors.ts';
import { client, issuerMetadata, scriptedSites, targetOf } from '../../../support/scripted-sites.ts';

const sites = (name: string): { server: URL; answers: Record<string, object> } => ({
  server: new URL(`https://${name}.example/mcp`),
  answers: {
    [`https://${name}.example/.well-known/oauth-protected-resource/mcp`]: {
      resource: `https://${name}.example/mcp`,
      authorization_servers: [`https://as.${name}.example`],
    },
    [`https://as.${name}.example/.well-known/oauth-authorization-server`]: issuerMetadata(`https://as.${name}.example`),
  },
});

/** Signs in until the window is blocked, as it always is without a click. @returns the last state */
async function signInUntilBlocked(server: URL, options: BrowserOAuthOptions): Promise<SignInStatus['state']> {
  const ended = new AbortController();
  let state: SignInStatus['state'] = 'signed-out';
  const events = new EventTarget();
  events.addEventListener('statuschange', (event) => {
    if (event instanceof SignInStatusEvent) ({ state } = event.status);
    if (state === 'blocked') ended.abort('seen');
  });
  const attempt = { server, challenge: {}, scope: [], before: undefined, window: undefined, signal: ended.signal };
  await runSignIn(createContext(options, events), attempt).catch((error: unknown) => {
    if (error !== 'seen') throw error;
  });
  return state;
}

/** Tokens that an issuer gave for an id. */
async function storeTokens(vault: Vault, name: string, clientId: string): Promise<void> {
  const { server } = sites(name);
  const issuer = `https://as.${name}.example`;
  await storeGrant(vault, {
    server: server.href,
    target: targetOf({}, { issuer, resource: server.href }),
    client: { ...client, issuer, clientId },
    tokens: { accessToken: 'a', tokenType: 'bearer', scope: [] },
    requested: [],
  });
}

describe('an id that was given to the page', () => {
  const [one, two] = [sites('one'), sites('two')];
  const { fetch } = scriptedSites({ ...one.answers, ...two.answers });
  const begin = (server: URL, options: Partial<BrowserOAuthOptions>): Promise<SignInStatus['state']> =>
    signInUntilBlocked(server, { redirectUri: '/signed-in.html', clientId: 'ours', fetch, ...options });

  it('belongs to nobody before there are tokens, however many sign-ins begin [AU-39]', async () => {
    const vault = memoryVault();
    for (const { server } of [one, two, one]) assert.equal(await begin(server, { vault }), 'blocked');
    assert.deepEqual(await vault.names('issuer of'), []);
  });

  it('belongs to the issuer that gave tokens for it, and to no other [AU-37, AU-39]', async () => {
    const vault = memoryVault();
    await storeTokens(vault, 'one', 'ours');
    await storeTokens(vault, 'three', 'another id');
    const error = await authErrorOf(begin(two.server, { vault }), 'registration');
    assert.match(error.message, /belongs to https:\/\/as\.one\.example.*`clients`/);
    assert.equal(await begin(one.server, { vault }), 'blocked', 'as far as it gets without a window');
    const clients = { 'https://as.two.example': { clientId: 'theirs' } };
    assert.equal(await begin(two.server, { vault, clients }), 'blocked');
  });

  it('is free again when the user has signed out of the last server of its issuer', async () => {
    for (const leave of ['signOut', 'forget'] as const) {
      const vault = memoryVault();
      await storeTokens(vault, 'one', 'ours');
      const grants = new Grants(vault, () => Promise.reject(new Error('no renewal')));
      await grants[leave](one.server.href);
      assert.equal(await begin(two.server, { vault }), 'blocked', leave);
    }
  });
});

describe('a sign-in', () => {
  it('in a worker says that a page has to do it', async () => {
    const worker = new Worker(new URL('../../../support/sign-in-worker.ts', import.meta.url), { type: 'module' });
    try {
      const said = await new Promise<unknown>((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      assert.deepEqual(said, {
        reason: 'blocked',
        message:
          'A worker cannot open a window: sign in from a page of this origin, and its workers are signed in too.',
      });
    } finally {
      worker.terminate();
    }
  });
});
