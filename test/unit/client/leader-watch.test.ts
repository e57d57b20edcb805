import { assert } from 'chai';
import { answerWatchers, watchLeader } from '../../../packages/client/src/session/shared/leader-watch.ts';
import { until } from '../../support/scripted-server.ts';

describe('a tab that waits to lead', () => {
  let name = '';
  let ended: AbortController;
  let knocks: number;
  const knock = (): void => void knocks++;
  beforeEach(() => {
    knocks = 0;
    name = crypto.randomUUID();
    ended = new AbortController();
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
    ended.abort();
  });
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('notices within two seconds that the leading one does not answer, and again if that goes on', async () => {
    const noticedAt: number[] = [];
    const counted: number[] = [];
    const startedAt = performance.now();
    const notice = (times: number): void => {
      noticedAt.push(performance.now() - startedAt);
      counted.push(times);
    };
    watchLeader(name, { knock, onsilence: notice }, ended.signal);
    await until(() => noticedAt.length === 2);
    assert.isAtLeast(noticedAt[0] ?? 0, 1_300);
    assert.isAtLeast((noticedAt[1] ?? 0) - (noticedAt[0] ?? 0), 1_300);
    ended.abort();
    await wait(1_800);
    assert.deepEqual(counted, [1, 2], 'it looks no longer');
  });

  it('notices nothing while the leading one answers, and does so when that stops', async () => {
    let notices = 0;
    const leading = new AbortController();
    answerWatchers(name, leading.signal);
    watchLeader(name, { knock, onsilence: () => notices++ }, ended.signal);
    await wait(2_200);
    assert.equal(notices, 0);
    leading.abort();
    await until(() => notices === 1);
  });

  it('knocks before it takes a silence for the end, and not while the leading one answers [BR-13]', async () => {
    let notices = 0;
    const leading = new AbortController();
    answerWatchers(name, leading.signal);
    watchLeader(name, { knock, onsilence: () => notices++ }, ended.signal);
    await wait(2_000);
    // A late answer costs one.
    assert.isAtMost(knocks, 1);
    const before = knocks;
    leading.abort();
    await until(() => notices === 1);
    assert.isAbove(knocks, before, 'before it takes the silence for the end');
  });

  it('counts the silences anew when the leading one has answered', async () => {
    const counted: number[] = [];
    watchLeader(name, { knock, onsilence: (times) => counted.push(times) }, ended.signal);
    await until(() => counted.length === 2);
    const leading = new AbortController();
    answerWatchers(name, leading.signal);
    await wait(100);
    leading.abort();
    await until(() => counted.length === 3);
    assert.deepEqual(counted, [1, 2, 1]);
  });

  it('asks only if it has heard nothing for a while: of many tabs, one asks', async () => {
    const asked: unknown[] = [];
    const channel = new BroadcastChannel(`${name} leader`);
    channel.onmessage = ({ data }) => asked.push(data);
    const saying = setInterval(() => channel.postMessage('It is'), 50);
    watchLeader(name, { knock, onsilence: () => {} }, ended.signal);
    // It asks when it looks for the first time, because it has not listened before.
    await until(() => asked.length === 1);
    asked.length = 0;
    await wait(1_500);
    clearInterval(saying);
    assert.isAtMost(asked.length, 2);
    await until(() => asked.length >= 3);
    channel.close();
  });

  it('takes nothing for silence while it did not run itself', async () => {
    let notices = 0;
    let pausedMs = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + pausedMs;
    watchLeader(name, { knock, onsilence: () => notices++ }, ended.signal);
    await wait(500);
    pausedMs = 60_000;
    await wait(600);
    assert.equal(notices, 0);
    await until(() => notices === 1);
  });
});
