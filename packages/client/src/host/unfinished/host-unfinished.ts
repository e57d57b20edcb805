/** The calls that earlier pages left unfinished, of all servers of a host. */
import type { ConnectOptions } from '../../client/connect-options.ts';
import { type CallStore, lockOf, readCalls, type StoredCall } from '../../client/unfinished/call-store.ts';
import { hasDigests } from '../../client/tools/definition.ts';
import { ownerOfCalls } from '../../client/unfinished/recorded-call.ts';
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
import type { Log } from '../log/log.ts';
import type { HostServer, HostUnfinishedCall } from '../snapshot.ts';

/** How long changes are collected before the store is read again, in ms. */
const WAIT_MS = 50;

/** A server of the host. */
export interface ResumingServer {
  readonly state: HostServer;
  readonly name: string;
  /** Says who the user is. */
  readonly credentials: Pick<ConnectOptions, 'principal' | 'headers' | 'auth'>;
  /** What is needed to go on with a call. */
  resumption(store: CallStore, signal?: AbortSignal): ResumeContext;
}

/** What it needs of its host. */
export interface UnfinishedContext {
  readonly store: CallStore;
  readonly servers: () => Iterable<ResumingServer>;
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
  /** Those that this page goes on with, or is about to. */
  readonly #resuming = new Set<string>();
  #users = '';
  /** Whose calls were last listed, by URL of the server: when they sign out, nobody can tell it anymore. */
  readonly #owners = new Map<string, string>();
  #isReading = false;
  #isStale = false;

  constructor(context: UnfinishedContext) {
    this.#context = context;
    this.#unwatch = context.store.watch(() => this.#refresh());
    this.heed();
  }

  /** To be called when the servers of the host, or their users, may have changed. */
  heed(): void {
    const users = JSON.stringify(
      [...this.#context.servers()].map(({ state: { id, signIn, signOuts }, credentials: { principal } }) => [
        id,
        signIn?.state,
        signOuts,
        currentPrincipal(principal),
      ]),
    );
    if (users === this.#users) return;
    this.#users = users;
    this.#refresh();
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
    for (const call of left) {
      if (this.#resuming.has(call.id)) continue;
      const of = known.find(({ digest, owner }) => call.server === digest && call.owner === owner);
      if (of) calls.set(call.id, this.#describe(call, of.server));
    }
    for (const { id } of held) this.#watch(id);
    const before = [...this.#calls.values()];
    this.#calls = calls;
    const now = [...calls.values()];
    if (this.#closing.signal.aborted || (now.length === before.length && now.every((call, at) => call === before[at])))
      return;
    onchange(Object.freeze(now));
  }

  #describe(stored: StoredCall, server: ResumingServer): HostUnfinishedCall {
    const known = this.#calls.get(stored.id);
    const call = { ...describeCall(stored), serverId: server.state.id };
    if (known?.canResume === call.canResume && known.serverId === call.serverId) return known;
    return Object.freeze({
      ...call,
      resume: (options) => this.#resume(server, stored, options),
      forget: async () => {
        await forgetCall(server.resumption(this.#context.store), stored.id);
        this.#log(server, stored, 'notice', { status: 'forgotten' });
      },
    } satisfies HostUnfinishedCall);
  }

  async #resume(server: ResumingServer, stored: StoredCall, options: CallOptions = {}): Promise<CallToolResult> {
    const { store } = this.#context;
    this.#log(server, stored, 'info', { status: 'resumed' });
    this.#resuming.add(stored.id);
    this.#refresh();
    const startedAt = performance.now();
    const end = (level: LogLevel, outcome: object): void =>
      this.#log(server, stored, level, { ...outcome, durationMs: Math.round(performance.now() - startedAt) });
    try {
      const result = await resumeCall(server.resumption(store, options.signal), stored.id, options);
      end(result.isError ? 'warning' : 'info', { status: result.isError ? 'tool-error' : 'done' });
      return result;
    } catch (error) {
      if (options.signal?.aborted) end('notice', { status: 'cancelled' });
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
