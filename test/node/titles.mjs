// The titles of tests, for documents that name them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.mjs';

/** The titles of a file's tests as written there, without the ids of requirements. */
export function titlesIn(file) {
  const path = join(root, file);
  if (!existsSync(path)) return new Set();
  const titles = readFileSync(path, 'utf8').matchAll(/^\s*(?:it|test)\((['`])(.*?)\1, /gm);
  return new Set([...titles].map(([, , title]) => title.replace(/(?:\s*\[[A-Z]{2}-\d+[^\]]*\])+$/, '')));
}
