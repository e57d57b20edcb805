/** The record of one call while it runs. The page that waits for the call holds a lock, which ends with the page. */
import { McpError, OutputError, RpcError } from '../../errors.ts';
import { currentPrincipal } from '../../session/principal.ts';
import type { CallToolResult, JsonObject } from '../../protocol/types.ts';
import type { CallNotes, CallPlace } from '../../transports/transport.ts';
import { digestOfText } from '../../wire/digest.ts';
import type { RequestId } from '../../wire/json-rpc.ts';
import type { ConnectOptions } from '../connect-options.ts';
import { digestOf, hasDigests } from '../tools/definition.ts';
import {
  type CallStore,
  type EndedTask,
  keepsEndedTasks,
  lockOf,
  readCalls,
  soon,
  type StoredCall,
  type StoredStream,
} from './call-store.ts';

/** How often it is written, at most, how far the answer has come, in ms. */
const NOTE_MS = 1_000;
/** A page that is being left sees its requests fail first. It is gone before this has passed, in ms. */
const LEAVE_MS = 250;

/** Who calls, as a digest; nothing when that cannot be told: such calls are not recorded. */
export async function ownerOfCalls(
  { principal, headers, auth }: Pick<ConnectOptions, 'principal' | 'headers' | 'auth'>,
  url: URL,
): Promise<string | undefined> {
  const name = currentPrincipal(principal);
  if (name !== undefined) return digestOfText(`principal ${name}`);
  if (headers) return undefined;
  if (!auth) return digestOfText('everybody');
  if (!auth.currentSignIn) return undefined;
  try {
    const signIn = await auth.currentSignIn(url);
    return await digestOfText(signIn === undefined ? 'nobody' : `sign-in ${signIn}`);
  } catch {
    return undefined;
  }
}

/** Records a call before it is sent. Resolves with nothing where that is not possible. */
export async function recordCall(
  store: CallStore,
  options: ConnectOptions,
  url: URL,
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
): Promise<RecordedCall | undefined> {
  if (!hasDigests() || !hasLocks()) return undefined;
  const [owner, server, digest] = await Promise.all([
    ownerOfCalls(options, url),
    digestOfText(url.href),
    digestOf(args),
  ]);
  if (owner === undefined || digest === undefined) return undefined;
  const id = crypto.randomUUID();
  const call = { id, server, owner, tool, arguments: digest, time: Date.now() };
  const isOwned = async (): Promise<boolean> => owner === (await ownerOfCalls(options, url));
  const record = new RecordedCall(store, call, await hold(id), isOwned);
  await soon(() => store.write(call));
  return record;
}

/** Another tab was faster. */
export class TakenError extends McpError {
  constructor() {
    super('closed', 'Another tab goes on with this call.');
  }
}

/**
 * Takes over a call that an earlier page left.
 *
 * @param ifFree whether to reject if another tab has it, rather than wait until that is over
 * @throws {McpError} `closed` when another page took it over and it ended there, or it was forgotten, or its user is no
 *   longer the one who is signed in; `storage` when the store cannot be read
 */
export async function takeOver(
  { store, url, options }: { readonly store: CallStore; readonly url: URL; readonly options: ConnectOptions },
  id: string,
  { signal, ifFree = false }: { readonly signal?: AbortSignal; readonly ifFree?: boolean | undefined } = {},
): Promise<RecordedCall> {
  const release = await (ifFree ? holdIfFree(id) : hold(id, signal));
  try {
    const calls = await readCalls(store);
    if (!calls) throw new McpError('storage', 'The record of this call could not be read. Try again later.');
    const call = calls.find((stored) => stored.id === id);
    if (!call) throw new McpError('closed', 'This call has ended in another tab, or was forgotten.');
    const isOwn = async (): Promise<boolean> => call.owner === (await ownerOfCalls(options, url));
    if (await isOwn()) {
      // The other tabs no longer offer it.
      await soon(() => store.write(call));
      if (await isOwn()) return new RecordedCall(store, call, release);
      // They have signed out meanwhile.
      await soon(() => store.remove([id]));
    }
    throw new McpError('closed', 'Somebody else made this call: only they can continue it.');
  } catch (error) {
    release();
    throw error;
  }
}

export class RecordedCall implements CallNotes {
  readonly #store: CallStore;
  readonly #release: () => void;
  #call: StoredCall;
  /** The id of the newest event, and of the one before. */
  #newest: string | undefined;
  #before: string | undefined;
  /** The server's requests that are not answered: the server has to send them again to another page. */
  readonly #asked = new Set<RequestId>();
  /** Those that the server will repeat, although they are answered. */
  readonly #repeated: Set<RequestId>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #isOwned: () => Promise<boolean>;

  /** @param isOwned whether the one who calls is still the same: a call may wait until somebody has signed in */
  constructor(
    store: CallStore,
    call: StoredCall,
    release: () => void,
    isOwned: () => Promise<boolean> = async () => true,
  ) {
    this.#store = store;
    this.#call = call;
    this.#release = release;
    this.#isOwned = isOwned;
    this.#newest = call.stream?.lastEventId;
    this.#repeated = new Set(call.stream?.answered);
  }

  /** As it was last written, or soon will be. */
  get stored(): StoredCall {
    return this.#call;
  }

  async onsend(place: CallPlace): Promise<void> {
    this.#newest = this.#before = undefined;
    this.#asked.clear();
    this.#repeated.clear();
    this.#call = { ...this.#call, stream: { ...place, answered: [] } };
    await this.#write();
  }

  onid(eventId: string): void {
    this.#before = this.#newest;
    this.#newest = eventId;
    if (this.#before === undefined) void this.#heedOwner();
    if (this.#asked.size === 0) this.#moveTo(eventId, this.#before === undefined ? 0 : NOTE_MS);
  }

  onask(requestId: RequestId): void {
    if (this.#repeated.delete(requestId)) return;
    // Whoever goes on with the call has to get this request.
    if (this.#asked.size === 0) this.#moveTo(this.#before, 0);
    this.#asked.add(requestId);
  }

  onanswer(requestId: RequestId): void {
    if (!this.#asked.delete(requestId)) return;
    const { stream } = this.#call;
    if (this.#asked.size === 0) this.#moveTo(this.#newest, 0);
    else if (stream) this.#change({ stream: { ...stream, answered: [...stream.answered, requestId] } }, 0);
  }

  /** The call goes on as a task. */
  ontask(task: string): void {
    void this.#heedOwner();
    this.#change({ task }, 0);
  }

  /** Removes the record when the call settles. If it was a task, and a host lists those, it says how that ended instead. */
  async until(settled: Promise<CallToolResult>): Promise<CallToolResult> {
    try {
      const result = await settled;
      void this.#end(statusOf(result));
      return result;
    } catch (error) {
      setTimeout(() => void this.#end(statusOfError(error)), LEAVE_MS);
      throw error;
    }
  }

  /** The same for a call that was taken over: while its answer may still be had, it can be taken over again. */
  async untilAnswered(settled: Promise<CallToolResult>, signal: AbortSignal | undefined): Promise<CallToolResult> {
    try {
      const result = await settled;
      await this.#end(statusOf(result));
      return result;
    } catch (error) {
      if (endsRecord(this.#call, error) || (signal?.aborted && !this.#call.ended))
        await this.#end(statusOfError(error));
      else this.leave();
      throw error;
    }
  }

  async forget(): Promise<void> {
    await this.#end();
  }

  /** Lets another page go on with it. */
  leave(): void {
    clearTimeout(this.#timer);
    void this.#write().then(this.#release);
  }

  async #heedOwner(): Promise<void> {
    if (!(await this.#isOwned())) await soon(() => this.#store.remove([this.#call.id]));
  }

  #moveTo(lastEventId: string | undefined, delayMs: number): void {
    const { stream } = this.#call;
    if (stream) this.#change({ stream: { ...stream, lastEventId, answered: [...this.#repeated] } }, delayMs);
  }

  #change(change: { readonly task: string } | { readonly stream: StoredStream }, delayMs: number): void {
    this.#call = { ...this.#call, ...change };
    if (delayMs === 0) clearTimeout(this.#timer);
    else if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, delayMs);
  }

  async #write(): Promise<void> {
    await soon(() => this.#store.update(this.#call));
  }

  async #end(status?: EndedTask['status']): Promise<void> {
    clearTimeout(this.#timer);
    const { id, task, ended } = this.#call;
    if (status && task !== undefined && keepsEndedTasks(this.#store)) {
      this.#call = { ...this.#call, ended: { status, time: ended?.time ?? Date.now() } };
      await this.#write();
    } else await soon(() => this.#store.remove([id]));
    this.#release();
  }
}

const statusOf = ({ isError }: CallToolResult): EndedTask['status'] => (isError ? 'failed' : 'completed');

/** Nothing where the server may not know the task anymore. */
function statusOfError(error: unknown): EndedTask['status'] | undefined {
  if (error instanceof RpcError || error instanceof OutputError) return 'failed';
  return error instanceof McpError && error.code === 'task-cancelled' ? 'cancelled' : undefined;
}

/** Whether a call that was taken over and failed with this error cannot be gone on with. */
export function endsRecord({ ended }: StoredCall, error: unknown): boolean {
  // Of a task that has ended, nothing but its result is missing.
  return ended ? error instanceof McpError && error.code === 'task-lost' : isFinal(error);
}

/** Whether the answer cannot be had any more, or was an error. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof RpcError ||
    (error instanceof McpError &&
      [
        'session-lost',
        'task-lost',
        'task-cancelled',
        'denied',
        'invalid-result',
        'invalid-message',
        'too-large',
      ].includes(error.code))
  );
}

function hasLocks(): boolean {
  const { locks }: Partial<Navigator> = globalThis.navigator;
  return locks !== undefined;
}

/** Resolves with a function that releases the lock, once this page has it. */
function hold(id: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(id), signal ? { signal } : {}, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}

/** @throws {TakenError} when another page has the lock */
function holdIfFree(id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (!lock) throw new TakenError();
        await new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}
