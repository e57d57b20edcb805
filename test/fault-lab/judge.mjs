// What came of each call, held against what really happened.

/**
 * @typedef {'lost' | 'doubled' | 'wrong' | 'hung' | 'deaf' | 'leaked'} Violation
 * @typedef {{ is: Violation, nonce?: string, label?: string, why: string }} Finding
 * @typedef {{ findings: Finding[], counts: Record<string, number>, faults: Map<string, number> }} Verdict
 */

/**
 * @param {{ ledger: import('./ledger.mjs').Ledger, gone: Set<string>, dead: string[], happened: Map<string, number>,
 *   listening: { label: string, convergedMs?: number, why?: string }[], left: { label: string, what: string }[] }} trial
 * @returns {Verdict}
 */
export function judge({ ledger, gone, dead, listening, left, happened }) {
  const counts = {
    calls: 0,
    ok: 0,
    errors: 0,
    cancelled: 0,
    gone: 0,
    repeats: 0,
    repeatRuns: 0,
    stopped: 0,
    ranErrors: 0,
    ranErrorsSaid: 0,
    unsentErrors: 0,
    unsentErrorsSaid: 0,
    listeners: listening.length,
    converged: listening.filter(({ why }) => why === undefined).length,
    slowestMs: Math.max(0, ...listening.map(({ convergedMs }) => convergedMs ?? 0)),
  };
  /** @type {Finding[]} */
  const findings = [];
  const nonces = new Set([...callsOf(ledger), ...gone]);
  for (const nonce of nonces) judgeCall(nonce, { ledger, isGone: gone.has(nonce), counts, findings });
  counts.calls = nonces.size;
  for (const label of dead) findings.push({ is: 'hung', label, why: 'no call succeeds after the faults have ended' });
  for (const { label, why } of listening) if (why !== undefined) findings.push({ is: 'deaf', label, why });
  for (const { label, what } of left) findings.push({ is: 'leaked', label, why: what });
  for (const { label, uncaught } of ledger.remarks)
    if (uncaught) findings.push({ is: 'wrong', label, why: `nobody caught: ${uncaught}` });
  for (const { label, what } of ledger.arrivals)
    if (label === 'elsewhere') findings.push({ is: 'wrong', why: `a redirect was followed with ${what}` });
  return { findings, counts, faults: countFaults(ledger, happened) };
}

function callsOf(ledger) {
  return [...ledger.reports.keys(), ...ledger.arrivals.map(({ nonce }) => nonce).filter(Boolean)];
}

function judgeCall(nonce, { ledger, isGone, counts, findings }) {
  const reports = ledger.reports.get(nonce) ?? [];
  const runs = ledger.runs.filter((run) => run.nonce === nonce);
  const arrivals = ledger.arrivals.filter((arrival) => arrival.nonce === nonce);
  const settled = reports.filter(({ outcome }) => outcome);
  const [report] = settled;
  const find = (is, why) => findings.push({ is, nonce, why });

  if (settled.length > 1) find('wrong', `it settled ${settled.length} times`);
  for (const { strayProgress } of reports)
    if (strayProgress) find('wrong', `progress of another call: ${strayProgress}`);
  if (report) judgeOutcome(report, { nonce, runs, counts, find });
  else if (isGone) counts.gone++;
  else find('hung', 'it never settled');
  judgeRuns({ runs, arrivals, report, counts, find });
}

function judgeOutcome({ outcome, text, ...error }, { nonce, runs, counts, find }) {
  const hasRun = runs.length > 0;
  if (outcome === 'cancelled') counts.cancelled++;
  if (outcome === 'ok') {
    counts.ok++;
    if (text !== `R:${nonce}`) find('wrong', `its answer is ${JSON.stringify(text)}`);
    else if (!hasRun) find('lost', 'it has an answer, but the tool never ran');
  }
  if (outcome !== 'error') return;
  counts.errors++;
  const { isMcpError, name, message, mayHaveRun, fetches } = error;
  if (!isMcpError) find('wrong', `not an McpError: ${name}: ${message}`);
  if (hasRun) {
    counts.ranErrors++;
    if (mayHaveRun) counts.ranErrorsSaid++;
    if (mayHaveRun === false) find('wrong', `the tool has run, and the error denies it: ${message}`);
  } else if (fetches === 0) {
    counts.unsentErrors++;
    if (mayHaveRun) {
      counts.unsentErrorsSaid++;
      find('wrong', `it was never sent, and the error says that it may have run: ${message}`);
    }
  }
}

/** Which runs are one too many, and whether the browser or the library is to blame. */
function judgeRuns({ runs, arrivals, report, counts, find }) {
  const requests = new Map();
  for (const arrival of arrivals) {
    const { session, id, round } = arrival;
    const name = `${session} ${id} ${round}`;
    if (requests.has(name)) requests.get(name).push(arrival);
    else requests.set(name, [arrival]);
  }
  const repeated = [...requests.values()].map((same) => same.length - 1).reduce((one, other) => one + other, 0);
  // The page's own count; a page that is gone took it along.
  const bySelf = report?.fetches === undefined ? repeated : Math.max(0, arrivals.length - report.fetches);
  counts.repeats += bySelf;
  const ids = new Set(runs.map(({ request }) => request));
  const again = runs.length - ids.size;
  if (again > 0 && bySelf === 0) find('doubled', `the same request ran ${again + 1} times, and the page sent each`);
  else if (again > 0) {
    counts.repeatRuns += again;
    const keys = new Set(runs.map(({ key }) => key).filter(Boolean));
    if (keys.size > 0) counts.stopped += runs.filter(({ key }) => key).length - keys.size;
  }
  // What changes nothing may be sent again.
  if (ids.size > 1 && arrivals[0]?.tool !== 'look') find('doubled', `${ids.size} requests of the library ran the tool`);
}

/** How often each kind of fault had an effect. */
function countFaults(ledger, happened) {
  const faults = new Map(happened);
  for (const { fault, isHit } of ledger.arrivals) if (fault && isHit) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  return faults;
}
