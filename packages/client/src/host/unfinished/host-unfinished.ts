/** The calls that earlier pages left unfinished, of all servers of a host. */
import { type CallStore, lockOf, readCalls, type StoredCall } from '../../client/unfinished/call-store.ts';
import { hasDigests } from '../../client/tools/definition.ts';
import { ownerOfCalls, type RecordedCall, TakenError, takeOver } from '../../client/unfinished/recorded-call.ts';
import { describeCall, forgetCall, goOnWith, resumeCall, sortCalls } from '../../client/unfinished/unfinished-calls.ts';
import { McpError } from '../../errors.ts';
import type { CallToolResult, LogLevel } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import { currentPrincipal } from '../../session/principal.ts';
import { digestOfText } from '../../wire/digest.ts';
import type { HeardTask } from '../../client/tasks/task.ts';
import type { KnownCalls, OpenCall } from '../calls/known-calls.ts';
import type { CallToolOptions } from '../host-options.ts';
import type { Log } from '../log/log.ts';
import type { HostUnfinishedCall } from '../snapshot.ts';
import type { ResumingServer } from './resuming-server.ts';
import { TasksElsewhere } from './tasks-elsewhere.ts';

/** How long changes are collected before the store is read again, in ms. */
const WAIT_MS = 50;

/** What it needs of its host. */
export interface UnfinishedContext {
  readonly store: CallStore;
  readonly servers: () => Iterable<ResumingServer>;
  readonly calls: KnownCalls;
  readonly log: Log;
  readonly onchange: (unfinished: readonly HostUnfinishedCall[]) => void;
}

export class HostUnfinished {
  readonly #context: UnfinishedContext;
  readonly #closing = new AbortController();
  readonly #unwatch: () => void;
  /** By record. Unchanged calls stay the same objects. */
  #calls: ReadonlyMap<string, HostUnfinishedCall> = new Map();
  /** Those of living pages. When such a page ends, its calls are left. */
  readonly #watched = new Set<string>();
  readonly #elsewhere: TasksElsewhere;
  /** Those that this page goes on with. */
  readonly #resuming = new Set<string>();
  /** Those that it tries to take over, so that it can. */
  readonly #taking = new Set<string>();
  /** Tasks that could not go on, by record, and at which time of their server's. */
  readonly #failed = new Map<string, { readonly turn: number; readonly failure: HostUnfinishedCall['failure'] }>();
  /** The servers whose tasks went on by themselves when it was last looked. */
  #ready: ReadonlySet<string> = new Set();
  /** How often each server has become one of those. */
  readonly #turns = new Map<string, number>();
  #users = '';
  /** How often somebody has signed out. */
  #signOuts = 0;
  /** Whose calls were last listed, by URL of the server: when they sign out, nobody can tell it anymore. */
  readonly #owners = new Map<string, string>();
  #isReading = false;
  #isStale = false;

  constructor(context: UnfinishedContext) {
    this.#context = context;
    this.#unwatch = context.store.watch(() => this.#refresh());
    this.#elsewhere = new TasksElsewhere(context.calls, context.servers, () => this.#refresh());
    this.heed();
  }

  /** To be called when the servers of the host, or their users, may have changed. */
  heed(): void {
    const servers = [...this.#context.servers()];
    const users = JSON.stringify(
      servers.map((server) => [
        server.state.id,
        server.state.signIn?.state,
        server.state.signOuts,
        currentPrincipal(server.credentials.principal),
        this.#takesTasks(server),
      ]),
    );
    if (users === this.#users) return;
    this.#users = users;
    const ready = new Set(servers.filter((server) => this.#takesTasks(server)).map(({ state }) => state.id));
    for (const id of ready) if (!this.#ready.has(id)) this.#turns.set(id, this.#turnOf(id) + 1);
    this.#ready = ready;
    this.#refresh();
  }

  /** To be called when a call of this page has been recorded as a task. */
  heedTasks(): void {
    this.#elsewhere.heedTasks();
  }

  /** A task that fails is not tried again before the next turn of its server, which may have come before it failed. */
  #turnOf(serverId: string): number {
    return this.#turns.get(serverId) ?? 0;
  }

  #failureOf(id: string, serverId: string): HostUnfinishedCall['failure'] {
    const failed = this.#failed.get(id);
    return failed?.turn === this.#turnOf(serverId) ? failed.failure : undefined;
  }

  /** Whether the tasks of this server go on by themselves. */
  #takesTasks({ state }: ResumingServer): boolean {
    return state.status === 'ready' && this.#context.calls.acceptors.size > 0;
  }

  /** Deletes what is recorded about a server's user, because they have signed out. */
  async forgetUser(url: string): Promise<void> {
    const { store } = this.#context;
    const owner = this.#owners.get(url);
    this.#owners.delete(url);
    this.#signOuts++;
    this.#elsewhere.forget(url);
    this.#refresh();
    if (owner === undefined) return;
    const [server, calls] = await Promise.all([digestOfText(url), readCalls(store)]);
    const ids = (calls ?? []).filter((call) => call.server === server && call.owner === owner).map(({ id }) => id);
    await store.remove(ids).catch(() => {});
    this.#refresh();
  }

  close(): void {
    this.#closing.abort();
    this.#unwatch();
    this.#elsewhere.close();
  }

  #refresh(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#readAll();
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isStale && !this.#closing.signal.aborted) {
        this.#isStale = false;
        await this.#read();
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      }
    } finally {
      this.#isReading = false;
    }
  }

  async #read(): Promise<void> {
    const { store, servers } = this.#context;
    const signOuts = this.#signOuts;
    const { left, held } = await sortCalls(store);
    const known = await Promise.all(
      // Digests need a secure context.
      (hasDigests() ? [...servers()] : []).map(async (server) => ({
        server,
        digest: await digestOfText(server.state.url),
        owner: await ownerOfCalls(server.credentials, new URL(server.state.url)),
      })),
    );
    // Those who have signed out meanwhile have left nothing. It is read again.
    if (signOuts !== this.#signOuts || this.#closing.signal.aborted) return;
    for (const { server, owner } of known) if (owner !== undefined) this.#owners.set(server.state.url, owner);
    const calls = new Map<string, HostUnfinishedCall>();
    const serverOf = (call: StoredCall): ResumingServer | undefined =>
      known.find(({ digest, owner }) => call.server === digest && call.owner === owner)?.server;
    for (const call of left) {
      if (this.#resuming.has(call.id)) continue;
      const server = serverOf(call);
      if (!server) continue;
      calls.set(call.id, this.#describe(call, server));
      if (call.task !== undefined && this.#takesTasks(server) && !this.#failureOf(call.id, server.state.id))
        void this.#goOn(server, call);
    }
    const stored = new Set([...left, ...held].map(({ id }) => id));
    for (const id of this.#failed.keys()) if (!stored.has(id)) this.#failed.delete(id);
    for (const { id } of held) this.#watch(id);
    const tasks = held.flatMap((call) => {
      const server = call.task === undefined || this.#resuming.has(call.id) ? undefined : serverOf(call);
      return server && !server.recorded?.has(call.id) ? [[call.id, { call, server }] as const] : [];
    });
    this.#elsewhere.set(new Map(tasks));
    this.#tellLeft(calls);
  }

  #tellLeft(calls: ReadonlyMap<string, HostUnfinishedCall>): void {
    if (this.#closing.signal.aborted) return;
    const before = [...this.#calls.values()];
    this.#calls = calls;
    const now = [...calls.values()];
    if (now.length !== before.length || now.some((call, at) => call !== before[at]))
      this.#context.onchange(Object.freeze(now));
  }

  #describe(stored: StoredCall, server: ResumingServer): HostUnfinishedCall {
    const known = this.#calls.get(stored.id);
    const { id: serverId } = server.state;
    const call = { ...describeCall(stored), serverId, failure: this.#failureOf(stored.id, serverId) };
    const isSameCall = (['canResume', 'isTask', 'serverId', 'failure'] as const).every(
      (member) => known?.[member] === call[member],
    );
    if (known && isSameCall) return known;
    return Object.freeze({
      ...call,
      resume: (options) => this.#resume(server, stored, options),
      forget: async () => {
        await forgetCall(server.resumption(this.#context.store), stored.id);
        this.#log(server, stored, 'notice', { status: 'forgotten' });
      },
    } satisfies HostUnfinishedCall);
  }

  /** Goes on with a task, because the page shows tasks. It stays listed as left until this page has it. */
  async #goOn(server: ResumingServer, stored: StoredCall): Promise<void> {
    const { id } = stored;
    if (this.#taking.has(id)) return;
    this.#taking.add(id);
    const turn = this.#turnOf(server.state.id);
    const { signal } = this.#closing;
    try {
      const record = await takeOver(server.resumption(this.#context.store), id, { signal, ifFree: true });
      this.#taking.delete(id);
      await this.#resume(server, stored, {}, { record, turn });
    } catch (error) {
      if (this.#taking.delete(id) && !(error instanceof TakenError)) this.#fail(id, turn, error);
      this.#refresh();
    }
  }

  #fail(id: string, turn: number, error: unknown): void {
    this.#failed.set(id, { turn, failure: Object.freeze({ error, time: Date.now() }) });
  }

  /** @param taken where this page goes on with a task by itself, and has taken it over */
  async #resume(
    server: ResumingServer,
    stored: StoredCall,
    options: CallOptions = {},
    taken?: { readonly record: RecordedCall; readonly turn: number },
  ): Promise<CallToolResult> {
    const { store } = this.#context;
    const { id } = stored;
    this.#log(server, stored, 'info', { status: 'resumed' });
    this.#resuming.add(id);
    // A task keeps the name under which it is listed.
    const known = this.#begin(server, stored, { signal: options.signal, callId: taken && id });
    this.#tellLeft(new Map([...this.#calls].filter(([left]) => left !== id)));
    const { signal } = known;
    const startedAt = performance.now();
    const end = (level: LogLevel, outcome: object): void =>
      this.#log(server, stored, level, { ...outcome, durationMs: Math.round(performance.now() - startedAt) });
    const heard: CallOptions & HeardTask = {
      ...options,
      signal,
      hearTask: (task) => known.follow(task),
      onprogress: (progress) => {
        known.update({ progress });
        options.onprogress?.(progress);
      },
    };
    try {
      const context = server.resumption(store);
      const result = await (taken ? goOnWith(context, taken.record, heard) : resumeCall(context, id, heard));
      known.succeed(result);
      end(result.isError ? 'warning' : 'info', { status: result.isError ? 'tool-error' : 'done' });
      return result;
    } catch (error) {
      const isLeft = (await readCalls(store))?.some((left) => left.id === id);
      if (isLeft && !signal.aborted) {
        if (taken) this.#fail(id, taken.turn, error);
        const calls = [...this.#calls, [id, this.#describe(taken?.record.stored ?? stored, server)] as const];
        this.#tellLeft(new Map(calls.toSorted(([, one], [, other]) => one.time - other.time)));
        known.leave();
      } else known.fail(error);
      if (signal.aborted) end('notice', { status: 'cancelled' });
      else
        end('error', {
          status: 'failed',
          ...(error instanceof McpError && { code: error.code }),
          message: error instanceof Error ? error.message : String(error),
        });
      throw error;
    } finally {
      this.#resuming.delete(id);
      this.#refresh();
    }
  }

  #begin({ state, name }: ResumingServer, stored: StoredCall, options: CallToolOptions): OpenCall {
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
    return this.#context.calls.begin(call, { by: 'user', ...options });
  }

  /** Consent was given when the call was made. */
  #log({ state, name }: ResumingServer, { id, tool }: StoredCall, level: LogLevel, data: object): void {
    this.#context.log.append({
      kind: 'call',
      level,
      data: { tool, ...data },
      serverId: state.id,
      serverName: name,
      request: { id, method: 'tools/call', name: tool },
    });
  }

  /** Reads again when the page that holds this call is gone. */
  #watch(id: string): void {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    navigator.locks
      .request(lockOf(id), { mode: 'shared', signal: this.#closing.signal }, () => {})
      .then(
        () => {
          this.#watched.delete(id);
          this.#refresh();
        },
        () => {},
      );
  }
}
