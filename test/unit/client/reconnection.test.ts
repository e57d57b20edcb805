import { assert } from 'chai';
import { HttpError, McpError, RpcError } from '../../../packages/client/src/errors.ts';
import { isAway, Reconnection, type TurnOptions } from '../../../packages/client/src/transports/reconnection.ts';
import { resumeStream } from '../../../packages/client/src/transports/resume.ts';
import { Silence } from '../../../packages/client/src/transports/silence.ts';
import { isChromium } from '../../support/engine.ts';
import { aWhile, until } from '../../support/scripted-server.ts';
import { setVisibility } from '../../support/visibility.ts';

const unreached = new McpError('network', 'Nobody there');

describe('an attempt to reconnect', () => {
  let ended: AbortController;
  let reconnection: Reconnection;
  beforeEach(() => {
    ended = new AbortController();
    reconnection = new Reconnection();
  });
  afterEach(() => {
    ended.abort();
    setVisibility(undefined);
  });

  /** In how many ms it comes. */
  const delay = (attempt: number, options: Partial<TurnOptions> = {}): number => {
    let delayMs = NaN;
    const onwait = (retryAt: number): void => void (delayMs = retryAt - Date.now());
    reconnection.turn(attempt, { signal: ended.signal, ...options, onwait }).catch(() => {});
    return delayMs;
  };
  const assertWithin = (ms: number, least: number, most: number): void => {
    assert.isAtLeast(ms, least - 50);
    assert.isAtMost(ms, most + 50);
  };
  /** Whether it has come by now. */
  const turn = (attempt: number, options: Partial<TurnOptions> = {}): (() => boolean) => {
    let hasCome = false;
    reconnection.turn(attempt, { signal: ended.signal, ...options }).then(
      () => (hasCome = true),
      () => {},
    );
    return () => hasCome;
  };

  it('comes after 1 s, which doubles to 30 s, and up to a quarter more', () => {
    for (const [attempt, ms] of [1, 2, 4, 8, 16, 30, 30].entries())
      assertWithin(delay(attempt, { error: unreached }), ms * 1_000, ms * 1_250);
  });

  it('comes no earlier than the server asks for, whoever of them was asked', () => {
    const error = new HttpError(429, 'Not now', '', { retryAfterMs: 100_000 });
    assertWithin(delay(0, { error }), 100_000, 125_000);
    assertWithin(delay(0, { error: unreached }), 100_000, 125_000);
    assertWithin(delay(0, { retryMs: 5 }), 100_000, 125_000);
    const never = new HttpError(503, 'Not now', '', { retryAfterMs: 1e12 });
    assertWithin(delay(0, { error: never }), 600_000, 750_000);
  });

  it('comes by itself where the server says when, without a delay of its own [TR-18]', () => {
    assertWithin(delay(2, { retryMs: 5 }), 5, 7);
  });

  it('comes less and less often all the same where the server asks for it again and again, and sends nothing', () => {
    for (const [more, ms] of [1, 2, 4, 8, 16, 30, 30].entries())
      assertWithin(delay(3 + more, { retryMs: 5 }), ms * 1_000, ms * 1_250);
    assertWithin(delay(3, { retryMs: 40_000 }), 40_000, 50_000);
  });

  it('waits its turn where a lot waits for the same server', () => {
    const delays = Array.from({ length: 60 }, () => delay(1, { error: unreached }));
    assertWithin(Math.max(...delays.slice(0, 20)), 2_000, 2_500);
    assertWithin(delays.at(-1) ?? NaN, 39_000, 40_000);
    // Unless the server says when it wants each of them.
    assertWithin(delay(1, { retryMs: 5 }), 5, 7);
  });

  it('comes at once when the device is online again, but not before the server allows it', async () => {
    const free = turn(4, { error: unreached });
    const asked = turn(4, { retryMs: 60_000 });
    const least = turn(4, { leastMs: 60_000 });
    await aWhile();
    assert.isFalse(free());
    globalThis.dispatchEvent(new Event('online'));
    await until(free);
    assert.deepEqual([asked(), least()], [false, false]);
  });

  it('waits longest while the device is offline, unless the server is on the device itself', () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    try {
      for (const [url, ms] of [
        ['https://away.example/mcp', 30_000],
        ['http://localhost:8000/mcp', 1_000],
        ['http://127.0.0.1/mcp', 1_000],
      ] as const) {
        reconnection = new Reconnection(new URL(url));
        assertWithin(delay(0, { error: unreached }), ms, ms * 1.25);
      }
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('waits until somebody sees the page, or waits for the server', async () => {
    setVisibility('hidden');
    const wanted = new AbortController();
    const [unseen, needed, always] = [false, wanted.signal, true].map((inHiddenPage) =>
      turn(0, { retryMs: 1, inHiddenPage }),
    );
    await until(() => always?.() === true);
    await aWhile();
    assert.deepEqual([unseen?.(), needed?.()], [false, false]);
    wanted.abort();
    await until(() => needed?.() === true);
    assert.isFalse(unseen?.());
    setVisibility('visible');
    await until(() => unseen?.() === true);
  });

  it('ends with its owner', async () => {
    const turning = reconnection.turn(0, { signal: ended.signal });
    ended.abort(new Error('over'));
    assert.propertyVal(await turning.catch((reason: unknown) => reason), 'message', 'over');
  });
});

describe('what is tried until it works', () => {
  const persist = async (...failures: unknown[]): Promise<{ attempts: number; failure: unknown }> => {
    let attempts = 0;
    const ended = new AbortController();
    const hurry = setInterval(() => globalThis.dispatchEvent(new Event('online')), 5);
    const failure = await new Reconnection()
      .persist(
        async () => {
          const error = failures[attempts++];
          if (error) throw error;
        },
        { signal: ended.signal },
      )
      .catch((error: unknown) => error)
      .finally(() => clearInterval(hurry));
    return { attempts, failure };
  };

  it('is tried again when the server was not there or had no time, however often', async () => {
    const passing = [
      unreached,
      new McpError('timeout', ''),
      new McpError('stream-ended', ''),
      ...[500, 503, 429, 425, 408, 409].map((status) => new HttpError(status, '')),
      new McpError('rpc', '', { cause: new HttpError(503, '') }),
    ];
    for (const failure of passing) {
      const often = Array.from({ length: 6 }, () => failure);
      assert.deepEqual(await persist(...often), { attempts: 7, failure: undefined }, String(failure));
    }
  });

  it('is tried five times where something else may have answered', async () => {
    const gate = new McpError('not-mcp', 'Sign in to this network');
    const moved = new HttpError(307, '');
    const odd = new McpError('invalid-message', 'Not JSON');
    assert.deepEqual(await persist(odd, odd), { attempts: 3, failure: undefined });
    assert.deepEqual(await persist(gate, moved), { attempts: 3, failure: undefined });
    assert.deepEqual(await persist(moved, moved, moved, moved, gate, unreached), { attempts: 5, failure: gate });
  });

  it('is tried five times where a server does not know what it is about, in words that MCP does not define', async () => {
    const unknown = new RpcError(-32_001, 'Session not found', undefined, { cause: new HttpError(404, '') });
    assert.deepEqual(await persist(unknown, unknown, unknown, unknown, unknown), { attempts: 5, failure: unknown });
    for (const [code, status] of [
      [-32_001, 200],
      [-32_601, 404],
      [-32_602, 404],
      [-32_022, 404],
    ] as const) {
      const refusal = new RpcError(code, 'No', undefined, { cause: new HttpError(status, '') });
      assert.deepEqual(await persist(refusal), { attempts: 1, failure: refusal });
    }
  });

  it('is not tried again where the server refused it', async () => {
    for (const code of ['rpc', 'unauthorized', 'session-lost', 'unsupported-revision', 'invalid-result'] as const) {
      const refusal = new McpError(code, 'No');
      assert.deepEqual(await persist(refusal), { attempts: 1, failure: refusal });
    }
  });
});

describe('a server', () => {
  it('is away once it was not reached three times in a row, and not when it refuses', () => {
    for (const code of ['network', 'timeout'] as const) {
      assert.isFalse(isAway(new McpError(code, ''), 2));
      assert.isTrue(isAway(new McpError(code, ''), 3));
    }
    assert.isFalse(isAway(new HttpError(503, ''), 3));
    assert.isFalse(isAway(new Error('other'), 3));
  });
});

describe('a stream that falls silent', () => {
  let passedMs = 0;
  let ended: AbortController;
  const now = performance.now.bind(performance);
  beforeEach(() => {
    passedMs = 0;
    ended = new AbortController();
    performance.now = () => now() + passedMs;
  });
  afterEach(() => {
    Reflect.deleteProperty(performance, 'now');
    ended.abort();
    setVisibility(undefined);
  });
  const watch = (silence: Silence): (() => boolean) => {
    let isSilent = false;
    silence.watch(() => (isSilent = true), ended.signal);
    silence.heard();
    return () => isSilent;
  };
  const wake = (type: string): boolean => globalThis.dispatchEvent(new Event(type));

  for (const type of ['online', 'pageshow', 'resume']) {
    it(`is noticed at ${type}, if it has been silent for ten seconds [BR-13]`, () => {
      const silence = new Silence();
      const isSilent = watch(silence);
      passedMs += 5_000;
      wake(type);
      assert.isFalse(isSilent());
      passedMs += 6_000;
      silence.heard();
      wake(type);
      assert.isFalse(isSilent(), 'something came');
      passedMs += 11_000;
      wake(type);
      assert.isTrue(isSilent());
    });
  }

  it('is noticed when the user returns to the page, and not before', () => {
    const isSilent = watch(new Silence());
    setVisibility('hidden');
    passedMs += 200_000;
    wake('online');
    assert.isFalse(isSilent());
    setVisibility('visible');
    assert.isTrue(isSilent());
  });

  it('is noticed after a minute, and later where the server never says anything', () => {
    const armed: number[] = [];
    const { setTimeout: set } = globalThis;
    globalThis.setTimeout = Object.assign(
      (_: unknown, ms?: number) => (armed.push(Math.round(Number(ms) / 1000)), 0),
      set,
    );
    try {
      const silence = new Silence();
      for (let stream = 0; stream < 5; stream++) {
        watch(silence);
        passedMs += 301_000;
        wake('online');
      }
      watch(silence);
      passedMs += 6_000;
      silence.heard();
      watch(silence);
      assert.deepEqual(armed, [60, 120, 240, 300, 300, 300, 60]);
    } finally {
      globalThis.setTimeout = set;
    }
  });

  // Waits 8 s for pauses that are the same in every engine.
  if (isChromium)
    it('is asked for again after 5 s if a call waits for it, then less often, whether the page is seen or not [TR-14]', async () => {
      setVisibility('hidden');
      const armed: number[] = [];
      const { setTimeout: set } = globalThis;
      // What waits for seconds has waited.
      const soon = (work: () => void, ms = 0): unknown => {
        if (ms < 4_000) return set(work, ms);
        armed.push(Math.round(ms / 1000));
        passedMs += ms;
        return set(work, 20);
      };
      globalThis.setTimeout = Object.assign(soon, set);
      const asked: string[] = [];
      let isDone = false;
      const reopen = async (lastEventId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
        // On the sixth stream something comes, on the eighth the answer.
        const number = asked.push(lastEventId);
        isDone = number === 8;
        return new ReadableStream({
          start: (controller) => {
            if (number === 6 || isDone) controller.enqueue(new TextEncoder().encode(`id: ${number}\ndata: {}\n\n`));
            if (isDone) controller.close();
            else signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
          },
        });
      };
      try {
        await resumeStream(undefined, {
          reconnection: new Reconnection(),
          lastEventId: '0',
          reopen,
          onmessage: () => {},
          isDone: () => isDone,
          signal: ended.signal,
        });
      } finally {
        globalThis.setTimeout = set;
      }
      assert.deepEqual(asked, ['0', '0', '0', '0', '0', '0', '6', '6']);
      assert.deepEqual(armed.slice(0, 7), [5, 10, 20, 30, 30, 30, 5]);
    });
});
