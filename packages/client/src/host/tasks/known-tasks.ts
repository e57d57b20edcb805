/** The calls of a host that are tasks, as user interfaces see them. */
import { NeedsInputError } from '../../client/tasks/needs-input.ts';
import { McpError } from '../../errors.ts';
import type { HostCall } from '../calls/host-calls.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import { type HostSnapshot, type HostUnfinishedCall, nameOfServer } from '../snapshot.ts';
import { notify } from '../store.ts';
import type { LeftCalls } from '../unfinished/left-calls.ts';
import type { CallToolResult } from '../../protocol/types.ts';
import type { HostTask, HostTasks, HostTaskStatus } from './host-tasks.ts';
import type { KeptTask } from './kept-task.ts';

/** The host, as far as its tasks need it. */
interface TaskHost {
  readonly getSnapshot: () => HostSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A task ends at its server too when the page gives its call up for one of these. */
const CANCELS: readonly unknown[] = ['task-cancelled', 'denied', 'unsupported'];

/** Of so many tasks that one millisecond passes before it looks at them. */
const MANY_PER_MS = 50;
const MAX_WAIT_MS = 100;

export class KnownTasks implements HostTasks {
  readonly #calls: KnownCalls;
  readonly #host: TaskHost;
  readonly #leftCalls: () => Pick<LeftCalls, 'heed' | 'forgetTask'> | undefined;
  /** Of calls that have ended, which do not change anymore. */
  readonly #dismissed = new WeakSet<HostCall>();
  readonly #made = new WeakMap<HostCall | HostUnfinishedCall | KeptTask, HostTask>();
  /** The results that are asked for, by the ids of their tasks. */
  readonly #fetching = new Map<string, Promise<CallToolResult>>();
  #tasks: readonly HostTask[] = Object.freeze([]);
  /** What listeners were told of last. */
  #told = this.#tasks;
  readonly #listeners = new Set<() => void>();
  /** End the subscriptions to what this is made of. */
  #ends: readonly (() => void)[] = [];
  #isLooking = false;

  /** @param leftCalls what goes on with calls of earlier pages, if calls are recorded */
  constructor(calls: KnownCalls, host: TaskHost, leftCalls: () => Pick<LeftCalls, 'heed' | 'forgetTask'> | undefined) {
    this.#calls = calls;
    this.#host = host;
    this.#leftCalls = leftCalls;
  }

  readonly getSnapshot = (): readonly HostTask[] => {
    const { unfinished = [] } = this.#host.getSnapshot();
    const kept = this.#calls.kept.map((one) => this.#kept(one));
    const keptIds = new Set(kept.map(({ id }) => id));
    const tasks = [
      ...unfinished.filter(({ isTask }) => isTask).map((call) => this.#left(call)),
      ...this.#calls.elsewhere,
      ...kept,
      ...this.#calls
        .getSnapshot()
        .filter((call) => call.task && !this.#dismissed.has(call) && !keptIds.has(call.id))
        .map((call) => this.#of(call)),
    ].toSorted((one, other) => one.startedAt - other.startedAt);
    const isSame = tasks.length === this.#tasks.length && tasks.every((task, at) => task === this.#tasks[at]);
    return isSame ? this.#tasks : (this.#tasks = Object.freeze(tasks));
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    const subscription = (): void => listener();
    if (this.#listeners.size === 0) {
      this.#told = this.getSnapshot();
      this.#ends = [this.#calls.subscribe(() => this.#plan()), this.#host.subscribe(() => this.#plan())];
    }
    this.#listeners.add(subscription);
    return () => {
      if (this.#listeners.delete(subscription) && this.#listeners.size === 0) this.#ends.forEach((end) => end());
    };
  };

  /** Looks once for all changes of one task of the browser, and less often at very many. */
  #plan(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setTimeout(
      () => {
        this.#isLooking = false;
        const before = this.#told;
        this.#told = this.getSnapshot();
        if (this.#told !== before) this.#listeners.forEach(notify);
      },
      Math.min(this.#tasks.length / MANY_PER_MS, MAX_WAIT_MS),
    );
  }

  accept(): () => void {
    const { acceptors } = this.#calls;
    const acceptor = {};
    acceptors.add(acceptor);
    this.#leftCalls()?.heed(true);
    return () => {
      if (acceptors.delete(acceptor)) this.#leftCalls()?.heed(false);
    };
  }

  async cancel(id: string): Promise<void> {
    const left = this.#host.getSnapshot().unfinished?.find((call) => call.id === id);
    if (left?.failure?.error instanceof NeedsInputError)
      throw new McpError(
        'unsupported',
        'The page does not follow this task: it cannot answer what the server asks for. Cancel it in a page that can, or dismiss it.',
      );
    await (await this.#calls.whenTask(id))?.cancel();
  }

  async fetchResult(id: string): Promise<CallToolResult> {
    const kept = this.#calls.kept.find(({ task }) => task.id === id);
    if (!kept)
      throw new McpError(
        'invalid-argument',
        `There is no task ${JSON.stringify(id)} whose result could be asked for: only those in the list with \`isKept\` are.`,
      );
    const known = this.#fetching.get(id);
    if (known) return known;
    const fetching = kept.fetch().finally(() => this.#fetching.delete(id));
    this.#fetching.set(id, fetching);
    return fetching;
  }

  dismiss(id: string): boolean {
    const kept = this.#calls.kept.find(({ task }) => task.id === id);
    if (kept) {
      if (this.#fetching.has(id)) return false;
      this.#calls.recorded = this.#calls.recorded.filter((other) => other !== kept);
      this.#leftCalls()?.forgetTask(kept.task.serverId, kept.taskId);
      return true;
    }
    const left = this.#host.getSnapshot().unfinished?.find((other) => other.id === id && other.isTask);
    if (left) {
      left.forget().catch(reportError);
      return true;
    }
    const call = this.#calls.get(id);
    if (!call?.task || call.endedAt === undefined || this.#dismissed.has(call)) return false;
    this.#dismissed.add(call);
    const taskId = this.#calls.taskIdOf(id);
    if (taskId !== undefined) this.#leftCalls()?.forgetTask(call.serverId, taskId);
    this.#plan();
    return true;
  }

  #of(call: HostCall): HostTask {
    const task = this.#made.get(call) ?? Object.freeze(taskOf(call));
    this.#made.set(call, task);
    return task;
  }

  #kept(kept: KeptTask): HostTask {
    const { serverId, name } = kept.task;
    const names = this.#names(serverId, name);
    const known = this.#made.get(kept);
    if (known?.serverName === names.serverName && known.tool === names.tool) return known;
    const task: HostTask = Object.freeze({ ...kept.task, ...names });
    this.#made.set(kept, task);
    return task;
  }

  #names(serverId: string, toolName: string): Pick<HostTask, 'serverName' | 'tool'> {
    const server = this.#host.getSnapshot().servers.find((candidate) => candidate.id === serverId);
    if (!server) return { serverName: '' };
    return { serverName: nameOfServer(server), tool: server.tools.find(({ name }) => name === toolName) };
  }

  #left(call: HostUnfinishedCall): HostTask {
    const { id, serverId, tool: name, time, failure } = call;
    const { serverName } = this.#names(serverId, name);
    const known = this.#made.get(call);
    if (known?.serverName === serverName) return known;
    const of = { id, serverId, serverName, name, startedAt: time };
    const task: HostTask = Object.freeze(
      failure && !(failure.error instanceof NeedsInputError)
        ? { ...of, status: 'lost', error: failure.error, endedAt: failure.time }
        : { ...of, status: failure ? 'input_required' : 'unknown' },
    );
    this.#made.set(call, task);
    return task;
  }
}

function taskOf(call: HostCall): HostTask {
  const { id, serverId, serverName, name, tool, startedAt, endedAt, progress, result, error, task } = call;
  const { statusMessage, expiresAt } = task ?? {};
  const of = { id, serverId, serverName, name, tool, startedAt, endedAt, progress, result, error };
  return { ...of, status: statusOf(call), statusMessage, expiresAt };
}

function statusOf({ endedAt, result, error, state, task }: HostCall): HostTaskStatus {
  const { status } = task ?? {};
  if (endedAt === undefined) return status ?? 'unknown';
  if (result) return result.isError || error !== undefined ? 'failed' : 'completed';
  if (state === 'cancelled' || (error instanceof McpError && CANCELS.includes(error.code))) return 'cancelled';
  // What it promised is not there.
  return status === 'failed' || status === 'completed' ? 'failed' : 'lost';
}
