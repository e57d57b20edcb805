/** Requests that wait for the user, and the responders that show them to the user. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { Answers, PendingRequest, RootsDecision, SamplingDecision } from '../snapshot.ts';

type Kind = PendingRequest['kind'];

/** A request before it has an id. */
type NewRequest<P = PendingRequest> = P extends PendingRequest ? Pick<P, 'kind' | 'request'> : never;

/** What a responder can do beyond the minimum for its kind of request. */
export interface ResponderOptions {
  /** For `sampling`: whether `tools` and `toolChoice` are understood. */
  supportsTools?: boolean | undefined;
}

interface Responder extends ResponderOptions {
  readonly kind: Kind;
}

const isAnswer: { [K in Kind]: (answer: unknown) => answer is Answers[K] } = {
  consent: (answer) => hasAction(answer, ['allow', 'deny']),
  'step-up': (answer) => hasAction(answer, ['allow', 'deny']),
  skill: (answer) => hasAction(answer, ['allow', 'deny']),
  elicitation: (answer) => hasAction(answer, ['accept', 'decline', 'cancel']),
  sampling: (answer): answer is SamplingDecision =>
    hasAction(answer, ['deny']) || (hasAction(answer, ['allow']) && 'result' in answer && isObject(answer.result)),
  roots: (answer): answer is RootsDecision =>
    hasAction(answer, ['deny']) || (hasAction(answer, ['allow']) && 'uris' in answer && isTexts(answer.uris)),
};

/** How a request is answered when the user is not asked, or no longer asked. */
const UNASKED: { [K in Kind]: Answers[K] } = {
  consent: { action: 'deny', reason: 'The user could not be asked, or wanted no requests.' },
  'step-up': { action: 'deny' },
  skill: { action: 'deny', reason: 'The user could not be asked, or wanted no requests.' },
  elicitation: { action: 'cancel' },
  sampling: { action: 'deny', reason: 'The user could not be asked, or wanted no requests.' },
  roots: { action: 'deny', reason: 'The user could not be asked, or wanted no requests.' },
};

/** Returns nothing when the user could no longer be asked. */
export function whoAnswered(answer: Answers[Kind]): 'user' | undefined {
  return Object.values(UNASKED).includes(answer) ? undefined : 'user';
}

export class RequestQueue {
  readonly #onchange: (requests: readonly PendingRequest[]) => void;
  readonly #onresponders: () => void;
  #areRespondersChanging = false;
  readonly #waiting = new Map<string, { request: PendingRequest; settle: (answer: unknown) => void }>();
  readonly #responders = new Set<Responder>();
  /** Makes the ids of this host's requests unique in the page: an element may move from one host to another. */
  readonly #ownId = Math.random().toString(36).slice(2);
  #lastId = 0;

  /**
   * @param onchange gets the requests that wait, the oldest first
   * @param onresponders called after responders were added or removed, once for all that come and go together
   */
  constructor(onchange: (requests: readonly PendingRequest[]) => void, onresponders: () => void) {
    this.#onchange = onchange;
    this.#onresponders = onresponders;
  }

  addResponder(kind: Kind, options: ResponderOptions = {}): () => void {
    const responder: Responder = { ...options, kind };
    this.#responders.add(responder);
    this.#changeResponders();
    return () => {
      if (!this.#responders.delete(responder)) return;
      this.#changeResponders();
      if (this.hasResponder(kind)) return;
      // A request that nobody can see anymore must not wait forever.
      this.dismiss((request) => request.kind === kind);
    };
  }

  /** Settles requests as if nobody could be asked. */
  dismiss(isMeant: (request: PendingRequest) => boolean): void {
    for (const { request, settle } of this.#waiting.values()) if (isMeant(request)) settle(UNASKED[request.kind]);
  }

  /** Gives all requests of a kind that one server has waiting the same answer. */
  answerAll<K extends Kind>(kind: K, serverId: string, answer: Answers[K]): void {
    for (const { request, settle } of this.#waiting.values())
      if (request.kind === kind && request.request.server.id === serverId) settle(answer);
  }

  hasResponder(kind: Kind): boolean {
    return this.#respondersOf(kind).length > 0;
  }

  get supportsTools(): boolean {
    return this.#respondersOf('sampling').some(({ supportsTools }) => supportsTools);
  }

  #respondersOf(kind: Kind): Responder[] {
    return [...this.#responders].filter((responder) => responder.kind === kind);
  }

  /** Returns nothing when no user interface can ask. */
  ask<K extends Kind>(request: Extract<NewRequest, { kind: K }>, signal: AbortSignal): Promise<Answers[K]> | undefined {
    const { kind } = request;
    if (!this.hasResponder(kind)) return undefined;
    if (signal.aborted) return Promise.reject(signal.reason);
    const id = `${kind}-${this.#ownId}-${++this.#lastId}`;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', onabort);
        this.#publish();
      };
      const onabort = (): void => {
        leave();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onabort, { once: true });
      this.#waiting.set(id, {
        request: Object.freeze({ id, ...request }),
        settle: (answer) => {
          if (!isAnswer[kind](answer))
            throw new McpError(
              'invalid-argument',
              `This does not answer a request of the kind "${kind}": see the type \`Answers\`.`,
            );
          leave();
          resolve(answer);
        },
      });
      this.#publish();
    });
  }

  respond(id: string, answer: unknown): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.settle(answer);
    return waiting !== undefined;
  }

  #changeResponders(): void {
    if (this.#areRespondersChanging) return;
    this.#areRespondersChanging = true;
    setTimeout(() => {
      this.#areRespondersChanging = false;
      this.#onresponders();
    });
  }

  #publish(): void {
    this.#onchange(Object.freeze([...this.#waiting.values()].map(({ request }) => request)));
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function hasAction<A extends string>(answer: unknown, actions: readonly A[]): answer is { action: A } {
  return isObject(answer) && actions.some((action) => action === answer['action']);
}
