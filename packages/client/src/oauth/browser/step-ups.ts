/** Step-ups: requests for more scopes, and the policies that decide whether the user is asked for them. */
import { untilAborted } from '../../wire/abort.ts';
import type { StepUpPolicy, StepUpRequest } from '../../wire/authorizer.ts';
import { askPage } from '../failures.ts';

export class StepUps {
  readonly #policies = new Set<StepUpPolicy>();
  /** The last step-up, by server. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(first: StepUpPolicy | undefined) {
    if (first) this.#policies.add(first);
  }

  add(policy: StepUpPolicy): () => void {
    const own: StepUpPolicy = (request) => policy(request);
    this.#policies.add(own);
    return () => void this.#policies.delete(own);
  }

  /** Step-ups for one server run one after the other: one decision may be enough for several calls. */
  inTurn<T>(server: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const turn = (this.#last.get(server) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#last.set(
      server,
      turn.catch(() => {}),
    );
    return untilAborted(turn, signal);
  }

  /** The first policy with an opinion decides. If none has one, the answer is no. */
  async isWanted(request: StepUpRequest): Promise<boolean> {
    for (const policy of this.#policies) {
      const answer = await askPage('confirmStepUp', 'insufficient-scope', () => policy(request), request.signal);
      if (answer !== undefined) return answer;
    }
    return false;
  }
}
