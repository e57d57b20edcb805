import { assert } from 'chai';
import { HttpError, McpError, RpcError } from '@mcp-web/client';
import { type OwnStreamOptions, readOwnStream } from '../../../packages/client/src/transports/own-stream.ts';
import { Reconnection } from '../../../packages/client/src/transports/reconnection.ts';
import { resumeStream } from '../../../packages/client/src/transports/resume.ts';
import { HurriedClock } from '../../support/clock.ts';
import { aWhile, until } from '../../support/scripted-server.ts';

const unreached = new McpError('network', 'Nobody there');
const busy = new HttpError(503, 'Not now');
const gate = new McpError('not-mcp', 'A web page');

type Body = ReadableStream<Uint8Array>;

/** A stream with this text, which then ends, breaks, or stays open until the signal aborts. */
function bodyOf(text: string, then: 'ends' | 'stays' | Error = 'ends', signal?: AbortSignal): Body {
  return new ReadableStream({
    start: (controller) => {
      if (text) controller.enqueue(new TextEncoder().encode(text));
      if (then === 'ends') controller.close();
      else if (then === 'stays') signal?.addEventListener('abort', () => controller.error(signal.reason));
      else setTimeout(() => controller.error(then), 5);
    },
  });
}

describe('the stream on which a server speaks by itself', () => {
  let ended: AbortController;
  let heard: string[];
  let asked: (string | undefined)[];
  let clock: HurriedClock;
  beforeEach(() => {
    ended = new AbortController();
    [heard, asked] = [[], []];
    clock = new HurriedClock();
  });
  afterEach(() => {
    ended.abort();
    clock.stop();
  });

  type Opened = Body | Error | undefined | ((signal: AbortSignal) => Promise<Body | undefined> | Body);
  /** Reads streams, of which each begins as said here. After the last, another one stays open. */
  const read = (streams: readonly Opened[], options: Partial<OwnStreamOptions> = {}): Promise<void> =>
    readOwnStream({
      reconnection: new Reconnection(),
      isLate: () => false,
      open: async (lastEventId, signal) => {
        clock.isStopped = asked.length >= streams.length;
        const opened = clock.isStopped ? bodyOf('', 'stays', signal) : streams[asked.length];
        asked.push(lastEventId);
        if (opened instanceof Error) throw opened;
        return typeof opened === 'function' ? await opened(signal) : opened;
      },
      onmessage: (data) => heard.push(data),
      onend: () => heard.push('end'),
      onmissed: () => heard.push('missed'),
      onlost: ({ code }, isFinal) => heard.push(`${isFinal ? 'final ' : ''}${code}`),
      probe: async () => void heard.push('probe'),
      inHiddenPage: false,
      signal: ended.signal,
      ...options,
    });
  const opened = (count: number): Promise<void> => until(() => asked.length === count);

  it('is nothing to wait for where the server has none', async () => {
    await read([undefined]);
    assert.deepEqual([heard, asked], [[], [undefined]]);
  });

  it('has missed something at first only if the page went ahead without it', async () => {
    void read([]);
    void read([], { isLate: () => true });
    await opened(2);
    await aWhile();
    assert.deepEqual(heard, ['missed']);
  });

  it('goes on after its last event, and has missed something if there is none', async () => {
    clock.start();
    void read([bodyOf('data: one\n\n'), bodyOf('id: 7\ndata: two\n\n'), bodyOf('data: three\n\n')]);
    await opened(4);
    await aWhile();
    assert.deepEqual(asked, [undefined, undefined, '7', '7']);
    assert.deepEqual(heard, ['one', 'end', 'missed', 'two', 'end', 'three', 'end']);
  });

  it('that breaks has ended, and is no failure of the server', async () => {
    clock.start();
    void read([bodyOf('id: 7\n\n', new TypeError('network error')), bodyOf('', new McpError('network', 'Gone'))]);
    await opened(3);
    await aWhile();
    assert.deepEqual(heard, ['end', 'end']);
  });

  it('brings word when the server is not reached three times in a row, and then may have missed something', async () => {
    clock.start();
    const four = Array.from({ length: 4 }, () => unreached);
    void read([bodyOf('id: 7\n\n'), ...four, bodyOf('data: back\n\n')]);
    await opened(7);
    await aWhile();
    assert.deepEqual(heard, ['end', 'network', 'network', 'missed', 'back', 'end']);
  });

  it('brings no word of a server that has no time', async () => {
    clock.start();
    void read([bodyOf('id: 7\n\n'), busy, busy, busy, busy, busy, busy]);
    await opened(8);
    await aWhile();
    assert.deepEqual(heard, ['end']);
  });

  it('waits as long as the server asked for, unless that is not there anymore', async () => {
    clock.start();
    void read([bodyOf('id: 7\nretry: 100000\n\n'), unreached, unreached, unreached]);
    await opened(5);
    assert.isAtLeast(Math.min(...clock.waits.slice(0, 2)), 99);
    assert.deepEqual(clock.doublings.slice(2), [2, 3]);
  });

  it('waits as long as the server said when it refused it, and no longer after that', async () => {
    clock.start();
    const later = new HttpError(503, 'Not now', '', { retryAfterMs: 50_000 });
    void read([later, bodyOf('data: one\n\n')]);
    await opened(3);
    assert.isAtLeast(clock.waits[0] ?? 0, 49);
    assert.deepEqual(clock.doublings.slice(1), [0]);
  });

  describe('and is opened again, of which Firefox reports nothing before its first bytes,', () => {
    /** What is opened, and reported as open when the test says so. */
    const unreported = (): { open: (signal: AbortSignal) => Promise<Body>; report: () => void } => {
      const reporting = Promise.withResolvers<void>();
      return {
        open: async (signal) => {
          clock.isStopped = true;
          await reporting.promise;
          return bodyOf('', 'stays', signal);
        },
        report: () => reporting.resolve(),
      };
    };
    /** Two seconds, which are what this takes, are over. */
    const pass = async (): Promise<void> => {
      clock.isStopped = false;
      await until(() => clock.waits.some((seconds) => Math.round(seconds) === 2));
      clock.isStopped = true;
      await aWhile();
    };

    it('has missed something if it had no last event', async () => {
      clock.start();
      const { open, report } = unreported();
      void read([bodyOf('data: one\n\n'), open]);
      await opened(2);
      await pass();
      assert.deepEqual(heard, ['one', 'end', 'missed']);
      report();
      await aWhile();
      assert.deepEqual(heard, ['one', 'end', 'missed', 'missed']);
    });

    it('has missed nothing after its last event', async () => {
      clock.start();
      const { open, report } = unreported();
      void read([bodyOf('id: 7\n\n'), open]);
      await opened(2);
      await aWhile();
      assert.notInclude(clock.begun.map(Math.round), 2);
      report();
      await aWhile();
      assert.deepEqual(heard, ['end']);
    });

    it('has missed something after its last event if it was away for long', async () => {
      clock.start();
      const { open } = unreported();
      const none = new McpError('timeout', 'Nobody there');
      void read([bodyOf('id: 7\n\n'), none, none, none, none, open]);
      await opened(6);
      heard = [];
      clock.waits.length = 0;
      await pass();
      assert.deepEqual(heard, ['missed']);
    });
  });

  it('is given up where the server refuses it for good, once it has been open or not', async () => {
    const refusal = new RpcError(-32_601, 'No');
    clock.start();
    await read([refusal]);
    assert.deepEqual(heard, ['final rpc']);
    heard = [];
    asked = [];
    await read([bodyOf('id: 7\n\n'), refusal]);
    assert.deepEqual(heard, ['end', 'final rpc']);
  });

  it('is asked for five times where something else may have answered, of which the page hears once it has been open', async () => {
    clock.start();
    await read([gate, gate, gate, gate, gate]);
    assert.deepEqual(heard, ['final not-mcp']);
    heard = [];
    asked = [];
    const refusals = Array.from({ length: 4 }, () => gate);
    await read([...refusals, bodyOf('id: 7\n\n'), ...refusals, gate]);
    assert.deepEqual(heard, ['end', ...refusals.map(() => 'not-mcp'), 'final not-mcp'], 'it was counted anew');
  });

  it('that brought something and is away again is asked for as soon as at first', async () => {
    clock.start();
    void read([unreached, unreached, bodyOf('data: one\n\n'), unreached, bodyOf('id: 7\n\n'), unreached]);
    await opened(7);
    assert.deepEqual(clock.doublings, [0, 1, 0, 1, 0, 1]);
  });

  it('that held for a while counts as one that brought something', async () => {
    clock.start();
    const holding = (ms: number) => (): Body => {
      clock.passedMs += ms;
      return bodyOf('');
    };
    // What takes long is not to open it.
    void read([holding(6_000), holding(6_000), holding(6_000)]);
    await opened(4);
    assert.deepEqual(clock.doublings, [0, 1, 2]);
    ended.abort();
    ended = new AbortController();
    asked = [];
    clock.waits.length = 0;
    const held = (): Body =>
      new ReadableStream(
        {
          pull: (controller) => {
            clock.passedMs += 6_000;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    void read([held(), held(), held()]);
    await opened(4);
    assert.deepEqual(clock.doublings, [0, 0, 0]);
  });

  describe('and falls silent', () => {
    const silent = (signal: AbortSignal): Body => bodyOf('id: 7\n\n', 'stays', signal);
    const unheard = (signal: AbortSignal): Promise<Body> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

    it('is opened again at once if the server answers, whatever that says', async () => {
      for (const probe of [async () => {}, () => Promise.reject(busy), () => Promise.reject(gate)]) {
        heard = [];
        asked = [];
        clock.start();
        void read([silent], { probe });
        await opened(2);
        ended.abort();
        clock.stop();
        assert.deepEqual([heard, asked, clock.waits.map(Math.round)], [['end'], [undefined, '7'], [60]]);
        ended = new AbortController();
        clock = new HurriedClock();
      }
    });

    it('may have missed something if the server cannot be reached, which the page hears at once', async () => {
      clock.start();
      void read([silent], { probe: () => Promise.reject(unreached) });
      await opened(2);
      await until(() => heard.includes('missed'));
      assert.deepEqual(heard.slice(0, 3), ['end', 'network', 'missed']);
      assert.deepEqual(clock.waits.map(Math.round), [60, 1]);
    });

    it('does so only if nothing came for ten seconds, and it has been open for as long, when the page is shown again', async () => {
      const now = performance.now.bind(performance);
      let send = (): void => {};
      const opening = Promise.withResolvers<void>();
      const open = async (signal: AbortSignal): Promise<Body> => {
        await opening.promise;
        return new ReadableStream({
          start: (controller) => {
            send = () => controller.enqueue(new TextEncoder().encode('data: one\n\n'));
            signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        });
      };
      void read([open]);
      const show = async (passedMs: number): Promise<void> => {
        performance.now = () => now() + passedMs;
        globalThis.dispatchEvent(new Event('pageshow'));
        await aWhile();
      };
      await opened(1);
      performance.now = () => now() + 20_000;
      opening.resolve();
      await aWhile();
      await show(25_000);
      performance.now = () => now() + 40_000;
      send();
      await until(() => heard.length === 1);
      await show(45_000);
      assert.deepEqual([heard, asked.length], [['one'], 1]);
      await show(51_000);
      await opened(2);
    });

    it('before it is open may have missed something', async () => {
      clock.start();
      void read([unheard]);
      await opened(2);
      await until(() => heard.includes('missed'));
      assert.deepEqual(heard.slice(0, 2), ['probe', 'missed']);
    });
  });

  it('is silent once nobody wants it', async () => {
    const reading = read([(signal) => bodyOf('data: one\n\n', 'stays', signal)]);
    await until(() => heard.length === 1);
    ended.abort();
    await reading;
    assert.deepEqual(heard, ['one']);
    const failing = read([() => (ended.abort(), Promise.reject(unreached))]);
    await failing;
    assert.deepEqual(heard, ['one']);
  });
});

describe('the rest of an answer whose stream has ended', () => {
  let clock: HurriedClock;
  let asked: string[];
  let isDone: boolean;
  beforeEach(() => {
    clock = new HurriedClock();
    [asked, isDone] = [[], false];
  });
  afterEach(() => clock.stop());

  const resume = (body: Body, streams: readonly (Body | Error | undefined)[]): Promise<void> =>
    resumeStream(body, {
      reconnection: new Reconnection(),
      reopen: async (lastEventId) => {
        const opened = streams[asked.push(lastEventId) - 1];
        if (opened instanceof Error) throw opened;
        return opened;
      },
      onmessage: (data) => (isDone = data === 'done'),
      isDone: () => isDone,
      signal: new AbortController().signal,
    });
  const done = (): Body => bodyOf('data: done\n\n');

  it('is asked for where the connection broke, and not where the stream was wrong', async () => {
    clock.start();
    await resume(bodyOf('id: 7\n\n', new TypeError('network error')), [done()]);
    assert.isTrue(isDone);
    isDone = false;
    const wrong = new McpError('too-large', 'Too much');
    const failure = await resume(bodyOf('id: 7\n\n', wrong), [done()]).catch((error: unknown) => error);
    assert.deepEqual([failure, asked], [wrong, ['7']]);
  });

  it('is asked for when the server wants that, unless that is not there', async () => {
    clock.start();
    await resume(bodyOf('id: 7\nretry: 100000\n\n'), [unreached, unreached, unreached, done()]);
    assert.isAtLeast(Math.min(...clock.waits.slice(0, 2)), 99);
    assert.deepEqual(clock.doublings.slice(2), [2, 3]);
  });

  it('is asked for as soon as at first again when a stream has brought something', async () => {
    clock.start();
    await resume(bodyOf('id: 7\n\n'), [unreached, bodyOf('data: one\n\n'), unreached, bodyOf('id: 8\n\n'), done()]);
    assert.deepEqual(clock.doublings, [0, 1, 0, 1, 0]);
    assert.deepEqual(asked, ['7', '7', '7', '7', '8']);
  });

  it('is not to be had where the server refuses it, or has no such stream', async () => {
    clock.start();
    await resume(bodyOf('id: 7\n\n'), [undefined, done()]);
    assert.deepEqual([isDone, asked], [false, ['7']]);
    const refusal = new HttpError(401, 'No');
    const failure = await resume(bodyOf('id: 7\n\n'), [refusal, refusal, done()]).catch((error: unknown) => error);
    assert.equal(failure, refusal);
  });
});
