// One seed: calls under faults, then quiet, in which everything has to come right again.
import { judge } from './judge.mjs';
import { Lab } from './lab.mjs';
import { findDead, findLeft, haveSettled, listen, until } from './quiet.mjs';

/** After this, the faults end, even if calls are left. */
const FAULTY_MS = 8_000;
const CHANGE_EVERY_MS = 400;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {ReturnType<import('./plan.mjs').planOf>} plan
 * @param {{ patienceMs: number }} options how long everything may take to come right in the quiet
 * @returns {Promise<import('./judge.mjs').Verdict & { ledger: import('./ledger.mjs').Ledger }>}
 */
export async function runTrial(browser, plan, { patienceMs }) {
  const lab = await Lab.open(browser, plan);
  try {
    await Promise.all(plan.pages.map(({ label, as }) => lab.openTab(label, { as })));
    await runFaults(lab);
    lab.endFaults();
    await lab.goOnline();
    await until(lab, lab.ledger.now + patienceMs, haveSettled);
    const dead = await findDead(lab, lab.ledger.now + patienceMs);
    const listening = await listen(lab, patienceMs, dead);
    const left = await findLeft(lab, dead);
    const { ledger, happened } = lab;
    const gone = new Set([...lab.tabs.values()].flatMap((tab) => [...tab.gone]));
    return { ledger, ...judge({ ledger, gone, dead, listening, left, happened }) };
  } finally {
    await lab.close();
  }
}

async function runFaults(lab) {
  const { plan } = lab;
  const over = new AbortController();
  const changing = lab.keepChanging(over.signal, CHANGE_EVERY_MS);
  for (const { label, calls, inFlight } of plan.pages) await lab.tabs.get(label).run(calls, inFlight);
  const events = lab.runEvents();
  const { lastsMs } = plan;
  const endsAt = lab.ledger.now + (lastsMs ?? FAULTY_MS);
  // Those who listen are there to the end.
  await until(lab, endsAt, (states) => lastsMs === undefined && haveSettled(states));
  await events;
  over.abort();
  await changing;
}
