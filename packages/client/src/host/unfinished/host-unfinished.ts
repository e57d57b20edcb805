/** The calls that earlier pages left unfinished, of all servers of a host. */
import { lockOf, readCalls, type StoredCall } from '../../client/unfinished/call-store.ts';
import { hasDigests } from '../../client/tools/definition.ts';
import { ownerOfCalls, type RecordedCall, TakenError, takeOver } from '../../client/unfinished/recorded-call.ts';
import { describeCall, forgetCall, sortCalls } from '../../client/unfinished/unfinished-calls.ts';
import type { CallToolResult } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import { currentPrincipal } from '../../session/principal.ts';
import { untilAborted } from '../../wire/abort.ts';
import { digestOfText } from '../../wire/digest.ts';
import type { HostUnfinishedCall } from '../snapshot.ts';
import type { ResumingServer } from './resuming-server.ts';
import { type CallPlaces, logLeftCall, runLeftCall } from './run-left-call.ts';
import type { KeptTask } from '../tasks/kept-task.ts';
import { keepTasks, keptTask, surplusOf } from './kept-tasks.ts';
import { type TaskElsewhere, TasksElsewhere } from './tasks-elsewhere.ts';

/** How long changes are collected before the store is read again, in ms. */
const WAIT_MS = 50;

/** How long after the store could not be read it is tried again, in ms. */
const RETRY_MS = 5_000;

/** What it needs of its host. */
export interface UnfinishedContext extends CallPlaces {
  readonly servers: () => Iterable<ResumingServer>;
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
  /** Those that are among the calls of this page. */
  readonly #resuming = new Set<string>();
  /** What becomes of the tasks that this page goes on with by itself, from when it tries to take them over. */
  readonly #going = new Map<string, Promise<CallToolResult>>();
  /** Tasks that could not go on, by record, and at which time of their server's. */
  readonly #failed = new Map<string, { readonly turn: number; readonly failure: HostUnfinishedCall['failure'] }>();
  /** The servers whose tasks went on by themselves when it was last looked. */
  #ready: ReadonlySet<string> = new Set();
  /** How often each server has become one of those. */
  readonly #turns = new Map<string, number>();
  #users = '';
  /** Counts the changes that an attempt to read may have missed. */
  #changes = 0;
  /** Whose calls were last listed, by id of the server: when they sign out, nobody can tell it anymore. */
  readonly #owners = new Map<string, string>();
  /** The digests of the addresses of servers, by their ids. */
  readonly #digests = new Map<string, string>();
  #isReading = false;
  #isStale = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(context: UnfinishedContext) {
    this.#context = context;
    this.#unwatch = context.store.watch(() => {
      this.#elsewhere.forgetUnknown();
      this.#refresh();
    });
    this.#elsewhere = new TasksElsewhere(context.calls, context.servers, () => this.#refresh());
    this.heed();
  }

  /** To be called when the servers of the host, or their users, may have changed. */
  heed(): void {
    const servers = [...this.#context.servers()];
    const { calls } = this.#context;
    const before = calls.recorded;
    // Nobody can ask a server that was removed for a result.
    keepTasks(
      calls,
      before.filter(({ server }) => servers.some((one) => one === server)),
    );
    if (calls.recorded !== before) this.#users = '';
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
    this.#elsewhere.forgetUnknown();
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
  async forgetUser(serverId: string): Promise<void> {
    const { servers, store } = this.#context;
    const owner = this.#owners.get(serverId);
    const url = [...servers()].find(({ state }) => state.id === serverId)?.state.url;
    this.#owners.delete(serverId);
    this.#changes++;
    this.#elsewhere.forget(serverId);
    this.#refresh();
    if (owner === undefined || url === undefined) return;
    const [server, calls] = await Promise.all([digestOfText(url), readCalls(store)]);
    const ids = (calls ?? []).filter((call) => call.server === server && call.owner === owner).map(({ id }) => id);
    await store.remove(ids).catch(() => {});
    this.#refresh();
  }

  /** Deletes the record of a task, also if its server was removed since. */
  async forgetTask(serverId: string, task: string): Promise<void> {
    const [owner, server] = [this.#owners.get(serverId), this.#digests.get(serverId)];
    const hosted = [...this.#context.servers()].find(({ state }) => state.id === serverId);
    const store = hosted?.resumption(this.#context.store).store ?? this.#context.store;
    const calls = (await readCalls(store)) ?? [];
    const isMeant = (call: StoredCall): boolean => call.server === server && call.owner === owner && call.task === task;
    const ids = calls.filter(isMeant).map(({ id }) => id);
    if (ids.length > 0) await store.remove(ids).catch(() => {});
  }

  close(): void {
    this.#tellLeft(new Map());
    this.#closing.abort();
    clearTimeout(this.#retry);
    this.#unwatch();
    this.#elsewhere.close();
    keepTasks(this.#context.calls, []);
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
    const changes = this.#changes;
    const sorted = await sortCalls(store);
    const known = await Promise.all(
      // Digests need a secure context.
      (hasDigests() ? [...servers()] : []).map(async (server) => ({
        server,
        digest: await digestOfText(server.state.url),
        owner: await ownerOfCalls(server.credentials, new URL(server.state.url)),
      })),
    );
    if (this.#closing.signal.aborted) return;
    if (!sorted) {
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined;
        this.#refresh();
      }, RETRY_MS);
      return;
    }
    // Somebody has signed out, or a call has begun or ended, since it was read.
    if (changes !== this.#changes) return void (this.#isStale = true);
    const { left, held } = sorted;
    for (const { server, owner, digest } of known) {
      this.#digests.set(server.state.id, digest);
      if (owner !== undefined) this.#owners.set(server.state.id, owner);
    }
    const serverOf = (call: StoredCall): ResumingServer | undefined =>
      known.find(({ digest, owner }) => call.server === digest && call.owner === owner)?.server;
    const calls = new Map<string, HostUnfinishedCall>();
    const elsewhere = new Map<string, TaskElsewhere>();
    const kept: KeptTask[] = [];
    const isLeft = new Set(left);
    for (const call of [...left, ...held].toSorted((one, other) => one.time - other.time)) {
      const { id } = call;
      const server = serverOf(call);
      if (!server) continue;
      const ended = keptTask(call, server, () => this.#takeOn(server, call, 0));
      if (ended) kept.push(ended);
      if (ended || this.#resuming.has(id)) continue;
      if (isLeft.has(call) && this.#goesOn(server, call)) this.#goOn(server, call);
      // While this page takes it over, it is listed as before.
      const [listed, other] = [this.#calls.get(id), this.#elsewhere.get(id)];
      if (this.#going.has(id)) {
        if (listed) calls.set(id, this.#describe(call, server));
        else if (other) elsewhere.set(id, other);
      } else if (isLeft.has(call)) calls.set(id, this.#describe(call, server));
      else if (call.task !== undefined && !server.recorded?.has(id)) elsewhere.set(id, { call, server });
    }
    const stored = new Set([...left, ...held].map(({ id }) => id));
    for (const id of this.#failed.keys()) if (!stored.has(id)) this.#failed.delete(id);
    for (const { id } of held) this.#watch(id);
    this.#elsewhere.set(elsewhere);
    keepTasks(this.#context.calls, kept);
    this.#tellLeft(calls);
    const surplus = surplusOf([...left, ...held]);
    if (surplus.length > 0) void store.remove(surplus).catch(() => {});
  }

  /** Whether this page goes on with this call by itself. */
  #goesOn(server: ResumingServer, { id, task }: StoredCall): boolean {
    return task !== undefined && this.#takesTasks(server) && !this.#failureOf(id, server.state.id);
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
      resume: (options = {}) => {
        const going = this.#going.get(stored.id);
        return going ? untilAborted(going, options.signal) : this.#resume(server, stored, options);
      },
      forget: async () => {
        const { log, store } = this.#context;
        const isForgotten = await forgetCall(server.resumption(store), stored.id);
        if (isForgotten) logLeftCall(log, { server, stored }, 'notice', { status: 'forgotten' });
      },
    } satisfies HostUnfinishedCall);
  }

  /** Goes on with a task, because the page shows tasks. It stays listed as before until this page has it. */
  #goOn(server: ResumingServer, stored: StoredCall): void {
    const { id } = stored;
    if (this.#going.has(id)) return;
    const turn = this.#turnOf(server.state.id);
    const going = this.#takeOn(server, stored, turn);
    this.#going.set(id, going);
    going
      .catch(
        (error: unknown) =>
          error instanceof TakenError || this.#failed.get(id)?.turn === turn || this.#fail(id, turn, error),
      )
      .finally(() => {
        this.#going.delete(id);
        this.#refresh();
      });
  }

  async #takeOn(server: ResumingServer, stored: StoredCall, turn: number): Promise<CallToolResult> {
    const { presence } = server;
    const { signal } = this.#closing;
    // While another page asks for a result too, this one waits for its turn.
    const ifFree = !stored.ended;
    const record = await takeOver(server.resumption(this.#context.store), stored.id, { signal, ifFree });
    if (presence.aborted || signal.aborted) record.leave();
    presence.throwIfAborted();
    signal.throwIfAborted();
    return this.#resume(server, stored, {}, { record, turn });
  }

  #fail(id: string, turn: number, error: unknown): void {
    this.#failed.set(id, { turn, failure: Object.freeze({ error, time: Date.now() }) });
  }

  /** @param taken where this page goes on with a task by itself, and has taken it over */
  async #resume(
    server: ResumingServer,
    stored: StoredCall,
    options: CallOptions,
    taken?: { readonly record: RecordedCall; readonly turn: number },
  ): Promise<CallToolResult> {
    const { id } = stored;
    try {
      return await runLeftCall(this.#context, {
        server,
        stored,
        options,
        record: taken?.record,
        onbegin: () => {
          this.#changes++;
          this.#resuming.add(id);
          this.#tellLeft(new Map([...this.#calls].filter(([left]) => left !== id)));
        },
        onleft: (left, error) => {
          if (left.ended) return;
          if (taken) this.#fail(id, taken.turn, error);
          const calls = [...this.#calls, [id, this.#describe(left, server)] as const];
          this.#tellLeft(new Map(calls.toSorted(([, one], [, other]) => one.time - other.time)));
        },
      });
    } finally {
      this.#changes++;
      this.#resuming.delete(id);
      this.#refresh();
    }
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
