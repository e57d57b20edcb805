// The servers and pages of one seed, and what may happen to them.
import { setTimeout as delay } from 'node:timers/promises';
import { EVENTS } from './events.mjs';
import { Ledger } from './ledger.mjs';
import { openLine } from './line.mjs';
import { chooserOf } from './plan.mjs';
import { Tab } from './tab.mjs';

/** No event takes longer, unless the page that it happens to does not answer any more. */
const EVENT_MS = 60_000;
const RETRY_MS = 100;

export class Lab {
  ledger = new Ledger();
  /** @type {Map<string, Awaited<ReturnType<typeof openLine>>>} by the label of the page that they are for */
  lines = new Map();
  /** @type {Map<string, Tab>} */
  tabs = new Map();
  /** Whether requests have faults. */
  isFaulty = true;
  /** Whether the plan has taken the network away. */
  isOffline = false;
  /** When the faults ended, by the ledger. */
  quietSince = 0;
  /** How often each event happened. */
  happened = new Map();

  /**
   * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
   * @param {ReturnType<import('./plan.mjs').planOf>} plan
   */
  static async open(browser, plan) {
    const lab = new Lab();
    lab.browser = browser;
    lab.plan = plan;
    lab.context = await browser.newContext();
    const { ledger } = lab;
    await lab.context.exposeFunction('report', (report) => ledger.report(report));
    const chooseFault = chooserOf(plan);
    const choose = (http, arrival) => (lab.isFaulty ? chooseFault(http, arrival) : undefined);
    for (const { label, era, http } of plan.pages)
      lab.lines.set(label, await openLine({ era, http, keepAliveMs: plan.keepAliveMs, ledger, choose }));
    return lab;
  }

  lineOf(label) {
    return this.lines.get(label.split('.')[0]);
  }

  /** @param {{ as?: string, timeoutMs?: number, isHidden?: boolean }} [options] see `Tab` */
  async openTab(label, options) {
    const { context, browser, ledger } = this;
    // A page that was being made when the network came back may have missed that.
    const onfailure = () => this.isOffline || context.setOffline(false).catch(() => {});
    const { origin } = browser;
    const tab = new Tab({ context, origin, url: this.lineOf(label).url, label, ledger, onfailure, ...options });
    await tab.open();
    this.tabs.set(label, tab);
    return tab;
  }

  /** Lets happen what the plan says. Resolves when all of it is over. */
  async runEvents() {
    await Promise.all(
      this.plan.events.map(async ({ kind, label, atMs, forMs }) => {
        await delay(atMs);
        this.happened.set(kind, (this.happened.get(kind) ?? 0) + 1);
        this.ledger.report({ label, event: kind, forMs });
        // A page that is killed while something else happens to it cannot take part.
        const event = EVENTS[kind](this, { label, forMs, atMs }).catch((error) =>
          this.ledger.report({ label, event: kind, failed: String(error).split('\n')[0] }),
        );
        await Promise.race([event, delay(EVENT_MS, undefined, { ref: false })]);
      }),
    );
  }

  endFaults() {
    this.isFaulty = false;
    this.quietSince = this.ledger.now;
  }

  /** A page that is killed meanwhile makes this fail, though the others still need it. */
  async goOnline() {
    this.isOffline = false;
    for (;;) {
      try {
        return await this.context.setOffline(false);
      } catch {
        await delay(RETRY_MS);
      }
    }
  }

  /** As when the device wakes, or the user comes back to the page. */
  async returnToPages() {
    const wake = () => globalThis.dispatchEvent(new Event('online'));
    await Promise.all([...this.tabs.values()].map(({ page }) => page.evaluate(wake).catch(() => {})));
  }

  /** Changes what the pages listen for, again and again, until the signal aborts. */
  async keepChanging(signal, everyMs) {
    while (!signal.aborted) {
      for (const line of this.lines.values()) await line.change();
      await delay(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  /** @returns {Promise<Map<string, import('./page.ts').LabState | undefined>>} by label */
  async states() {
    const states = [...this.tabs].map(async ([label, tab]) => [label, await tab.state()]);
    return new Map(await Promise.all(states));
  }

  async close() {
    await this.context.close();
    await Promise.all([...this.lines.values()].map((line) => line.close()));
  }
}
