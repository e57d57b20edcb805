import { assert } from 'chai';
import type { SignInStatus } from '@mcp-web/client';
import { type BrowserOAuthOptions, createContext } from '../../../../packages/client/src/oauth/browser/context.ts';
import { runSignIn } from '../../../../packages/client/src/oauth/browser/run-sign-in.ts';
import { SignInStatusEvent } from '../../../../packages/client/src/oauth/browser/status.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { authErrorOf } from '../../../support/errors.ts';
import { issuerMetadata, scriptedSites } from '../../../support/scripted-sites.ts';

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

describe('a sign-in', () => {
  it('shows an id that was given to the page to the first issuer only [AU-37, AU-39]', async () => {
    const one = sites('one');
    const two = sites('two');
    const { fetch, sent } = scriptedSites({ ...one.answers, ...two.answers });
    const vault = memoryVault();
    const begin = (server: URL, options: Partial<BrowserOAuthOptions> = {}): Promise<SignInStatus['state']> =>
      signInUntilBlocked(server, {
        redirectUri: '/signed-in.html',
        clientId: 'ours',
        clientSecret: 's3cret',
        vault,
        fetch,
        ...options,
      });
    assert.equal(await begin(one.server), 'blocked', 'as far as it gets without a window');
    const error = await authErrorOf(begin(two.server), 'registration');
    assert.match(error.message, /belongs to https:\/\/as\.one\.example.*`clients`/);
    assert.equal(await begin(one.server), 'blocked');
    assert.equal(await begin(two.server, { clients: { 'https://as.two.example': { clientId: 'theirs' } } }), 'blocked');
    assert.notInclude(JSON.stringify(sent.filter(({ url }) => url.includes('two'))), 's3cret');
  });

  it('gives an id to one of two issuers that want it at once [AU-37]', async () => {
    const [one, two] = [sites('first'), sites('second')];
    const { fetch } = scriptedSites({ ...one.answers, ...two.answers });
    const kept = memoryVault();
    // Both have read before either has written.
    let looking = 0;
    let go = (): void => {};
    const bothLooked = new Promise<void>((resolve) => (go = resolve));
    const vault: Vault = {
      ...kept,
      read: async (name) => {
        const found = await kept.read(name);
        if (!name.startsWith('issuer of') || looking >= 2) return found;
        if (++looking === 2) go();
        await bothLooked;
        return found;
      },
    };
    const begin = (server: URL): Promise<string> =>
      signInUntilBlocked(server, { redirectUri: '/signed-in.html', clientId: 'ours', vault, fetch }).catch(String);
    const outcomes = await Promise.all([begin(one.server), begin(two.server)]);
    assert.lengthOf(
      outcomes.filter((outcome) => outcome === 'blocked'),
      1,
    );
    assert.lengthOf(
      outcomes.filter((outcome) => /The `clientId` belongs to https:\/\/as\.(first|second)\.example/.test(outcome)),
      1,
    );
  });

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
