import { assert } from 'chai';
import { SharedStream } from '../../../packages/client/src/session/legacy/shared-stream.ts';
import { Reconnection } from '../../../packages/client/src/transports/reconnection.ts';
import type { SessionTransport } from '../../../packages/client/src/transports/transport.ts';
import { aWhile, until } from '../../support/scripted-server.ts';
import { setVisibility } from '../../support/visibility.ts';

describe('the stream of a session that nobody looks at', () => {
  let isOpen: boolean;
  let freed: string[];
  let stream: SharedStream;
  const ended: AbortController[] = [];
  beforeEach(() => {
    setVisibility('hidden');
    isOpen = true;
    freed = [];
    const transport: SessionTransport = {
      transmit: async () => {},
      post: async () => {},
      agree: () => {},
      listen: () => {},
      reset: () => {},
      close: async () => {},
      setStream: async (isWanted) => (isOpen = isWanted),
    };
    const events = {
      onnotification: () => {},
      ontasksheard: () => {},
      onmissed: () => {},
      onchangeslost: () => {},
    };
    stream = new SharedStream({
      transport,
      sharing: undefined,
      reconnection: new Reconnection(),
      revision: '2025-11-25',
      timeoutMs: 1_000,
      events,
      setUris: async () => {},
    });
  });
  afterEach(() => {
    setVisibility(undefined);
    for (const call of ended.splice(0)) call.abort();
    stream.close();
  });

  const call = (place?: string): AbortController => {
    const calling = new AbortController();
    ended.push(calling);
    stream.hold(calling.signal, place === undefined ? undefined : () => freed.push(place));
    return calling;
  };

  it('is open for calls and a little longer, on the place of the first of them', async () => {
    assert.isFalse(isOpen);
    assert.isTrue(stream.needsPlace);
    const first = call('one');
    assert.isTrue(isOpen);
    assert.isFalse(stream.needsPlace);
    const second = call('two');
    assert.deepEqual(freed, ['two'], 'it has one already');
    const { setTimeout: set } = globalThis;
    const waits: unknown[] = [];
    globalThis.setTimeout = Object.assign(
      (...[work, ms, ...args]: Parameters<typeof set>) => (waits.push(ms), set(work, ms, ...args)),
      set,
    );
    try {
      first.abort();
      assert.isEmpty(waits, 'the second call is still under way');
      second.abort();
      assert.deepEqual(waits, [250]);
    } finally {
      globalThis.setTimeout = set;
    }
    assert.isTrue(isOpen);
    assert.deepEqual(freed, ['two']);
    await until(() => !isOpen);
    assert.deepEqual(freed, ['two', 'one']);
    assert.isTrue(stream.needsPlace);
  });

  it('stays open for a call that comes soon after another', async () => {
    call('one').abort();
    await aWhile();
    call();
    await aWhile();
    await aWhile();
    await aWhile();
    assert.isTrue(isOpen);
    assert.isEmpty(freed);
  });

  it('leaves its place when the client is closed, and is opened no more', async () => {
    const calling = call('one');
    stream.close();
    assert.deepEqual(freed, ['one']);
    isOpen = false;
    calling.abort();
    globalThis.dispatchEvent(new Event('pageshow'));
    setVisibility('visible');
    await aWhile();
    assert.isFalse(isOpen);
  });

  it('is that of a tab for which no other listens once the user looks at it', async () => {
    setVisibility('visible');
    await until(() => isOpen);
    assert.isFalse(stream.needsPlace);
    assert.isFalse(stream.leads);
    setVisibility('hidden');
    await until(() => !isOpen);
    assert.isTrue(stream.needsPlace);
  });
});
