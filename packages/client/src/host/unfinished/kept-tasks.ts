/** The tasks that have ended in an earlier page or in another tab, as their records tell. Their results are at their servers. */
import type { StoredCall } from '../../client/unfinished/call-store.ts';
import type { CallToolResult } from '../../protocol/types.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import type { KeptTask } from '../tasks/kept-task.ts';
import type { ResumingServer } from './resuming-server.ts';

/** How many records of ended tasks are kept, of all users and servers. The rest is for calls that run. */
const MAX_KEPT = 50;

/** Nothing unless it has ended. */
export function keptTask(
  { id, tool: name, time, task: taskId, ended }: StoredCall,
  server: ResumingServer,
  fetch: () => Promise<CallToolResult>,
): KeptTask | undefined {
  if (!ended || taskId === undefined) return undefined;
  const { status, time: endedAt } = ended;
  const task = { id, serverId: server.state.id, name, startedAt: time, status, endedAt, isKept: true } as const;
  return { task, taskId, server, fetch };
}

/** Lists these for a host. Unchanged tasks stay the same objects. */
export function keepTasks(calls: KnownCalls, tasks: readonly KeptTask[]): void {
  const before = calls.recorded;
  const now = tasks.map((one) => before.find((known) => isSame(known, one)) ?? one);
  if (now.length !== before.length || now.some((one, at) => one !== before[at])) calls.recorded = now;
}

function isSame(one: KeptTask, other: KeptTask): boolean {
  const { task } = other;
  return (
    one.server === other.server &&
    (['id', 'status', 'endedAt'] as const).every((member) => one.task[member] === task[member])
  );
}

/** The records that are more than are kept: those that ended first. */
export function surplusOf(calls: readonly StoredCall[]): readonly string[] {
  return calls
    .flatMap(({ id, ended }) => (ended ? [{ id, time: ended.time }] : []))
    .toSorted((one, other) => other.time - one.time)
    .slice(MAX_KEPT)
    .map(({ id }) => id);
}
