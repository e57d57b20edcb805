/** The tasks that have ended in an earlier page or in another tab, as their records tell. Their results are at their servers. */
import type { StoredCall } from '../../client/unfinished/call-store.ts';
import type { CallToolResult } from '../../protocol/types.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import type { KeptTask } from '../tasks/kept-task.ts';

/** How many records of ended tasks are kept, of all users and servers. The rest is for calls that run. */
const MAX_KEPT = 50;

/** Nothing unless it has ended. */
export function keptTask(
  { id, tool: name, time, task: taskId, ended }: StoredCall,
  serverId: string,
  fetch: () => Promise<CallToolResult>,
): KeptTask | undefined {
  if (!ended || taskId === undefined) return undefined;
  const { status, time: endedAt } = ended;
  return { task: { id, serverId, name, startedAt: time, status, endedAt, isKept: true }, taskId, fetch };
}

/** Those of a host. Unchanged tasks stay the same objects. */
export class KeptTasks {
  readonly #calls: KnownCalls;
  #tasks: readonly KeptTask[] = [];

  constructor(calls: KnownCalls) {
    this.#calls = calls;
  }

  /** @param tasks all that there are now */
  set(tasks: readonly KeptTask[]): void {
    const before = this.#tasks;
    const now = tasks.map((one) => before.find(({ task }) => isSame(task, one.task)) ?? one);
    this.#tasks = now;
    if (now.length !== before.length || now.some((one, at) => one !== before[at])) this.#calls.kept = now;
  }
}

function isSame(one: KeptTask['task'], other: KeptTask['task']): boolean {
  return (['id', 'serverId', 'status', 'endedAt'] as const).every((member) => one[member] === other[member]);
}

/** The records that are more than are kept: those that ended first. */
export function surplusOf(calls: readonly StoredCall[]): readonly string[] {
  return calls
    .flatMap(({ id, ended }) => (ended ? [{ id, time: ended.time }] : []))
    .toSorted((one, other) => other.time - one.time)
    .slice(MAX_KEPT)
    .map(({ id }) => id);
}
