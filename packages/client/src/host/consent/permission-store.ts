/** Where a host stores what its user decided about tools and roots. */
import type { JsonObject } from '../../protocol/types.ts';

/**
 * A place for what the user decided. Records are plain JSON-like objects with an id. What is read is checked like
 * anything else from outside. Every method may reject: the decision then lasts as long as the page, and the snapshot
 * says so.
 */
export interface PermissionStore {
  /** All records. */
  read(): Promise<readonly unknown[]>;
  /** Stores a record under its `id`, in place of an older one. */
  write(record: JsonObject & { readonly id: string }): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Calls `listener` after any page, including this one, changed something. Returns a function that ends it. */
  watch(listener: () => void): () => void;
}

/** How long the user allowed a tool: until the page is closed, or until they revoke it; at most until they sign out. */
export type PermissionDuration = 'session' | 'always';

/** A tool that may run, or a skill that models get, without asking the user, as long as its definition stays the same. */
export interface Permission {
  readonly id: string;
  readonly kind: 'tool' | 'skill';
  /** The absolute URL: two endpoints of one origin offer different tools. */
  readonly serverUrl: string;
  /** What the server called itself at the time. */
  readonly serverName: string;
  /** Of a skill, its address. */
  readonly toolName: string;
  /**
   * Identifies the definition: its SHA-256 in hexadecimal, or the definition itself where a page cannot compute that.
   */
  readonly digest: string;
  /** What the user saw: the tool without its icons and `_meta`, or what the server says of the skill. */
  readonly definition: JsonObject;
  /** When it was allowed, in ms since the epoch. */
  readonly time: number;
  readonly duration: PermissionDuration;
}
