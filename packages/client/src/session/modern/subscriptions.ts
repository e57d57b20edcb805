/** 2026-07-28, subscriptions: one long stream that carries the changes that a client wants to hear of. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { Doubts, isAway, isPassing, type Reconnection, STABLE_MS } from '../../transports/reconnection.ts';
import { Silence } from '../../transports/silence.ts';
import type { RequestId } from '../../wire/json-rpc.ts';
import type { Interest } from '../session.ts';

/** How long a server that has granted a stream before may take to grant it again, in ms. */
const GRANT_MS = 15_000;

export interface ListenCallbacks {
  /** Gets the id of the request. */
  readonly onopen: (id: RequestId) => void;
  /** Called for each piece that arrives, where the stream can fall silent unnoticed. */
  readonly onpiece: () => void;
}

export interface SubscriptionsOptions {
  readonly reconnection: Reconnection;
  /** Whether there is a network between the page and the server, in which a stream can fall silent. */
  readonly canFallSilent: boolean;
  /** Whether tabs listen that somebody may see while this one is hidden. */
  readonly isShared: boolean;
  /** Sends `subscriptions/listen` and reads its stream to the end. */
  listen(params: JsonObject, callbacks: ListenCallbacks, signal: AbortSignal): Promise<unknown>;
  /** How long the server may take to say which changes it announces, in ms. */
  timeoutMs: number;
  /** The stream was interrupted: the client may have missed changes. */
  onmissed(interest: Interest): void;
  /**
   * The server refuses a stream that it acknowledged before; or, if the error is `network` or `timeout`, it could not be
   * reached several times in a row.
   */
  onchangeslost(error: McpError): void;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  /** What to call with what the server acknowledged, by the id of the listen request. */
  readonly #opening = new Map<RequestId, (acknowledged: JsonObject) => void>();
  readonly #ended = new Map<RequestId, AbortController>();
  #current = new AbortController();
  readonly #closing = new AbortController();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Opens a stream for this interest, then closes the one before: the filter of a stream cannot change.
   * If the new one cannot be opened, the one before stays.
   *
   * @throws {McpError} `unsupported` when the server acknowledges less than the client asks for, `rpc` or `http` when it has
   *   no such stream, `timeout` when it does not say, `closed` after {@link close}.
   */
  async setInterest(interest: Interest): Promise<void> {
    // Changes may have waited for each other until now.
    this.#closing.signal.throwIfAborted();
    const previous = this.#current;
    const next = new AbortController();
    this.#current = next;
    try {
      if (interest.lists || interest.uris.length > 0) await this.#open(interest, next);
    } catch (error) {
      next.abort();
      if (this.#current === next) this.#current = previous;
      throw error;
    }
    previous.abort();
  }

  /** Takes `notifications/subscriptions/acknowledged`. */
  acknowledge({ _meta, notifications }: JsonObject): void {
    const id = isObject(_meta) ? _meta['io.modelcontextprotocol/subscriptionId'] : undefined;
    if (typeof id === 'string' || typeof id === 'number')
      this.#opening.get(id)?.(isObject(notifications) ? notifications : {});
  }

  /** Takes `notifications/cancelled`, with which some servers end a stream. */
  end(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#ended.get(id)?.abort();
  }

  /** Ends all streams: also the one that stays open until the next is granted. */
  close(): void {
    this.#closing.abort(new McpError('closed', 'The client was closed while this call was waiting.'));
  }

  #open(interest: Interest, stream: AbortController): Promise<void> {
    const { timeoutMs } = this.#options;
    const signal = AbortSignal.any([stream.signal, this.#closing.signal]);
    return new Promise((resolve, reject) => {
      const giveUp = (): void =>
        reject(new McpError('timeout', `The server did not say within ${timeoutMs} ms which changes it announces.`));
      const timer = timeoutMs < Infinity ? setTimeout(giveUp, timeoutMs) : undefined;
      this.#keepOpen(interest, signal, (acknowledged) => {
        clearTimeout(timer);
        const refused = refusedBy(acknowledged, interest);
        if (refused.length === 0) resolve();
        else reject(new McpError('unsupported', `The server does not announce changes of ${refused.join(', ')}.`));
      })
        .finally(() => clearTimeout(timer))
        .then(() => signal.throwIfAborted())
        .then(resolve, reject);
    });
  }

  async #keepOpen(
    interest: Interest,
    signal: AbortSignal,
    onacknowledged: (acknowledged: JsonObject) => void,
  ): Promise<void> {
    const { lists, uris } = interest;
    const notifications = {
      ...(lists && { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: [...uris] }),
    };
    const { reconnection, canFallSilent, isShared } = this.#options;
    const silence = new Silence({ inHiddenPage: isShared });
    const doubts = new Doubts();
    let isAcknowledged = false;
    let wasAway = false;
    let attempt = 0;
    while (!signal.aborted) {
      const ending = new AbortController();
      const listening = AbortSignal.any([signal, ending.signal]);
      let isSilent = false;
      let acknowledgedAt = Infinity;
      let failure: unknown;
      const onsilent = (): void => {
        isSilent = true;
        ending.abort();
      };
      if (canFallSilent) silence.watch(onsilent, listening);
      // The first grant has a time limit of its own.
      const timer = isAcknowledged ? setTimeout(() => ending.abort(ungranted()), GRANT_MS) : undefined;
      let id: RequestId | undefined;
      const onopen = (opened: RequestId): void => {
        id = opened;
        this.#ended.set(opened, ending);
        this.#opening.set(opened, (acknowledged) => {
          clearTimeout(timer);
          acknowledgedAt = performance.now();
          silence.heard();
          doubts.clear();
          if (!isAcknowledged) onacknowledged(acknowledged);
          if (isAcknowledged || wasAway) this.#options.onmissed(interest);
          isAcknowledged = true;
          wasAway = false;
        });
      };
      try {
        await this.#options.listen({ notifications }, { onopen, onpiece: () => silence.heard() }, listening);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof McpError) {
          failure = error;
          const isFinal = isAcknowledged ? doubts.isFinal(error) : !isPassing(error);
          const isRefusal = isAcknowledged && !isPassing(error);
          if (isRefusal || isAway(error, attempt)) {
            wasAway = true;
            this.#options.onchangeslost(error);
          }
          if (isFinal) throw error;
        }
      } finally {
        clearTimeout(timer);
        ending.abort();
        if (id !== undefined) {
          this.#opening.delete(id);
          this.#ended.delete(id);
        }
      }
      if (performance.now() - acknowledgedAt > STABLE_MS) attempt = 0;
      // A fresh stream tells at once whether the server is there.
      if (isSilent && acknowledgedAt < Infinity) continue;
      if (!signal.aborted)
        await reconnection.turn(attempt++, { signal, error: failure, inHiddenPage: isShared }).catch(() => {});
    }
  }
}

const ungranted = (): McpError =>
  new McpError('timeout', `The server did not say within ${GRANT_MS} ms which changes it announces.`);

/** The resources that the server did not acknowledge. It need not have the lists. */
function refusedBy(acknowledged: JsonObject, { uris }: Interest): string[] {
  const subscribed = acknowledged['resourceSubscriptions'];
  return uris.filter((uri) => !(Array.isArray(subscribed) && subscribed.includes(uri)));
}
