/** The tasks that other tabs of this site follow, as those tabs tell how they are. */
import type { StoredCall } from '../../client/unfinished/call-store.ts';
import type { KnownCalls } from '../calls/known-calls.ts';
import type { HostTask } from '../tasks/host-tasks.ts';
import type { ResumingServer } from './resuming-server.ts';
import { TabTasks } from './tab-tasks.ts';

/** A task, and its server in this tab. */
export interface TaskElsewhere {
  readonly call: StoredCall;
  readonly server: ResumingServer;
}

export class TasksElsewhere {
  readonly #calls: KnownCalls;
  readonly #tabs: TabTasks;
  /** By record. */
  #tasks: ReadonlyMap<string, TaskElsewhere> = new Map();
  /** Records that other tabs told of, and that are none of these. */
  readonly #unknown = new Set<string>();

  /**
   * @param servers those of this tab
   * @param onunknown called when a tab tells of a task that is not among these
   */
  constructor(calls: KnownCalls, servers: () => Iterable<ResumingServer>, onunknown: () => void) {
    this.#calls = calls;
    const recordOf = (serverId: string, task: string): string | undefined =>
      [...servers()].find(({ state }) => state.id === serverId)?.recorded?.recordOf(task);
    this.#tabs = new TabTasks(calls, recordOf, (record) => {
      if (this.#tasks.has(record)) return this.#tell();
      if (this.#unknown.has(record)) return;
      this.#unknown.add(record);
      onunknown();
    });
  }

  get(record: string): TaskElsewhere | undefined {
    return this.#tasks.get(record);
  }

  /** To be called when records, or users, may have changed: what was unknown may be known now. */
  forgetUnknown(): void {
    this.#unknown.clear();
  }

  /** To be called when a call of this tab has been recorded as a task. */
  heedTasks(): void {
    this.#tabs.plan();
  }

  /** @param tasks all that there are now, by record */
  set(tasks: ReadonlyMap<string, TaskElsewhere>): void {
    this.#tasks = tasks;
    this.#tabs.keep(tasks);
    this.#tell();
  }

  /** Forgets those of a server, because its user has signed out. */
  forget(serverId: string): void {
    this.set(new Map([...this.#tasks].filter(([, { server }]) => server.state.id !== serverId)));
  }

  close(): void {
    this.#tabs.close();
    this.#calls.elsewhere = [];
  }

  #tell(): void {
    const before = this.#calls.elsewhere;
    const known = new Map(before.map((task) => [task.id, task]));
    const now = [...this.#tasks.values()].map(({ call, server: { name: serverName, state } }): HostTask => {
      const { id, tool: name, time: startedAt } = call;
      const { status = 'unknown', statusMessage, expiresAt, progress } = this.#tabs.of(id) ?? {};
      const tool = state.tools.find((candidate) => candidate.name === name);
      const of = { id, serverId: state.id, serverName, name, tool, startedAt };
      const task = { ...of, status, statusMessage, expiresAt, progress, isElsewhere: true } as const;
      const same = known.get(id);
      return same && isSame(same, task) ? same : Object.freeze(task);
    });
    if (now.length !== before.length || now.some((task, at) => task !== before[at])) this.#calls.elsewhere = now;
  }
}

/** Whether nothing would look different. */
function isSame(one: HostTask, other: HostTask): boolean {
  return (['serverName', 'tool', 'status', 'statusMessage', 'expiresAt', 'progress'] as const).every(
    (member) => one[member] === other[member],
  );
}
