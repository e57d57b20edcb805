/** Over HTTP/1.1, a browser has six connections for a server, all tabs together: calls may not take all of them. */
import { digestOfText } from '../wire/digest.ts';

/** How many calls may be under way that the server can ask something in. One connection listens, one answers. */
const PLACES = 4;

/** How many tabs that share nothing get a place for their streams, if they can do without. The first needs none. */
const MAX_ALONE = 3;

/** Frees a place. Calling it again does nothing. */
export type Free = () => void;

/** The places of one server for calls whose answer may wait for an answer of the page. All tabs share them. */
export class Places {
  readonly #url: URL;
  #name: Promise<string> | undefined;
  #areScarce: boolean;
  /** Where the browser has no locks: how many are taken, and who waits for one. */
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(url: URL) {
    this.#url = url;
    this.#areScarce = url.protocol === 'http:';
  }

  /** Whether the browser has few connections for the server. */
  get areScarce(): boolean {
    return (this.#areScarce ||= isOverHttp1(this.#url));
  }

  /**
   * Waits for as many places as `count` says when it is this call's turn, or rejects when the signal aborts first.
   *
   * @returns what frees each of them
   */
  async take(count: () => number, signal: AbortSignal): Promise<Free[]> {
    const locks: LockManager | undefined = globalThis.navigator?.locks;
    if (!locks) return this.#takeOwn(count, signal);
    const name = await (this.#name ??= nameOf(this.#url));
    try {
      // One waits for places, and the others for their turn, in the order in which they came.
      return await locks.request(`${name} turn`, { signal }, () =>
        takeSome(count(), () => takeLock(locks, name, signal)),
      );
    } catch {
      signal.throwIfAborted();
      // A sandboxed frame has no locks.
      return this.#takeOwn(count, signal);
    }
  }

  /** Waits for the one place that the tab that the user looks at may keep without a call. */
  async takeWithoutCall(signal: AbortSignal): Promise<Free> {
    const { locks } = navigator;
    const name = await (this.#name ??= nameOf(this.#url));
    const leave = await new Promise<Free>((resolve, reject) => {
      const hold = (): Promise<void> => new Promise((free) => resolve(free));
      locks.request(`${name} without call`, { signal }, hold).catch(reject);
    });
    const [free] = await this.take(() => 1, signal).catch((error: unknown) => {
      leave();
      throw error;
    });
    return () => {
      leave();
      free?.();
    };
  }

  /**
   * Takes a place for the stream of a tab for which no other listens, or rejects when the signal aborts first. The first
   * such tab needs none: nobody leads it.
   *
   * @param most how many tabs get one, as calls need some too
   */
  async takeBeside(signal: AbortSignal, most = MAX_ALONE): Promise<Free | undefined> {
    const locks: LockManager | undefined = globalThis.navigator?.locks;
    if (!locks) return undefined;
    const name = await (this.#name ??= nameOf(this.#url));
    for (let tab = 0; tab < most; tab++) {
      const leave = await takeIfFree(locks, `${name} alone ${tab}`);
      if (!leave) continue;
      if (signal.aborted || tab === 0) return leave;
      const [free] = await this.take(() => 1, signal).catch((error: unknown) => {
        leave();
        throw error;
      });
      return () => {
        leave();
        free?.();
      };
    }
    return undefined;
  }

  #takeOwn(count: () => number, signal: AbortSignal): Promise<Free[]> {
    return takeSome(count(), () => this.#takeOne(signal));
  }

  async #takeOne(signal: AbortSignal): Promise<Free> {
    signal.throwIfAborted();
    if (this.#taken < PLACES) this.#taken++;
    else
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve);
        const giveUp = (): void => {
          const index = this.#waiting.indexOf(resolve);
          if (index >= 0) this.#waiting.splice(index, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
      });
    let isTaken = true;
    const free = (): void => {
      if (!isTaken) return;
      isTaken = false;
      const next = this.#waiting.shift();
      // The next one takes over the place.
      if (next) next();
      else this.#taken--;
    };
    // Its turn may have come just before it was given up.
    if (signal.aborted) free();
    signal.throwIfAborted();
    return free;
  }
}

const nameOf = async ({ origin }: URL): Promise<string> => `mcp-web call ${await digestOfText(origin)}`;

/** Takes several places one after the other, or none. */
async function takeSome(count: number, take: () => Promise<Free>): Promise<Free[]> {
  const taken: Free[] = [];
  try {
    while (taken.length < count) taken.push(await take());
  } catch (error) {
    for (const free of taken) free();
    throw error;
  }
  return taken;
}

/** In a sandboxed frame, there are no locks. */
function takeIfFree(locks: LockManager, name: string): Promise<Free | undefined> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | undefined => {
      if (lock) return new Promise((free) => resolve(free));
      resolve(undefined);
      return undefined;
    };
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(undefined));
  });
}

function takeLock(locks: LockManager, name: string, signal: AbortSignal): Promise<Free> {
  const enough = new AbortController();
  const waiting = AbortSignal.any([signal, enough.signal]);
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> | undefined => {
      // Two places may be free at once.
      if (waiting.aborted) return undefined;
      enough.abort();
      return new Promise((free) => resolve(free));
    };
    for (let place = 0; place < PLACES; place++)
      locks.request(`${name} ${place}`, { signal: waiting }, hold).catch((error: unknown) => {
        if (!enough.signal.aborted) reject(error);
      });
  });
}

/** What the browser tells of the last request. Of other origins it tells only if they allow it. */
function isOverHttp1({ href }: URL): boolean {
  // A relay is asked with the server's address in the query.
  const last: (PerformanceEntry & { nextHopProtocol?: string }) | undefined = performance
    .getEntriesByType('resource')
    .findLast(({ name }) => name === href || name.startsWith(`${href}?`));
  return last?.nextHopProtocol === 'http/1.1';
}
