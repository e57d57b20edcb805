/** Answers server requests: those of legacy servers, and the input requests of modern ones. Loaded on demand. */
import { McpError, RpcError } from '../../errors.ts';
import { check, type Guard, isObject } from '../../protocol/guards.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND, USER_REJECTED } from '../../protocol/methods.ts';
import { elicitationFormParams, elicitationUrlParams, samplingParams } from '../../protocol/request-guards.ts';
import type { ElicitationResult, SamplingParams, SamplingResult } from '../../protocol/request-types.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { eraOf, supports } from '../../protocol/supports.ts';
import type { Deprecations } from '../../session/deprecations.ts';
import type { ServerRequestContext } from '../../session/session.ts';
import { defaultsOf, formFor, requireFieldValues, sampleFor } from './answer-limits.ts';
import type { ServerRequestHandlers } from './handlers.ts';
import { requireRoot } from './root-uri.ts';
import type { UrlVisits } from './url-visits.ts';

const META_RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** What the client keeps over all server requests. */
export interface RequestRecords {
  /** The pages that the user was sent to so far. */
  readonly visits: UrlVisits;
  readonly deprecations: Deprecations;
}

/**
 * Answers one server request, with what its revision can carry.
 *
 * @throws {RpcError} for the server: -32601 for a request that the client did not declare, -32602 for one that is not
 *   as specified, -1 when the handler refused, -32603 when it failed.
 */
export async function answerServerRequest(
  handlers: ServerRequestHandlers,
  method: string,
  params: JsonObject,
  context: ServerRequestContext,
  records: RequestRecords,
): Promise<JsonObject> {
  const answer = await answerByHandler(handlers, method, params, context, records).catch((error: unknown) => {
    // If a call of the page waits for the answer, it fails with this error. Otherwise the page would not hear of it.
    const isAlone = eraOf(context.revision) === 'legacy' && !context.isRetried && !context.signal.aborted;
    if (isAlone && isMistake(error)) reportError(error instanceof RpcError ? error.cause : error);
    throw error;
  });
  const meta = params['_meta'];
  const relatedTask = isObject(meta) ? meta[META_RELATED_TASK] : undefined;
  // Every message that belongs to a task names it (2025-11-25, tasks).
  return relatedTask === undefined ? answer : { ...answer, _meta: { [META_RELATED_TASK]: relatedTask } };
}

async function answerByHandler(
  handlers: ServerRequestHandlers,
  method: string,
  params: JsonObject,
  context: ServerRequestContext,
  records: RequestRecords,
): Promise<JsonObject> {
  const { elicitation, sampling, roots } = handlers;
  const hasElicitation = supports(context.revision, 'elicitation');
  if (method === 'elicitation/create' && hasElicitation && (elicitation?.form || elicitation?.url))
    return { ...(await elicit(elicitation, params, context, records.visits)) };
  if (method === 'sampling/createMessage' && sampling)
    return { ...(await sample(sampling, params, context, records.deprecations)) };
  if (method === 'roots/list' && roots) {
    records.deprecations.noteUse('roots', context.revision);
    return { roots: (await roots({ signal: context.signal, request: context.request })).map(requireRoot) };
  }
  throw new RpcError(METHOD_NOT_FOUND, `This client does not answer ${method}`);
}

async function elicit(
  { form, url }: NonNullable<ServerRequestHandlers['elicitation']>,
  params: JsonObject,
  { signal, revision, isRetried, request: cause }: ServerRequestContext,
  visits: UrlVisits,
): Promise<ElicitationResult> {
  // A request without a mode is a form.
  const mode = params['mode'] ?? 'form';
  if (mode === 'url' && url) {
    const request = read(params, elicitationUrlParams);
    if (!visits.mayLeadTo(request.url))
      throw new RpcError(
        INVALID_PARAMS,
        'params.url: a server cannot send the user to an address on their device or in their network, unless the server itself is there',
      );
    // In the modern era a visit has no id, and servers do not say that it is over.
    const visitId = eraOf(revision) === 'legacy' ? request.elicitationId : undefined;
    const completed = visitId === undefined ? undefined : visits.begin(visitId);
    const { action } = await url(request, { signal, request: cause, ...(isRetried && { completed }) });
    return { action };
  }
  if (mode !== 'form' || !form)
    throw new RpcError(INVALID_PARAMS, `This client did not declare elicitation in ${JSON.stringify(mode)} mode`);
  const request = formFor(revision, read(params, elicitationFormParams));
  const { action, content } = await form(request, { signal, request: cause });
  if (action !== 'accept') return { action };
  // An answer without `content` accepts the form as it is. Fields that `content` leaves out are empty, even if all are.
  return { action, content: content === undefined ? defaultsOf(request) : requireFieldValues(revision, content) };
}

async function sample(
  { createMessage, supportsTools }: NonNullable<ServerRequestHandlers['sampling']>,
  params: JsonObject,
  { signal, revision, request: cause }: ServerRequestContext,
  deprecations: Deprecations,
): Promise<SamplingResult> {
  const request = read(params, samplingParams);
  deprecations.noteUse('sampling', revision);
  if ((request.includeContext ?? 'none') !== 'none') deprecations.noteUse('includeContext of sampling', revision);
  if ((request.tools || request.toolChoice) && !supportsTools)
    throw new RpcError(INVALID_PARAMS, 'This client did not declare tools in sampling');
  requireToolRounds(request);
  let result: SamplingResult;
  try {
    result = await createMessage(request, { signal, request: cause });
  } catch (cause) {
    throw new RpcError(USER_REJECTED, 'The user rejected the sampling request', undefined, { cause });
  }
  return sampleFor(revision, result);
}

/** A server whose model has used tools this often in one conversation is in a loop (2025-11-25, sampling). */
const MAX_TOOL_ROUNDS = 50;

/** Every use of a tool is followed by its result, and a message with results has no other content (2025-11-25, sampling). */
function requireToolRounds({ messages }: SamplingParams): void {
  let open: string[] = [];
  let rounds = 0;
  for (const { content } of messages) {
    const blocks = Array.isArray(content) ? content : [content];
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []));
    if (results.length > 0 && results.length < blocks.length)
      throw new RpcError(INVALID_PARAMS, 'A message with tool results has other content too');
    const answered = new Set(results);
    if (open.some((id) => !answered.has(id)))
      throw new RpcError(INVALID_PARAMS, 'A tool use is not followed by its result');
    open = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    if (open.length > 0 && ++rounds > MAX_TOOL_ROUNDS)
      throw new RpcError(INVALID_PARAMS, `This client samples at most ${MAX_TOOL_ROUNDS} rounds of tools`);
  }
  if (open.length > 0) throw new RpcError(INVALID_PARAMS, 'A tool use is not followed by its result');
}

/** Whether the page's code failed by mistake. A sampling handler may throw anything to refuse, except a programmer's error. */
function isMistake(error: unknown): boolean {
  if (error instanceof RpcError) return error.cause instanceof TypeError || error.cause instanceof ReferenceError;
  return !(error instanceof McpError);
}

function read<T>(params: JsonObject, guard: Guard<T>): T {
  return check(params, guard, (problem) => new RpcError(INVALID_PARAMS, `params${problem}`));
}
