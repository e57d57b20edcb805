/** What the page itself decides about requests, before the user is asked. */
import { untilAborted } from '../wire/abort.ts';
import type { Answers, ConsentDecision, ConsentRequest, PendingRequest, Requests } from './snapshot.ts';

/**
 * A page's own answer to a request of this kind. Returns nothing to leave it to the next policy, and then to the user.
 */
export type RequestPolicy<K extends PendingRequest['kind']> = (
  request: Requests[K],
  options: { signal: AbortSignal },
) => Answers[K] | undefined | Promise<Answers[K] | undefined>;

/**
 * A page's own answer to a consent request. Returns nothing to leave it to the next policy, to what the user allowed
 * before, and to the user. Policies are asked about every call, so a policy can deny what the user allowed. The
 * annotations of a tool are its server's claims: never allow a call because of them alone.
 */
export type ConsentPolicy = (
  request: ConsentRequest,
  options: { signal: AbortSignal },
) => ConsentDecision | undefined | Promise<ConsentDecision | undefined>;

/** The policies for one kind of request, in the order in which the page added them. */
export class Policies<K extends PendingRequest['kind']> {
  readonly #policies = new Set<{ readonly ask: RequestPolicy<K> }>();

  /** Returns a function that removes the policy. A policy that is added twice is asked twice. */
  add(policy: RequestPolicy<K>): () => void {
    const added = { ask: policy };
    this.#policies.add(added);
    return () => void this.#policies.delete(added);
  }

  /** Asks one policy after the other until one has an answer. */
  async ask(request: Requests[K], signal: AbortSignal): Promise<Answers[K] | undefined> {
    for (const { ask } of this.#policies) {
      // A policy that ignores the signal must not keep the caller waiting.
      const answer = await untilAborted(Promise.resolve(ask(request, { signal })), signal);
      if (answer) return answer;
    }
    return undefined;
  }
}
