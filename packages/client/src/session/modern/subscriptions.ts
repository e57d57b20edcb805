/** 2026-07-28, subscriptions: one long stream that carries the changes that a client wants to hear of. */
import { HttpError, McpError, RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { wait } from '../../wire/abort.ts';
import { backoffDelay } from '../../wire/backoff.ts';
import type { RequestId } from '../../wire/json-rpc.ts';
import type { Interest } from '../session.ts';
import { isAway, isPassing, STABLE_MS } from '../../transports/retry.ts';

export interface SubscriptionsOptions {
  /** Sends `subscriptions/listen` and reads its stream to the end; `onopen` gets the id of the request. */
  listen(params: JsonObject, onopen: (id: RequestId) => void, signal: AbortSignal): Promise<unknown>;
  /** How long the server may take to say which changes it announces, in ms. */
  timeoutMs: number;
  /** The stream was interrupted: the client may have missed changes. */
  onmissed(interest: Interest): void;
  /** The server refuses a stream that it acknowledged before; or, if the error is `network`, it could not be reached several times in a row. */
  onchangeslost(error: McpError): void;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  /** What to call with what the server acknowledged, by the id of the listen request. */
  readonly #opening = new Map<RequestId, (acknowledged: JsonObject) => void>();
  readonly #ended = new Map<RequestId, AbortController>();
  #current = new AbortController();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Opens a stream for this interest, then closes the one before: the filter of a stream cannot change.
   * If the new one cannot be opened, the one before stays.
   *
   * @throws {McpError} `unsupported` when the server acknowledges less than the client asks for, `rpc` or `http` when it has
   *   no such stream, `timeout` when it does not say.
   */
  async setInterest(interest: Interest): Promise<void> {
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

  close(): void {
    this.#current.abort();
  }

  #open(interest: Interest, { signal }: AbortController): Promise<void> {
    const { timeoutMs } = this.#options;
    return new Promise((resolve, reject) => {
      const giveUp = (): void =>
        reject(new McpError('timeout', `The server did not say within ${timeoutMs} ms which changes it announces.`));
      const timer = timeoutMs < Infinity ? setTimeout(giveUp, timeoutMs) : undefined;
      let isAcknowledged = false;
      this.#keepOpen(interest, signal, (acknowledged) => {
        clearTimeout(timer);
        const refused = refusedBy(acknowledged, interest);
        isAcknowledged = refused.length === 0;
        if (isAcknowledged) resolve();
        else reject(new McpError('unsupported', `The server does not announce changes of ${refused.join(', ')}.`));
      })
        .finally(() => clearTimeout(timer))
        .then(resolve, (error: unknown) => {
          reject(error);
          if (isAcknowledged && !signal.aborted && error instanceof McpError) this.#options.onchangeslost(error);
        });
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
    let isAcknowledged = false;
    let wasAway = false;
    let attempt = 0;
    while (!signal.aborted) {
      let acknowledgedAt = Infinity;
      const ended = new AbortController();
      let id: RequestId | undefined;
      const onopen = (opened: RequestId): void => {
        id = opened;
        this.#ended.set(opened, ended);
        this.#opening.set(opened, (acknowledged) => {
          acknowledgedAt = performance.now();
          if (!isAcknowledged) onacknowledged(acknowledged);
          if (isAcknowledged || wasAway) this.#options.onmissed(interest);
          isAcknowledged = true;
          wasAway = false;
        });
      };
      try {
        await this.#options.listen({ notifications }, onopen, AbortSignal.any([signal, ended.signal]));
      } catch (error) {
        if (isFinal(error)) throw error;
        if (isAway(error, attempt)) {
          wasAway = true;
          this.#options.onchangeslost(error);
        }
      } finally {
        if (id !== undefined) {
          this.#opening.delete(id);
          this.#ended.delete(id);
        }
      }
      if (performance.now() - acknowledgedAt > STABLE_MS) attempt = 0;
      if (!signal.aborted) await wait(backoffDelay(attempt++, undefined), signal, true).catch(() => {});
    }
  }
}

/** Whether the server refused for good: asking again changes nothing. */
function isFinal(error: unknown): boolean {
  if (error instanceof RpcError) return !isPassing(error.cause);
  if (error instanceof HttpError) return !isPassing(error);
  return error instanceof McpError && !['network', 'stream-ended', 'timeout'].includes(error.code);
}

/** The resources that the server did not acknowledge. It need not have the lists. */
function refusedBy(acknowledged: JsonObject, { uris }: Interest): string[] {
  const subscribed = acknowledged['resourceSubscriptions'];
  return uris.filter((uri) => !(Array.isArray(subscribed) && subscribed.includes(uri)));
}
