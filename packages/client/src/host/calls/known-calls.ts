/** Knows the tool calls of a host while they run, and the latest that ended. */
import type { McpTask } from '../../client/tasks/task.ts';
import { AuthError, DeniedError, McpError, OutputError } from '../../errors.ts';
import type { CallToolResult } from '../../protocol/types.ts';
import type { AskingRequest } from '../../session/session.ts';
import { sizeInMemory } from '../log/log.ts';
import { notify } from '../store.ts';
import type { CallToolOptions } from '../host-options.ts';
import type { HostTask } from '../tasks/host-tasks.ts';
import type { KeptTask } from '../tasks/kept-task.ts';
import type { HostCall, HostCalls, HostCallTask } from './host-calls.ts';

const MAX_CALLS = 500;
/** About how many bytes of memory calls may take that have ended. The one that ended last stays, whatever its size. */
const MAX_BYTES = 20_000_000;

/** A call before anything came of it. One that is resumed began earlier, and was sent. */
type NewCall = Pick<HostCall, 'serverId' | 'serverName' | 'name' | 'arguments'> &
  Partial<Pick<HostCall, 'isResumed' | 'state' | 'startedAt' | 'sentAt' | 'tool' | 'task'>>;

/** A call that has not ended. */
export interface OpenCall {
  readonly id: string;
  /** Aborts when the call is cancelled, by its caller or by the user. */
  readonly signal: AbortSignal;
  /** Those who show tasks: see `HostTasks.accept`. */
  readonly acceptors: ReadonlySet<object>;
  /** Does nothing once the call is forgotten. */
  update(change: Partial<Pick<HostCall, 'state' | 'tool' | 'arguments' | 'sentAt' | 'progress'>>): void;
  /** Tells from now on what the server says about the task that the call has become. */
  follow(task: McpTask): void;
  succeed(result: CallToolResult): void;
  fail(error: unknown): void;
  /** Forgets the call, because it goes on elsewhere. */
  leave(): void;
}

interface Open {
  readonly cancelling: AbortController;
  task?: McpTask;
  /** Wait for the task, or for the end of the call without one. */
  readonly waiting: Set<() => void>;
}

export class KnownCalls implements HostCalls {
  /** The oldest first. */
  readonly #calls = new Map<string, HostCall>();
  readonly #open = new Map<string, Open>();
  /** Those who show tasks: see `HostTasks.accept`. */
  readonly acceptors = new Set<object>();
  #elsewhere: readonly HostTask[] = [];
  #recorded: readonly KeptTask[] = [];
  /** The ids of the tasks that calls have become, by the ids of the calls. */
  readonly #taskIds = new Map<string, string>();
  /** Of calls that ended, in the order in which they did. */
  readonly #bytes = new Map<string, number>();
  #totalBytes = 0;
  /** Several pages may store their logs in one place. */
  readonly #page = crypto.getRandomValues(new Uint32Array(1)).join();
  #lastId = 0;
  /** Made when somebody looks. */
  #snapshot: readonly HostCall[] | undefined;
  readonly #listeners = new Set<() => void>();
  #isNotifying = false;

  readonly getSnapshot = (): readonly HostCall[] => (this.#snapshot ??= Object.freeze([...this.#calls.values()]));

  readonly subscribe = (listener: () => void): (() => void) => {
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  };

  /** The tasks of other tabs. */
  get elsewhere(): readonly HostTask[] {
    return this.#elsewhere;
  }
  set elsewhere(tasks: readonly HostTask[]) {
    this.#elsewhere = tasks;
    this.#tell();
  }

  /** The tasks whose ends are recorded. */
  get recorded(): readonly KeptTask[] {
    return this.#recorded;
  }
  set recorded(tasks: readonly KeptTask[]) {
    this.#recorded = tasks;
    this.#tell();
  }

  /** Those of them whose results are not among these calls. */
  get kept(): readonly KeptTask[] {
    if (this.#recorded.length === 0) return this.#recorded;
    const own = new Map([...this.#taskIds].map(([id, taskId]) => [this.#keyOf(this.#calls.get(id), taskId), id]));
    return this.#recorded.filter(({ task, taskId }) => {
      const id = own.get(this.#keyOf(task, taskId)) ?? task.id;
      return id === task.id && this.#calls.get(id)?.endedAt === undefined;
    });
  }

  /** Servers may count their tasks: two may have one of the same id. */
  #keyOf(call: { readonly serverId: string } | undefined, taskId: string): string {
    return JSON.stringify([call?.serverId, taskId]);
  }

  get(id: string): HostCall | undefined {
    return this.#calls.get(id);
  }

  cancel(id: string): boolean {
    const open = this.#open.get(id);
    open?.cancelling.abort(new DOMException('The user cancelled the call.', 'AbortError'));
    return open !== undefined;
  }

  /** @throws {McpError} `invalid-argument` when a call with this `callId` has not ended */
  begin(
    call: NewCall,
    { callId, by = 'model', signal, taskId }: CallToolOptions & { taskId?: string | undefined },
  ): OpenCall {
    const id = callId ?? this.#newId();
    if (this.#open.has(id))
      throw new McpError(
        'invalid-argument',
        `A call with the id ${JSON.stringify(id)} has not ended yet: give each a \`callId\` of its own.`,
      );
    this.#drop(id);
    if (taskId !== undefined) this.#taskIds.set(id, taskId);
    const cancelling = new AbortController();
    const open: Open = { cancelling, waiting: new Set() };
    this.#open.set(id, open);
    this.#change({ id, by, state: 'waiting', startedAt: Date.now(), ...call });
    const update = (change: Partial<HostCall>): void => {
      const known = this.#calls.get(id);
      if (known && this.#open.get(id) === open) this.#change({ ...known, ...change });
    };
    const end = (change: Partial<HostCall>): void => {
      update({ ...change, endedAt: Date.now() });
      if (this.#open.get(id) === open) this.#end(id);
    };
    return {
      id,
      signal: signal ? AbortSignal.any([signal, cancelling.signal]) : cancelling.signal,
      acceptors: this.acceptors,
      update,
      follow: (task) => {
        open.task = task;
        this.#taskIds.set(id, task.id);
        open.waiting.forEach((go) => go());
        const tell = (): void => update({ task: describe(task, this.#calls.get(id)) });
        task.addEventListener('statuschange', tell);
        tell();
      },
      leave: () => {
        if (this.#open.get(id) !== open) return;
        this.#close(id);
        this.#drop(id);
        this.#publish();
      },
      succeed: (result) => end({ state: result.isError ? 'failed' : 'done', result }),
      fail: (error) =>
        end({
          state: signal?.aborted || cancelling.signal.aborted ? 'cancelled' : isDenial(error) ? 'denied' : 'failed',
          error,
          ...(error instanceof OutputError && { result: error.result }),
        }),
    };
  }

  /**
   * The id of the call during which a server asks for something: the one that it names, or else the only one that it runs.
   *
   * @param request what the page sent, where the server says which request needs this
   */
  asking(serverId: string, request: AskingRequest | undefined): string | undefined {
    const calls = [...this.#open.keys()].flatMap((id) => this.#calls.get(id) ?? []);
    const running = calls.filter((call) => call.serverId === serverId && call.state === 'running');
    if (request) {
      const { taskId, arguments: args } = request.params;
      const isMeant = ({ id, arguments: own }: HostCall): boolean =>
        typeof taskId === 'string' ? this.taskOf(id)?.id === taskId : own === args;
      return running.find(isMeant)?.id;
    }
    return running.length === 1 ? running[0]?.id : undefined;
  }

  /** The task that runs a call which has not ended. */
  taskOf(id: string): McpTask | undefined {
    return this.#open.get(id)?.task;
  }

  /** The id of the task that a call has become, also when it has ended. */
  taskIdOf(id: string): string | undefined {
    return this.#taskIds.get(id);
  }

  /** The task of a call of an earlier page, once its server has said how it is; nothing if it ends before that. */
  async whenTask(id: string): Promise<McpTask | undefined> {
    const open = this.#open.get(id);
    if (!open || !this.#calls.get(id)?.task) return undefined;
    if (!open.task) await new Promise<void>((resolve) => open.waiting.add(resolve));
    return open.task;
  }

  /** Forgets the calls of this server, because the user whose they were has signed out. */
  forget(serverId: string): void {
    for (const call of this.#calls.values()) {
      if (call.serverId !== serverId) continue;
      this.#close(call.id);
      this.#drop(call.id);
    }
    this.#elsewhere = this.#elsewhere.filter((task) => task.serverId !== serverId);
    this.#recorded = this.#recorded.filter(({ task }) => task.serverId !== serverId);
    this.#publish();
  }

  #newId(): string {
    let id: string;
    do id = `call-${this.#page}-${++this.#lastId}`;
    while (this.#calls.has(id));
    return id;
  }

  #close(id: string): void {
    this.#open.get(id)?.waiting.forEach((go) => go());
    this.#open.delete(id);
  }

  #end(id: string): void {
    this.#close(id);
    const { arguments: args, tool, result, task } = this.#calls.get(id) ?? {};
    const bytes = sizeInMemory([args, tool?.name, result, task?.statusMessage], MAX_BYTES);
    this.#bytes.set(id, bytes);
    this.#totalBytes += bytes;
    for (const oldest of this.#bytes.keys()) {
      if (oldest === id || (this.#totalBytes <= MAX_BYTES && this.#calls.size <= MAX_CALLS)) return;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    this.#calls.delete(id);
    this.#taskIds.delete(id);
    this.#totalBytes -= this.#bytes.get(id) ?? 0;
    this.#bytes.delete(id);
  }

  #change(call: HostCall): void {
    this.#calls.set(call.id, Object.freeze(call));
    this.#publish();
  }

  #publish(): void {
    this.#snapshot = undefined;
    this.#tell();
  }

  #tell(): void {
    if (this.#isNotifying || this.#listeners.size === 0) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) notify(listener);
    });
  }
}

/** By the clock of the page, because that of the server may be wrong. */
function describe({ status, statusMessage, ttlMs }: McpTask, call: HostCall | undefined): HostCallTask {
  const expiresAt = ttlMs === null ? undefined : (call?.sentAt ?? Date.now()) + ttlMs;
  return Object.freeze({ status, statusMessage, expiresAt });
}

/** Whether the user, or the page, decided against it. */
function isDenial(error: unknown): boolean {
  return error instanceof DeniedError || (error instanceof AuthError && error.oauthError === 'access_denied');
}
