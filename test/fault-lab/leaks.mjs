// What grows with thousands of calls, of which some fail: heap, listeners, sockets, sessions, locks, the database.
import { setTimeout as delay } from 'node:timers/promises';
import { KINDS } from './kinds.mjs';
import { Lab } from './lab.mjs';
import { planOf } from './plan.mjs';

/** Of a hundred requests. */
const SHARE = 5;
/** They fail at once, so that ten thousand calls do not take an hour. */
const FAILING = ['bad-gateway', 'reset-before', 'reset-after', 'too-many', 'html', 'cors-lost', 'truncated'];
const IN_FLIGHT = 20;
/** After so many of 10,000 calls, everything is loaded and compiled, and the log of a host has its 10,000 entries. */
const WARM_UP = 0.5;
const SETTLE_MS = 500;
/** More than a call takes, on the average. */
const CALL_MS = 60;
const MINUTE_MS = 60_000;

/** How much may be added between the warm-up and the end. Measuring takes some itself. */
const LIMITS = {
  heapBytes: 400_000,
  listeners: 12,
  nodes: 20,
  sockets: 6,
  sessions: 1,
  locks: 0,
  databaseBytes: 100_000,
};

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ calls: number, eras: string[], kinds: string[] }} options `calls` for each client and host
 * @returns {Promise<{ lines: string[], leaked: number }>}
 */
export async function measureLeaks(browser, { calls, eras, kinds }) {
  const lines = [];
  let leaked = 0;
  for (const era of eras)
    for (const as of kinds) {
      const { before, after, errors } = await measure(browser, { era, as, calls });
      const grown = Object.keys(LIMITS).filter((name) => after[name] - before[name] > LIMITS[name]);
      leaked += grown.length;
      const values = Object.keys(LIMITS).map((name) => `${name} ${before[name]} -> ${after[name]}`);
      const verdict = grown.length > 0 ? `GROWN: ${grown.join(', ')}` : 'flat';
      lines.push(`${era} ${as}, ${calls} calls, ${errors} of them failed: ${values.join(', ')}: ${verdict}`);
    }
  return { lines, leaked };
}

async function measure(browser, { era, as, calls }) {
  const label = `${era}-1`;
  const plan = planOf(1, { callsPerPage: 0 });
  const lab = await Lab.open(browser, {
    ...plan,
    pages: plan.pages.filter((page) => page.label === label),
    requestKinds: KINDS.filter(({ name }) => FAILING.includes(name)),
    share: SHARE,
    events: [],
  });
  try {
    lab.isFaulty = false;
    const tab = await lab.openTab(label, { as });
    const devtools = await lab.context.newCDPSession(tab.page);
    await devtools.send('Performance.enable');
    lab.isFaulty = true;
    const warmUp = Math.round(calls * WARM_UP);
    await runCalls(lab, tab, { from: 0, to: warmUp });
    const before = await weigh(lab, tab, devtools);
    await runCalls(lab, tab, { from: warmUp, to: calls });
    const after = await weigh(lab, tab, devtools);
    const settled = [...lab.ledger.reports.values()].flat();
    return { before, after, errors: settled.filter(({ outcome }) => outcome === 'error').length };
  } finally {
    await lab.close();
  }
}

/** The tools take turns; most of them are quick. */
async function runCalls(lab, tab, { from, to }) {
  const calls = Array.from({ length: to - from }, (_, index) => {
    const number = from + index;
    return { nonce: `leak.${number}`, tool: number % 50 === 0 ? 'slow' : number % 51 === 0 ? 'work' : 'quick' };
  });
  await tab.run(calls, IN_FLIGHT);
  const endsAt = lab.ledger.now + (to - from) * CALL_MS + MINUTE_MS;
  while ((await tab.state())?.pending.length !== 0) {
    if (lab.ledger.now > endsAt)
      throw new Error(`The calls did not end in time:\n${lab.ledger.lines().slice(-30).join('\n')}`);
    await delay(SETTLE_MS);
  }
}

async function weigh(lab, tab, devtools) {
  await delay(SETTLE_MS);
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const metric = (name) => metrics.find((entry) => entry.name === name).value;
  const line = lab.lineOf(tab.options.label);
  const { usage } = await tab.page.evaluate(() => navigator.storage.estimate());
  return {
    heapBytes: metric('JSHeapUsedSize'),
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    sockets: line.openSockets(),
    sessions: line.sessions().length,
    locks: (await tab.state()).locks.length,
    databaseBytes: usage,
  };
}
