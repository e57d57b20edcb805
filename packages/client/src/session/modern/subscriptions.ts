/** 2026-07-28, subscriptions: one long stream that carries the changes that a client wants to hear of. */
import { McpError, RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { INVALID_PARAMS, TASKS_EXTENSION } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { Doubts, isAway, isPassing, type Reconnection, STABLE_MS } from '../../transports/reconnection.ts';
import { Silence } from '../../transports/silence.ts';
import type { RequestId } from '../../wire/json-rpc.ts';
import { isNothing, NOTHING, withoutTasks } from '../whole-interest.ts';
import type { Interest, RequestExtras } from '../session.ts';

/** How long a server that has granted a stream before may take to grant it again, in ms. */
const GRANT_MS = 15_000;

const TASK_EXTRAS: RequestExtras = { extensions: { [TASKS_EXTENSION]: {} } };

export interface ListenCallbacks {
  /** Gets the id of the request. */
  readonly onopen: (id: RequestId) => void;
  /** Called for each piece that arrives, where the stream can fall silent unnoticed. */
  readonly onpiece: () => void;
  /** What the request has to declare. */
  readonly extras: RequestExtras;
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
  /** The stream that was just granted carries the status of these tasks. */
  ontasksheard(taskIds: readonly string[]): void;
  /** The stream was interrupted: the client may have missed changes. */
  onmissed(interest: Interest): void;
  /**
   * The server refuses a stream that it acknowledged before; or, if the error is `network` or `timeout`, it could not be
   * reached several times in a row.
   */
  onchangeslost(error: McpError): void;
}

/** After so many refusals, a server that never granted tasks does not know what their ids are for. */
const MAX_TASK_REFUSALS = 2;

/** A stream of changes, opened anew whenever it ends. */
interface Stream {
  readonly ending: AbortController;
  /** What to ask for next time. */
  interest: Interest;
  /** Whether the server has acknowledged it, and it has not ended since. */
  isOpen: boolean;
}

export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  /** What to call with what the server acknowledged, by the id of the listen request. */
  readonly #opening = new Map<RequestId, (acknowledged: JsonObject) => void>();
  readonly #ended = new Map<RequestId, AbortController>();
  #current: Stream = { ending: new AbortController(), interest: NOTHING, isOpen: false };
  /** What the current stream carries besides tasks, as text. */
  #carried: string | undefined;
  readonly #closing = new AbortController();
  /** Whether the server may announce the status of tasks. Many have tasks and no such announcements. */
  #tellsOfTasks = true;
  /** Whether the server has ever granted that. It then knows what the ids are for. */
  #hasToldOfTasks = false;
  #taskRefusals = 0;
  /** The server refused these tasks together. It need not say which of them it does not know. */
  #refusedTasks: readonly string[] = [];

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /**
   * Opens a stream for this interest, then closes the one before: the filter of a stream cannot change.
   * If the new one cannot be opened, the one before stays. If only tasks have ended, it stays too, and is opened without them
   * when it breaks.
   *
   * Tasks are no reason to fail: the client can ask for their status.
   *
   * @throws {McpError} `unsupported` when the server acknowledges less than the client asks for, `rpc` or `http` when it has
   *   no such stream, `timeout` when it does not say, `closed` after {@link close}.
   */
  async setInterest(interest: Interest): Promise<void> {
    // Changes may have waited for each other until now.
    this.#closing.signal.throwIfAborted();
    const wanted = this.#tellsOfTasks ? this.#withoutRefused(interest) : withoutTasks(interest);
    const previous = this.#current;
    const isMore = !isWithin(wanted.taskIds, previous.interest.taskIds);
    const isLess = wanted !== interest || !isWithin(previous.interest.taskIds, wanted.taskIds);
    if (isLess && !isMore && textOf(wanted) === this.#carried && !isNothing(wanted)) {
      previous.interest = wanted;
      return;
    }
    const next: Stream = { ending: new AbortController(), interest: wanted, isOpen: false };
    this.#current = next;
    try {
      if (!isNothing(wanted)) await this.#open(next);
      this.#carried = textOf(wanted);
    } catch (error) {
      next.ending.abort();
      if (this.#current === next) this.#current = previous;
      throw error;
    }
    previous.ending.abort();
    // The one before broke while this one was being opened, and nobody listened in between.
    const missed = inBoth(previous.interest, wanted);
    if (!previous.isOpen && !isNothing(missed)) this.#options.onmissed(missed);
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

  #open(stream: Stream): Promise<void> {
    const { timeoutMs } = this.#options;
    const { interest } = stream;
    const signal = AbortSignal.any([stream.ending.signal, this.#closing.signal]);
    return new Promise((resolve, reject) => {
      const giveUp = (): void =>
        reject(new McpError('timeout', `The server did not say within ${timeoutMs} ms which changes it announces.`));
      const timer = timeoutMs < Infinity ? setTimeout(giveUp, timeoutMs) : undefined;
      this.#keepOpen(stream, signal, (acknowledged) => {
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
    stream: Stream,
    signal: AbortSignal,
    onacknowledged: (acknowledged: JsonObject) => void,
  ): Promise<void> {
    const { reconnection, canFallSilent, isShared } = this.#options;
    const silence = new Silence({ inHiddenPage: isShared });
    const doubts = new Doubts();
    let isAcknowledged = false;
    let wasAway = false;
    let attempt = 0;
    let isOver = false;
    while (!signal.aborted) {
      const asked = stream.interest;
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
          isOver = !this.#heedTasks(acknowledged, asked) && isNothing(withoutTasks(asked));
          if (isOver) ending.abort();
          if (!isAcknowledged) onacknowledged(acknowledged);
          if (isAcknowledged || wasAway) this.#options.onmissed(asked);
          isAcknowledged = stream.isOpen = true;
          wasAway = false;
        });
      };
      try {
        const extras = asked.taskIds?.length ? TASK_EXTRAS : {};
        const callbacks = { onopen, onpiece: () => silence.heard(), extras };
        await this.#options.listen({ notifications: filterOf(asked) }, callbacks, listening);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof McpError) {
          if (asked.taskIds?.length && !isPassing(error)) {
            // Perhaps because of the tasks.
            this.#heedTaskRefusal(error, asked.taskIds);
            stream.interest = withoutTasks(stream.interest);
            if (isNothing(stream.interest)) return;
            continue;
          }
          failure = error;
          const isFinal = isAcknowledged ? doubts.isFinal(error) : !isPassing(error);
          const isRefusal = isAcknowledged && !isPassing(error);
          if (isRefusal || isAway(error, attempt)) {
            wasAway = true;
            this.#options.onchangeslost(error);
          }
          if (isFinal) {
            this.#carried = undefined;
            throw error;
          }
        }
      } finally {
        clearTimeout(timer);
        stream.isOpen = false;
        ending.abort();
        if (id !== undefined) {
          this.#opening.delete(id);
          this.#ended.delete(id);
        }
      }
      if (performance.now() - acknowledgedAt > STABLE_MS) attempt = 0;
      if (isOver) return;
      // A fresh stream tells at once whether the server is there.
      if (isSilent && acknowledgedAt < Infinity) continue;
      if (!signal.aborted)
        await reconnection.turn(attempt++, { signal, error: failure, inHiddenPage: isShared }).catch(() => {});
    }
  }

  /** One of the tasks may have ended since, or the server may not know what their ids are for. */
  #heedTaskRefusal(error: McpError, taskIds: readonly string[]): void {
    this.#options.ontasksheard([]);
    this.#refusedTasks = [...new Set([...this.#refusedTasks, ...taskIds])];
    if (!(error instanceof RpcError)) return;
    const mayBeTheIds =
      error.rpcCode === INVALID_PARAMS && (this.#hasToldOfTasks || ++this.#taskRefusals < MAX_TASK_REFUSALS);
    this.#tellsOfTasks &&= mayBeTheIds;
  }

  /** Once one of the refused tasks is no longer followed, it may have been that one. */
  #withoutRefused(interest: Interest): Interest {
    const { taskIds = [] } = interest;
    const refused = this.#refusedTasks;
    if (refused.length === 0) return interest;
    if (!isWithin(refused, taskIds)) {
      this.#refusedTasks = [];
      return interest;
    }
    return { ...withoutTasks(interest), taskIds: taskIds.filter((id) => !refused.includes(id)) };
  }

  /** Takes what a grant says about tasks. Returns whether the server announces the status of any. */
  #heedTasks({ taskIds: granted }: JsonObject, { taskIds = [] }: Interest): boolean {
    if (taskIds.length === 0) return false;
    this.#tellsOfTasks &&= Array.isArray(granted);
    this.#hasToldOfTasks ||= Array.isArray(granted);
    const heard = taskIds.filter((id) => Array.isArray(granted) && granted.includes(id));
    this.#options.ontasksheard(heard);
    return heard.length > 0;
  }
}

/** No tasks, or only some of these. */
const isWithin = (taskIds: readonly string[] = [], all: readonly string[] = []): boolean =>
  taskIds.every((id) => all.includes(id));

/** What was wanted before, and still is. */
const inBoth = (one: Interest, other: Interest): Interest => ({
  lists: one.lists && other.lists,
  uris: one.uris.filter((uri) => other.uris.includes(uri)),
  taskIds: one.taskIds?.filter((id) => other.taskIds?.includes(id)) ?? [],
});

const ungranted = (): McpError =>
  new McpError('timeout', `The server did not say within ${GRANT_MS} ms which changes it announces.`);

const textOf = (interest: Interest): string => JSON.stringify(withoutTasks(interest));

/** How a request for a stream says this. */
function filterOf({ lists, uris, taskIds = [] }: Interest): JsonObject {
  return {
    ...(lists && { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }),
    ...(uris.length > 0 && { resourceSubscriptions: [...uris] }),
    ...(taskIds.length > 0 && { taskIds: [...taskIds] }),
  };
}

/** The resources that the server did not acknowledge. It need not have the lists. */
function refusedBy(acknowledged: JsonObject, { uris }: Interest): string[] {
  const subscribed = acknowledged['resourceSubscriptions'];
  return uris.filter((uri) => !(Array.isArray(subscribed) && subscribed.includes(uri)));
}
