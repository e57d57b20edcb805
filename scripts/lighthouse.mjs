// Looks at the built playground and at pages of the built site with Lighthouse: accessibility and best practices, which
// include an empty console. Lighthouse comes from npm when it runs: it would be 135 packages, and needs a newer Node.
//   pnpm lighthouse [PAGE…]    after `pnpm build` and `pnpm site`
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { preview } from 'vite';
import { chromiumArgs, chromiumExecutable, playwrightBrowser } from './browsers.mjs';
import { capture } from './child.mjs';

const COMMAND = ['--yes', '-p', 'node@24', '-p', 'lighthouse@13.5.0', 'lighthouse'];
const CATEGORIES = ['accessibility', 'best-practices'];
const SITE_PAGES = ['start', 'elements/mcp-tools', 'api/index', 'chat', 'errors'];

const root = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'mcp-web-lighthouse-'));
const [playground, site] = await Promise.all(['demo', 'demo/site'].map(serve));
const chosen = process.argv.slice(2);
const pages = [
  ['playground', playground.url],
  ...SITE_PAGES.map((name) => [name, new URL(`${name}.html`, site.url).href]),
].filter(([name]) => chosen.length === 0 || chosen.includes(name));
let missed = 0;
try {
  if (pages.length === 0) throw new Error(`There are only playground, ${SITE_PAGES.join(', ')}.`);
  for (const [name, url] of pages) {
    const { categories, audits } = await audit(url);
    const scores = CATEGORIES.map((id) => `${id} ${Math.round(categories[id].score * 100)}`);
    console.log(`${name.padEnd(20)} ${scores.join('  ')}`);
    const faults = CATEGORIES.flatMap((id) => categories[id].auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 1)
      .map(({ id }) => `  ${audits[id].title}: ${JSON.stringify(audits[id].details?.items ?? []).slice(0, 1_000)}`);
    missed += faults.length;
    for (const fault of faults) console.log(fault);
  }
} finally {
  await Promise.all([playground.stop(), site.stop()]);
  rmSync(place, { recursive: true });
}
process.exitCode = missed > 0 ? 1 : 0;

async function audit(url) {
  const file = join(place, 'report.json');
  const chrome = (await chromiumExecutable()) ?? (await playwrightBrowser('chromium'));
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${CATEGORIES.join()}`];
  const flags = `--chrome-flags=${['--headless', ...chromiumArgs].join(' ')}`;
  const env = { CHROME_PATH: chrome };
  const { code, output } = await capture('npx', [...COMMAND, url, ...options, flags], { env });
  if (code !== 0) throw new Error(output);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Serves what was built in this folder, on a free port. */
async function serve(folder) {
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    root: join(root, folder),
    build: { outDir: 'dist' },
    preview: { port: 0 },
  });
  return { url: server.resolvedUrls.local[0], stop: () => server.close() };
}
