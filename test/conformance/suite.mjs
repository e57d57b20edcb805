// Runs the official suite, unmodified, and reads what it found.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SUITE = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'));
/** From the start of the suite, all scenarios of which wait for their turn in the browser at once. */
const CLIENT_TIMEOUT_MS = 180_000;

/** Servers of the first revision with sign-in: the suite has no set of requirements for it, but scenarios. */
const BACKCOMPAT = {
  revision: '2025-03-26',
  scenarios: ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback'],
};

/**
 * What a revision requires of a client.
 * @returns {Promise<{ required: string[], unscored: string[] }>} names of scenarios
 */
export async function readRequirements(revision) {
  if (revision === BACKCOMPAT.revision) return { required: BACKCOMPAT.scenarios, unscored: [] };
  const { client, not_scored: notScored } = parse(await readFile(join(SUITE, 'requirements', `${revision}.yaml`), 'utf8'));
  return { required: client, unscored: notScored.filter(({ leg }) => leg === 'client').map(({ scenario }) => scenario) };
}

/**
 * Runs all scenarios of a revision, or one of them.
 * @param {{ revision: string, scenario?: string, brokerUrl: string }} options
 * @returns {Promise<Map<string, { checks: object[], report: { ok: boolean, error?: string } }>>} by name of scenario
 */
export async function runSuite({ revision, scenario, brokerUrl }) {
  const output = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const set = revision === BACKCOMPAT.revision ? ['--suite', 'backcompat'] : ['--requirements', revision];
    const selection = scenario ? ['--scenario', scenario, '--spec-version', revision, '--force'] : set;
    // The suite splits the command on blanks and hands it to a shell: no path may be in it.
    const log = await runNode([
      '--import', new URL('suite-preload.mjs', import.meta.url).href, join(SUITE, 'dist/index.js'),
      'client', '--command', 'node bridge.mjs', '--timeout', String(CLIENT_TIMEOUT_MS), '-o', output, ...selection,
    ], { MCP_CONFORMANCE_BROKER: brokerUrl });
    const results = await readResults(output);
    if (results.size === 0) throw new Error(`The conformance suite did not run:\n${log.slice(-2000)}`);
    return results;
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

function runNode(args, env) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn(process.execPath, args, { cwd: HERE, env: { ...process.env, ...env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill();
  process.once('exit', stop);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { log += chunk; });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
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
    const name = relative(output, folder).replaceAll('\\', '/').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    const stdout = await readFile(join(folder, 'stdout.txt'), 'utf8');
    results.set(name, { checks: JSON.parse(await readFile(join(folder, 'checks.json'), 'utf8')), report: readReport(stdout) });
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
