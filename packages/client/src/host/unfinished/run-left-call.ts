/** Goes on with a call of an earlier page as a call of this one, and logs what comes of it. */
import type { CallStore, StoredCall } from '../../client/unfinished/call-store.ts';
import { readCalls } from '../../client/unfinished/call-store.ts';
import { NeedsInputError } from '../../client/tasks/needs-input.ts';
import type { HeardTask } from '../../client/tasks/task.ts';
import { endsRecord, type RecordedCall } from '../../client/unfinished/recorded-call.ts';
import { goOnWith, resumeCall } from '../../client/unfinished/unfinished-calls.ts';
import { McpError } from '../../errors.ts';
import type { CallToolResult, LogLevel } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import type { KnownCalls, OpenCall } from '../calls/known-calls.ts';
import type { CallToolOptions } from '../host-options.ts';
import type { Log } from '../log/log.ts';
import type { ResumingServer } from './resuming-server.ts';

/** Where the calls of a host are stored, known and logged. */
export interface CallPlaces {
  readonly store: CallStore;
  readonly calls: KnownCalls;
  readonly log: Log;
}

export interface LeftCall {
  readonly server: ResumingServer;
  readonly stored: StoredCall;
  readonly options: CallOptions;
  /** Where this page goes on with a task by itself, and has taken it over. */
  readonly record?: RecordedCall | undefined;
  /** Called when it is among the calls of this page. */
  readonly onbegin: () => void;
  /** Called with its record when it failed and may still be gone on with, while it is among the calls of this page. */
  readonly onleft: (stored: StoredCall, error: unknown) => void;
}

export async function runLeftCall(places: CallPlaces, left: LeftCall): Promise<CallToolResult> {
  const { store, log } = places;
  const { server, stored, options, record, onbegin, onleft } = left;
  logLeftCall(log, left, 'info', { status: 'resumed' });
  // A task keeps the name under which it is listed.
  const known = begin(places.calls, left, {
    signal: options.signal,
    callId: record && stored.id,
    taskId: stored.task,
  });
  onbegin();
  const { signal } = known;
  const startedAt = performance.now();
  const end = (level: LogLevel, outcome: object): void =>
    logLeftCall(log, left, level, { ...outcome, durationMs: Math.round(performance.now() - startedAt) });
  const heard: CallOptions & HeardTask = {
    ...options,
    signal,
    hearTask: (task) => known.follow(task),
    hasEnded: stored.ended !== undefined,
    onprogress: (progress) => {
      known.update({ progress });
      options.onprogress?.(progress);
    },
  };
  try {
    const context = server.resumption(store);
    const result = await (record ? goOnWith(context, record, heard) : resumeCall(context, stored.id, heard));
    known.succeed(result);
    end(result.isError ? 'warning' : 'info', { status: result.isError ? 'tool-error' : 'done' });
    return result;
  } catch (error) {
    // Its record is there, even if the store cannot be read at this moment.
    const isLeft =
      error instanceof NeedsInputError ||
      (!endsRecord(stored, error) && (await readCalls(store))?.some(({ id }) => id === stored.id));
    if (isLeft && (stored.ended || !signal.aborted)) {
      onleft(record?.stored ?? stored, error);
      known.leave();
    } else known.fail(error);
    if (error instanceof NeedsInputError) end('notice', { status: 'needs-input' });
    else if (signal.aborted) end('notice', { status: 'cancelled' });
    else
      end('error', {
        status: 'failed',
        ...(error instanceof McpError && { code: error.code }),
        message: error instanceof Error ? error.message : String(error),
      });
    throw error;
  }
}

/** Consent was given when the call was made. */
export function logLeftCall(
  log: Log,
  { server: { state, name }, stored: { id, tool } }: Pick<LeftCall, 'server' | 'stored'>,
  level: LogLevel,
  data: object,
): void {
  log.append({
    kind: 'call',
    level,
    data: { tool, ...data },
    serverId: state.id,
    serverName: name,
    request: { id, method: 'tools/call', name: tool },
  });
}

function begin(
  calls: KnownCalls,
  { server: { state, name }, stored }: LeftCall,
  options: CallToolOptions & { readonly taskId: string | undefined },
): OpenCall {
  const { tool, time, task } = stored;
  const call = {
    serverId: state.id,
    serverName: name,
    name: tool,
    tool: state.tools.find((candidate) => candidate.name === tool),
    arguments: {},
    isResumed: true,
    state: 'running',
    startedAt: time,
    sentAt: time,
    ...(task !== undefined && { task: Object.freeze({}) }),
  } as const;
  return calls.begin(call, { by: 'user', ...options });
}
