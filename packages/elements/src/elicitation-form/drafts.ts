/** Stores what the user typed and has not sent, for this tab, so that a reload loses nothing. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';

const ITEM = 'mcp-web-drafts';
const MAX_DRAFTS = 10;
const MAX_LENGTH = 16_384;

/** The same request of the same server always has the same key. */
export function draftKey(place: string, message: string, schema: unknown): string {
  let hash = 0x811c9dc5;
  const request = JSON.stringify([message, schema]);
  for (let index = 0; index < request.length; index++) hash = Math.imul(hash ^ request.charCodeAt(index), 0x01000193);
  // The place is not hashed: the requests of a server can collide only with each other.
  return `${place} ${request.length} ${hash >>> 0}`;
}

export function readDraft(key: string): JsonObject | undefined {
  const value = readAll().get(key);
  return isJsonObject(value) ? value : undefined;
}

/** @param value the draft; undefined to delete it */
export function writeDraft(key: string, value: JsonObject | undefined): void {
  const drafts = readAll();
  drafts.delete(key);
  if (value && JSON.stringify(value).length <= MAX_LENGTH) drafts.set(key, value);
  try {
    sessionStorage.setItem(ITEM, JSON.stringify([...drafts].slice(-MAX_DRAFTS)));
  } catch {
    // The page cannot store anything, or the storage is full: then a reload loses the draft.
  }
}

/** Reads the storage each time and checks it, because any script of the page can write to it. */
function readAll(): Map<string, unknown> {
  try {
    const drafts: unknown = JSON.parse(sessionStorage.getItem(ITEM) ?? '[]');
    return new Map(
      Array.isArray(drafts)
        ? drafts.filter((draft): draft is [string, unknown] => Array.isArray(draft) && typeof draft[0] === 'string')
        : [],
    );
  } catch {
    return new Map();
  }
}
