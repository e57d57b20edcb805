// One Chromium that stays open. A mutant may keep its page busy forever: then the browser is started again.
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable, chromiumExperiments } from '../../scripts/browsers.mjs';
import { surroundings } from '../support/surroundings.mjs';

/** How often a page is tried whose browser is gone before its tests end. */
const ATTEMPTS = 3;

export class MutantBrowser {
  #origin;
  #browser;

  constructor(origin) {
    this.#origin = origin;
  }

  /**
   * Runs tests of a file in a fresh page.
   *
   * @param {string} file
   * @param {object} options
   * @param {number} [options.mutant]
   * @param {string[]} [options.titles] only these tests
   * @param {number} options.timeoutMs for one test
   * @param {number} options.limitMs for all of them
   * @param {boolean} [options.stopsAtFailure]
   * @returns {Promise<{ atImport: number[], tests: { title: string, failure?: string, ms: number, reached: number[] }[] } | undefined>}
   * nothing when they did not end
   */
  async run(file, options) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const result = await this.#runOnce(file, options);
      if (this.#browser?.isConnected() !== false) return result;
      // It crashed, or somebody ended it: that says nothing about the mutant.
      this.#browser = undefined;
    }
    return undefined;
  }

  async #runOnce(file, { mutant = -1, titles, timeoutMs, limitMs, stopsAtFailure = false }) {
    const args = [...chromiumArgs, ...chromiumExperiments];
    this.#browser ??= await chromium.launch({ executablePath: await chromiumExecutable(), args });
    const context = await this.#browser.newContext(surroundings).catch(() => undefined);
    if (!context) return this.#browser.isConnected() ? this.close() : undefined;
    let timer;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    const running = async () => {
      const page = await context.newPage();
      await page.goto(`${this.#origin}/?wtr-session-id=mutants&mutant=${mutant}`);
      return page.evaluate(([name, options]) => runTests(name, options), [file, { titles, timeoutMs, stopsAtFailure }]);
    };
    const result = await Promise.race([running().catch((error) => failed(error)), limit]);
    clearTimeout(timer);
    if (result) await context.close().catch(() => {});
    else await this.close();
    return result;
  }

  async close() {
    const browser = this.#browser;
    this.#browser = undefined;
    await browser?.close();
  }
}

/** E.g. a page that a mutant sent elsewhere. */
function failed(error) {
  return { atImport: [], tests: [{ title: 'the page', failure: error.message, ms: 0, reached: [] }] };
}
