// What the last runs of the bench measured: one file, in which each scenario has its last run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = fileURLToPath(new URL('../../node_modules/.cache/mcp-web/bench.json', import.meta.url));

/**
 * @typedef {{ date: string, commit: string, browser: string, machine: string, load: number,
 *   groups: import('./compare.mjs').Group[], targets: import('./compare.mjs').Target[] }} Outcome of one scenario
 * @returns {Record<string, Outcome>}
 */
export function readOutcomes() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * @param {string} name
 * @param {Pick<Outcome, 'groups' | 'targets' | 'browser'>} outcome
 */
export function writeOutcome(name, outcome) {
  mkdirSync(dirname(file), { recursive: true });
  const all = { ...readOutcomes(), [name]: { ...circumstances(), ...outcome } };
  writeFileSync(file, `${JSON.stringify(all, undefined, 1)}\n`);
}

function circumstances() {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${cpus().length} cores of ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    load: Number(loadavg()[0].toFixed(1)),
  };
}

/** With a star if files differ from it. */
function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', 'packages') ? '*' : ''}`;
  } catch {
    return 'unknown';
  }
}
