/** Step-ups: requests for more permissions, and the policies that decide whether the user is asked for them. */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { StepUpPolicy, StepUpRequest } from '../../wire/authorizer.ts';
import { askPage, shorten, withoutQuery } from '../failures.ts';
import type { Grant } from '../model.ts';

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
      const answer = await askPage('confirmStepUp', 'permission-required', () => policy(request), request.signal);
      if (answer !== undefined) return answer;
    }
    return false;
  }
}

/** The error for a call that needs permissions that the user has not granted. */
export function lacksPermission({ server, target: { issuer } }: Grant, scope: readonly string[] = []): AuthError {
  const named = scope.length > 0 ? ` (${shorten(scope.join(' '))})` : '';
  return new AuthError(
    'permission-required',
    `${withoutQuery(server)} needs more scopes than the user granted${named}: call signIn() with this \`scope\` in a click handler.`,
    { issuer },
  );
}
