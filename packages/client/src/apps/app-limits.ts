/** How much one app may send. */
import { isObject } from '../protocol/guards.ts';

/** In characters of all texts and names of a message. */
const MAX_SIZE = 4_000_000;
const MAX_VALUES = 200_000;
const MAX_DEPTH = 64;
/** Messages at once, and for each second after that. */
const BURST = 300;
const PER_SECOND = 100;
/** An app that sends so many more is stopped. */
const MAX_DROPPED = 1_000;

/** Whether a value that a frame posted is JSON, and not too much of it. A frame may post anything that can be cloned. */
export function isReasonable(message: unknown): boolean {
  let size = 0;
  let values = 0;
  let level = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (++values > MAX_VALUES) return false;
      if (typeof value === 'string') size += value.length;
      else if (Array.isArray(value)) {
        if (value.length > MAX_VALUES) return false;
        for (const item of value) next.push(item);
      } else if (isObject(value)) {
        const prototype: unknown = Object.getPrototypeOf(value);
        if (prototype !== Object.prototype && prototype !== null) return false;
        for (const [name, item] of Object.entries(value)) {
          size += name.length;
          next.push(item);
        }
      } else if (!['number', 'boolean', 'undefined'].includes(typeof value) && value !== null) return false;
      if (size > MAX_SIZE) return false;
    }
    level = next;
  }
  return true;
}

/** Counts messages. */
export class MessageRate {
  #left = BURST;
  #at = performance.now();
  #dropped = 0;

  /** Whether one more message may be looked at. */
  take(): boolean {
    const now = performance.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1_000) * PER_SECOND);
    this.#at = now;
    if (this.#left >= 1) {
      this.#left--;
      return true;
    }
    this.#dropped++;
    return false;
  }

  /** Whether so many messages were dropped that the app has to be stopped. */
  get isFlood(): boolean {
    return this.#dropped > MAX_DROPPED;
  }
}
