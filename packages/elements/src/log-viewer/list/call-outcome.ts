/** What has become of a call, by its entries, and by the host as long as that knows the call. */
import type { HostCall, LogEntry, LogLevel, McpHost } from '@mcp-web/client';
import type { LogViewerMessages } from '../messages.ts';
import { isUnderWay, outcomeOf } from './calls.ts';

export type CallSign = 'waits' | 'runs' | 'done' | 'failed' | 'stopped';

export interface CallState {
  /** A name of `LogViewerMessages.callStates`, or else of `LogViewerMessages.outcomes`. */
  readonly outcome: string;
  readonly sign: CallSign;
  readonly level: LogLevel;
  /** How long the server took, in ms. */
  readonly took: number | undefined;
}

const SIGNS: Readonly<Record<string, CallSign>> = {
  running: 'runs',
  done: 'done',
  failed: 'failed',
  'tool-error': 'failed',
  denied: 'stopped',
  withdrawn: 'stopped',
  cancelled: 'stopped',
  forgotten: 'stopped',
};
const LEVELS: Readonly<Record<string, LogLevel>> = {
  failed: 'error',
  'tool-error': 'warning',
  denied: 'notice',
  cancelled: 'notice',
};

/** The call in the host that these entries are about. An id of an earlier visit may be that of another call by now. */
export function knownCall(calls: McpHost['calls'], { serverId, time, request }: LogEntry): HostCall | undefined {
  const call = calls.get(String(request?.id));
  const isSame = call && call.serverId === serverId && call.name === request?.name && call.startedAt <= time;
  return isSame && (call.endedAt === undefined || time <= call.endedAt) ? call : undefined;
}

export function callState(parts: readonly LogEntry[], known: HostCall | undefined): CallState {
  const last = parts.at(-1);
  const logged = (last && outcomeOf(last)) ?? '';
  // While the log is paused, only the host knows how the call went on.
  const outcome = known && isUnderWay(logged) ? (outcomeOfCall(known) ?? logged) : logged;
  const level = outcome === logged ? last?.level : LEVELS[outcome];
  const took: unknown = last && Reflect.get(Object(last.data), 'durationMs');
  return {
    outcome,
    sign: (Object.hasOwn(SIGNS, outcome) && SIGNS[outcome]) || 'waits',
    level: level ?? 'info',
    took: typeof took === 'number' ? took : outcome === logged ? undefined : tookOf(known),
  };
}

/** In a few words for the column of a row, and as everywhere else. */
export function callStateTexts(messages: LogViewerMessages, { outcome }: CallState): { short: string; full: string } {
  const label = (of: Readonly<Record<string, string>>): string | undefined =>
    Object.hasOwn(of, outcome) ? of[outcome] : undefined;
  const short = label(messages.callStates);
  const full = label(messages.outcomes);
  return { short: short ?? full ?? outcome, full: full ?? short ?? outcome };
}

function outcomeOfCall({ state, result, sentAt }: HostCall): string | undefined {
  if (state === 'waiting') return undefined;
  if (state === 'running') return sentAt === undefined ? undefined : 'running';
  return state === 'failed' && result?.isError ? 'tool-error' : state;
}

function tookOf({ sentAt, endedAt }: Partial<HostCall> = {}): number | undefined {
  return sentAt === undefined || endedAt === undefined ? undefined : endedAt - sentAt;
}
