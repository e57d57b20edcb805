import { assert } from 'chai';
import {
  announce,
  type Announcement,
  hearAnnouncements,
} from '../../../../packages/client/src/oauth/store/announcements.ts';
import { completeSignIn } from '../../../../packages/client/src/oauth/browser/callback.ts';
import { storePendingSignIn } from '../../../../packages/client/src/oauth/store/pending-sign-ins.ts';
import { indexedDbVault } from '../../../../packages/client/src/oauth/store/indexed-db-vault.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { authErrorOf } from '../../../support/errors.ts';
import { ISSUER, pendingOf, scriptedSites } from '../../../support/scripted-sites.ts';

const { href } = location;
const close = Object.getOwnPropertyDescriptor(window, 'close') ?? {};
let heard: Announcement[];
let closed: number;
let ended: AbortController;
let state: string;
let element: HTMLElement;

beforeEach(() => {
  heard = [];
  closed = 0;
  ended = new AbortController();
  state = crypto.randomUUID();
  element = document.createElement('main');
  hearAnnouncements((announcement) => void heard.push(announcement), ended.signal);
  window.close = () => void closed++;
});
afterEach(() => {
  ended.abort();
  Object.defineProperty(window, 'close', close);
  history.replaceState(null, '', href);
});

/** The user comes back with an answer. */
function comeBack(query: string): void {
  history.replaceState(null, '', `/signed-in.html${query}`);
}

const answer = (): string => `?code=c0de&state=${state}`;
const tokens = { access_token: 'a-token', token_type: 'Bearer', refresh_token: 'a-refresh-token' };

/** A vault whose disk accepts earlier writes, and no more. */
async function fullVault(before: (vault: Vault) => Promise<unknown>): Promise<{ vault: Vault; restore: () => void }> {
  const vault = indexedDbVault(`callback-test-${state}`);
  await before(vault);
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  return { vault, restore: () => Object.defineProperty(IDBObjectStore.prototype, 'put', put) };
}

describe('the page that users come back to', () => {
  it('trades the code for tokens, keeps them, says so and closes [AU-10]', async () => {
    const vault = memoryVaultThatLasts();
    await storePendingSignIn(vault, pendingOf({ state }));
    const { fetch, sent } = scriptedSites({ [`${ISSUER}/token`]: tokens });
    comeBack(answer());
    await completeSignIn({ vault, fetch, element });
    assert.equal(element.textContent, 'You are signed in. You can close this window.');
    assert.equal(location.search, '', 'the code is not in the address anymore');
    assert.equal(closed, 1);
    assert.deepEqual(
      sent.map(({ url }) => url),
      [`${ISSUER}/token`],
    );
    assert.deepEqual(
      (await vault.names('')).map((name) => name.replace(/[0-9a-f]{64}$/, 'digest')),
      ['grant digest'],
    );
    await untilHeard('granted');
    assert.notInclude(JSON.stringify(heard), 'a-token');
  });

  it('does not say that the user is signed in where the tokens would go with it, and leaves none that are valid', async () => {
    const { vault, restore } = await fullVault((kept) => storePendingSignIn(kept, pendingOf({ state })));
    const { fetch, sent } = scriptedSites({ [`${ISSUER}/token`]: tokens, [`${ISSUER}/revoke`]: 200 });
    comeBack(answer());
    try {
      const error = await authErrorOf(completeSignIn({ vault, fetch, element }), 'blocked');
      assert.equal(element.textContent, error.message);
      assert.match(error.message, /free some space/);
    } finally {
      restore();
    }
    assert.equal(closed, 0, 'so that the user can read it');
    assert.deepEqual(
      sent.map(({ url, body }) => [url, body['token']]),
      [
        [`${ISSUER}/token`, undefined],
        [`${ISSUER}/revoke`, 'a-token'],
        [`${ISSUER}/revoke`, 'a-refresh-token'],
      ],
    );
    await untilHeard('failed');
    assert.isFalse(heard.some(({ type }) => type === 'granted'));
  });

  it('gives the answer to the page that started the sign-in if nothing could be stored', async () => {
    const other = new AbortController();
    hearAnnouncements(
      (announcement) => {
        if (announcement.type !== 'answered' || announcement.state !== state) return;
        announce({ type: 'taken', state });
        announce({ type: 'granted', server: 'https://api.example/mcp', state });
      },
      other.signal,
      state,
    );
    const { fetch, sent } = scriptedSites({});
    comeBack(answer());
    try {
      await completeSignIn({ vault: memoryVault(), fetch, element });
    } finally {
      other.abort();
    }
    assert.isEmpty(sent);
    assert.equal(closed, 1);
  });

  it('waits longer for a page that says that it finishes the sign-in', async () => {
    const other = new AbortController();
    hearAnnouncements(({ type }) => type === 'answered' && announce({ type: 'taken', state }), other.signal, state);
    comeBack(answer());
    const timers = watchTimers();
    try {
      const completing = completeSignIn({ vault: memoryVault(), fetch: scriptedSites({}).fetch, element });
      // A page that has said nothing is given up after this time.
      await Promise.race([timers.untilStopped(2_000), completing]);
      announce({ type: 'granted', server: 'https://api.example/mcp', state });
      await completing;
    } finally {
      timers.restore();
      other.abort();
    }
    assert.equal(element.textContent, 'You are signed in. You can close this window.');
  });

  it('says at once that there is nothing to finish when it is opened directly, and where to go', async () => {
    for (const [home, expected] of [
      [undefined, '/'],
      ['/notes/?tab=1', '/notes/?tab=1'],
    ] as const) {
      comeBack('?utm=x');
      // Nothing has failed, so nothing is reported as an error.
      await completeSignIn({ vault: memoryVault(), element, home });
      assert.match(element.firstChild?.textContent ?? '', /^There is no sign-in to finish/);
      assert.equal(element.querySelector('a')?.href, new URL(expected, location.href).href);
      assert.equal(element.querySelector('a')?.textContent, 'Back');
    }
    assert.isFalse(
      heard.some(({ type }) => type === 'answered'),
      'nobody is asked for it',
    );
    assert.equal(closed, 0);
  });

  it('shows the page’s own messages, as text, and links to no other origin', async () => {
    comeBack('');
    const messages = { nothing: 'Hier wartet <b>nichts</b>.', back: 'Zurück' };
    await completeSignIn({ vault: memoryVault(), element, messages, home: 'https://elsewhere.example/' });
    assert.equal(element.textContent, messages.nothing);
    assert.equal(element.childElementCount, 0);
    await completeSignIn({ vault: memoryVault(), element, messages });
    assert.equal(element.querySelector('a')?.textContent, 'Zurück');
  });

  it('has a link back where the user left the page for a sign-in that failed, if that is on this site', async () => {
    for (const [returnTo, isOwn] of [
      [new URL('/notes/?tab=1', location.href).href, true],
      ['https://elsewhere.example/', false],
      ['javascript:alert(1)', false],
    ] as const) {
      const vault = memoryVaultThatLasts();
      await storePendingSignIn(vault, pendingOf({ state, returnTo }));
      comeBack(`?error=server_error&state=${state}`);
      const error = await authErrorOf(completeSignIn({ vault, fetch: scriptedSites({}).fetch, element }), 'refused');
      assert.include(element.textContent, error.message);
      const link = element.querySelector('a');
      assert.equal(link?.href, isOwn ? returnTo : undefined);
      assert.equal(link?.textContent, isOwn ? 'Back' : undefined);
    }
    assert.equal(closed, 0);
  });

  it('shows nothing of an answer that belongs to no sign-in here [AU-59]', async () => {
    comeBack(`?error=access_denied&error_description=call+555&state=${state}`);
    await authErrorOf(completeSignIn({ vault: memoryVault(), element }), 'invalid-response');
    assert.match(element.textContent ?? '', /This sign-in cannot be finished/);
    assert.notInclude(element.textContent ?? '', '555');
  });
});

/** Timers that fire only if nothing stops them, which a test can wait for. */
function watchTimers(): { untilStopped: (ms: number) => Promise<void>; restore: () => void } {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const running = new Map<unknown, number>();
  const stopped = new Set<number>();
  globalThis.setTimeout = Object.assign((...args: Parameters<typeof set>) => {
    const timer = set(...args);
    running.set(timer, Number(args[1]));
    return timer;
  }, set);
  globalThis.clearTimeout = (timer) => {
    stopped.add(running.get(timer) ?? 0);
    clear(timer);
  };
  const untilStopped = async (ms: number): Promise<void> => {
    while (!stopped.has(ms)) await new Promise((resolve) => set(resolve, 5));
  };
  return { untilStopped, restore: () => Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }) };
}

/** Behaves like a vault on disk, without a disk. */
function memoryVaultThatLasts(): Vault {
  const vault = memoryVault();
  return { ...vault, write: async (...args) => ((await vault.write(...args)) === 'conflict' ? 'conflict' : 'stored') };
}

async function untilHeard(type: Announcement['type']): Promise<void> {
  for (let waitedMs = 0; !heard.some((announcement) => announcement.type === type); waitedMs += 5) {
    if (waitedMs > 15_000) throw new Error(`Nobody said ${type}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
