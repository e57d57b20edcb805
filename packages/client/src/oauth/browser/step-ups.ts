/** Step-ups: requests for more scopes, and the policies that decide whether the user is asked for them. */
import { untilAborted } from '../../wire/abort.ts';
import type { StepUpPolicy, StepUpRequest } from '../../wire/authorizer.ts';
import { askPage } from '../failures.ts';

export class StepUps {
  readonly #policies = new Set<StepUpPolicy>();
  /** The scopes that the user, or the page, did not want to grant, by server. */
  readonly #denied = new Map<string, Set<string>>();
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

  /** The first policy with an opinion decides. If none has one, the answer is no, but the next request asks again. */
  async isWanted(request: StepUpRequest): Promise<boolean> {
    for (const policy of this.#policies) {
      const answer = await askPage('confirmStepUp', 'insufficient-scope', () => policy(request), request.signal);
      if (answer === false) this.deny(request.server, request.scope);
      if (answer !== undefined) return answer;
    }
    return false;
  }

  /** Whether all of these scopes were denied: together, one by one, or with others. */
  isDenied(server: string, scope: readonly string[]): boolean {
    const denied = this.#denied.get(server);
    return denied !== undefined && scope.every((one) => denied.has(one));
  }

  /** Remembers a denial for as long as the page is open. */
  deny(server: string, scope: readonly string[]): void {
    this.#denied.set(server, new Set([...(this.#denied.get(server) ?? []), ...scope]));
  }

  /** To be called when the user signs in or out: then they may be asked again. */
  forget(server: string): void {
    this.#denied.delete(server);
  }
}
