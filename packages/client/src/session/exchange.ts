/** Calls that wait for their answer: ids, deadlines, progress and cancellation, for both eras. */
import { McpError } from '../errors.ts';
import { isRepeatable } from '../protocol/methods.ts';
import type { JsonObject, Progress } from '../protocol/types.ts';
import { type MessageSink, type RequestId, toRpcError } from '../wire/json-rpc.ts';
import { Alarm } from './alarm.ts';
import { asSent, isRefusal } from './sent-call.ts';
import { endedEarly, timedOut, wrongId } from './unanswered.ts';

/** A request of the page, as it was sent; its `params` lack what the library adds. */
export interface SentRequest {
  /** The id of its messages, on its connection. */
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
}

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, at the server too. The promise rejects with the signal's reason, untouched. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the answer, or for the next report of progress, in ms. `Infinity` waits forever. */
  timeoutMs?: number | undefined;
  /** How long to wait in total, whatever the progress, in ms. */
  maxTimeoutMs?: number | undefined;
  /** Called for each step that the server reports. */
  onprogress?: ((progress: Progress) => void) | undefined;
  /**
   * True for calls that the user did not cause, such as fetching a list again. When such a call needs more scopes, it
   * fails; the user is not asked.
   */
  isBackground?: boolean | undefined;
}

/** One call on its way. */
export interface Call {
  readonly id: number;
  /** Aborts when nobody waits anymore: answered, cancelled, timed out or closed. */
  readonly signal: AbortSignal;
  /** Aborts when it ends without an answer on its own stream. */
  readonly givenUp: AbortSignal;
  /** See `CallOptions`. */
  readonly isBackground: boolean;
  /** Whether it may be sent again, even if nobody knows whether it arrived. */
  readonly isRepeatable: boolean;
  /** Takes the messages of the exchange that carries this call. */
  readonly sink: MessageSink;
  isSettled: () => boolean;
  /** The id of the last event on the call's stream, where the server can send the rest of it. The transport sets it. */
  lastEventId?: string;
  /** See `RequestExtras`. The session sets it. */
  ontext?: ((text: string | undefined) => void) | undefined;
  /** What the call waits for before it is sent, as the end of a sentence. */
  waitsFor?: string | undefined;
  /** Frees the connection that was set aside for the call, where its answer does not come on that. Otherwise, its end does. */
  freePlace?: () => void;
}

export interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  /** When a call last waited for the user, by `performance.now()`. */
  readonly waitedForUserAt?: (() => number | undefined) | undefined;
  /** @param request is there if the notification came on the stream that answers a request */
  onnotification(method: string, params: JsonObject, request?: SentRequest): void;
  /**
   * @param call aborts with the call on whose stream the server sent its request: nobody needs the answer anymore
   * @param request what that call sent
   */
  onrequest(id: RequestId, method: string, params: JsonObject, call?: AbortSignal, request?: SentRequest): void;
}

interface PendingCall {
  onprogress: ((progress: Progress) => void) | undefined;
  lastProgress: number;
  extendDeadline(): void;
  /** Ends the call if its time is over. Otherwise returns when that will be, by `performance.now()`. */
  expire(): number;
  succeed(result: JsonObject): void;
  fail(error: unknown): void;
}

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #pending = new Map<RequestId, PendingCall>();
  /** Calls that were answered and go on as tasks: their progress is still reported. */
  readonly #lasting = new Map<RequestId, PendingCall>();
  /** Rings when the time of a call may be over. */
  readonly #alarm = new Alarm(() => {
    for (const call of this.#pending.values()) this.#alarm.ringBy(call.expire());
  });
  #lastId = 0;
  /** Why the signal of a call is aborted at its end. Shared, because making an exception takes as long as writing a message. */
  readonly #settled = new DOMException('The call is over.', 'AbortError');
  /** The last answer on a shared stream that had the id of no call, and when it came. */
  #stray: { readonly id: RequestId; readonly time: number } | undefined;
  /** Whether the page knows that something on a stream of no call could not be read. */
  #hasWarned = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Takes messages of a stream that belongs to no call: an answer there is ignored. */
  readonly sink: MessageSink = {
    result: () => {},
    error: () => {},
    notification: (method, params) => this.#notify(method, params),
    request: (id, method, params) => this.#options.onrequest(id, method, params),
    unreadable: (error) => {
      if (!this.#hasWarned) this.#warn(error);
      this.#hasWarned = true;
    },
  };

  /** Takes messages of a stream that all calls share: an answer belongs to the call whose id it has. */
  readonly sharedSink: MessageSink = {
    ...this.sink,
    result: (id, result) => {
      const call = this.#pending.get(id);
      if (call) call.succeed(result);
      else if (!this.#isOwn(id)) this.#noteStray(id, result);
    },
    error: (id, error) => id !== undefined && this.#pending.get(id)?.fail(toRpcError(error)),
  };

  #isOwn(id: RequestId): boolean {
    return typeof id === 'number' && id > 0 && id <= this.#lastId;
  }

  /** An answer to nothing on a shared stream. That to `initialize` is recognized: nothing else waits then. */
  #noteStray(id: RequestId, result: JsonObject): void {
    this.#stray = { id, time: performance.now() };
    if ('protocolVersion' in result)
      this.failAll(new McpError('invalid-message', `The server answered with ${wrongId(id)}`));
  }

  /**
   * Waits for the answer that `transmit` brings to the call's sink.
   *
   * @param transmit sends the request and reads until the call is settled, or nothing is left to read
   * @param cancel tells the server that the caller gave up; not called after an answer
   * @param progressUntil progress is reported until this aborts, also after an answer
   */
  call(
    method: string,
    params: JsonObject,
    options: CallOptions,
    transmit: (call: Call) => Promise<void>,
    cancel?: (call: Call, reason: string) => void,
    progressUntil?: AbortSignal,
  ): Promise<JsonObject> {
    const { signal, onprogress, timeoutMs = this.#options.timeoutMs } = options;
    const { maxTimeoutMs = Math.max(this.#options.maxTimeoutMs, timeoutMs) } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#lastId;
    const request = { id, method, params };
    return new Promise<JsonObject>((resolve, reject) => {
      const reason = this.#settled;
      const givenUp = new AbortController();
      let settled: AbortController | undefined;
      let isAnswered = false;
      let strayId: RequestId | undefined;
      let unreadable: McpError | undefined;

      const settle = (finish: () => void): void => {
        if (!this.#pending.delete(id)) return;
        if (this.#pending.size === 0) this.#alarm.stop();
        signal?.removeEventListener('abort', onabort);
        finish();
        if (!isAnswered) givenUp.abort(reason);
        settled?.abort(reason);
      };
      const succeed = (result: JsonObject): void =>
        settle(() => {
          resolve(result);
          if (progressUntil?.aborted !== false) return;
          this.#lasting.set(id, pending);
          progressUntil.addEventListener('abort', () => this.#lasting.delete(id), { once: true });
        });
      const judged = (error: unknown): unknown =>
        isRepeatable(method) || call.waitsFor || isRefusal(error) ? error : asSent(error, call);
      const fail = (error: unknown): void => settle(() => reject(judged(error)));
      const giveUp = (error: unknown, why: string): void =>
        settle(() => {
          reject(error);
          cancel?.(call, why);
        });
      const onabort = (): void => giveUp(signal?.reason, 'The caller cancelled the call');

      const call: Call = {
        id,
        // Most calls need none of their own: it is made for those that do.
        get signal() {
          settled ??= new AbortController();
          if (call.isSettled()) settled.abort(reason);
          return settled.signal;
        },
        givenUp: givenUp.signal,
        isBackground: options.isBackground === true,
        get isRepeatable() {
          return isRepeatable(method);
        },
        isSettled: () => !this.#pending.has(id),
        sink: {
          ...this.sink,
          notification: (name, said) => this.#notify(name, said, request),
          request: (asked, name, said) => this.#options.onrequest(asked, name, said, call.signal, request),
          result: (answered, result, text) => {
            if (answered !== id) return void (strayId = answered);
            if (call.isSettled()) return;
            isAnswered = true;
            call.ontext?.(text);
            succeed(result);
          },
          // An error without an id belongs to the exchange that carried it (2025-11-25, base protocol).
          error: (answered, error) => {
            if (answered !== undefined && answered !== id) return void (strayId = answered);
            isAnswered = true;
            fail(toRpcError(error));
          },
          unreadable: (error) => {
            // A server that keeps its stream alive in this way does so many times.
            if (!unreadable) this.#warn(error, request);
            unreadable = error;
          },
        },
      };

      let startedAt = performance.now();
      let deadline = startedAt + Math.min(timeoutMs, maxTimeoutMs);
      let isExtended = false;
      const sentAt = startedAt;
      const forgiveUser = (): void => {
        let waitedAt: number | undefined;
        try {
          waitedAt = this.#options.waitedForUserAt?.();
        } catch (error) {
          reportError(error); // The page's own mistake must not cost its calls their time limits.
        }
        if (waitedAt === undefined || !(waitedAt > startedAt)) return;
        startedAt = waitedAt;
        deadline = Math.max(deadline, startedAt + Math.min(timeoutMs, maxTimeoutMs));
      };
      const expire = (): number => {
        forgiveUser();
        const now = performance.now();
        // NaN is no limit.
        if (!(now >= deadline)) return deadline;
        const stray = this.#stray && this.#stray.time >= sentAt ? this.#stray.id : undefined;
        const clues = { unreadable, strayId: stray };
        const waitedMs = Math.round(now - startedAt);
        giveUp(judged(timedOut(method, waitedMs, call.waitsFor, this.#pending.size - 1, clues)), 'Timed out');
        return Infinity;
      };

      const pending: PendingCall = {
        onprogress,
        lastProgress: -Infinity,
        extendDeadline: () => {
          // Once for all events of a chunk: reading the clock costs a seventh of what a small event costs.
          if (isExtended) return;
          isExtended = true;
          queueMicrotask(() => (isExtended = false));
          forgiveUser();
          deadline = Math.min(performance.now() + timeoutMs, startedAt + maxTimeoutMs);
        },
        expire,
        succeed,
        fail,
      };
      this.#pending.set(id, pending);
      signal?.addEventListener('abort', onabort, { once: true });
      this.#alarm.ringBy(expire());
      const transmitted = async (): Promise<void> => transmit(call);
      transmitted().then(() => {
        if (!call.isSettled()) fail(endedEarly(method, strayId, unreadable));
      }, fail);
    });
  }

  /** Whether a call goes on as a task, which a later page can ask for. */
  get hasTasks(): boolean {
    return this.#lasting.size > 0;
  }

  /** The id of the newest call. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Ends every call that still waits, up to the one with the id `lastId`. */
  failAll(error: McpError, lastId = Infinity): void {
    for (const [id, call] of this.#pending) if (Number(id) <= lastId) call.fail(error);
  }

  /** Tells the log that an event was skipped. */
  #warn({ message }: McpError, request?: SentRequest): void {
    const warning = { level: 'warning', logger: 'mcp-web', data: `${message} It was skipped.` };
    this.#options.onnotification('notifications/message', warning, request);
  }

  #notify(method: string, params: JsonObject, request?: SentRequest): void {
    if (method === 'notifications/progress') this.#report(params);
    else this.#options.onnotification(method, params, request);
  }

  #report({ progressToken, progress, total, message }: JsonObject): void {
    if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return;
    const call = this.#pending.get(progressToken) ?? this.#lasting.get(progressToken);
    // Only a number that grows is progress. 1e999 is JSON too.
    if (!call || typeof progress !== 'number' || !(progress > call.lastProgress && progress < Infinity)) return;
    call.lastProgress = progress;
    call.extendDeadline();
    if (!call.onprogress) return;
    const step: Progress = { progress };
    if (typeof total === 'number') step.total = total;
    if (typeof message === 'string') step.message = message;
    try {
      call.onprogress(step);
    } catch (error) {
      reportError(error); // The page's own mistake must not cost it the answer.
    }
  }
}
