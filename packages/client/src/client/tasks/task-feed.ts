/** Brings each state of a task: as the server announces it, or as the client asks for it. */
import { readTask, type TaskState } from '../../protocol/task-guards.ts';
import { TASK_STATUS } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { isHidden, onwake } from '../../transports/wake.ts';
import { wait } from '../../wire/abort.ts';
import type { TaskFollower } from './task-news.ts';

/** The longest time between two polls while the server announces the status, in ms. */
const MAX_PAUSE_MS = 60_000;

/** The same while nobody sees the page, whose user may wait for a notification. */
const MAX_HIDDEN_PAUSE_MS = 15_000;

export class TaskFeed implements TaskFollower {
  readonly id: string;
  readonly #signal: AbortSignal;
  /** What was asked for last, or announced last. */
  #known: TaskState | undefined;
  /** What was announced, and is not taken yet. */
  #told: TaskState | undefined;
  #isHeard = false;
  /** How many polls in a row found nothing that had not been announced. */
  #idlePolls = 0;
  /** Aborts when there may be less to wait for. */
  #waiting: AbortController | undefined;
  /** Aborts when the answer to a poll is no longer needed. */
  #polling: AbortController | undefined;

  /** @param known the state of a task that was just created, which is not asked for at once */
  constructor(id: string, known: TaskState | undefined, signal: AbortSignal) {
    this.id = id;
    this.#signal = signal;
    if (known?.status === 'working') this.#known = known;
    // Whoever returns wants to know.
    onwake(() => this.miss(), signal);
  }

  tell(params: JsonObject): void {
    const state = readAnnounced(params);
    // The server has something to say, and asking is the way to find out.
    if (!state) return this.miss();
    // The stream is a connection of its own: what comes on it may be older than the answer to a poll.
    if (this.#known && isBefore(state, this.#known)) return;
    this.#told = this.#known = state;
    this.#waiting?.abort();
    this.#polling?.abort();
  }

  hear(isHeard: boolean): void {
    if (isHeard === this.#isHeard) return;
    this.#isHeard = isHeard;
    this.miss();
  }

  miss(): void {
    this.#idlePolls = 0;
    this.#waiting?.abort();
  }

  /**
   * Resolves with what is announced, or with what `poll` brings when it is time for that.
   *
   * @param intervalMs how often to poll while nothing is announced
   */
  async next(poll: (signal: AbortSignal) => Promise<TaskState>, intervalMs: number): Promise<TaskState> {
    const startedAt = performance.now();
    for (let waitedMs = 0; ; waitedMs = performance.now() - startedAt) {
      const told = this.#take();
      if (told) return told;
      const dueInMs = this.#known ? this.#pauseMs(intervalMs) - waitedMs : 0;
      // A timer may fire a little early.
      if (dueInMs >= 1) await this.#until((this.#waiting = new AbortController()), (signal) => wait(dueInMs, signal));
      else {
        const polled = await this.#until((this.#polling = new AbortController()), (signal) => this.#ask(poll, signal));
        if (polled) return polled;
      }
    }
  }

  /** Whether news can wait: the server announces them, or nobody sees the page. */
  get #isPatient(): boolean {
    return this.#isHeard || isHidden();
  }

  /**
   * Doubles with each poll that brings nothing new. A change that the server fails to announce is then found late, but no
   * later than the status before it had lasted.
   */
  #pauseMs(intervalMs: number): number {
    if (!this.#isPatient) return intervalMs;
    // The server forgets a task after its time to live: its result has to be found before.
    const mostMs = this.#isHeard ? MAX_PAUSE_MS : Math.min(MAX_HIDDEN_PAUSE_MS, (this.#known?.ttlMs ?? Infinity) / 4);
    return Math.max(intervalMs, Math.min(intervalMs * 2 ** this.#idlePolls, mostMs));
  }

  async #ask(poll: (signal: AbortSignal) => Promise<TaskState>, signal: AbortSignal): Promise<TaskState> {
    const isPatient = this.#isPatient;
    const state = await poll(signal);
    signal.throwIfAborted();
    const isNews = !this.#known || !isSame(state, this.#known);
    this.#idlePolls = isPatient && !isNews ? this.#idlePolls + 1 : 0;
    this.#known = state;
    return state;
  }

  #take(): TaskState | undefined {
    const told = this.#told;
    this.#told = undefined;
    return told;
  }

  /** Resolves with nothing when `end` aborts. */
  async #until<T>(end: AbortController, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    try {
      return await work(AbortSignal.any([this.#signal, end.signal]));
    } catch (error) {
      this.#signal.throwIfAborted();
      if (end.signal.aborted) return undefined;
      throw error;
    }
  }
}

/** Returns nothing for what is no task, or lacks what its status promises. */
function readAnnounced(params: JsonObject): TaskState | undefined {
  try {
    const state = readTask(params, TASK_STATUS);
    const { status, inputRequests, result, error } = state;
    const isWhole =
      status === 'input_required'
        ? inputRequests
        : status === 'completed'
          ? result
          : status === 'failed'
            ? error
            : true;
    return isWhole && state;
  } catch {
    return undefined;
  }
}

const isSame = (one: TaskState, other: TaskState): boolean =>
  one.status === other.status && one.statusMessage === other.statusMessage && one.lastUpdatedAt === other.lastUpdatedAt;

/** By the server's clock. False where that cannot be read. */
const isBefore = (one: TaskState, other: TaskState): boolean =>
  Date.parse(one.lastUpdatedAt) < Date.parse(other.lastUpdatedAt);
