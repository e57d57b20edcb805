/** How much one app may send, and get. */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';

/** In characters of all texts and names of a message. */
const MAX_SIZE = 4_000_000;
/** The same of what a server sends to its app. */
export const MAX_RESULT = 10_000_000;
/** A value that is in several places counts in each of them. */
export const MAX_VALUES = 200_000;
const MAX_DEPTH = 64;
/** Messages at once, and for each second after that. */
const BURST = 300;
const PER_SECOND = 100;
/** So many characters, or values, cost as much as one more message. */
const SIZE_OF_ONE = 20_000;
const VALUES_OF_ONE = 1_000;
/** Tool calls: a host remembers only some hundreds, of all apps and models. */
const CALL_BURST = 60;
const CALLS_PER_SECOND = 2;
/** After so many refusals, an app can call no tool. */
const MAX_REFUSED = 3;
/** An app that sends so many more messages is stopped. */
const MAX_DROPPED = 1_000;

/**
 * Looks at a value that a frame posted. A frame may post anything that can be cloned. Some hundred kB may stand for billions
 * of values, so that all are counted before they are looked at.
 *
 * @returns whether it is JSON, and not too much of it, and what looking at it costs, in messages
 */
export function weigh(message: unknown, maxSize = MAX_SIZE): { readonly isReasonable: boolean; readonly cost: number } {
  let size = 0;
  let values = 1;
  const verdict = (isReasonable: boolean): ReturnType<typeof weigh> => ({
    isReasonable,
    cost: Math.floor(Math.min(size, maxSize) / SIZE_OF_ONE + values / VALUES_OF_ONE),
  });
  let level = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return verdict(false);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') size += value.length;
      else if (Array.isArray(value)) {
        if (values + value.length > MAX_VALUES) return verdict(false);
        values += value.length;
        for (const item of value) next.push(item);
      } else if (isObject(value)) {
        const prototype: unknown = Object.getPrototypeOf(value);
        if (prototype !== Object.prototype && prototype !== null) return verdict(false);
        const names = Object.keys(value);
        if (values + names.length > MAX_VALUES) return verdict(false);
        values += names.length;
        for (const name of names) {
          size += name.length;
          next.push(value[name]);
        }
      } else if (!['number', 'boolean', 'undefined'].includes(typeof value) && value !== null) return verdict(false);
      if (size > maxSize) return verdict(false);
    }
    level = next;
  }
  return verdict(true);
}

/**
 * Whether an app may get this from its server. The browser copies a message for each of two frames, and the page stands still
 * meanwhile.
 */
export function fitsApp(result: JsonObject): boolean {
  return weigh(result, MAX_RESULT).isReasonable;
}

/** So many at once, and so many for each second after that. */
class Rate {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #at = performance.now();

  constructor(burst: number, perSecond: number) {
    this.#burst = this.#left = burst;
    this.#perSecond = perSecond;
  }

  /** Whether there may be one more. */
  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }

  /** The last one costs so much more. */
  charge(cost: number): void {
    this.#left -= cost;
  }
}

/** Counts messages. */
export class MessageRate extends Rate {
  #dropped = 0;

  constructor() {
    super(BURST, PER_SECOND);
  }

  /** Whether one more message may be looked at. */
  override take(): boolean {
    const isTaken = super.take();
    if (!isTaken) this.#dropped++;
    return isTaken;
  }

  /** Whether so many messages were dropped that the app has to be stopped. */
  get isFlood(): boolean {
    return this.#dropped > MAX_DROPPED;
  }
}

/** How long the user puts up with the calls of one app. */
export class Patience {
  readonly #rate = new Rate(CALL_BURST, CALLS_PER_SECOND);
  #refused = 0;

  /** Whether the app may make one more call. */
  takeCall(): boolean {
    return this.#refused < MAX_REFUSED && this.#rate.take();
  }

  /** The user did not allow a call, or had to look at a question that the app took back. */
  noteRefusal(): void {
    this.#refused++;
  }
}
