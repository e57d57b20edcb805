// Forms of 20, 200 and 1,000 fields beside RJSF, and beside a form of the same fields that is written by hand with Lit (the floor).
import { atMost, interleave, ratios } from './compare.mjs';
import { mainThread } from './browser.mjs';

const ROWS = [
  { name: 'floor', contestant: 'form-floor' },
  { name: 'mcp-schema-form', contestant: 'form-ours' },
  { name: 'rjsf', contestant: 'form-rjsf' },
  // Validates at each key, as ours does.
  { name: 'rjsf, live', contestant: 'form-rjsf?live' },
];
const SETTINGS = [
  { fields: 20, slowdown: 1, keys: 40 },
  { fields: 200, slowdown: 1, keys: 40 },
  { fields: 200, slowdown: 4, keys: 100 },
  { fields: 1_000, slowdown: 1, keys: 20 },
];
const MAX_MOUNT_TO_RJSF = 0.6;
const MAX_KEY_TO_RJSF = 0.25;
const MAX_KEY_TO_FLOOR = 2;
/** Above that a user notices that the form lags behind the keys. */
const MAX_KEY_MS = 50;
const COLUMNS = [
  { title: 'mount ms', key: 'mountMs', isRelative: true },
  { title: 'all fields ms', key: 'completeMs' },
  { title: 'key ms', key: 'keyMs', digits: 2, isRelative: true },
  { title: 'worst', key: 'worstKeyMs', digits: 1 },
  { title: 'key: main thread ms', key: 'keyThreadMs', digits: 1 },
  { title: 'nodes', key: 'nodes' },
];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ rounds: number, report: (group: import('./compare.mjs').Group) => void }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchForms(browser, { rounds, report }) {
  const targets = [];
  for (const setting of SETTINGS) {
    const reports = await interleave(ROWS, rounds, ({ contestant }) => measure(browser, contestant, setting));
    const { fields, slowdown } = setting;
    const title = `form of ${fields.toLocaleString('en')} fields${slowdown > 1 ? `, CPU ${slowdown}x slower` : ''}`;
    report({
      title,
      rounds,
      columns: COLUMNS,
      reports,
      plot: { key: 'keyMs', label: 'ms from a key to the drawn form' },
    });
    targets.push(...targetsOf(title, setting, reports));
  }
  return targets;
}

async function measure(browser, contestant, { fields, slowdown, keys }) {
  return await browser.withPage(
    async (page) => {
      await page.goto(`${browser.origin}/${contestant}`);
      const thread = await mainThread(page);
      const mounted = await page.evaluate((count) => globalThis.showForm(count), fields);
      if (mounted.controls < fields) throw new Error(`${contestant} shows ${mounted.controls} of ${fields} fields`);
      // The first keys compile what later ones run.
      await page.evaluate((count) => globalThis.typeInForm(count), 5);
      const before = await thread.milliseconds();
      const times = await page.evaluate((count) => globalThis.typeInForm(count), keys);
      return {
        ...mounted,
        // Chromium slows a page down by holding it up now and then. That hits only some of the keys, so the mean is of all of them.
        keyMs: slowdown > 1 ? mean(times) : middleOf(times),
        worstKeyMs: Math.max(...times),
        keyThreadMs: ((await thread.milliseconds()) - before) / keys,
      };
    },
    { slowdown },
  );
}

/** The mean of the middle half: the clock of a page is too coarse for a median, and a mean suffers when the machine is busy. */
function middleOf(times) {
  const quarter = times.length >> 2;
  return mean(times.toSorted((a, b) => a - b).slice(quarter, times.length - quarter));
}

const mean = (times) => times.reduce((sum, ms) => sum + ms, 0) / times.length;

function targetsOf(title, { fields }, reports) {
  const [, { name: ours }, { name: rjsf }] = ROWS;
  const worst = reports[ours].map(({ worstKeyMs }) => worstKeyMs);
  return fields === 200
    ? [
        ...atMost(`${title}: mount, x rjsf`, ratios(reports, ours, [rjsf], 'mountMs'), { atMost: MAX_MOUNT_TO_RJSF }),
        ...atMost(`${title}: key, x rjsf`, ratios(reports, ours, [rjsf], 'keyMs'), { atMost: MAX_KEY_TO_RJSF }),
        ...atMost(`${title}: key, x floor`, ratios(reports, ours, ['floor'], 'keyMs'), { atMost: MAX_KEY_TO_FLOOR }),
      ]
    : atMost(`${title}: slowest key`, worst, { atMost: MAX_KEY_MS, digits: 1, unit: ' ms' });
}
