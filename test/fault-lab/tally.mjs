// Adds up the verdicts of all seeds, and says them.

export const VIOLATIONS = ['lost', 'doubled', 'wrong', 'hung', 'deaf', 'leaked'];
/** Of one seed: the first few show the cause. */
const FINDINGS_SHOWN = 8;

export class Tally {
  counts = {};
  violations = Object.fromEntries(VIOLATIONS.map((name) => [name, 0]));
  faults = new Map();

  /** @param {import('./judge.mjs').Verdict} verdict */
  add({ counts, findings, faults }) {
    for (const [name, count] of Object.entries(counts)) {
      const before = this.counts[name] ?? 0;
      this.counts[name] = name === 'slowestMs' ? Math.max(before, count) : before + count;
    }
    for (const { is } of findings) this.violations[is]++;
    for (const [name, count] of faults) this.faults.set(name, (this.faults.get(name) ?? 0) + count);
  }

  /** Errors of calls that had run and do not say so. */
  get silent() {
    return this.counts.ranErrors - this.counts.ranErrorsSaid;
  }

  get isFlawless() {
    return Object.values(this.violations).every((count) => count === 0);
  }

  lines() {
    const { calls, ok, errors, cancelled, gone, repeats, repeatRuns, stopped, listeners, converged, slowestMs } =
      this.counts;
    const { ranErrors, ranErrorsSaid, unsentErrors, unsentErrorsSaid } = this.counts;
    const kinds = [...this.faults]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => `${name} ${count}`);
    return [
      `faults of ${kinds.length} kinds: ${kinds.join(', ')}`,
      `cancelled by the page ${cancelled}, gone with their page ${gone}`,
      `errors of calls that had run ${ranErrors}, of which ${ranErrorsSaid} say that they may have; of calls that were never sent ${unsentErrors}, of which ${unsentErrorsSaid} say so`,
      `listeners ${listeners}, converged ${converged}, the slowest after ${slowestMs} ms`,
      `browsers repeated ${repeats} requests by themselves: ${repeatRuns} ran a tool again, of which a server that heeds the key stops ${stopped}`,
      `calls ${calls}, ok ${ok}, errors ${errors}, ${VIOLATIONS.map((name) => `${name} ${this.violations[name]}`).join(', ')}`,
    ];
  }
}

/**
 * What is wrong with one seed, with the wire of each.
 * @param {import('./judge.mjs').Verdict & { ledger: import('./ledger.mjs').Ledger }} verdict
 * @returns {string[]}
 */
export function explain({ findings, ledger }) {
  const lines = findings
    .slice(0, FINDINGS_SHOWN)
    .flatMap(({ is, nonce, label, why }) => [
      `  ${is.toUpperCase()} ${nonce ?? label ?? ''}: ${why}`,
      ...(nonce ? ledger.wireOf(nonce) : label ? ledger.wireOfPage(label) : []),
    ]);
  const hidden = findings.length - FINDINGS_SHOWN;
  return hidden > 0 ? [...lines, `  and ${hidden} more`] : lines;
}
