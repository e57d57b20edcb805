/** Who decides whether users are sent to agree to more, and in which order they are asked. */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { StepUpPolicy, StepUpRequest } from '../../wire/authorizer.ts';
import { askPage } from '../endpoints/failures.ts';
import type { Grant } from '../model.ts';
import { shorten, withoutQuery } from '../endpoints/quoting.ts';

export class StepUps {
  readonly #policies = new Set<StepUpPolicy>();
  /** The last question, by server. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(first: StepUpPolicy | undefined) {
    if (first) this.#policies.add(first);
  }

  add(policy: StepUpPolicy): () => void {
    const own: StepUpPolicy = (request) => policy(request);
    this.#policies.add(own);
    return () => void this.#policies.delete(own);
  }

  /** Calls that fail at once wait for each other: one answer may do for all of them. */
  inTurn<T>(server: string, work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const turn = (this.#turns.get(server) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#turns.set(
      server,
      turn.catch(() => {}),
    );
    return untilAborted(turn, signal);
  }

  /** The first policy with an opinion decides. Without one, the answer is no. */
  async isWanted(request: StepUpRequest): Promise<boolean> {
    for (const policy of this.#policies) {
      const answer = await askPage('confirmStepUp', 'permission-required', () => policy(request), request.signal);
      if (answer !== undefined) return answer;
    }
    return false;
  }
}

export function lacks({ server, target: { issuer } }: Grant, scope: readonly string[] = []): AuthError {
  const named = scope.length > 0 ? ` (${shorten(scope.join(' '))})` : '';
  return new AuthError(
    'permission-required',
    `${withoutQuery(server)} wants more permissions than the user gave${named}: call signIn() with this \`scope\` in a click.`,
    { issuer },
  );
}
