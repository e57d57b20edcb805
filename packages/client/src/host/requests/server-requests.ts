/** Answers what servers ask of the user: by the page's policies, or else through the user interface. */
import type { ServerRequestHandlers, ServerRequestOptions } from '../../client/requests/handlers.ts';
import { DeniedError, McpError } from '../../errors.ts';
import type { ElicitationResult, Root } from '../../protocol/request-types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import type { Log } from '../log/log.ts';
import { Policies } from '../policies.ts';
import type { HostRoots } from '../roots/host-roots.ts';
import {
  type ElicitationRequest,
  type HostServer,
  nameOfServer,
  type RootsDecision,
  type RootsRequest,
  type SamplingDecision,
  type SamplingRequest,
  type StepUpConsentRequest,
  type UnseenRequests,
} from '../snapshot.ts';
import { type AnsweredRequest, auditAnswer } from './request-audit.ts';
import { RequestCounts, type RequestLimits } from './request-limits.ts';
import { type RequestQueue, whoAnswered } from './request-queue.ts';

/** How long the scopes may be together that a user is asked for, in characters. */
const MAX_SCOPE_LENGTH = 4_000;

/** What the requests of servers need of their host. */
interface ServerRequestContext {
  readonly requests: RequestQueue;
  readonly calls: KnownCalls;
  readonly limits: RequestLimits;
  readonly log: Log;
  readonly roots: HostRoots;
}

export class ServerRequests {
  readonly elicitationPolicies = new Policies<'elicitation'>();
  readonly samplingPolicies = new Policies<'sampling'>();
  readonly #requests: RequestQueue;
  readonly #calls: KnownCalls;
  readonly #counts: RequestCounts;
  readonly #log: Log;
  readonly #roots: HostRoots;
  /** Answers that the user gave to another request of the same server. */
  readonly #answeredAlong = new WeakSet<RootsDecision>();

  /** @param onunseen called when the user did not see a request, or when a server was muted or unmuted */
  constructor(
    { requests, calls, limits, log, roots }: ServerRequestContext,
    onunseen: (serverId: string, unseenRequests: UnseenRequests) => void,
  ) {
    this.#requests = requests;
    this.#calls = calls;
    this.#log = log;
    this.#roots = roots;
    this.#counts = new RequestCounts(limits, log, onunseen);
  }

  /** Refuses the requests of this server that wait and all that come, or lets it ask again. */
  mute(server: HostServer, isMuted: boolean, by: 'page' | 'user'): void {
    const { id } = server;
    this.#log.append({
      kind: 'decision',
      level: 'notice',
      serverId: id,
      serverName: nameOfServer(server),
      data: { decision: isMuted ? 'mute' : 'unmute', by },
    });
    this.#counts.mute(id, isMuted);
    if (isMuted) this.#requests.dismiss(({ kind, request }) => kind !== 'consent' && request.server.id === id);
  }

  /** Settles the requests of this server that wait, because the user whom they were meant for has signed out. */
  withdraw(id: string): void {
    this.#requests.dismiss(({ request }) => request.server.id === id);
  }

  /** What the user allowed a server to ask is over: see `Permissions.forgetUser`. */
  forgetUser(serverUrl: string, hasSignedOut: boolean): Promise<void> {
    return this.#roots.forgetUser(serverUrl, hasSignedOut);
  }

  forget(id: string): void {
    this.#counts.forget(id);
    this.#roots.leave(id);
  }

  /**
   * Handlers for what can be asked now. A server is told of no more.
   *
   * @param server returns the server as it is when it asks, or nothing when it was removed
   * @param left aborts when the user whom the server may ask has signed out
   * @param comesBack whether a later page would be asked again, if this one went now; absent unless calls are recorded
   */
  handlers(
    server: () => HostServer | undefined,
    left: AbortSignal,
    comesBack: (() => boolean) | undefined,
  ): ServerRequestHandlers {
    const asking = ({ request }: ServerRequestOptions): Pick<ElicitationRequest, 'server' | 'callId'> => {
      const asks = requireServer(server());
      return { server: asks, callId: this.#calls.asking(asks.id, request) };
    };
    const elicit = async (
      request: Omit<ElicitationRequest, 'server'>,
      options: ServerRequestOptions,
    ): Promise<ElicitationResult> => {
      const signal = AbortSignal.any([options.signal, left]);
      signal.throwIfAborted();
      const asked = Object.freeze({ ...request, ...(comesBack && { comesBack }), ...asking(options) });
      const { answer, by } = await this.#elicit(asked, signal);
      // The call that waits for the visit fails, and says who declined.
      if (request.completed && answer.action !== 'accept') throw new DeniedError('The visit was declined.', { by });
      return answer;
    };
    return {
      ...(this.#requests.hasResponder('elicitation') && {
        elicitation: {
          form: async (params, options) => elicit({ params }, options),
          url: async (params, options) => elicit({ params, completed: options.completed }, options),
        },
      }),
      ...(this.#requests.hasResponder('sampling') && {
        sampling: {
          supportsTools: this.#requests.supportsTools,
          createMessage: async (params, options) => {
            const signal = AbortSignal.any([options.signal, left]);
            signal.throwIfAborted();
            const { decision, by } = await this.#sample(Object.freeze({ params, ...asking(options) }), signal);
            if (decision?.action === 'allow') return decision.result;
            const reason = decision?.reason;
            throw new DeniedError(reason ?? 'The sampling request was not allowed.', { by, reason });
          },
        },
      }),
      ...(this.#requests.hasResponder('roots') && {
        roots: async (options) => {
          const signal = AbortSignal.any([options.signal, left]);
          signal.throwIfAborted();
          return this.#rootsFor(Object.freeze(asking(options)), signal);
        },
      }),
    };
  }

  async #elicit(
    request: ElicitationRequest,
    signal: AbortSignal,
  ): Promise<{ answer: ElicitationResult; by?: 'policy' | 'user' | undefined }> {
    if (this.#counts.isRefused(request.server)) return { answer: { action: 'cancel' } };
    const forUser = { kind: 'elicitation', request } as const;
    const byPolicy = await this.elicitationPolicies.ask(request, signal);
    const answer =
      byPolicy ?? (await this.#counts.ask(request.server, () => this.#requests.ask<'elicitation'>(forUser, signal)));
    if (!answer) return { answer: { action: 'cancel' } };
    this.#audit(forUser, answer, byPolicy !== undefined);
    return { answer, by: byPolicy ? 'policy' : whoAnswered(answer) };
  }

  async #sample(
    request: SamplingRequest,
    signal: AbortSignal,
  ): Promise<{ decision?: SamplingDecision | undefined; by?: 'policy' | 'user' | undefined }> {
    if (this.#counts.isRefused(request.server)) return {};
    const forUser = { kind: 'sampling', request } as const;
    const byPolicy = await this.samplingPolicies.ask(request, signal);
    const answer =
      byPolicy ?? (await this.#counts.ask(request.server, () => this.#requests.ask<'sampling'>(forUser, signal)));
    if (!answer) return {};
    this.#audit(forUser, answer, byPolicy !== undefined);
    return { decision: answer, by: byPolicy ? 'policy' : whoAnswered(answer) };
  }

  /** The roots that the user lets this server know of: chosen earlier, or now. */
  async #rootsFor(request: RootsRequest, signal: AbortSignal): Promise<readonly Root[]> {
    const { server } = request;
    const isRefused = this.#counts.isRefused(server);
    const known = isRefused ? undefined : await untilAborted(this.#roots.of(server), signal);
    const forUser = { kind: 'roots', request } as const;
    if (known) {
      // How many, and never which: their paths are the user's.
      const { roots, duration } = known;
      auditAnswer(this.#log, forUser, { action: 'allow' }, 'permission', {
        permission: duration,
        count: roots.length,
      });
      return roots;
    }
    const decision = isRefused
      ? undefined
      : await this.#counts.ask(server, () => this.#requests.ask<'roots'>(forUser, signal));
    if (decision?.action === 'allow' && this.#answeredAlong.has(decision)) {
      auditAnswer(this.#log, forUser, decision, undefined, { isAnsweredAlong: true });
      return this.#roots.choose(server, decision.uris, undefined);
    }
    if (decision) this.#audit(forUser, decision, false);
    if (decision?.action !== 'allow')
      throw new DeniedError(decision?.reason ?? 'The user could not be asked for roots.', {
        by: decision && whoAnswered(decision),
      });
    // Whatever else of this server waits for the same answer has it.
    const along = Object.freeze({ ...decision });
    this.#answeredAlong.add(along);
    this.#requests.answerAll('roots', server.id, along);
    return this.#roots.choose(server, decision.uris, decision.permission);
  }

  /**
   * Asks the user whether a server may have more scopes. Resolves with nothing when the user is not asked, or could not
   * answer.
   */
  async confirmStepUp(wanted: Omit<StepUpConsentRequest, 'callId'>, signal: AbortSignal): Promise<boolean | undefined> {
    const request: StepUpConsentRequest = Object.freeze({
      ...wanted,
      callId: this.#calls.asking(wanted.server.id, undefined),
    });
    // Nobody reads more, so nobody could agree to it.
    if (request.scope.join(' ').length > MAX_SCOPE_LENGTH) return undefined;
    if (this.#counts.isRefused(request.server)) return undefined;
    const forUser = { kind: 'step-up', request } as const;
    const decision = await this.#counts.ask(request.server, () => this.#requests.ask<'step-up'>(forUser, signal));
    if (!decision) return undefined;
    this.#audit(forUser, decision, false);
    return whoAnswered(decision) && decision.action === 'allow';
  }

  #audit(request: AnsweredRequest, answer: Parameters<typeof whoAnswered>[0], isByPolicy: boolean): void {
    auditAnswer(this.#log, request, answer, isByPolicy ? 'policy' : whoAnswered(answer));
  }
}

function requireServer(server: HostServer | undefined): HostServer {
  if (!server) throw new McpError('closed', 'The server that asks was removed.');
  return server;
}
