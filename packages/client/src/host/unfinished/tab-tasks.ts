/** Tells the other tabs of this site how the tasks of this one are, and hears of theirs. */
import { isObject, literal, number, objectWith, optional, passes, string } from '../../protocol/guards.ts';
import type { TaskStatus } from '../../protocol/task-guards.ts';
import type { Progress } from '../../protocol/types.ts';
import type { HostCall } from '../calls/host-calls.ts';
import type { KnownCalls } from '../calls/known-calls.ts';

const CHANNEL = 'mcp-web tasks';
/** How long changes are collected, in ms. */
const WAIT_MS = 200;
/** How much of what a server says goes to other tabs, in characters. */
const MAX_MESSAGE = 1_000;

/** How a task is, under the name of its record. Nothing in it tells whose it is: the record does. */
export interface TaskWord {
  readonly record: string;
  readonly status?: TaskStatus | undefined;
  readonly statusMessage?: string | undefined;
  readonly expiresAt?: number | undefined;
  readonly progress?: Progress | undefined;
}

const taskWord = objectWith<TaskWord>({
  record: string,
  status: optional(literal('working', 'input_required', 'completed', 'failed', 'cancelled')),
  statusMessage: optional(string),
  expiresAt: optional(number),
  progress: optional(objectWith<Progress>({ progress: number, total: optional(number), message: optional(string) })),
});

export class TabTasks {
  readonly #calls: KnownCalls;
  readonly #recordOf: (serverId: string, taskId: string) => string | undefined;
  readonly #channel = new BroadcastChannel(CHANNEL);
  readonly #unsubscribe: () => void;
  /** What the other tabs were told last. */
  readonly #told = new Map<string, HostCall>();
  readonly #heard = new Map<string, TaskWord>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param recordOf the record of a task of this tab, once it is stored
   * @param onheard called with a record when another tab has said how its task is
   */
  constructor(
    calls: KnownCalls,
    recordOf: (serverId: string, taskId: string) => string | undefined,
    onheard: (record: string) => void,
  ) {
    this.#calls = calls;
    this.#recordOf = recordOf;
    this.#unsubscribe = calls.subscribe(() => this.plan());
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isObject(data) && data['asks'] === true) {
        this.#told.clear();
        this.plan();
      } else if (passes(data, taskWord)) {
        this.#heard.set(data.record, data);
        onheard(data.record);
      }
    };
    this.#channel.postMessage({ asks: true });
    this.plan();
  }

  /** What was last heard of the task with this record. */
  of(record: string): TaskWord | undefined {
    return this.#heard.get(record);
  }

  /** Looks whether there is something to tell. */
  plan(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, WAIT_MS);
  }

  /** Forgets what was heard of all others. */
  keep(records: ReadonlyMap<string, unknown>): void {
    for (const record of this.#heard.keys()) if (!records.has(record)) this.#heard.delete(record);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
    this.#channel.close();
  }

  #tell(): void {
    const running = new Set<string>();
    for (const call of this.#calls.getSnapshot()) {
      if (call.endedAt !== undefined || !call.task) continue;
      running.add(call.id);
      if (this.#told.get(call.id) === call) continue;
      const task = this.#calls.taskOf(call.id);
      const record = task && this.#recordOf(call.serverId, task.id);
      if (record === undefined) continue;
      this.#told.set(call.id, call);
      const { status, statusMessage, expiresAt } = call.task;
      const word = { record, status, statusMessage: statusMessage?.slice(0, MAX_MESSAGE), expiresAt };
      this.#channel.postMessage({ ...word, progress: call.progress } satisfies TaskWord);
    }
    for (const id of this.#told.keys()) if (!running.has(id)) this.#told.delete(id);
  }
}
