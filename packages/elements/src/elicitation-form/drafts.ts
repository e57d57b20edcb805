/** What was typed and not sent yet: kept for this tab, so that a reload costs nothing. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';

const ITEM = 'mcp-web-drafts';
const MAX_DRAFTS = 10;
const MAX_LENGTH = 16_384;

/** One key for the same question of the same server. */
export function draftKey(origin: string, message: string, schema: unknown): string {
  let hash = 0x811c9dc5;
  const question = JSON.stringify([message, schema]);
  for (let index = 0; index < question.length; index++) hash = Math.imul(hash ^ question.charCodeAt(index), 0x01000193);
  // The origin stands as it is: a server can make its question collide with its own ones only.
  return `${origin} ${question.length} ${hash >>> 0}`;
}

export function readDraft(key: string): JsonObject | undefined {
  const value = readAll().get(key);
  return isJsonObject(value) ? value : undefined;
}

/** @param value what to keep; nothing where it was answered */
export function writeDraft(key: string, value: JsonObject | undefined): void {
  const drafts = readAll();
  drafts.delete(key);
  if (value && JSON.stringify(value).length <= MAX_LENGTH) drafts.set(key, value);
  try {
    sessionStorage.setItem(ITEM, JSON.stringify([...drafts].slice(-MAX_DRAFTS)));
  } catch {
    // A page that may store nothing, or has no room: then a reload costs what was typed.
  }
}

/** Read anew each time, and believed in nothing: the whole page can write it. */
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
