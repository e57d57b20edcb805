/** Which changes at the server the page wants to hear of, over all its listeners and subscriptions. */
import { McpError } from '../errors.ts';
import type { Session } from '../session/session.ts';
import { isAway, OPENING_MS } from '../transports/reconnection.ts';
import { onabort, settlesWithin, untilAborted } from '../wire/abort.ts';
import { LISTS, ListChangeEvent } from './events.ts';

import type { ClientContext } from './tasks/task.ts';
import type { TaskFollower } from './tasks/task-news.ts';

type List = (typeof LISTS)[number];
type Context = Pick<ClientContext, 'transports' | 'onchangeslost' | 'taskNews'>;

export interface ChangeInterestOptions {
  readonly session: Session;
  readonly context: Context;
  /** Hears of lists that may have changed before the page could be told. */
  readonly target: EventTarget;
  /** Aborts when the page closes the client. */
  readonly closing: AbortSignal;
}

export class ChangeInterest {
  readonly #options: ChangeInterestOptions;
  readonly #uris = new Set<string>();
  /** Settles when lists may be fetched, because the page hears of their changes or waited long enough for that. */
  #hearing: Promise<unknown> | undefined;
  /** Lists that were fetched before. */
  readonly #early = new Set<List>();
  #lastChange: Promise<void> = Promise.resolve();
  /** Those that the session was told of last. */
  #tasksDeclared: readonly string[] = [];

  constructor(options: ChangeInterestOptions) {
    this.#options = options;
  }

  /** Hears of changes of lists from now on. */
  addLists(): void {
    if (this.#hearing) return;
    const { closing, context, session, target } = this.#options;
    const { transports, onchangeslost } = context;
    const declare = (): Promise<void> => this.#inTurn(() => this.#declare([...this.#uris]));
    const onfailure = (error: McpError, failures: number): void => {
      if (isAway(error, failures)) onchangeslost(error);
    };
    const heard = transports.reconnection.persist(declare, { signal: closing, onfailure });
    this.#hearing = settlesWithin(OPENING_MS, heard);
    heard.then(
      () => {
        // If it is not heard of yet, everything will have been missed by then.
        if (!session.isListening) return;
        for (const list of this.#early) target.dispatchEvent(new ListChangeEvent(list));
        this.#early.clear();
      },
      (error: unknown) => {
        if (error instanceof McpError && !closing.aborted) onchangeslost(error);
      },
    );
  }

  /** To be called before each request: what changes in a list after it was fetched has to be heard of. */
  async beforeRequest(method: string, signal: AbortSignal | undefined): Promise<void> {
    const { session } = this.#options;
    const list = LISTS.find((name) => method.startsWith(`${name}/`));
    if (!list || !method.endsWith('list') || session.isListening) return;
    if (this.#hearing) await untilAborted(this.#hearing, signal);
    if (!session.isListening) this.#early.add(list);
  }

  addUri(uri: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#uris.has(uri)) return;
      await this.#declare([...this.#uris, uri]);
      this.#uris.add(uri);
    });
  }

  removeUri(uri: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#uris.delete(uri)) await this.#declare([...this.#uris]);
    });
  }

  /**
   * Hears of the status of a task, if the server announces it, until the signal aborts. No stream is opened anew only because
   * a task has ended, unless nothing is left to hear of.
   */
  addTask(follower: TaskFollower, until: AbortSignal): void {
    const { closing, context } = this.#options;
    const { taskNews } = context;
    const declare = (isNeeded: () => boolean): void =>
      void this.#inTurn(async () => {
        if (isNeeded() && !closing.aborted) await this.#declare([...this.#uris]);
      }).catch(() => {}); // Then nothing is announced, and the client asks.
    taskNews.add(follower);
    onabort(until, () => {
      taskNews.delete(follower);
      declare(() => this.#tasksDeclared.includes(follower.id) && !taskNews.ids.includes(follower.id));
    });
    declare(() => !this.#tasksDeclared.includes(follower.id) && taskNews.ids.includes(follower.id));
  }

  /**
   * Changes run one after the other, so that a server that refuses one resource does not end the subscription to
   * another.
   */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => {});
    return done;
  }

  async #declare(uris: readonly string[]): Promise<void> {
    const { context, session } = this.#options;
    const taskIds = context.taskNews.ids;
    await session.setInterest({ lists: this.#hearing !== undefined, uris, taskIds });
    this.#tasksDeclared = taskIds;
  }
}
