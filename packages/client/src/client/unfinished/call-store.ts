/** Where calls are recorded while they run, so that a later page can go on with them; and tasks after they ended, while a host lists them. */
import { isObject } from '../../protocol/guards.ts';
import { isRevision } from '../../protocol/supports.ts';
import type { CallPlace } from '../../transports/transport.ts';
import type { RequestId } from '../../wire/json-rpc.ts';

/** How far the answer to a call of a session has come. */
export interface StoredStream extends CallPlace {
  /** What the server sends after this event is still wanted. Without it, the answer cannot be had again. */
  readonly lastEventId?: string | undefined;
  /** The server's requests after that event that are answered already. */
  readonly answered: readonly RequestId[];
}

/** What is known about a call without its arguments and its result, which are never stored. */
export interface StoredCall {
  readonly id: string;
  /** The SHA-256 of the server's URL, which may contain a key. */
  readonly server: string;
  /** The SHA-256 of who called. */
  readonly owner: string;
  readonly tool: string;
  /** The SHA-256 of the arguments. */
  readonly arguments: string;
  /** When it was called, in ms since the epoch. */
  readonly time: number;
  /** The id of the task that it has become. */
  readonly task?: string | undefined;
  /** Present in a session. */
  readonly stream?: StoredStream | undefined;
  /** Present when the task has ended, while a host lists it. */
  readonly ended?: EndedTask | undefined;
}

/** How a task ended, and when, in ms since the epoch. */
export interface EndedTask {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly time: number;
}

/** A store of a host, which may want to know which tasks have ended. */
export interface HostCallStore extends CallStore {
  readonly keepsEndedTasks: boolean;
}

/**
 * A place for records of calls that are under way: `indexedDbCallStore()`. It may lose records at any time, and may
 * refuse to write: a call that is not recorded runs all the same. What is read is checked like anything else from
 * outside.
 */
export interface CallStore {
  /** All records. */
  read(): Promise<readonly unknown[]>;
  /** Stores a record under its `id`. */
  write(call: StoredCall): Promise<void>;
  /** Stores it in place of the record with its `id`, if that is still there. */
  update(call: StoredCall): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Calls `listener` after any page, including this one, wrote or removed one. Returns a function that ends it. */
  watch(listener: () => void): () => void;
}

/** How long anything waits for the store, in ms. */
const STORE_MS = 1_000;

/** Resolves with what the store answers, or with nothing when it refuses or does not answer in time. */
export function soon<T>(ask: () => Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const giveUp = (): void => resolve(undefined);
    const timer = setTimeout(giveUp, STORE_MS);
    const asked = async (): Promise<T> => ask();
    asked()
      .then(resolve, giveUp)
      .finally(() => clearTimeout(timer));
  });
}

/** The records in a store that are what `write` got. Resolves with nothing when it cannot be read. */
export async function readCalls(store: CallStore): Promise<readonly StoredCall[] | undefined> {
  return (await soon(() => store.read()))?.filter(isStoredCall);
}

/** The Web Lock that a page holds while it waits for the call. */
export const lockOf = (id: string): string => `mcp-web call ${id}`;

export const keepsEndedTasks = (store: CallStore | HostCallStore): boolean =>
  'keepsEndedTasks' in store && store.keepsEndedTasks;

export const isResumable = ({ task, stream }: StoredCall): boolean =>
  task !== undefined || stream?.lastEventId !== undefined;

function isStoredCall(value: unknown): value is StoredCall {
  if (!isObject(value)) return false;
  const { id, server, owner, tool, arguments: digest, time, task, stream, ended } = value;
  return (
    [id, server, owner, tool, digest].every((text) => typeof text === 'string') &&
    typeof time === 'number' &&
    (task === undefined || typeof task === 'string') &&
    (stream === undefined || isStoredStream(stream)) &&
    (ended === undefined || isEndedTask(ended))
  );
}

function isEndedTask(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['time'] === 'number' &&
    ['completed', 'failed', 'cancelled'].some((status) => status === value['status'])
  );
}

function isStoredStream(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { sessionId, revision, requestId, lastEventId, answered } = value;
  return (
    typeof sessionId === 'string' &&
    isRevision(revision) &&
    typeof requestId === 'number' &&
    (lastEventId === undefined || typeof lastEventId === 'string') &&
    Array.isArray(answered) &&
    answered.every((id) => typeof id === 'string' || typeof id === 'number')
  );
}
