// Pages with the policies of docs/security.md, for tests that put them into a frame.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildScriptTag } from '../../scripts/script-tag.mjs';
import { POLICY, SCRIPT_TAG_POLICY, withTrustedTypes } from './policies.mjs';

/**
 * A middleware for Web Test Runner, whose plugins would change the scripts: `/__strict/bundled/`, `/__strict/apps/` whose policy lets it have frames, `/__strict/script-tag/` beside a Lit of the page, and `/__strict/changed/`, which
 * has an import map with hashes, and one byte too many in `<mcp-content>`.
 *
 * @param {{ rootDir: string }} options
 */
export function strictPages({ rootDir }) {
  const once = new Map();
  const remember = (name, make) => once.get(name) ?? once.set(name, make()).get(name);
  const bundled = (name) => remember(name, () => bundle(join(rootDir, 'test/beside', name)));
  const scriptTag = () => remember('script tag', () => buildScriptTag());
  const scripts = {
    'watch.js': () => readFile(join(rootDir, 'test/csp/watch.js'), 'utf8'),
    'page.js': () => bundled('page.ts'),
    'both.js': () => bundled('both.ts'),
  };
  const pages = {
    bundled: () => ({ policy: POLICY, scripts: ['both.js'] }),
    apps: () => ({ policy: `${POLICY}; frame-src http://127.0.0.1:* http://localhost:*`, scripts: ['both.js'] }),
    'script-tag': () => ({
      policy: withTrustedTypes(POLICY, 'lit-html mcp-web#lit'),
      scripts: ['page.js', 'mcp-web.js'],
    }),
    changed: async () => {
      const map = (await scriptTag()).get('importmap.json').toString();
      const hash = createHash('sha256').update(map).digest('base64');
      const policy = SCRIPT_TAG_POLICY.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
      return { policy, map, scripts: ['mcp-web.js'] };
    },
  };
  return async (context, next) => {
    const [, page, name] = /^\/__strict\/([\w-]+)\/(.*)$/.exec(context.path) ?? [];
    if (!pages[page]) return next();
    if (name === '') {
      const { policy, ...content } = await pages[page]();
      context.set('Content-Security-Policy', framed(policy));
      context.type = 'html';
      context.body = pageOf(content);
      return undefined;
    }
    const body = scripts[name] ? await scripts[name]() : (await scriptTag()).get(name);
    if (body === undefined) return next();
    context.type = 'js';
    const isChanged = page === 'changed' && name === 'mcp-web/mcp-content.js';
    context.body = Buffer.concat([Buffer.from(body), Buffer.from(isChanged ? ' ' : '')]);
    return undefined;
  };
}

/** The test puts the page into a frame. */
function framed(policy) {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}

function pageOf({ map, scripts }) {
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Strict</title><script src="watch.js"></script>',
    map ? `<script type="importmap">${map}</script>` : '',
    ...scripts.map((name) => `<script type="module" src="${name}"></script>`),
    '<body>',
  ].join('');
}

async function bundle(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    write: false,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}
