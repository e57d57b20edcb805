/** The calls that an earlier page left unfinished, and going on with them. */
import { McpError, RpcError } from '../../errors.ts';
import type { CallToolResult, JsonObject } from '../../protocol/types.ts';
import { Deprecations } from '../../session/deprecations.ts';
import type { CallOptions } from '../../session/exchange.ts';
import { ResumedCall } from '../../session/legacy/resumed-call.ts';
import { asSent, isRefusal } from '../../session/sent-call.ts';
import type { SessionContext } from '../../session/session.ts';
import { Reconnection } from '../../transports/reconnection.ts';
import { httpTransports } from '../../transports/stateless-http.ts';
import { onabort } from '../../wire/abort.ts';
import { digestOfText } from '../../wire/digest.ts';
import type { McpClient } from '../client.ts';
import { connectWith } from '../connect.ts';
import { type ConnectOptions, resolveEndpoint, resolveOptions } from '../connect-options.ts';
import { answerServerRequest } from '../requests/answer-request.ts';
import { capabilitiesOf } from '../requests/handlers.ts';
import { UrlVisits } from '../requests/url-visits.ts';
import { readNewTask } from '../tasks/follow-task.ts';
import type { HeardTask } from '../tasks/task.ts';
import { readResult } from '../tools/call-tool.ts';
import { type CallStore, isResumable, lockOf, readCalls, type StoredCall } from './call-store.ts';
import { ownerOfCalls, type RecordedCall, takeOver } from './recorded-call.ts';

/** A tool call that an earlier page left unfinished. */
export interface UnfinishedCall {
  /** Names the record. */
  readonly id: string;
  readonly tool: string;
  /** The SHA-256 of the arguments in hexadecimal: the same for equal arguments. */
  readonly argumentsDigest: string;
  /** When it was called, in ms since the epoch. */
  readonly time: number;
  /** Whether it has become a task. */
  readonly isTask: boolean;
  /** Whether its answer may still be had. Otherwise all that is known is that the call may have run. */
  readonly canResume: boolean;
  /**
   * Waits for the rest of the call and resolves with its result as `callTool` would, without checking it against the
   * output schema. What the server asks goes to the same handlers, also what it asked before and got no answer to.
   * Nothing is called again.
   *
   * @throws {McpError} `session-lost` or `task-lost` when the server no longer has the answer, `unsupported` when
   *   `canResume` is false, `closed` when another tab was faster, or whoever made the call is no longer signed in; and as
   *   every request does. After an error that may pass, such as `network`, the call can be resumed again.
   */
  resume(options?: CallOptions): Promise<CallToolResult>;
  /**
   * Forgets the call, unless a page goes on with it. The server is told to end its session, if nothing else uses it; a task
   * runs on.
   */
  forget(): Promise<void>;
}

/** What is needed to go on with calls to one server. */
export interface ResumeContext {
  readonly store: CallStore;
  readonly url: URL;
  readonly options: ConnectOptions;
  readonly reconnection: Reconnection;
  /** Resumes a task once a client is connected. */
  readonly resumeTask: McpClient['resumeTask'];
  /** Aborts when nobody waits for the server's answers anymore. The calls stay unfinished. */
  readonly closing?: AbortSignal | undefined;
}

/** The calls to a server that were left: see `unfinishedCalls`. */
export async function listCalls(
  store: CallStore,
  url: URL,
  options: ConnectOptions,
): Promise<readonly UnfinishedCall[]> {
  const { left = [] } = (await sortCalls(store)) ?? {};
  // Digests need a secure context, and so did recording these.
  if (left.length === 0) return [];
  const [server, owner] = await Promise.all([digestOfText(url.href), ownerOfCalls(options, url)]);
  const reconnection = new Reconnection(url);
  return left
    .filter((call) => !call.ended && call.server === server && call.owner === owner)
    .map((call) => ({
      ...describeCall(call),
      resume: async (callOptions) => {
        let client: McpClient | undefined;
        const resumeTask: McpClient['resumeTask'] = async (...task) => {
          client = await connectWith(reconnection, url, options);
          return client.resumeTask(...task);
        };
        try {
          return await resumeCall({ store, url, options, reconnection, resumeTask }, call.id, callOptions);
        } finally {
          await client?.close();
        }
      },
      forget: async () => void (await forgetCall({ store, url, options, reconnection }, call.id)),
    }));
}

export function describeCall(call: StoredCall): Omit<UnfinishedCall, 'resume' | 'forget'> {
  const { id, tool, arguments: argumentsDigest, time } = call;
  return { id, tool, argumentsDigest, time, isTask: call.task !== undefined, canResume: isResumable(call) };
}

/** The calls whose pages are gone, oldest first, and those whose pages live. Nothing when the store cannot be read now. */
export async function sortCalls(
  store: CallStore,
): Promise<{ left: readonly StoredCall[]; held: readonly StoredCall[] } | undefined> {
  const { locks }: Partial<Navigator> = globalThis.navigator;
  const calls = locks && (await readCalls(store))?.toSorted((one, other) => one.time - other.time);
  if (locks && !calls) return undefined;
  // Asked last: who records a call holds its lock before. A page that must not store anything has no locks.
  const known = calls && (await locks.query().catch(() => undefined));
  if (!known) return { left: [], held: [] };
  const holders = new Set(known.held?.filter(({ mode }) => mode === 'exclusive').map(({ name }) => name));
  const isHeld = ({ id }: StoredCall): boolean => holders.has(lockOf(id));
  return { left: calls.filter((call) => !isHeld(call)), held: calls.filter(isHeld) };
}

/** Goes on with a call: see `UnfinishedCall.resume`. */
export async function resumeCall(
  context: ResumeContext,
  id: string,
  options: CallOptions & HeardTask = {},
): Promise<CallToolResult> {
  const signals = [options.signal, context.closing].filter((signal) => signal !== undefined);
  return goOnWith(context, await takeOver(context, id, { signal: AbortSignal.any(signals) }), options);
}

/** Goes on with a call that this page has taken over. */
export async function goOnWith(
  context: ResumeContext,
  record: RecordedCall,
  options: CallOptions & HeardTask = {},
): Promise<CallToolResult> {
  const answer = answerOf(context, record, options).catch((error: unknown) => {
    const { task, stream } = record.stored;
    // What is refused now is not the call, unless its answer says so.
    const isAnswer = error instanceof RpcError && isRefusal(error);
    throw isAnswer || options.signal?.aborted
      ? error
      : asSent(error, { taskId: task, lastEventId: stream?.lastEventId });
  });
  return record.untilAnswered(answer, options.signal);
}

/** Forgets a call: see `UnfinishedCall.forget`. Resolves with false when a page goes on with it. */
export async function forgetCall(context: Omit<ResumeContext, 'resumeTask'>, id: string): Promise<boolean> {
  const record = await takeOver(context, id, { ifFree: true }).catch(() => undefined);
  if (!record) return false;
  // Some servers end a task with its session.
  const endsSession = record.stored.task === undefined && (await isLastOfSession(context.store, record));
  await record.forget();
  // The call is forgotten, even if the session stays until it times out at the server.
  if (endsSession) await endSession(context, record).catch(() => {});
  return true;
}

async function answerOf(
  context: ResumeContext,
  record: RecordedCall,
  options: CallOptions & HeardTask,
): Promise<CallToolResult> {
  if (record.stored.task === undefined) {
    const answer = await restOfStream(context, record, options);
    if (!('task' in answer)) return readResult(answer);
    record.ontask(readNewTask(answer).taskId);
  }
  const { task = '' } = record.stored;
  const result = await context.resumeTask(task, options);
  // Where a task has ended in another page, that may still use the session.
  const mayEnd = !record.stored.ended && (await isLastOfSession(context.store, record));
  if (mayEnd) endSession(context, record).catch(() => {});
  return result;
}

async function restOfStream(context: ResumeContext, record: RecordedCall, options: CallOptions): Promise<JsonObject> {
  const { stream } = record.stored;
  const lastEventId = stream?.lastEventId;
  if (!stream || lastEventId === undefined)
    throw new McpError(
      'unsupported',
      'The answer to this call cannot be had again: it has no task, and its server does not number what it sends.',
    );
  const call = await ResumedCall.open(contextOf(context), { ...stream, lastEventId });
  if (context.closing) onabort(context.closing, () => call.fail());
  let isOver = false;
  try {
    const answer = await call.answer(options, record);
    // Some servers end a task with its session.
    isOver = !('task' in answer);
    return answer;
  } finally {
    await call.close(isOver && (await isLastOfSession(context.store, record)));
  }
}

/** Tells the server that nobody needs the session of this call anymore. */
async function endSession(
  context: Omit<ResumeContext, 'resumeTask'>,
  { stored: { stream } }: RecordedCall,
): Promise<void> {
  const call = stream && (await ResumedCall.open(contextOf(context), { ...stream, lastEventId: '' }));
  await call?.close(true);
}

async function isLastOfSession(store: CallStore, { stored: { id, stream } }: RecordedCall): Promise<boolean> {
  const calls = await readCalls(store);
  // A session that is not ended here times out at the server. One that is ended too early costs another call its answer.
  return calls?.every((call) => call.id === id || call.stream?.sessionId !== stream?.sessionId) === true;
}

/** What a session would have, for the one call that goes on in it. */
function contextOf({ url, options, reconnection }: Omit<ResumeContext, 'resumeTask'>): SessionContext {
  const { clientInfo, timeoutMs, maxTimeoutMs } = resolveOptions(options);
  const visits = new UrlVisits(() => {}, url);
  const deprecations = new Deprecations(url);
  return {
    transports: httpTransports(resolveEndpoint(url, options), timeoutMs, reconnection),
    clientInfo,
    capabilities: capabilitiesOf(options),
    timeoutMs,
    maxTimeoutMs,
    deprecations,
    onrequest: (method, params, circumstances) =>
      answerServerRequest(options, method, params, circumstances, { visits, deprecations }),
    onnotification: (method, params) => {
      if (method === 'notifications/elicitation/complete') visits.end(params['elicitationId']);
    },
    ontasksheard: () => {},
    onmissed: () => {},
    onchangeslost: () => {},
    onlost: () => {},
  };
}
