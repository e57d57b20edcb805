/** Who decides whether a tool may run: what the user said before, the page's policies, then the user. */
import { McpError } from '../errors.ts';
import { untilAborted } from '../wire/abort.ts';
import type { ConsentDecision, ConsentRequest } from './state.ts';

/**
 * A page's own answer to a consent request. Nothing means: no opinion, go on to the next policy and to the user.
 * The annotations of a tool are its server's claims: never allow because of them alone.
 */
export type ConsentPolicy = (
  request: ConsentRequest,
  options: { signal: AbortSignal },
) => ConsentDecision | undefined | Promise<ConsentDecision | undefined>;

/** Asks the user; rejects when there is nobody to ask. */
export type AskUser = (request: ConsentRequest, signal: AbortSignal) => Promise<ConsentDecision>;

export class Consent {
  readonly #policies = new Set<ConsentPolicy>();
  /** Definitions that the user allowed for this session. */
  readonly #allowed = new Set<string>();

  addPolicy(policy: ConsentPolicy): () => void {
    const own: ConsentPolicy = (request, options) => policy(request, options);
    this.#policies.add(own);
    return () => void this.#policies.delete(own);
  }

  /** @throws {McpError} `denied` */
  async obtain(request: ConsentRequest, signal: AbortSignal, askUser: AskUser): Promise<ConsentRequest['arguments']> {
    const key = definitionOf(request);
    if (this.#allowed.has(key)) return request.arguments;
    const decision = (await this.#askPolicies(request, signal)) ?? (await askUser(request, signal));
    signal.throwIfAborted();
    if (decision.action !== 'allow') {
      throw new McpError('denied', decision.reason ? `The call of ${request.tool.name} was not allowed: ${decision.reason}` : `The call of ${request.tool.name} was not allowed.`);
    }
    if (decision.remember === 'session') this.#allowed.add(key);
    return decision.arguments ?? request.arguments;
  }

  /** Forgets what was allowed for this session. */
  forget(): void {
    this.#allowed.clear();
  }

  async #askPolicies(request: ConsentRequest, signal: AbortSignal): Promise<ConsentDecision | undefined> {
    for (const policy of this.#policies) {
      // A policy that does not look at the signal must not keep the caller waiting.
      const decision = await untilAborted(Promise.resolve(policy(request, { signal })), signal);
      if (decision) return decision;
    }
    return undefined;
  }
}

/** A tool that changes in any way is another tool, and is asked about again. */
const definitionOf = ({ server, tool }: ConsentRequest): string => JSON.stringify([server.url, tool]);
