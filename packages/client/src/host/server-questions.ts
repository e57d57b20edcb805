/** What servers ask of the user: the page's policies answer, or else the user interface that is there. */
import type { ServerRequestHandlers } from '../client/handlers.ts';
import { McpError } from '../errors.ts';
import type { ElicitationResult } from '../protocol/request-types.ts';
import type { Log } from './log.ts';
import type * as audit from './question-audit.ts';
import { QuestionCounts, type QuestionLimits } from './question-limits.ts';
import { askPolicies, type QuestionPolicy, type Questions, whoSaid } from './questions.ts';
import { nameOf } from './server-name.ts';
import type {
  ElicitationRequest,
  HostServer,
  SamplingDecision,
  SamplingRequest,
  StepUpConsentRequest,
  TurnedAway,
} from './state.ts';

export class ServerQuestions {
  readonly #questions: Questions;
  readonly #counts: QuestionCounts;
  readonly #log: Log;
  readonly #elicitationPolicies = new Set<QuestionPolicy<'elicitation'>>();
  readonly #samplingPolicies = new Set<QuestionPolicy<'sampling'>>();

  /** @param onturnedaway called when the user was not asked, or is again */
  constructor(
    questions: Questions,
    limits: QuestionLimits,
    log: Log,
    onturnedaway: (serverId: string, turnedAway: TurnedAway) => void,
  ) {
    this.#questions = questions;
    this.#log = log;
    this.#counts = new QuestionCounts(limits, onturnedaway);
  }

  /** Turns away what waits of this server, and all that comes, or lets it ask again. */
  turnAway(server: HostServer, isAll: boolean, by: 'page' | 'user'): void {
    const { id } = server;
    this.#log.append({
      kind: 'decision',
      level: 'notice',
      serverId: id,
      serverName: nameOf(server),
      data: { decision: isAll ? 'turn-away' : 'hear-again', by },
    });
    this.#counts.turnAway(id, isAll);
    if (isAll)
      this.#questions.dismiss(
        ({ kind, request }) => (kind === 'elicitation' || kind === 'sampling') && request.server.id === id,
      );
  }

  forget(id: string): void {
    this.#counts.forget(id);
  }

  addElicitationPolicy(policy: QuestionPolicy<'elicitation'>): () => void {
    return add(this.#elicitationPolicies, (request, options) => policy(request, options));
  }

  addSamplingPolicy(policy: QuestionPolicy<'sampling'>): () => void {
    return add(this.#samplingPolicies, (request, options) => policy(request, options));
  }

  /** Handlers for what can be asked now: a server is told of no more. */
  handlers(server: () => HostServer | undefined): ServerRequestHandlers {
    const questions = this.#questions;
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
        () => this.#questions.ask<'elicitation'>(question, signal),
      )) ?? { action: 'cancel' }
    );
  }

  #sample(request: SamplingRequest, signal: AbortSignal): Promise<SamplingDecision | undefined> {
    const question = { kind: 'sampling', request } as const;
    return this.#answer(
      question,
      () => askPolicies<'sampling'>(this.#samplingPolicies, request, signal),
      () => this.#questions.ask<'sampling'>(question, signal),
    );
  }

  /** Whether a server may have more of the user's permissions; nothing when nobody is there to ask. */
  async confirmStepUp(request: StepUpConsentRequest, signal: AbortSignal): Promise<boolean | undefined> {
    const question = { kind: 'step-up', request } as const;
    const loading = loadAudit();
    loading.catch(() => {});
    const decision = await this.#questions.ask<'step-up'>(question, signal);
    if (decision) (await loading).auditAnswer(this.#log, question, decision, nameOf(request.server), whoSaid(decision));
    return decision && decision.action === 'allow';
  }

  async #answer<A extends ElicitationResult | SamplingDecision>(
    question: { kind: 'elicitation'; request: ElicitationRequest } | { kind: 'sampling'; request: SamplingRequest },
    askPage: () => Promise<A | undefined>,
    askUser: () => Promise<A> | undefined,
  ): Promise<A | undefined> {
    const { auditAnswer, auditTurnedAway } = await loadAudit();
    const { server } = question.request;
    const onturnedaway = (turnedAway: TurnedAway): void =>
      auditTurnedAway(this.#log, server, nameOf(server), turnedAway);
    if (this.#counts.isRefused(server, onturnedaway)) return undefined;
    const byPage = await askPage();
    const answer = byPage ?? (await this.#counts.ask(server, askUser, onturnedaway));
    if (answer) auditAnswer(this.#log, question, answer, nameOf(server), byPage ? 'policy' : whoSaid(answer));
    return answer;
  }
}

/** Nobody is asked what could not be written down. */
async function loadAudit(): Promise<typeof audit> {
  try {
    return await import('./question-audit.ts');
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
