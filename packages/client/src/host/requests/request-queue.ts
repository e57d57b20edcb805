/** Questions that wait for the user, and who puts them to the user. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { Answers, PendingRequest, Requests, SamplingDecision } from '../snapshot.ts';

type Kind = PendingRequest['kind'];

/** A question before it has an id. */
type Question<P = PendingRequest> = P extends PendingRequest ? Pick<P, 'kind' | 'request'> : never;

/** A page's own answer to a question of this kind. Nothing means: no opinion, ask the next policy and then the user. */
export type RequestPolicy<K extends Kind> = (
  request: Requests[K],
  options: { signal: AbortSignal },
) => Answers[K] | undefined | Promise<Answers[K] | undefined>;

/** What an responder can do beyond the least that its kind of question needs. */
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
  elicitation: (answer) => hasAction(answer, ['accept', 'decline', 'cancel']),
  sampling: (answer): answer is SamplingDecision =>
    hasAction(answer, ['deny']) || (hasAction(answer, ['allow']) && 'result' in answer && isObject(answer.result)),
};

/** What a question comes to that the user is not asked, or not any more. */
const UNASKED: { [K in Kind]: Answers[K] } = {
  consent: { action: 'deny', reason: 'The user could not be asked, or wanted no questions.' },
  'step-up': { action: 'deny' },
  elicitation: { action: 'cancel' },
  sampling: { action: 'deny', reason: 'The user could not be asked, or wanted no questions.' },
};

/** Nobody, where the user could not be asked any more. */
export function whoSaid(answer: Answers[Kind]): 'user' | undefined {
  return Object.values(UNASKED).includes(answer) ? undefined : 'user';
}

export class RequestQueue {
  readonly #onchange: (requests: readonly PendingRequest[]) => void;
  readonly #onresponders: () => void;
  readonly #waiting = new Map<string, { request: PendingRequest; settle: (answer: unknown) => void }>();
  readonly #responders = new Set<Responder>();
  /** Makes ids that no other host of the page has: an element may move from one to another. */
  readonly #ownId = Math.random().toString(36).slice(2);
  #lastId = 0;

  /**
   * @param onchange gets the questions that wait, the oldest first
   * @param onresponders called when an responder came or went
   */
  constructor(onchange: (requests: readonly PendingRequest[]) => void, onresponders: () => void) {
    this.#onchange = onchange;
    this.#onresponders = onresponders;
  }

  addResponder(kind: Kind, options: ResponderOptions = {}): () => void {
    const responder: Responder = { ...options, kind };
    this.#responders.add(responder);
    this.#onresponders();
    return () => {
      if (!this.#responders.delete(responder)) return;
      this.#onresponders();
      if (this.isAsked(kind)) return;
      // A question that nobody can see any more must not wait for ever.
      this.dismiss((request) => request.kind === kind);
    };
  }

  /** Settles questions as if nobody had been there to ask. */
  dismiss(isMeant: (request: PendingRequest) => boolean): void {
    for (const { request, settle } of this.#waiting.values()) if (isMeant(request)) settle(UNASKED[request.kind]);
  }

  isAsked(kind: Kind): boolean {
    return this.#respondersOf(kind).length > 0;
  }

  get supportsTools(): boolean {
    return this.#respondersOf('sampling').some(({ supportsTools }) => supportsTools);
  }

  #respondersOf(kind: Kind): Responder[] {
    return [...this.#responders].filter((responder) => responder.kind === kind);
  }

  /** @returns nothing when no user interface is there to ask. */
  ask<K extends Kind>(question: Extract<Question, { kind: K }>, signal: AbortSignal): Promise<Answers[K]> | undefined {
    const { kind } = question;
    if (!this.isAsked(kind)) return undefined;
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
        request: Object.freeze({ id, ...question }),
        settle: (answer) => {
          if (!isAnswer[kind](answer))
            throw new McpError(
              'invalid-argument',
              `This is no answer to a question of the kind "${kind}": see \`Answers\`.`,
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

  #publish(): void {
    this.#onchange(Object.freeze([...this.#waiting.values()].map(({ request }) => request)));
  }
}

/** Asks one policy after the other until one has an answer. */
export async function askPolicies<K extends Kind>(
  policies: Iterable<RequestPolicy<K>>,
  request: Requests[K],
  signal: AbortSignal,
): Promise<Answers[K] | undefined> {
  for (const policy of policies) {
    // A policy that does not look at the signal must not keep the caller waiting.
    const answer = await untilAborted(Promise.resolve(policy(request, { signal })), signal);
    if (answer) return answer;
  }
  return undefined;
}

function hasAction<A extends string>(answer: unknown, actions: readonly A[]): answer is { action: A } {
  return isObject(answer) && actions.some((action) => action === answer['action']);
}
