/** Where a host keeps what its user decided about tools, and what such records look like. */
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';

/**
 * A place for what the user decided. Records are plain JSON-like objects with an id; what is read is looked at like anything
 * else from outside. Every method may reject: then the decision lasts as long as the page, and the snapshot says so.
 */
export interface PermissionStore {
  /** All records. */
  read(): Promise<readonly unknown[]>;
  /** Keeps a record under its `id`, in place of an older one. */
  write(record: JsonObject & { readonly id: string }): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Calls `listener` after a page changed something, this one too. Returns a function that ends it. */
  watch(listener: () => void): () => void;
}

/** How long the user allowed a tool: until the page is gone, or until they revoke it. */
export type PermissionDuration = 'session' | 'always';

/** A tool that may run without a question, as long as its definition is this one. */
export interface Permission {
  readonly id: string;
  /** The absolute URL: what two endpoints of an origin offer are different tools. */
  readonly serverUrl: string;
  /** What the server called itself then. */
  readonly serverName: string;
  readonly toolName: string;
  /** Tells the definition from any other: its SHA-256 in hexadecimal, or the definition itself where a page cannot compute that. */
  readonly digest: string;
  /** What the user saw: the tool without its icons and `_meta`. */
  readonly definition: JsonObject;
  /** When it was allowed, in ms since the epoch. */
  readonly time: number;
  readonly duration: PermissionDuration;
}

/** A tool that no model gets to see. */
export interface SwitchedOff {
  readonly id: string;
  readonly serverUrl: string;
  readonly toolName: string;
}

export const idOf = (kind: PermissionDuration | 'off', serverUrl: string, toolName: string): string =>
  JSON.stringify([kind, serverUrl, toolName]);

/** What a record of a store says; nothing when it is not one of ours. */
export function readRecord(record: unknown): Permission | SwitchedOff | undefined {
  if (!isObject(record)) return undefined;
  const { serverUrl, serverName, toolName, digest, definition, time } = record;
  if (typeof serverUrl !== 'string' || !URL.canParse(serverUrl) || typeof toolName !== 'string') return undefined;
  const off = idOf('off', serverUrl, toolName);
  if (record['id'] === off) return { id: off, serverUrl, toolName };
  // What it stands under is what it is: nobody can file a permission for one tool under another.
  const id = idOf('always', serverUrl, toolName);
  if (
    record['id'] !== id ||
    typeof serverName !== 'string' ||
    typeof digest !== 'string' ||
    !isObject(definition) ||
    typeof time !== 'number'
  )
    return undefined;
  return Object.freeze({ id, serverUrl, serverName, toolName, digest, definition, time, duration: 'always' });
}
