import { assert } from 'chai';
import { onabort, settlesWithin, untilAborted, wait } from '../../../packages/client/src/wire/abort.ts';
import { rejection } from '../../support/scripted-server.ts';

describe('a wait that a signal can end', () => {
  /** Signals that know how many listeners they have. */
  const counted = (): { controller: AbortController; count: () => number } => {
    const controller = new AbortController();
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    const listeners = new Set<unknown>();
    signal.addEventListener = (type: string, listener: EventListener, options: AddEventListenerOptions = {}) => {
      listeners.add(listener);
      options.signal?.addEventListener('abort', () => listeners.delete(listener));
      add(type, listener, options);
    };
    signal.removeEventListener = (type: string, listener: EventListener) => {
      listeners.delete(listener);
      remove(type, listener);
    };
    return { controller, count: () => listeners.size };
  };
  const never = new Promise<never>(() => {});

  it('for a promise settles as that does, and then leaves the signal alone', async () => {
    const { controller, count } = counted();
    const { signal } = controller;
    assert.equal(await untilAborted(Promise.resolve(7), signal), 7);
    assert.equal(await rejection(untilAborted(Promise.reject(new Error('no')), signal)).then(String), 'Error: no');
    await Promise.resolve();
    assert.equal(count(), 0);
    assert.equal(await untilAborted(Promise.resolve(7), undefined), 7);
  });

  it('for a promise ends with the reason of the signal, also if that has aborted before', async () => {
    const { controller } = counted();
    const waiting = rejection(untilAborted(never, controller.signal));
    controller.abort('enough');
    assert.equal(await waiting, 'enough');
    assert.equal(await rejection(untilAborted(never, controller.signal)), 'enough');
  });

  it('for a time ends with it, and then leaves the signal alone', async () => {
    const { controller, count } = counted();
    const startedAt = performance.now();
    const waiting = wait(50, controller.signal);
    assert.equal(count(), 1);
    await waiting;
    assert.isAtLeast(performance.now() - startedAt, 45);
    assert.equal(count(), 0);
  });

  it('for a time ends with the reason of the signal, and leaves no timer', async () => {
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    const timers = new Set<unknown>();
    Object.assign(globalThis, {
      setTimeout: (...args: Parameters<typeof set>) => {
        const timer = set(...args);
        timers.add(timer);
        return timer;
      },
      clearTimeout: (timer: unknown) => (timers.delete(timer), clear(Number(timer))),
    });
    try {
      const controller = new AbortController();
      const waiting = rejection(wait(1e9, controller.signal));
      assert.equal(timers.size, 1);
      controller.abort('enough');
      assert.equal(await waiting, 'enough');
      assert.equal(await rejection(wait(1e9, controller.signal)), 'enough');
      assert.equal(timers.size, 0);
      assert.isTrue(await settlesWithin(1e9, Promise.resolve()));
      assert.isTrue(await settlesWithin(1e9, Promise.reject(new Error('no'))));
      assert.equal(timers.size, 0);
    } finally {
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    }
  });

  it('for a promise that takes longer than it may says so', async () => {
    const startedAt = performance.now();
    assert.isFalse(await settlesWithin(50, never));
    assert.isAtLeast(performance.now() - startedAt, 45);
  });

  it('is for the abort alone where that is awaited, and over at once if it has come', () => {
    const controller = new AbortController();
    let calls = 0;
    onabort(controller.signal, () => calls++);
    assert.equal(calls, 0);
    controller.abort();
    assert.equal(calls, 1);
    onabort(controller.signal, () => calls++);
    assert.equal(calls, 2);
  });
});
