// The quiet after the faults: does every call succeed again, every page learn the truth, and nothing stay behind?
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 150;
/** After this, a client that hears that somebody is there again does not wait out its minute of silence. */
const RETURN_MS = 11_000;
/** How long a closed page may take to let everything go. */
const GOODBYE_MS = 5_000;
/** How long a browser goes on with the goodbye of a page that is gone (`keepalive`): 30 s in Chromium. */
const KEEPALIVE_MS = 35_000;

/** Polls the pages. Resolves with whether it came true in time. */
export async function until(lab, endsAt, isTrue) {
  for (;;) {
    if (isTrue(await lab.states())) return true;
    if (lab.ledger.now > endsAt) return false;
    await delay(POLL_MS);
  }
}

/** Whether no page waits for a call. */
export const haveSettled = (states) => [...states.values()].every((state) => state?.pending.length === 0);

/** The pages in which no call succeeds any more. */
export async function findDead(lab, endsAt) {
  const isAlive = async ([label, tab]) => {
    for (let attempt = 0; ; attempt++) {
      const nonce = `${lab.plan.seed}.${label}.quiet.${attempt}`;
      await tab.run([{ nonce, tool: 'quick' }], 1).catch(() => {});
      const outcome = await outcomeOf(lab.ledger, nonce, endsAt);
      if (outcome === 'ok') return true;
      if (lab.ledger.now > endsAt) return false;
      await delay(POLL_MS);
    }
  };
  const tabs = [...lab.tabs];
  const alive = await Promise.all(tabs.map(isAlive));
  const dead = tabs.map(([label]) => label).filter((_, index) => !alive[index]);
  for (const label of dead) noteConnections(lab, label);
  return dead;
}

/** What a page in which nothing succeeds may be waiting for. */
function noteConnections(lab, label) {
  for (const open of lab.lineOf(label).openExchanges())
    lab.ledger.report({ label, open: `${open.label} ${open.what} ${open.nonce ?? ''} since ${open.at} ms` });
}

async function outcomeOf(ledger, nonce, endsAt) {
  for (;;) {
    const settled = ledger.reports.get(nonce)?.find(({ outcome }) => outcome);
    if (settled) return settled.outcome;
    if (ledger.now > endsAt) return 'none';
    await delay(20);
  }
}

/**
 * Whether each page comes to know the truth: what changed under faults, and one more change in the quiet.
 * @returns {Promise<{ label: string, convergedMs?: number, why?: string }[]>}
 */
export async function listen(lab, patienceMs, dead) {
  const listeners = [...lab.tabs.keys()].filter((label) => !dead.includes(label)).map((label) => ({ label }));
  for (const missed of ['what changed under faults', 'one more change']) {
    let since = lab.quietSince;
    if (missed === 'one more change') {
      for (const line of lab.lines.values()) await line.change();
      since = lab.ledger.now;
    }
    await converge(
      lab,
      listeners.filter(({ why }) => why === undefined),
      { missed, patienceMs, since },
    );
  }
  return listeners;
}

async function converge(lab, listeners, { missed, patienceMs, since }) {
  const startedAt = lab.ledger.now;
  const waiting = new Set(listeners);
  let isAway = lab.plan.isReturnedTo;
  await until(lab, startedAt + patienceMs, (states) => {
    if (isAway && lab.ledger.now - startedAt > RETURN_MS) {
      isAway = false;
      void lab.returnToPages();
    }
    for (const listener of waiting) {
      const version = lab.lineOf(listener.label).version();
      const state = states.get(listener.label);
      listener.why = `it does not know of ${missed}: version ${version}, but ${JSON.stringify(state)}`;
      if (!knows(state, version)) continue;
      waiting.delete(listener);
      delete listener.why;
      listener.convergedMs = Math.max(listener.convergedMs ?? 0, lab.ledger.now - since);
    }
    return waiting.size === 0;
  });
}

export function knows(state, version) {
  return state?.tools === version && (!state.hasResource || state.resource === version);
}

/** What is left when every page has closed its client: sessions, requests, locks. */
export async function findLeft(lab, dead) {
  const labels = [...lab.tabs.keys()].filter((label) => !dead.includes(label));
  const closing = Promise.all(
    labels.map((label) =>
      lab.tabs
        .get(label)
        .close()
        .catch(() => {}),
    ),
  );
  await Promise.race([closing, delay(GOODBYE_MS)]);
  const endsAt = lab.ledger.now + GOODBYE_MS;
  for (;;) {
    const left = await leftBy(lab, labels);
    if (left.every(({ until = endsAt }) => lab.ledger.now > until)) return left;
    await delay(POLL_MS);
  }
}

async function leftBy(lab, labels) {
  const left = [];
  for (const label of labels) {
    const line = lab.lineOf(label);
    const own = lab.ledger.arrivals.filter((arrival) => arrival.label === label);
    const session = own.findLast((arrival) => arrival.session)?.session;
    if (session && line.sessions().includes(session)) left.push({ label, what: `session ${session}` });
    for (const open of line.openExchanges())
      if (open.label === label) left.push({ label, what: `an open request: ${open.what}`, ...limitOf(open, session) });
  }
  const [first] = labels;
  const locks = first ? ((await lab.tabs.get(first).state())?.locks ?? []) : [];
  if (locks.length > 0) left.push({ label: first, what: `locks: ${locks.join('; ')}` });
  return left;
}

/** A page that is gone cannot give up the request that ends its session. */
function limitOf({ what, session, at }, last) {
  return what === 'DELETE' && session !== last && { until: at + KEEPALIVE_MS };
}
