/** What servers ask of the user: the page's policies answer, or else the user interface that is there. */
import type { ServerRequestHandlers } from '../../client/requests/handlers.ts';
import { McpError } from '../../errors.ts';
import type { ElicitationResult } from '../../protocol/request-types.ts';
import type { Log } from '../log/log.ts';
import type * as audit from './request-audit.ts';
import { RequestCounts, type RequestLimits } from './request-limits.ts';
import { askPolicies, type RequestPolicy, type RequestQueue, whoSaid } from './request-queue.ts';
import { nameOf } from '../servers/server-name.ts';
import type {
  ElicitationRequest,
  HostServer,
  SamplingDecision,
  SamplingRequest,
  StepUpConsentRequest,
  UnseenRequests,
} from '../snapshot.ts';

export class ServerRequests {
  readonly #requests: RequestQueue;
  readonly #counts: RequestCounts;
  readonly #log: Log;
  readonly #elicitationPolicies = new Set<RequestPolicy<'elicitation'>>();
  readonly #samplingPolicies = new Set<RequestPolicy<'sampling'>>();

  /** @param onunseen called when the user was not asked, or is again */
  constructor(
    questions: RequestQueue,
    limits: RequestLimits,
    log: Log,
    onunseen: (serverId: string, unseenRequests: UnseenRequests) => void,
  ) {
    this.#requests = questions;
    this.#log = log;
    this.#counts = new RequestCounts(limits, onunseen);
  }

  /** Turns away what waits of this server, and all that comes, or lets it ask again. */
  mute(server: HostServer, isMuted: boolean, by: 'page' | 'user'): void {
    const { id } = server;
    this.#log.append({
      kind: 'decision',
      level: 'notice',
      serverId: id,
      serverName: nameOf(server),
      data: { decision: isMuted ? 'mute' : 'unmute', by },
    });
    this.#counts.mute(id, isMuted);
    if (isMuted)
      this.#requests.dismiss(
        ({ kind, request }) => (kind === 'elicitation' || kind === 'sampling') && request.server.id === id,
      );
  }

  forget(id: string): void {
    this.#counts.forget(id);
  }

  addElicitationPolicy(policy: RequestPolicy<'elicitation'>): () => void {
    return add(this.#elicitationPolicies, (request, options) => policy(request, options));
  }

  addSamplingPolicy(policy: RequestPolicy<'sampling'>): () => void {
    return add(this.#samplingPolicies, (request, options) => policy(request, options));
  }

  /** Handlers for what can be asked now: a server is told of no more. */
  handlers(server: () => HostServer | undefined): ServerRequestHandlers {
    const questions = this.#requests;
    const ask = async (request: Omit<ElicitationRequest, 'server'>, signal: AbortSignal): Promise<ElicitationResult> =>
      this.#elicit(Object.freeze({ ...request, server: requireServer(server()) }), signal);
    return {
      ...(questions.isAsked('elicitation') && {
        elicitation: {
          form: (params, { signal }) => ask({ params }, signal),
          url: (params, { signal, completed }) => ask({ params, completed }, signal),
        },
      }),
      ...(questions.isAsked('sampling') && {
        sampling: {
          supportsTools: questions.supportsTools,
          createMessage: async (params, { signal }) => {
            const decision = await this.#sample(Object.freeze({ server: requireServer(server()), params }), signal);
            if (decision?.action === 'allow') return decision.result;
            throw new McpError('denied', decision?.reason ?? 'The request for an answer of a model was not allowed.');
          },
        },
      }),
    };
  }

  async #elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationResult> {
    const question = { kind: 'elicitation', request } as const;
    return (
      (await this.#answer(
        question,
        () => askPolicies<'elicitation'>(this.#elicitationPolicies, request, signal),
        () => this.#requests.ask<'elicitation'>(question, signal),
      )) ?? { action: 'cancel' }
    );
  }

  #sample(request: SamplingRequest, signal: AbortSignal): Promise<SamplingDecision | undefined> {
    const question = { kind: 'sampling', request } as const;
    return this.#answer(
      question,
      () => askPolicies<'sampling'>(this.#samplingPolicies, request, signal),
      () => this.#requests.ask<'sampling'>(question, signal),
    );
  }

  /** Whether a server may have more of the user's permissions; nothing when nobody is there to ask. */
  async confirmStepUp(request: StepUpConsentRequest, signal: AbortSignal): Promise<boolean | undefined> {
    const question = { kind: 'step-up', request } as const;
    const loading = loadAudit();
    loading.catch(() => {});
    const decision = await this.#requests.ask<'step-up'>(question, signal);
    if (decision) (await loading).auditAnswer(this.#log, question, decision, nameOf(request.server), whoSaid(decision));
    return decision && decision.action === 'allow';
  }

  async #answer<A extends ElicitationResult | SamplingDecision>(
    question: { kind: 'elicitation'; request: ElicitationRequest } | { kind: 'sampling'; request: SamplingRequest },
    askPage: () => Promise<A | undefined>,
    askUser: () => Promise<A> | undefined,
  ): Promise<A | undefined> {
    const { auditAnswer, auditUnseen } = await loadAudit();
    const { server } = question.request;
    const onunseen = (unseenRequests: UnseenRequests): void =>
      auditUnseen(this.#log, server, nameOf(server), unseenRequests);
    if (this.#counts.isRefused(server, onunseen)) return undefined;
    const byPage = await askPage();
    const answer = byPage ?? (await this.#counts.ask(server, askUser, onunseen));
    if (answer) auditAnswer(this.#log, question, answer, nameOf(server), byPage ? 'policy' : whoSaid(answer));
    return answer;
  }
}

/** Nobody is asked what could not be written down. */
async function loadAudit(): Promise<typeof audit> {
  try {
    return await import('./request-audit.ts');
  } catch (cause) {
    throw new McpError(
      'network',
      'The part of this page that writes down answers could not be loaded, so the user was not asked. Is the page still online?',
      { cause },
    );
  }
}

function add<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => void set.delete(item);
}

function requireServer(server: HostServer | undefined): HostServer {
  if (!server) throw new McpError('closed', 'The server that asks was removed.');
  return server;
}
