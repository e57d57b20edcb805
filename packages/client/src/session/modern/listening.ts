/** How a client of the modern era hears of changes: on a stream of its own, or on that of another tab. */
import { lazy } from '../../lazy.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { JsonObject, ServerInfo } from '../../protocol/types.ts';
import type { SentRequest } from '../exchange.ts';
import { isNothing } from '../whole-interest.ts';
import type { Interest, SessionContext } from '../session.ts';
import type { SharedListener } from '../shared/shared-listener.ts';
import type { ListRequest } from '../shared/shared-lists.ts';
import type { Subscriptions, SubscriptionsOptions } from './subscriptions.ts';

export const LISTEN = 'subscriptions/listen';

const loadSubscriptions = lazy(() => import('./subscriptions.ts'), 'listens for changes');
const loadShared = lazy(() => import('../shared/shared-listener.ts'), 'listens for changes in one tab for all');

export interface ListeningOptions extends Pick<SubscriptionsOptions, 'listen' | 'canFallSilent'> {
  /** Asks the server for a list, for all tabs. */
  readonly fetchList: (method: string, params: JsonObject) => Promise<JsonObject>;
  readonly context: SessionContext;
  readonly revision: () => Revision;
  readonly closing: AbortSignal;
}

export class Listening {
  readonly #options: ListeningOptions;
  /** What sends `subscriptions/listen`, if this tab does. */
  #subscriptions: Subscriptions | undefined;
  shared: SharedListener | undefined;
  #listener: Subscriptions | SharedListener | undefined;
  /** Whether the server announces changes of its lists. */
  isListening = false;

  constructor(options: ListeningOptions) {
    this.#options = options;
  }

  async setInterest({ lists, uris, taskIds = [] }: Interest, capabilities: ServerInfo['capabilities']): Promise<void> {
    const { tools, prompts, resources } = capabilities;
    // A stream on which nothing can come would only take up a connection.
    const canChange = tools?.listChanged || prompts?.listChanged || resources?.listChanged;
    const interest = { lists: lists && canChange === true, uris, taskIds };
    if (!this.#listener && isNothing(interest)) return;
    const { context, closing, canFallSilent, fetchList, listen, revision } = this.#options;
    const { sharing, timeoutMs, transports } = context;
    const { reconnection } = transports;
    const [{ Subscriptions }, shared] = await Promise.all([loadSubscriptions(), sharing && loadShared()]);
    if (closing.aborted) return;
    const makeListener = (events: Pick<SessionContext, 'ontasksheard' | 'onmissed' | 'onchangeslost'>): Subscriptions =>
      (this.#subscriptions = new Subscriptions({
        reconnection,
        // With headers, it is HTTP.
        canFallSilent,
        isShared: shared !== undefined,
        listen,
        timeoutMs,
        ontasksheard: (heard) => events.ontasksheard(heard),
        onmissed: (missed) => events.onmissed(missed),
        onchangeslost: (error) => events.onchangeslost(error),
      }));
    if (shared && sharing)
      this.shared ??= new shared.SharedListener({
        sharing,
        reconnection,
        revision: revision(),
        timeoutMs,
        events: context,
        fetchList,
        makeListener,
      });
    this.#listener ??= this.shared ?? makeListener(context);
    await this.#listener.setInterest(interest);
    this.isListening = interest.lists;
  }

  /** Takes what came from the server, if it is about streams or came on one that tabs share. Returns whether it did. */
  onnotification(method: string, params: JsonObject, request: SentRequest | undefined): boolean {
    if (method === 'notifications/subscriptions/acknowledged') this.#subscriptions?.acknowledge(params);
    else if (method === 'notifications/cancelled') this.#subscriptions?.end(params['requestId']);
    else if (request?.method === LISTEN && this.shared) this.shared.onnotification(method, params, request);
    else return false;
    return true;
  }

  /** Asks the server for a list, or the tab that leads, if it hears of changes for this one. */
  list(request: ListRequest): Promise<JsonObject> {
    const shared = this.shared;
    if (!this.isListening || !shared?.isHeard || !shared.lists) return request.send(request.options);
    return shared.lists.request(request);
  }

  close(): void {
    this.#listener?.close();
  }
}
