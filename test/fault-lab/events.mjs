// What happens to a page, to all of them, or to a server: once, at a time that the plan says.
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { randomOf } from './choice.mjs';
import { planCalls } from './plan.mjs';

const TABS = 6;
const MORE_CALLS = 6;
const HOUR_MS = 3_600_000;

/**
 * Each resolves when it is over.
 * @type {Record<string, (lab: import('./lab.mjs').Lab, event: { label: string, forMs: number, atMs: number }) => Promise<unknown>>}
 */
export const EVENTS = {
  restart: ({ lines }, { label, forMs }) => lines.get(label).restart(forMs / 4),
  outage: ({ lines }, { label, forMs }) => lines.get(label).restart(1_000 + forMs),

  offline: async (lab, { forMs }) => {
    lab.isOffline = true;
    await lab.context.setOffline(true).catch(() => {});
    await delay(forMs);
    await lab.goOnline();
  },

  // As when the machine sleeps, or the process gets no time.
  stopped: async ({ browser }, { forMs }) => {
    const processes = await browser.pageProcesses();
    signal(processes, 'SIGSTOP');
    try {
      await delay(forMs);
    } finally {
      signal(processes, 'SIGCONT');
    }
  },
  frozen: async ({ tabs, context }, { label, forMs }) => {
    const devtools = await context.newCDPSession(tabs.get(label).page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await delay(forMs);
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await devtools.detach();
  },
  killed: async (lab, { label, atMs }) => {
    await lab.tabs.get(label).kill();
    await callMore(lab, label, atMs);
  },
  reload: async (lab, { label, atMs }) => {
    await lab.tabs.get(label).reload();
    await callMore(lab, label, atMs);
  },
  'many-tabs': (lab, { label, atMs }) =>
    Promise.all(
      Array.from({ length: TABS }, async (_, index) => {
        const own = `${label}.${atMs}.${index}`;
        await lab.openTab(own);
        await callMore(lab, own, atMs);
      }),
    ),
  clock: async ({ tabs }, { label, forMs }) => {
    const { page } = tabs.get(label);
    await page.evaluate((ms) => globalThis.moveClock(ms), forMs % 2 ? HOUR_MS : -HOUR_MS);
  },

  // Every database waits to be deleted, and another tab does not let go.
  'blocked-database': async ({ context, browser }, { forMs }) => {
    const holder = await context.newPage();
    await holder.goto(`${browser.origin}/blank`);
    await holder.evaluate(holdDatabases);
    await delay(forMs);
    await holder.close();
  },
  'full-database': async ({ context, browser, tabs }, { label, forMs }) => {
    const devtools = await context.newCDPSession(tabs.get(label).page);
    const { origin } = browser;
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await delay(forMs);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
    await devtools.detach();
  },
};

/** A page that was just opened calls tools too. */
function callMore({ plan, tabs }, label, atMs) {
  const prefix = `${plan.seed}.${label}.${atMs}`;
  return tabs.get(label).run(planCalls(randomOf('more', prefix), prefix, MORE_CALLS), 1);
}

function signal(processes, name) {
  for (const id of processes) {
    try {
      process.kill(id, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function holdDatabases() {
  const open = (name) =>
    new Promise((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve();
    });
  for (const { name } of await indexedDB.databases()) {
    // It does not heed `versionchange`.
    globalThis.held = [...(globalThis.held ?? []), await open(name)];
    indexedDB.deleteDatabase(name);
  }
}
