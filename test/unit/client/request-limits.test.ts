import { assert } from 'chai';
import { type HostServer, Log } from '@mcp-web/client';
import { auditAnswer } from '../../../packages/client/src/host/requests/request-audit.ts';
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

  it('is nothing while the user has muted the server, and what it asks then is counted until they unmute it', async () => {
    const heard: unknown[] = [];
    const counts = new RequestCounts({}, new Log(), (id, unseen) => void heard.push([id, unseen]));
    assert.isFalse(counts.isRefused(one));
    counts.mute('one', true);
    assert.isTrue(counts.isRefused(one));
    assert.isTrue(counts.isRefused(one));
    assert.isFalse(counts.isRefused(other));
    counts.mute('one', true);
    counts.mute('one', false);
    assert.isFalse(counts.isRefused(one));
    assert.deepEqual(heard, [
      ['one', { count: 0, isMuted: true }],
      ['one', { count: 1, isMuted: true }],
      ['one', { count: 2, isMuted: true }],
      ['one', { count: 2, isMuted: true }],
      ['one', { count: 0, isMuted: false }],
    ]);
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

describe('what the log says of an answer', () => {
  const said = (...[request, action, by, more]: [object, string, 'user' | 'policy', object?]): unknown => {
    const log = new Log();
    auditAnswer(log, Object(request), Object({ action }), by, more);
    const [entry] = log.getSnapshot();
    const { kind, level, serverId, serverName, data } = entry ?? assert.fail('nothing');
    assert.deepEqual([serverId, serverName], ['one', 'one.example']);
    return { kind, level, ...Object(data) };
  };
  const name = (index: number): string => `${index}`.padEnd(300, 'x');
  const names = Array.from({ length: 25 }, (_none, index) => name(index));
  const short = Array.from({ length: 20 }, (_none, index) => name(index).slice(0, 200));

  it('names the fields of a form, up to 20 of them with 200 characters each, and no values', () => {
    const requestedSchema = { type: 'object', properties: Object.fromEntries(names.map((field) => [`f${field}`, {}])) };
    const request = { server: one, params: { mode: 'form', message: 'Who?', requestedSchema } };
    const fields = names.slice(0, 20).map((field) => `f${field}`.slice(0, 200));
    const of = { kind: 'decision', request: 'elicitation', mode: 'form', fields };
    for (const [action, level] of [
      ['accept', 'info'],
      ['decline', 'notice'],
      ['cancel', 'notice'],
    ] as const)
      assert.deepEqual(said({ kind: 'elicitation', request }, action, 'user'), { ...of, level, action, by: 'user' });
    const params = { mode: 'form', message: 'Who?', requestedSchema: { properties: 'none' } };
    assert.deepInclude(said({ kind: 'elicitation', request: { server: one, params } }, 'accept', 'policy'), {
      fields: [],
      by: 'policy',
    });
  });

  it('names the host of a visit', () => {
    const params = { mode: 'url', message: 'Go', url: 'https://visit.example:8443/secret?token=1' };
    assert.deepEqual(said({ kind: 'elicitation', request: { server: one, params } }, 'accept', 'user'), {
      kind: 'decision',
      level: 'info',
      request: 'elicitation',
      mode: 'url',
      host: 'visit.example:8443',
      action: 'accept',
      by: 'user',
    });
  });

  it('names the scopes that were asked for, as part of the sign-in', () => {
    const issuer = `https://as.example/${'x'.repeat(300)}`;
    assert.deepEqual(said({ kind: 'step-up', request: { server: one, issuer, scope: names } }, 'allow', 'user'), {
      kind: 'sign-in',
      level: 'info',
      request: 'step-up',
      issuer: issuer.slice(0, 200),
      scope: short,
      action: 'allow',
      by: 'user',
    });
  });

  it('says no more of others than what the page adds', () => {
    const params = { message: 'The question', messages: [] };
    assert.deepEqual(said({ kind: 'sampling', request: { server: one, params } }, 'deny', 'policy'), {
      kind: 'decision',
      level: 'notice',
      request: 'sampling',
      action: 'deny',
      by: 'policy',
    });
    assert.deepEqual(said({ kind: 'roots', request: { server: one } }, 'allow', 'user', { count: 2 }), {
      kind: 'decision',
      level: 'info',
      request: 'roots',
      action: 'allow',
      by: 'user',
      count: 2,
    });
  });
});
