/** Who decides whether a tool may run: the page's policies, what the user said before, then the user. */
import { McpError } from '../../errors.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { CallAudit } from '../calls/call-audit.ts';
import type { Permissions } from './permissions.ts';
import { askPolicies } from '../requests/request-queue.ts';
import type { ConsentDecision, ConsentRequest } from '../snapshot.ts';

/**
 * A page's own answer to a consent request. Nothing means: no opinion, go on to the next policy, to what the user allowed
 * before, and to the user. It is asked about every call, so that its no counts whatever the user allowed.
 * The annotations of a tool are its server's claims: never allow because of them alone.
 */
export type ConsentPolicy = (
  request: ConsentRequest,
  options: { signal: AbortSignal },
) => ConsentDecision | undefined | Promise<ConsentDecision | undefined>;

/** Asks the user; rejects when there is nobody to ask. */
export type AskUser = (request: ConsentRequest, signal: AbortSignal) => Promise<ConsentDecision>;

interface Waiting {
  readonly request: ConsentRequest;
  readonly digest: string | undefined;
  readonly question: AbortController;
}

export class Consent {
  readonly #permissions: Permissions;
  readonly #policies: ReadonlySet<ConsentPolicy>;
  /** Questions that the user has before them. */
  readonly #waiting = new Set<Waiting>();

  /** @param policies of the page; they come and go */
  constructor(permissions: Permissions, policies: ReadonlySet<ConsentPolicy>) {
    this.#permissions = permissions;
    this.#policies = policies;
  }

  /** @throws {McpError} `denied` */
  async obtain(
    about: ConsentRequest,
    by: 'model' | 'user',
    signal: AbortSignal,
    askUser: AskUser,
    audit: CallAudit,
  ): Promise<JsonObject> {
    try {
      return await this.#obtain(about, by, signal, askUser, audit);
    } catch (error) {
      // A refusal has its entry. This is a question that nobody answered, or could.
      if (!(error instanceof Denied))
        audit.decided({
          decision: signal.aborted ? 'withdrawn' : 'denied',
          reason: error instanceof Error ? error.message : String(error),
        });
      throw error;
    }
  }

  async #obtain(
    about: ConsentRequest,
    wantedBy: 'model' | 'user',
    signal: AbortSignal,
    askUser: AskUser,
    audit: CallAudit,
  ): Promise<JsonObject> {
    const standing = await untilAborted(this.#permissions.find(about.server, about.tool), signal);
    if (wantedBy === 'model' && !this.#permissions.isEnabled(about.server.url, about.tool.name)) {
      throw new McpError(
        'denied',
        `The user switched ${about.tool.name} off for models. Hand models only the \`enabledTools\` of the snapshot; what the user runs is called with \`by: 'user'\`.`,
      );
    }
    const { permission, changedSince } = standing;
    const request: ConsentRequest = Object.freeze({
      ...about,
      ...(permission && { permission }),
      ...(changedSince && { changedSince }),
    });
    const byPolicy = await askPolicies<'consent'>(this.#policies, request, signal);
    const decision = byPolicy ?? (permission ? undefined : await this.#ask(request, standing.digest, signal, askUser));
    signal.throwIfAborted();
    if (!decision) {
      audit.decided({ decision: 'allowed', by: 'permission', permission: permission?.duration ?? 'session' });
      return about.arguments;
    }
    const by = byPolicy ? 'policy' : 'user';
    if (decision.action !== 'allow') {
      audit.decided({ decision: 'denied', by, reason: decision.reason });
      throw new Denied(
        'denied',
        decision.reason
          ? `The call of ${about.tool.name} was not allowed: ${decision.reason}`
          : `The call of ${about.tool.name} was not allowed.`,
      );
    }
    const stored =
      decision.permission &&
      this.#permissions.remember(
        { url: about.server.url, name: audit.serverName },
        about.tool,
        standing,
        decision.permission,
      );
    if (stored) this.#settle(request, standing.digest);
    audit.decided({ decision: 'allowed', by, permission: stored, isEdited: decision.arguments !== undefined });
    return decision.arguments ?? about.arguments;
  }

  /** Nothing when the user, asked about another call, meanwhile allowed this tool for longer. */
  async #ask(
    request: ConsentRequest,
    digest: string | undefined,
    signal: AbortSignal,
    askUser: AskUser,
  ): Promise<ConsentDecision | undefined> {
    const waiting: Waiting = { request, digest, question: new AbortController() };
    this.#waiting.add(waiting);
    try {
      return await askUser(request, AbortSignal.any([signal, waiting.question.signal]));
    } catch (error) {
      if (waiting.question.signal.aborted && !signal.aborted) return undefined;
      throw error;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  #settle({ server, tool }: ConsentRequest, digest: string | undefined): void {
    for (const { request, question, digest: other } of this.#waiting) {
      if (other === digest && request.server.url === server.url && request.tool.name === tool.name) question.abort();
    }
  }
}

/** Somebody said no. */
class Denied extends McpError {}

export function nobodyToAsk({ tool }: ConsentRequest): McpError {
  return new McpError(
    'denied',
    `Nobody could be asked whether ${tool.name} may run. Put an <mcp-tool-consent> into the page, or give the host a \`consent\` policy.`,
  );
}
