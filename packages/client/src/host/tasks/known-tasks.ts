/** The calls of a host that are tasks, as user interfaces see them. */
import { NeedsInputError } from '../../client/tasks/needs-input.ts';
import { McpError } from '../../errors.ts';
import type { HostCall } from '../calls/host-calls.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import { type HostSnapshot, type HostUnfinishedCall, nameOfServer } from '../snapshot.ts';
import { notify } from '../store.ts';
import type { HostTask, HostTasks, HostTaskStatus } from './host-tasks.ts';

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
  readonly #onaccept: (isAccepted: boolean) => void;
  /** Of calls that have ended, which do not change anymore. */
  readonly #dismissed = new WeakSet<HostCall>();
  readonly #made = new WeakMap<HostCall | HostUnfinishedCall, HostTask>();
  #tasks: readonly HostTask[] = Object.freeze([]);
  /** What listeners were told of last. */
  #told = this.#tasks;
  readonly #listeners = new Set<() => void>();
  /** End the subscriptions to what this is made of. */
  #ends: readonly (() => void)[] = [];
  #isLooking = false;

  /** @param onaccept called with true when `accept` was, and with false when it ends */
  constructor(calls: KnownCalls, host: TaskHost, onaccept: (isAccepted: boolean) => void) {
    this.#calls = calls;
    this.#host = host;
    this.#onaccept = onaccept;
  }

  readonly getSnapshot = (): readonly HostTask[] => {
    const { unfinished = [] } = this.#host.getSnapshot();
    const tasks = [
      ...unfinished.filter(({ isTask }) => isTask).map((call) => this.#left(call)),
      ...this.#calls.elsewhere,
      ...this.#calls
        .getSnapshot()
        .filter((call) => call.task && !this.#dismissed.has(call))
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
    this.#onaccept(true);
    return () => {
      if (acceptors.delete(acceptor)) this.#onaccept(false);
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

  dismiss(id: string): boolean {
    const left = this.#host.getSnapshot().unfinished?.find((other) => other.id === id && other.isTask);
    if (left) {
      left.forget().catch(reportError);
      return true;
    }
    const call = this.#calls.get(id);
    if (!call?.task || call.endedAt === undefined || this.#dismissed.has(call)) return false;
    this.#dismissed.add(call);
    this.#plan();
    return true;
  }

  #of(call: HostCall): HostTask {
    const task = this.#made.get(call) ?? Object.freeze(taskOf(call));
    this.#made.set(call, task);
    return task;
  }

  #left(call: HostUnfinishedCall): HostTask {
    const { id, serverId, tool: name, time, failure } = call;
    const server = this.#host.getSnapshot().servers.find((candidate) => candidate.id === serverId);
    const serverName = server ? nameOfServer(server) : '';
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
