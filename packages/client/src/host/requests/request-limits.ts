/** Limits what servers may ask of the user, and counts the requests that the user never saw. */
import type { Log } from '../log/log.ts';
import type { HostServer, UnseenRequests } from '../snapshot.ts';
import { auditUnseen } from './request-audit.ts';

/**
 * How much one server may ask of the user. Requests beyond a limit are answered at once, with `cancel` or a refusal.
 */
export interface RequestLimits {
  /** At the same time. 10 by default. */
  maxWaiting?: number | undefined;
  /** In any minute. 30 by default, which is more than anybody reads. */
  maxPerMinute?: number | undefined;
}

const MINUTE_MS = 60_000;

interface RequestCount {
  /** When the user was asked within the last minute, by `performance.now()`. */
  times: number[];
  waiting: number;
  unseenRequests: UnseenRequests;
}

export class RequestCounts {
  readonly #limits: RequestLimits;
  readonly #log: Log;
  readonly #onchange: (serverId: string, unseenRequests: UnseenRequests) => void;
  readonly #counts = new Map<string, RequestCount>();

  /** @param onchange called when the user did not see a request, or when a server was muted or unmuted */
  constructor(limits: RequestLimits, log: Log, onchange: (serverId: string, unseenRequests: UnseenRequests) => void) {
    this.#limits = limits;
    this.#log = log;
    this.#onchange = onchange;
  }

  /** Whether the user muted the server. The request then counts as unseen. */
  isRefused(server: HostServer): boolean {
    const { isMuted } = this.#of(server.id).unseenRequests;
    if (isMuted) this.#countUnseen(server);
    return isMuted;
  }

  /** Asks the user, or resolves with nothing where that would be too often. */
  async ask<T>(server: HostServer, askUser: () => Promise<T> | undefined): Promise<T | undefined> {
    const { maxWaiting = 10, maxPerMinute = 30 } = this.#limits;
    const count = this.#of(server.id);
    const now = performance.now();
    count.times = count.times.filter((time) => now - time < MINUTE_MS);
    if (count.waiting >= maxWaiting || count.times.length >= maxPerMinute) return this.#countUnseen(server);
    count.times.push(now);
    count.waiting++;
    try {
      return await askUser();
    } finally {
      count.waiting--;
    }
  }

  /** Refuses everything that the server asks, or lets it ask again and starts to count anew. */
  mute(id: string, isMuted: boolean): void {
    const count = this.#of(id);
    count.unseenRequests = Object.freeze({ count: isMuted ? count.unseenRequests.count : 0, isMuted });
    this.#onchange(id, count.unseenRequests);
  }

  forget(id: string): void {
    this.#counts.delete(id);
  }

  #countUnseen(server: HostServer): undefined {
    const count = this.#of(server.id);
    const { unseenRequests } = count;
    count.unseenRequests = Object.freeze({ ...unseenRequests, count: unseenRequests.count + 1 });
    auditUnseen(this.#log, server, count.unseenRequests);
    this.#onchange(server.id, count.unseenRequests);
  }

  #of(id: string): RequestCount {
    let count = this.#counts.get(id);
    if (!count) this.#counts.set(id, (count = { times: [], waiting: 0, unseenRequests: { count: 0, isMuted: false } }));
    return count;
  }
}
