/** Answers that were stored as text. */
import { isObject } from '../../protocol/guards.ts';

/** What a page lists, without what it says about itself. */
export function contentOf(page: unknown): string | undefined {
  try {
    return JSON.stringify({ ...(isObject(page) && page), ttlMs: undefined, cacheScope: undefined, _meta: undefined });
  } catch {
    return undefined;
  }
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
