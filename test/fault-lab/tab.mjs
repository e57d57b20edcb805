// One page of a seed: opened, reloaded, killed and opened again, and asked how it is.
import { setTimeout as delay } from 'node:timers/promises';

/** How long a call waits for its answer. Longer than any answer takes that comes at all. */
const TIMEOUT_MS = 4_000;
/** A page that does not say how it is within this is gone. */
const ANSWER_MS = 10_000;
const CRASH_MS = 5_000;
/** After this, the page is loaded again: it may have gone offline before it had its script. */
const LOADED_MS = 15_000;
const MAX_LOADS = 30;
const LOAD_EVERY_MS = 300;

/** As when the user looks at another tab. Headless browsers show all of them. */
function hide() {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { get: () => true });
}

/** Lets the driver move the page's clock. */
function makeClockMovable() {
  const { Date: Real } = globalThis;
  let offsetMs = 0;
  globalThis.moveClock = (ms) => void (offsetMs += ms);
  globalThis.Date = class extends Real {
    constructor(...args) {
      super(...(args.length > 0 ? args : [Real.now() + offsetMs]));
    }
    static now() {
      return Real.now() + offsetMs;
    }
  };
}

export class Tab {
  /** Calls whose page has gone: nobody knows what became of them. */
  gone = new Set();
  #known = new Set();
  #turn = Promise.resolve();

  /**
   * @param {{ context: import('playwright').BrowserContext, origin: string, url: string, label: string, as?: string,
   *   ledger: import('./ledger.mjs').Ledger, timeoutMs?: number, isHidden?: boolean, onfailure?: () => unknown }} options
   */
  constructor(options) {
    this.options = options;
  }

  async open() {
    const { context, origin, isHidden = false } = this.options;
    this.page = await context.newPage();
    await this.page.addInitScript(makeClockMovable);
    if (isHidden) await this.page.addInitScript(hide);
    await this.#untilOnline(() => this.page.goto(origin));
    await this.#start();
  }

  reload() {
    return this.#inTurn(async () => {
      this.#loseCalls();
      await this.#untilOnline(() => this.page.reload());
      await this.#start();
    });
  }

  /** The process dies without a word; the user opens the page again. */
  kill() {
    return this.#inTurn(async () => {
      this.#loseCalls();
      const { page } = this;
      const devtools = await page.context().newCDPSession(page);
      const crashed = page.waitForEvent('crash', { timeout: CRASH_MS }).catch(() => {});
      devtools.send('Page.crash').catch(() => {});
      await crashed;
      void page.close().catch(() => {});
      await this.open();
    });
  }

  async run(calls, inFlight) {
    for (const { nonce } of calls) this.#known.add(nonce);
    await this.page.evaluate(([own, at]) => globalThis.lab.run(own, at), [calls, inFlight]);
  }

  /** @returns {Promise<import('./page.ts').LabState | undefined>} undefined while the page does not answer */
  state() {
    const late = delay(ANSWER_MS, undefined, { ref: false });
    return Promise.race([this.page.evaluate(() => globalThis.lab.state()).catch(() => undefined), late]);
  }

  close() {
    return this.page.evaluate(() => globalThis.lab.close());
  }

  /** A page that is just being opened again is not killed a second time. */
  #inTurn(work) {
    this.#turn = this.#turn.then(work, work);
    return this.#turn;
  }

  /** The user loads the page again until there is a network. */
  async #untilOnline(load) {
    for (let attempt = 1; ; attempt++) {
      try {
        await load();
        // Not by animation frames, which a page that nobody sees may not get.
        const options = { timeout: LOADED_MS, polling: 100 };
        return await this.page.waitForFunction(() => 'lab' in globalThis, undefined, options);
      } catch (error) {
        if (attempt === MAX_LOADS) throw error;
        await this.options.onfailure?.();
        await delay(LOAD_EVERY_MS);
      }
    }
  }

  async #start() {
    const { as = 'client', url, label, timeoutMs = TIMEOUT_MS } = this.options;
    await this.page.evaluate((options) => globalThis.lab.start(options), {
      as,
      url,
      label,
      timeoutMs,
    });
  }

  #loseCalls() {
    const { ledger } = this.options;
    for (const nonce of this.#known)
      if (!ledger.reports.get(nonce)?.some(({ outcome }) => outcome)) this.gone.add(nonce);
  }
}
