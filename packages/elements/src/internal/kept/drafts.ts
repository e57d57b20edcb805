/** Stores what the user typed and has not sent, for this tab, so that a reload loses nothing. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../text/text.ts';

const ITEM = 'mcp-web-drafts';
const MAX_DRAFTS = 10;
const MAX_LENGTH = 16_384;

/**
 * The server and the whole request: a server could make two requests with the same hash, and what was typed for the one would
 * be in the other.
 *
 * @param place counts the requests that wait and are the same in all this
 * @returns nothing if no draft is stored: the request is too long, or the URL has a query, which may hold a key
 */
export function draftKey(serverUrl: string, message: string, schema: unknown, place = 0): string | undefined {
  const key = JSON.stringify([serverUrl, message, schema, ...(place > 0 ? [place] : [])]);
  return new URL(serverUrl).search || key.length > MAX_LENGTH ? undefined : key;
}

export function readDraft(key: string | undefined): JsonObject | undefined {
  const value = key === undefined ? undefined : readAll().get(key);
  return isJsonObject(value) ? value : undefined;
}

/** @param value the draft; undefined to delete it */
export function writeDraft(key: string | undefined, value: JsonObject | undefined): void {
  if (key === undefined) return;
  const drafts = readAll();
  drafts.delete(key);
  if (value && JSON.stringify(value).length <= MAX_LENGTH) drafts.set(key, value);
  writeAll(drafts);
}

/** Deletes all drafts for this server. */
export function forgetDrafts(serverUrl: string): void {
  const start = `[${JSON.stringify(serverUrl)},`;
  writeAll(new Map([...readAll()].filter(([key]) => !key.startsWith(start))));
}

function writeAll(drafts: ReadonlyMap<string, unknown>): void {
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
