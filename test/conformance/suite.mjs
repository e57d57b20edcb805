// Runs the official suite, unmodified, and reads its results.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SUITE = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'));
/** From the start of the suite: all its scenarios wait for the browser at once. */
const CLIENT_TIMEOUT_MS = 180_000;

/** Nothing may run longer: a suite that does has lost one of its scenarios. */
const SUITE_TIMEOUT_MS = CLIENT_TIMEOUT_MS + 60_000;

/** The revisions for which the suite says what they require of a client. */
export const SCORED_REVISIONS = ['2025-11-25', '2026-07-28'];
const NEWEST = '2026-07-28';

/**
 * What the suite has for clients of a revision: what it requires, what it runs beyond that, and the extensions, which
 * belong to no revision and run with the newest. If nothing is required, all that applies is `unscored`.
 * @returns {Promise<{ required: string[], unscored: string[], extensions: string[] }>} names of scenarios
 */
export async function readScenarios(revision) {
  if (!SCORED_REVISIONS.includes(revision))
    return {
      required: [],
      unscored: namesIn(await runCli(['list', '--client', '--spec-version', revision])),
      extensions: [],
    };
  const { client, not_scored: notScored } = parse(
    await readFile(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8'),
  );
  const unscored = notScored.filter(({ leg }) => leg === 'client').map(({ scenario }) => scenario);
  const extensions =
    revision === NEWEST
      ? namesIn(await runCli(['list', '--client']), 'extension').filter((name) => !unscored.includes(name))
      : [];
  return { required: client, unscored, extensions };
}

/** The names in a list that the suite prints, with lines such as `  - tools_call [2025-06-18,2025-11-25]`. */
function namesIn(list, applicability = '') {
  return [...list.matchAll(/^ +- (\S+) \[(.*)\]$/gm)]
    .filter(([, , applies]) => applies.includes(applicability))
    .map(([, name]) => name);
}

/**
 * Runs all scenarios of a revision except its extensions, or any single one.
 * @param {{ revision: string, scenario?: string, brokerUrl: string }} options
 * @returns {Promise<Map<string, { checks: object[], report: { ok: boolean, error?: string } }>>} by name of scenario
 */
export async function runSuite({ revision, scenario, brokerUrl }) {
  const output = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const selection = scenario
      ? ['--scenario', scenario, '--spec-version', revision, '--force']
      : SCORED_REVISIONS.includes(revision)
        ? ['--requirements', revision]
        : ['--suite', 'all', '--spec-version', revision];
    // The suite splits the command at spaces and passes it to a shell, so it must not contain a path.
    const log = await runCli(
      ['client', '--command', 'node bridge.mjs', '--timeout', String(CLIENT_TIMEOUT_MS), '-o', output, ...selection],
      { MCP_CONFORMANCE_BROKER: brokerUrl },
    );
    const results = await readResults(output);
    if (results.size === 0) throw new Error(`The conformance suite did not run:\n${log.slice(-2000)}`);
    return results;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** Resolves with everything that the suite printed. */
function runCli(args, env = {}) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const cli = ['--import', new URL('suite-preload.mjs', import.meta.url).href, join(SUITE, 'dist/index.js')];
  const child = spawn(process.execPath, [...cli, ...args], {
    cwd: HERE,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  const timer = setTimeout(stop, SUITE_TIMEOUT_MS);
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      process.off('exit', stop);
      resolve(log);
    });
  });
}

async function readResults(output) {
  const results = new Map();
  for (const file of await readdir(output, { recursive: true })) {
    if (basename(file) !== 'checks.json') continue;
    const folder = join(output, dirname(file));
    const name = relative(output, folder)
      .replaceAll('\\', '/')
      .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    const stdout = await readFile(join(folder, 'stdout.txt'), 'utf8');
    results.set(name, {
      checks: JSON.parse(await readFile(join(folder, 'checks.json'), 'utf8')),
      report: readReport(stdout),
    });
  }
  return results;
}

function readReport(stdout) {
  try {
    return JSON.parse(stdout);
  } catch {
    return { ok: false, error: 'no report came from the page' };
  }
}
