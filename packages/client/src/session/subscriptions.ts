/** 2026-07-28, subscriptions: one long stream that carries the changes a client asked to hear of. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { backoffDelay, wait } from '../wire/backoff.ts';
import type { RequestId } from '../wire/json-rpc.ts';
import type { Interest } from './era.ts';

export interface SubscriptionsOptions {
  /** Sends `subscriptions/listen` and reads its stream to the end; `onopen` gets the id of the request. */
  listen(params: JsonObject, onopen: (id: RequestId) => void, signal: AbortSignal): Promise<unknown>;
  /** The stream was away: whatever it would have said may have been missed. */
  onmissed(interest: Interest): void;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  /** Whom to tell what the server granted, by the id of the listen request. */
  readonly #opening = new Map<RequestId, (granted: JsonObject) => void>();
  readonly #ended = new Map<RequestId, AbortController>();
  #current = new AbortController();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Opens a stream for this interest, then lets the one before go: a filter cannot be changed in place.
   *
   * @throws {McpError} `unsupported` when the server grants less than was asked, or has no such stream.
   */
  async setInterest(interest: Interest): Promise<void> {
    const previous = this.#current;
    this.#current = new AbortController();
    try {
      if (interest.lists || interest.uris.length > 0) await this.#open(interest, this.#current.signal);
    } finally {
      previous.abort();
    }
  }

  /** Takes `notifications/subscriptions/acknowledged`. */
  acknowledge({ _meta, notifications }: JsonObject): void {
    const id = isObject(_meta) ? _meta['io.modelcontextprotocol/subscriptionId'] : undefined;
    if (typeof id === 'string' || typeof id === 'number') this.#opening.get(id)?.(isObject(notifications) ? notifications : {});
  }

  /** Takes `notifications/cancelled`, with which some servers end a stream. */
  end(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#ended.get(id)?.abort();
  }

  close(): void {
    this.#current.abort();
  }

  #open(interest: Interest, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#keepOpen(interest, signal, (granted) => {
        const refused = refusedBy(granted, interest);
        if (refused.length === 0) resolve();
        else reject(new McpError('unsupported', `The server does not announce changes of ${refused.join(', ')}.`));
      }).then(resolve, reject);
    });
  }

  async #keepOpen(interest: Interest, signal: AbortSignal, onacknowledge: (granted: JsonObject) => void): Promise<void> {
    const { lists, uris } = interest;
    const notifications = {
      ...(lists && { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: [...uris] }),
    };
    let attempt = 0;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const ended = new AbortController();
      let id: RequestId | undefined;
      const onopen = (opened: RequestId): void => {
        id = opened;
        this.#ended.set(opened, ended);
        this.#opening.set(opened, (granted) => {
          attempt = 0;
          if (isFirst) onacknowledge(granted);
          else this.#options.onmissed(interest);
        });
      };
      try {
        await this.#options.listen({ notifications }, onopen, AbortSignal.any([signal, ended.signal]));
      } catch (error) {
        if (isFinal(error)) throw error;
      } finally {
        if (id !== undefined) {
          this.#opening.delete(id);
          this.#ended.delete(id);
        }
      }
      if (!signal.aborted) await wait(backoffDelay(attempt++, undefined), signal).catch(() => {});
    }
  }
}

/** The server said no; asking again changes nothing. */
function isFinal(error: unknown): boolean {
  return error instanceof RpcError || (error instanceof HttpError && error.status < 500) || (error instanceof McpError && error.code === 'closed');
}

/** What was asked for and not granted. Lists that a server does not have are not missed. */
function refusedBy(granted: JsonObject, { uris }: Interest): string[] {
  const subscribed = granted['resourceSubscriptions'];
  return uris.filter((uri) => !(Array.isArray(subscribed) && subscribed.includes(uri)));
}
