/** What the log says about answered requests, except tool calls. It never has what the user filled in. */
import { isObject } from '../../protocol/guards.ts';
import type { Log } from '../log/log.ts';
import {
  type Answers,
  type ElicitationRequest,
  type HostServer,
  nameOfServer,
  type PendingRequest,
  type StepUpConsentRequest,
  type UnseenRequests,
} from '../snapshot.ts';

const MAX_NAMES = 20;
const MAX_NAME = 200;

export type AnsweredRequest = Pick<
  Extract<PendingRequest, { kind: 'elicitation' | 'sampling' | 'step-up' | 'roots' }>,
  'kind' | 'request'
>;

export function auditAnswer(
  log: Log,
  { kind, request }: AnsweredRequest,
  answer: Pick<Answers[PendingRequest['kind']], 'action'>,
  by: 'permission' | 'policy' | 'user' | undefined,
  more: object = {},
): void {
  const isAllowed = answer.action === 'allow' || answer.action === 'accept';
  const about =
    'issuer' in request
      ? describeStepUp(request)
      : kind === 'elicitation' && 'params' in request && 'message' in request.params
        ? describeElicitation(request.params)
        : {};
  log.append({
    kind: kind === 'step-up' ? 'sign-in' : 'decision',
    level: isAllowed ? 'info' : 'notice',
    serverId: request.server.id,
    serverName: nameOfServer(request.server),
    data: { request: kind, ...about, action: answer.action, by, ...more },
  });
}

/** Logs the first, the tenth, the hundredth and so on, so that a flood of requests does not flood the log. */
export function auditUnseen(log: Log, server: HostServer, { count, isMuted }: UnseenRequests): void {
  if (!/^10*$/.test(String(count))) return;
  log.append({
    kind: 'decision',
    level: 'notice',
    serverId: server.id,
    serverName: nameOfServer(server),
    data: { decision: 'unseen', ...(!isMuted && { by: 'limit' }), count },
  });
}

function describeStepUp({ issuer, scope }: StepUpConsentRequest): object {
  return { issuer: issuer.slice(0, MAX_NAME), scope: short(scope) };
}

function describeElicitation(params: ElicitationRequest['params']): object {
  if (params.mode === 'url') return { mode: 'url', host: new URL(params.url).host };
  const properties: unknown = Object(params.requestedSchema)['properties'];
  return { mode: 'form', fields: short(isObject(properties) ? Object.keys(properties) : []) };
}

function short(names: readonly string[]): string[] {
  return names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
}
