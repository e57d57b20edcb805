import { assert } from 'chai';
import { type HostServer, Log } from '@mcp-web/client';
import { RequestCounts } from '../../../packages/client/src/host/requests/request-limits.ts';

const serverOf = (id: string): HostServer => ({
  id,
  url: `https://${id}.example/mcp`,
  status: 'ready',
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  isListing: false,
  enabledTools: [],
});
const one = serverOf('one');
const other = serverOf('other');

describe('how much a server may ask', () => {
  const now = performance.now.bind(performance);
  let time = 0;
  beforeEach(() => {
    time = 1_000;
    performance.now = () => time;
  });
  afterEach(() => void (performance.now = now));
  const yes = async () => 'yes';

  it('is counted by the minute, and by server [EL-12]', async () => {
    const unseenRequests: string[] = [];
    const counts = new RequestCounts(
      { maxPerMinute: 2 },
      new Log(),
      (id, { count }) => void unseenRequests.push(`${id} ${count}`),
    );
    const ask = (server: HostServer) => counts.ask(server, yes);
    assert.deepEqual([await ask(one), await ask(one), await ask(one)], ['yes', 'yes', undefined]);
    assert.equal(await ask(other), 'yes', 'another server is not in its way');
    time += 59_999;
    assert.equal(await ask(one), undefined);
    time += 1;
    assert.deepEqual([await ask(one), await ask(one), await ask(one)], ['yes', 'yes', undefined]);
    assert.deepEqual(unseenRequests, ['one 1', 'one 2', 'one 3']);
  });

  it('is counted while requests wait, by server, whatever becomes of them', async () => {
    const counts = new RequestCounts({ maxWaiting: 1, maxPerMinute: 100 }, new Log(), () => {});
    let answer: (value: string) => void = () => {};
    const waiting = counts.ask(one, () => new Promise<string>((resolve) => (answer = resolve)));
    assert.equal(await counts.ask(one, yes), undefined);
    assert.equal(await counts.ask(other, yes), 'yes');
    answer('late');
    assert.equal(await waiting, 'late');
    assert.equal(await counts.ask(one, yes), 'yes');
    const failed = await counts.ask(one, () => Promise.reject(new Error('no'))).catch(String);
    assert.equal(failed, 'Error: no');
    assert.equal(await counts.ask(one, yes), 'yes', 'a request that failed waits no more');
    assert.isUndefined(await counts.ask(one, () => undefined), 'nobody is there to ask');
    assert.equal(await counts.ask(one, yes), 'yes');
  });

  it('is ten requests at once and thirty a minute, unless the page says otherwise [EL-12]', async () => {
    const atOnce = new RequestCounts({}, new Log(), () => {});
    for (let asked = 0; asked < 10; asked++) void atOnce.ask(one, () => new Promise(() => {}));
    assert.isUndefined(await atOnce.ask(one, yes));
    const inTurn = new RequestCounts({}, new Log(), () => {});
    for (let asked = 0; asked < 30; asked++) assert.equal(await inTurn.ask(one, yes), 'yes');
    assert.isUndefined(await inTurn.ask(one, yes));
  });

  it('starts anew for a server that is added again', async () => {
    const counts = new RequestCounts({ maxPerMinute: 1 }, new Log(), () => {});
    await counts.ask(one, yes);
    assert.isUndefined(await counts.ask(one, yes));
    counts.forget('one');
    assert.equal(await counts.ask(one, yes), 'yes');
  });

  it('is in the log when the first, tenth and hundredth request was not seen, so that a flood does not flood it', async () => {
    const log = new Log();
    const counts = new RequestCounts({ maxPerMinute: 0 }, log, () => {});
    for (let asked = 0; asked < 150; asked++) await counts.ask(one, yes);
    assert.deepEqual(
      [...log.getSnapshot()].map(({ kind, level, serverId, serverName, data }) => ({
        kind,
        level,
        serverId,
        serverName,
        ...Object(data),
      })),
      [1, 10, 100].map((count) => ({
        kind: 'decision',
        level: 'notice',
        serverId: 'one',
        serverName: 'one.example',
        decision: 'unseen',
        by: 'limit',
        count,
      })),
    );
  });
});
