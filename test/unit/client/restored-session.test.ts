import { assert } from 'chai';
import { type LogLevel, McpError, RpcError } from '@mcp-web/client';
import { restore, type RestoreOptions } from '../../../packages/client/src/session/legacy/restore.ts';
import { Reconnection } from '../../../packages/client/src/transports/reconnection.ts';
import { aWhile, until } from '../../support/scripted-server.ts';

const unreached = new McpError('network', 'Nobody there');
const refused = new RpcError(-32_601, 'No such method');

describe('a session that takes the place of another', () => {
  let wanted: { uris: readonly string[]; logLevel: LogLevel | undefined } | undefined;
  let sent: string[];
  let missed: string[];
  let lost: unknown[];
  let closing: AbortController;
  let answer: (what: string, time: number) => Promise<unknown>;
  beforeEach(() => {
    wanted = { uris: ['a:1', 'a:2'], logLevel: 'error' };
    [sent, missed, lost] = [[], [], []];
    closing = new AbortController();
    answer = async () => ({});
  });
  afterEach(() => closing.abort());

  const send: RestoreOptions['send'] = (method, { uri, level }) => {
    const what = `${method} ${String(uri ?? level)}`;
    sent.push(what);
    return answer(what, sent.filter((one) => one === what).length);
  };
  const tell = (): Promise<void> =>
    restore({
      reconnection: new Reconnection(),
      send,
      wanted: () => wanted,
      onmissed: (uri) => missed.push(uri),
      onrefused: (error) => lost.push(error),
      closing: closing.signal,
    });
  const all = ['resources/subscribe a:1', 'resources/subscribe a:2', 'logging/setLevel error'];
  /** Whatever waits tries again. */
  const retry = async (): Promise<void> => {
    await aWhile();
    globalThis.dispatchEvent(new Event('online'));
    await aWhile();
  };

  it('is told all that the page wants, and no call goes before that', async () => {
    const release = Promise.withResolvers<object>();
    answer = (what) => (what.startsWith('logging') ? release.promise : Promise.resolve({}));
    let isDone = false;
    const telling = tell().then(() => (isDone = true));
    await aWhile();
    assert.deepEqual([sent, isDone], [all, false]);
    release.resolve({});
    await telling;
    await retry();
    assert.deepEqual([sent, missed, lost], [all, [], []]);
  });

  it('is told nothing where the page wants nothing, or there is another session already', async () => {
    wanted = { uris: [], logLevel: undefined };
    await tell();
    wanted = undefined;
    await tell();
    assert.isEmpty(sent);
  });

  it('is told again what did not arrive, and the page hears for which resource that was late', async () => {
    answer = async (what, time) => {
      if (what !== all[0] && time === 1) throw unreached;
    };
    await tell();
    assert.deepEqual(sent, all);
    await retry();
    await until(() => sent.length === 5);
    assert.sameMembers(sent.slice(3), all.slice(1));
    assert.deepEqual([missed, lost], [['a:2'], []]);
  });

  it('is not told again what the page no longer wants', async () => {
    answer = async () => {
      throw unreached;
    };
    await tell();
    wanted = { uris: ['a:2'], logLevel: 'debug' };
    await retry();
    assert.deepEqual(sent, [...all, all[1]]);
    assert.isEmpty(missed);
  });

  it('refuses a subscription to the knowledge of the page, unless that no longer wants it or is closed', async () => {
    answer = async () => {
      throw refused;
    };
    await tell();
    await aWhile();
    assert.deepEqual(lost, [refused, refused], 'the level of the log is not worth a word');
    lost = [];
    const telling = tell();
    wanted = { uris: ['a:2'], logLevel: 'error' };
    await telling;
    await aWhile();
    assert.deepEqual(lost, [refused]);
    lost = [];
    const last = tell();
    closing.abort();
    await last;
    await aWhile();
    assert.isEmpty(lost);
  });
});
