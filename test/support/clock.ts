/** Runs `work` as if this many milliseconds had passed. Restores the page's own time when `work` has settled. */
export async function afterMs<T>(passedMs: number, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + passedMs;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

/** A page whose time stands still until `pass` is called. */
export async function whileTimeStands<T>(work: (pass: (ms: number) => void) => Promise<T>): Promise<T> {
  const { now } = Date;
  let time = now();
  Date.now = () => time;
  try {
    return await work((ms) => (time += ms));
  } finally {
    Date.now = now;
  }
}

/** Runs `work` in a page whose timers of this many ms or more never fire, so that whatever happens has another reason. */
export async function withoutTimersFrom<T>(leastMs: number, work: () => Promise<T>): Promise<T> {
  const { setTimeout: set } = globalThis;
  const stopped: typeof set = Object.assign(
    (...[handler, ms, ...args]: Parameters<typeof set>) => (Number(ms) >= leastMs ? 0 : set(handler, ms, ...args)),
    set,
  );
  globalThis.setTimeout = stopped;
  try {
    return await work();
  } finally {
    globalThis.setTimeout = set;
  }
}

/**
 * A page whose work takes only as long as `pass` says.
 *
 * @param lookMs how much time has passed whenever somebody looks at the clock
 */
export async function whileWorkTakes<T>(work: (pass: (ms: number) => void) => Promise<T>, lookMs = 0): Promise<T> {
  let time = performance.now();
  performance.now = () => (time += lookMs);
  try {
    return await work((ms) => (time += ms));
  } finally {
    Reflect.deleteProperty(performance, 'now');
  }
}

/** How many turns the page gets until this is done, with a call for each. */
export async function turnsDuring(work: Promise<unknown>, onturn = (): unknown => undefined): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port1.onmessage = () => {
    turns++;
    onturn();
    port2.postMessage(null);
  };
  port2.postMessage(null);
  try {
    await work;
    return turns;
  } finally {
    port1.close();
  }
}

/** Runs `work` in a page whose timers of up to this many ms fire soon, and whose longer ones never do. */
export async function whileTimersEndAt<T>(mostMs: number, work: () => Promise<T>): Promise<T> {
  const { setTimeout: set } = globalThis;
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const hurried: typeof set = Object.assign(
    (...[handler, ms = 0, ...args]: Parameters<typeof set>) => (ms > mostMs ? 0 : set(handler, ms / 20, ...args)),
    set,
  );
  globalThis.setTimeout = hurried;
  AbortSignal.timeout = (ms) => (ms > mostMs ? new AbortController().signal : timeout(ms / 20));
  try {
    return await work();
  } finally {
    globalThis.setTimeout = set;
    AbortSignal.timeout = timeout;
  }
}

/** Waits that are over soon, and the time that they take. */
export class HurriedClock {
  /** In seconds. */
  readonly waits: number[] = [];
  /** Those, and the ones that have not ended, or are no longer waited for. */
  readonly begun: number[] = [];
  passedMs = 0;
  /** Whether nothing more is waited for. */
  isStopped = false;
  readonly #set = globalThis.setTimeout;

  /** @param mostMs what is longer is never over */
  start(mostMs = Infinity): void {
    const set = this.#set;
    const now = performance.now.bind(performance);
    performance.now = () => now() + this.passedMs;
    const soon = (work: () => void, ms = 0): unknown => {
      if (ms < 900) return set(work, ms);
      this.begun.push(ms / 1_000);
      if (ms > mostMs) return 0;
      return set(() => {
        if (this.isStopped) return;
        this.waits.push(ms / 1_000);
        this.passedMs += ms;
        work();
      }, 10);
    };
    globalThis.setTimeout = Object.assign(soon, set);
  }

  /** How often the first wait, of about a second, was doubled for each of them. */
  get doublings(): number[] {
    return this.waits.map((seconds) => Math.round(Math.log2(seconds)));
  }

  stop(): void {
    globalThis.setTimeout = this.#set;
    Reflect.deleteProperty(performance, 'now');
  }
}
