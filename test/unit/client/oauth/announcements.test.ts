/** What the tabs of an origin tell each other of a sign-in. */
import { assert } from 'chai';
import type { AuthErrorReason } from '@mcp-web/client';
import {
  type Announcement,
  announce,
  hearAnnouncements,
} from '../../../../packages/client/src/oauth/store/announcements.ts';
import { eventually } from '../../../support/scripted-server.ts';

const CHANNEL = 'mcp-web-sign-in';
const server = 'https://announced.example/mcp';

describe('an announcement', () => {
  let state: string;
  let end: AbortController;
  beforeEach(() => {
    state = crypto.randomUUID();
    end = new AbortController();
  });
  afterEach(() => end.abort());

  /** What is heard of this test. Other tabs may have more to say. */
  function listen(ofState?: string, signal = end.signal): Announcement[] {
    const heard: Announcement[] = [];
    hearAnnouncements(
      (one) => {
        if (('state' in one && one.state === state) || ('server' in one && one.server === server)) heard.push(one);
      },
      signal,
      ofState,
    );
    return heard;
  }
  /** What was announced before has been heard by then. */
  const all = (heard: Announcement[]): Promise<Announcement[]> => {
    const end = crypto.randomUUID();
    announce({ type: 'granted', server, state: end });
    const isLast = (one: Announcement): boolean => 'state' in one && one.state === end;
    return eventually(() => heard.some(isLast) && heard.filter(({ type }) => type !== 'granted'));
  };

  it('of an answer is heard only by those who know its state', async () => {
    const others = listen();
    const ours = listen(state);
    const strangers = listen(crypto.randomUUID());
    announce({ type: 'answered', state, answer: 'code=c' });
    announce({ type: 'taken', state });
    await eventually(() => ours.length === 2);
    assert.deepEqual(ours, [
      { type: 'answered', state, answer: 'code=c' },
      { type: 'taken', state },
    ]);
    assert.isEmpty(await all(others));
    assert.isEmpty(await all(strangers));
  });

  it('is heard by all others, with the reason of a failure', async () => {
    const heard = listen();
    const reasons: AuthErrorReason[] = [
      'sign-in-required',
      'insufficient-scope',
      'cancelled',
      'blocked',
      'refused',
      'discovery',
      'unreachable',
      'registration',
      'invalid-response',
    ];
    const said: Announcement[] = [
      ...reasons.map((reason) => ({ type: 'failed' as const, server, state, reason, message: `Because of ${reason}` })),
      { type: 'failed', server, state, reason: 'refused', message: 'No', oauthError: 'access_denied' },
      { type: 'removed', server, hasExpired: true },
      { type: 'removed', server, hasExpired: false },
    ];
    said.forEach(announce);
    assert.deepEqual(await all(heard), said);
  });

  it('is no longer heard by those who have ended that', async () => {
    const own = new AbortController();
    const ended = listen(state, own.signal);
    const heard = listen(state);
    own.abort();
    announce({ type: 'removed', server, hasExpired: false });
    announce({ type: 'taken', state });
    await eventually(() => heard.length === 2);
    assert.isEmpty(ended);
  });

  it('that is none of ours is not heard', async () => {
    const heard = listen(state);
    const failed = { type: 'failed', server, state, reason: 'refused', message: 'No' };
    const nonsense = [
      null,
      'granted',
      { type: 'granted', server },
      { type: 'granted', state },
      { type: 'granted', server: 7, state },
      { type: 'answered', state },
      { type: 'answered', state, answer: 7 },
      { type: 'answered', server, answer: 'code=c' },
      { type: 'taken', server },
      { type: 'removed', state },
      { ...failed, type: 'other' },
      { ...failed, message: undefined },
      { ...failed, reason: 'whatever' },
      { ...failed, reason: '' },
      { ...failed, state: undefined },
    ];
    const channel = new BroadcastChannel(CHANNEL);
    for (const one of nonsense) channel.postMessage(one);
    channel.postMessage({ ...failed, oauthError: 7 });
    channel.close();
    assert.deepEqual(await all(heard), [{ type: 'failed', server, state, reason: 'refused', message: 'No' }]);
  });
});
