/** The calls that earlier pages left unfinished, of all servers of a host. */
import type { ConnectOptions } from '../../client/connect-options.ts';
import { type CallStore, lockOf, readCalls, type StoredCall } from '../../client/unfinished/call-store.ts';
import { hasDigests } from '../../client/tools/definition.ts';
import { ownerOfCalls, TakenError } from '../../client/unfinished/recorded-call.ts';
import {
  describeCall,
  forgetCall,
  type ResumeContext,
  resumeCall,
  sortCalls,
} from '../../client/unfinished/unfinished-calls.ts';
import { McpError } from '../../errors.ts';
import type { CallToolResult, LogLevel } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import { currentPrincipal } from '../../session/principal.ts';
import { digestOfText } from '../../wire/digest.ts';
import type { KnownCalls, OpenCall } from '../calls/known-calls.ts';
import type { Log } from '../log/log.ts';
import type { HostServer, HostUnfinishedCall } from '../snapshot.ts';
import type { HostTask } from '../tasks/host-tasks.ts';
import type { NotedStore } from './noted-store.ts';
import { TabTasks } from './tab-tasks.ts';

/** How long changes are collected before the store is read again, in ms. */
const WAIT_MS = 50;

/** A server of the host. */
export interface ResumingServer {
  readonly state: HostServer;
  readonly name: string;
  /** Says who the user is. */
  readonly credentials: Pick<ConnectOptions, 'principal' | 'headers' | 'auth'>;
  /** The records of its calls of this page. */
  readonly recorded: Pick<NotedStore, 'has' | 'recordOf'> | undefined;
  /** What is needed to go on with a call. */
  resumption(store: CallStore, signal?: AbortSignal): ResumeContext;
}

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
  /** The tasks of other tabs, by record. */
  #elsewhere: ReadonlyMap<string, { readonly call: StoredCall; readonly server: ResumingServer }> = new Map();
  readonly #tabs: TabTasks;
  /** Those that this page goes on with, or is about to. */
  readonly #resuming = new Set<string>();
  /** Tasks that could not go on, each with its server, until that is connected again. */
  readonly #failed = new Map<string, string>();
  /** The servers whose tasks went on by themselves when it was last looked. */
  #ready: ReadonlySet<string> = new Set();
  #users = '';
  /** Whose calls were last listed, by URL of the server: when they sign out, nobody can tell it anymore. */
  readonly #owners = new Map<string, string>();
  #isReading = false;
  #isStale = false;

  constructor(context: UnfinishedContext) {
    this.#context = context;
    this.#unwatch = context.store.watch(() => this.#refresh());
    this.#tabs = new TabTasks(
      context.calls,
      (serverId, task) => [...context.servers()].find(({ state }) => state.id === serverId)?.recorded?.recordOf(task),
      (record) => (this.#elsewhere.has(record) ? this.#tellElsewhere() : this.#refresh()),
    );
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
    // A task may have failed after its connection had.
    for (const [id, serverId] of this.#failed)
      if (!ready.has(serverId) || !this.#ready.has(serverId)) this.#failed.delete(id);
    this.#ready = ready;
    this.#refresh();
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
    if (owner === undefined) return;
    const [server, calls] = await Promise.all([digestOfText(url), readCalls(store)]);
    const ids = (calls ?? []).filter((call) => call.server === server && call.owner === owner).map(({ id }) => id);
    await store.remove(ids).catch(() => {});
    this.#refresh();
  }

  close(): void {
    this.#closing.abort();
    this.#unwatch();
    this.#tabs.close();
    this.#context.calls.elsewhere = [];
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
    const { store, servers, onchange } = this.#context;
    const { left, held } = await sortCalls(store);
    const known = await Promise.all(
      // Digests need a secure context.
      (hasDigests() ? [...servers()] : []).map(async (server) => ({
        server,
        digest: await digestOfText(server.state.url),
        owner: await ownerOfCalls(server.credentials, new URL(server.state.url)),
      })),
    );
    for (const { server, owner } of known) if (owner !== undefined) this.#owners.set(server.state.url, owner);
    const calls = new Map<string, HostUnfinishedCall>();
    const serverOf = (call: StoredCall): ResumingServer | undefined =>
      known.find(({ digest, owner }) => call.server === digest && call.owner === owner)?.server;
    for (const call of left) {
      if (this.#resuming.has(call.id)) continue;
      const server = serverOf(call);
      if (!server) continue;
      if (call.task !== undefined && this.#takesTasks(server) && !this.#failed.has(call.id))
        void this.#goOn(server, call);
      else calls.set(call.id, this.#describe(call, server));
    }
    for (const { id } of held) this.#watch(id);
    const tasks = held.flatMap((call) => {
      const server = call.task === undefined || this.#resuming.has(call.id) ? undefined : serverOf(call);
      return server && !server.recorded?.has(call.id) ? [[call.id, { call, server }] as const] : [];
    });
    this.#elsewhere = new Map(tasks);
    this.#tabs.keep(new Set(held.map(({ id }) => id)));
    if (!this.#closing.signal.aborted) this.#tellElsewhere();
    const before = [...this.#calls.values()];
    this.#calls = calls;
    const now = [...calls.values()];
    if (this.#closing.signal.aborted || (now.length === before.length && now.every((call, at) => call === before[at])))
      return;
    onchange(Object.freeze(now));
  }

  /** Tells what is known of the tasks of other tabs. */
  #tellElsewhere(): void {
    const { calls } = this.#context;
    const before = calls.elsewhere;
    const now = [...this.#elsewhere.values()].map(({ call, server: { name: serverName, state } }): HostTask => {
      const { id, tool: name, time: startedAt } = call;
      const { status = 'unknown', statusMessage, expiresAt, progress } = this.#tabs.of(id) ?? {};
      const tool = state.tools.find((candidate) => candidate.name === name);
      const of = { id, serverId: state.id, serverName, name, tool, startedAt };
      const task = { ...of, status, statusMessage, expiresAt, progress, isElsewhere: true } as const;
      const known = before.find((other) => other.id === id);
      return known && isSame(known, task) ? known : Object.freeze(task);
    });
    if (now.length !== before.length || now.some((task, at) => task !== before[at])) calls.elsewhere = now;
  }

  #describe(stored: StoredCall, server: ResumingServer): HostUnfinishedCall {
    const known = this.#calls.get(stored.id);
    const call = { ...describeCall(stored), serverId: server.state.id };
    if (known?.canResume === call.canResume && known.isTask === call.isTask && known.serverId === call.serverId)
      return known;
    return Object.freeze({
      ...call,
      resume: (options) => this.#resume(server, stored, options),
      forget: async () => {
        await forgetCall(server.resumption(this.#context.store), stored.id);
        this.#log(server, stored, 'notice', { status: 'forgotten' });
      },
    } satisfies HostUnfinishedCall);
  }

  /** Goes on with a task, because the page shows tasks. */
  async #goOn(server: ResumingServer, stored: StoredCall): Promise<void> {
    try {
      await this.#resume(server, stored, {}, true);
    } catch (error) {
      if (!(error instanceof TakenError)) this.#failed.set(stored.id, server.state.id);
    }
  }

  /** @param ifFree whether to leave it to another tab that is faster */
  async #resume(
    server: ResumingServer,
    stored: StoredCall,
    options: CallOptions = {},
    ifFree = false,
  ): Promise<CallToolResult> {
    const { store } = this.#context;
    this.#log(server, stored, 'info', { status: 'resumed' });
    this.#resuming.add(stored.id);
    this.#refresh();
    const known = this.#begin(server, stored, options);
    const { signal } = known;
    const startedAt = performance.now();
    const end = (level: LogLevel, outcome: object): void =>
      this.#log(server, stored, level, { ...outcome, durationMs: Math.round(performance.now() - startedAt) });
    try {
      const result = await resumeCall({ ...server.resumption(store, signal), ifFree }, stored.id, {
        ...options,
        signal,
        hearTask: (task) => known.follow(task),
        onprogress: (progress) => {
          known.update({ progress });
          options.onprogress?.(progress);
        },
      });
      known.succeed(result);
      end(result.isError ? 'warning' : 'info', { status: result.isError ? 'tool-error' : 'done' });
      return result;
    } catch (error) {
      const isLeft = (await readCalls(store))?.some(({ id }) => id === stored.id);
      if (isLeft && !signal.aborted) known.leave();
      else known.fail(error);
      if (signal.aborted) end('notice', { status: 'cancelled' });
      else
        end('error', {
          status: 'failed',
          ...(error instanceof McpError && { code: error.code }),
          message: error instanceof Error ? error.message : String(error),
        });
      throw error;
    } finally {
      this.#resuming.delete(stored.id);
      this.#refresh();
    }
  }

  #begin({ state, name }: ResumingServer, stored: StoredCall, { signal }: CallOptions): OpenCall {
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
    return this.#context.calls.begin(call, { by: 'user', signal });
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

/** Whether nothing would look different. */
function isSame(one: HostTask, other: HostTask): boolean {
  return (['serverName', 'tool', 'status', 'statusMessage', 'expiresAt', 'progress'] as const).every(
    (member) => one[member] === other[member],
  );
}
