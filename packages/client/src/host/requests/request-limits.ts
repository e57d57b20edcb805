/** How much servers may ask of the user, and what the user turned away. */
import type { HostServer, UnseenRequests } from '../snapshot.ts';

/** How many questions one server may put to the user; those beyond it are answered at once, with `cancel` or a refusal. */
export interface RequestLimits {
  /** At the same time. 10 by default. */
  maxWaiting?: number | undefined;
  /** In any minute. 30 by default: more than anybody reads. */
  maxPerMinute?: number | undefined;
}

const MINUTE_MS = 60_000;

interface Asked {
  /** When the user was asked, by `performance.now()`, within the last minute. */
  times: number[];
  waiting: number;
  unseenRequests: UnseenRequests;
}

export class RequestCounts {
  readonly #limits: RequestLimits;
  readonly #onchange: (serverId: string, unseenRequests: UnseenRequests) => void;
  readonly #asked = new Map<string, Asked>();

  /** @param onchange called when something was turned away, or is no longer */
  constructor(limits: RequestLimits, onchange: (serverId: string, unseenRequests: UnseenRequests) => void) {
    this.#limits = limits;
    this.#onchange = onchange;
  }

  /** Whether the user wants nothing of the server; a question is then counted as turned away. */
  isRefused({ id }: HostServer, onunseen?: (unseenRequests: UnseenRequests) => void): boolean {
    const asked = this.#of(id);
    if (asked.unseenRequests.isMuted) this.#countUnseen(id, asked, onunseen);
    return asked.unseenRequests.isMuted;
  }

  /** Asks the user, or gives nothing where that would be too often. */
  async ask<T>(
    { id }: HostServer,
    question: () => Promise<T> | undefined,
    onunseen?: (unseenRequests: UnseenRequests) => void,
  ): Promise<T | undefined> {
    const { maxWaiting = 10, maxPerMinute = 30 } = this.#limits;
    const asked = this.#of(id);
    const now = performance.now();
    asked.times = asked.times.filter((time) => now - time < MINUTE_MS);
    if (asked.waiting >= maxWaiting || asked.times.length >= maxPerMinute)
      return this.#countUnseen(id, asked, onunseen);
    asked.times.push(now);
    asked.waiting++;
    try {
      return await question();
    } finally {
      asked.waiting--;
    }
  }

  /** Turns away everything that the server asks, or lets it ask again and forgets what was before. */
  mute(id: string, isMuted: boolean): void {
    const asked = this.#of(id);
    asked.unseenRequests = Object.freeze({ count: isMuted ? asked.unseenRequests.count : 0, isMuted });
    this.#onchange(id, asked.unseenRequests);
  }

  forget(id: string): void {
    this.#asked.delete(id);
  }

  #countUnseen(id: string, asked: Asked, onunseen?: (unseenRequests: UnseenRequests) => void): undefined {
    const { count, isMuted } = asked.unseenRequests;
    asked.unseenRequests = Object.freeze({ count: count + 1, isMuted });
    onunseen?.(asked.unseenRequests);
    this.#onchange(id, asked.unseenRequests);
  }

  #of(id: string): Asked {
    let asked = this.#asked.get(id);
    if (!asked) this.#asked.set(id, (asked = { times: [], waiting: 0, unseenRequests: { count: 0, isMuted: false } }));
    return asked;
  }
}
