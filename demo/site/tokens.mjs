// Which custom properties an element's own styles use, besides those that the buttons, fields and dialogs of all share.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pages.mjs';

const src = join(root, 'packages/elements/src');

/** @returns {string[]} in the order in which `tokens.ts` declares them */
export function tokensOf(tag) {
  const folder = join(src, tag.replace('mcp-', ''));
  const code = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const used = new Set([...code.matchAll(/var\((--(?:_|mcp-)[\w-]+)/g)].map(([, name]) => name));
  const names = [...aliases()].filter(([alias, token]) => used.has(alias) || used.has(token)).map(([, token]) => token);
  return [...new Set(names)];
}

/** Styles read private properties, whose values are those of the public ones: `--_text: var(--mcp-text, …)`. */
function aliases() {
  const code = readFileSync(join(src, 'internal/style/tokens.ts'), 'utf8');
  return [...code.matchAll(/(--_[\w-]+):\s*[^;]*?var\((--mcp-[\w-]+)/g)].map(([, alias, token]) => [alias, token]);
}
