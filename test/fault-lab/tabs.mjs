// Many tabs with one server over HTTP/1.1, for which the browser has six connections. They listen and ask questions, and
// the one that listens for all is killed again and again while they do.
import { setTimeout as delay } from 'node:timers/promises';
import { judge } from './judge.mjs';
import { Lab } from './lab.mjs';
import { planOf } from './plan.mjs';
import { findLeft, haveSettled, knows, listen, until } from './quiet.mjs';

const TOOLS = ['ask', 'slow', 'quick'];
/** All tabs share the connections, and the machine. */
const TIMEOUT_MS = 60_000;
const CHANGE_EVERY_MS = 200;
const POLL_MS = 20;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ era: 'legacy' | 'modern', tabs: number, kills: number, patienceMs: number }} options
 */
export async function runTabs(browser, { era, tabs, kills, patienceMs }) {
  const line = `${era}-1`;
  const plan = planOf(1, { callsPerPage: 0 });
  const lab = await Lab.open(browser, { ...plan, pages: plan.pages.filter(({ label }) => label === line), events: [] });
  lab.isFaulty = false;
  try {
    const labels = Array.from({ length: tabs }, (_, index) => `${line}.${index}`);
    // The user looks at the first one.
    for (const label of labels) await lab.openTab(label, { timeoutMs: TIMEOUT_MS, isHidden: label !== labels[0] });
    const found = { handoversMs: [], convergedMs: 0, streams: 0, missed: 0, led: [], lists: 0 };
    for (let kill = 0; kill <= kills; kill++)
      await runRound(lab, line, { round: kill, isLast: kill === kills, patienceMs, found });
    lab.endFaults();
    const listening = await listen(lab, patienceMs, []);
    const left = await findLeft(lab, []);
    const gone = new Set([...lab.tabs.values()].flatMap((tab) => [...tab.gone]));
    const { ledger, happened } = lab;
    found.lists = ledger.arrivals.filter(({ what }) => what === 'tools/list').length;
    return { ledger, found, ...judge({ ledger, gone, dead: [], listening, left, happened }) };
  } finally {
    await lab.close();
  }
}

/** Every tab calls, the leader dies, and everybody has to learn of what changed meanwhile. */
async function runRound(lab, line, { round, isLast, patienceMs, found }) {
  const { ledger, tabs } = lab;
  const runsBefore = ledger.runs.length;
  await Promise.all(
    [...tabs].map(([label, tab]) =>
      tab.run(
        TOOLS.map((tool) => ({ nonce: `${label}.${round}.${tool}`, tool })),
        TOOLS.length,
      ),
    ),
  );
  while (ledger.runs.length === runsBefore) await delay(POLL_MS);
  if (!isLast) await killLeader(lab, line, { patienceMs, found });
  const since = ledger.now;
  await until(lab, since + patienceMs, (states) => haveSettled(states));
  const knowAll = (states) => [...states.values()].every((state) => knows(state, lab.lineOf(line).version()));
  if (!(await until(lab, ledger.now + patienceMs, knowAll))) found.missed++;
  found.convergedMs = Math.max(found.convergedMs, ledger.now - since);
  found.streams = Math.max(found.streams, await countStreams(lab, line));
}

async function killLeader(lab, line, { patienceMs, found }) {
  const { ledger, tabs } = lab;
  const label = await findLeader(lab, patienceMs);
  found.led.push(label);
  const over = new AbortController();
  const changing = lab.keepChanging(over.signal, CHANGE_EVERY_MS);
  const killedAt = ledger.now;
  const opened = tabs.get(label).kill();
  const isNext = ({ at, label: by, what }) =>
    at > killedAt && by !== label && ['GET', 'subscriptions/listen'].includes(what);
  const endsAt = killedAt + patienceMs;
  while (!ledger.arrivals.some(isNext) && ledger.now < endsAt) await delay(POLL_MS);
  found.handoversMs.push(ledger.now - killedAt);
  await opened;
  over.abort();
  await changing;
}

async function findLeader(lab, patienceMs) {
  let leader;
  await until(lab, lab.ledger.now + patienceMs, (states) => {
    leader = [...states].find(([, state]) => state?.leads)?.[0];
    return leader !== undefined;
  });
  if (leader === undefined) throw new Error('No tab listens for the others.');
  return leader;
}

/** How many streams are open when nobody calls. A tab that called lets its own go a little later. */
async function countStreams(lab, line) {
  const count = () => lab.lineOf(line).openExchanges().filter(isListening).length;
  const endsAt = lab.ledger.now + 5_000;
  while (count() > 1 && lab.ledger.now < endsAt) await delay(POLL_MS);
  return count();
}

const isListening = ({ what }) => what === 'GET' || what === 'subscriptions/listen';

export function describeTabs({ counts, found }) {
  const { calls, ok, errors, gone } = counts;
  const { led, handoversMs, convergedMs, streams, missed, lists } = found;
  const sorted = handoversMs.toSorted((one, other) => one - other);
  return [
    `leader killed ${led.length} times`,
    `calls ${calls}, ok ${ok}, errors ${errors}, gone with their tab ${gone}`,
    `streams at rest ${streams}`,
    `requests for tools ${lists}`,
    `the next leader listened after ${sorted[sorted.length >> 1]} ms as a median, ${sorted.at(-1)} ms at most`,
    `all calls settled and all changes known after ${convergedMs} ms at most`,
    `rounds in which something was missed ${missed}`,
  ].join('; ');
}
