/** How much servers may ask of the user, and what the user turned away. */
import type { HostServer, TurnedAway } from './state.ts';

/** How many questions one server may put to the user; those beyond it are answered at once, with `cancel` or a refusal. */
export interface QuestionLimits {
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
  turnedAway: TurnedAway;
}

export class QuestionCounts {
  readonly #limits: QuestionLimits;
  readonly #onchange: (serverId: string, turnedAway: TurnedAway) => void;
  readonly #asked = new Map<string, Asked>();

  /** @param onchange called when something was turned away, or is no longer */
  constructor(limits: QuestionLimits, onchange: (serverId: string, turnedAway: TurnedAway) => void) {
    this.#limits = limits;
    this.#onchange = onchange;
  }

  /** Whether the user wants nothing of the server; a question is then counted as turned away. */
  isRefused({ id }: HostServer, onturnedaway?: (turnedAway: TurnedAway) => void): boolean {
    const asked = this.#of(id);
    if (asked.turnedAway.isAll) this.#turnAway(id, asked, onturnedaway);
    return asked.turnedAway.isAll;
  }

  /** Asks the user, or gives nothing where that would be too often. */
  async ask<T>(
    { id }: HostServer,
    question: () => Promise<T> | undefined,
    onturnedaway?: (turnedAway: TurnedAway) => void,
  ): Promise<T | undefined> {
    const { maxWaiting = 10, maxPerMinute = 30 } = this.#limits;
    const asked = this.#of(id);
    const now = performance.now();
    asked.times = asked.times.filter((time) => now - time < MINUTE_MS);
    if (asked.waiting >= maxWaiting || asked.times.length >= maxPerMinute)
      return this.#turnAway(id, asked, onturnedaway);
    asked.times.push(now);
    asked.waiting++;
    try {
      return await question();
    } finally {
      asked.waiting--;
    }
  }

  /** Turns away everything that the server asks, or lets it ask again and forgets what was before. */
  turnAway(id: string, isAll: boolean): void {
    const asked = this.#of(id);
    asked.turnedAway = Object.freeze({ count: isAll ? asked.turnedAway.count : 0, isAll });
    this.#onchange(id, asked.turnedAway);
  }

  forget(id: string): void {
    this.#asked.delete(id);
  }

  #turnAway(id: string, asked: Asked, onturnedaway?: (turnedAway: TurnedAway) => void): undefined {
    const { count, isAll } = asked.turnedAway;
    asked.turnedAway = Object.freeze({ count: count + 1, isAll });
    onturnedaway?.(asked.turnedAway);
    this.#onchange(id, asked.turnedAway);
  }

  #of(id: string): Asked {
    let asked = this.#asked.get(id);
    if (!asked) this.#asked.set(id, (asked = { times: [], waiting: 0, turnedAway: { count: 0, isAll: false } }));
    return asked;
  }
}
