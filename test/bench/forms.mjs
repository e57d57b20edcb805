// Forms of 20, 200 and 1,000 fields beside RJSF, and beside a form of the same fields that is written by hand with Lit (the floor).
import { median, summary } from './statistics.mjs';
import { printTable } from './table.mjs';

const ROWS = [
  { title: 'floor: Lit by hand', page: 'form-floor' },
  { title: 'ours', page: 'form-ours' },
  { title: 'RJSF', page: 'form-rjsf' },
  { title: 'RJSF, validates at each key', page: 'form-rjsf?live' },
];
const SETTINGS = [
  { fields: 20, slowdown: 1, keys: 40 },
  { fields: 200, slowdown: 1, keys: 40 },
  { fields: 200, slowdown: 4, keys: 40 },
  { fields: 1_000, slowdown: 1, keys: 20 },
];
const MAX_MOUNT_TO_RJSF = 0.6;
const MAX_KEY_TO_RJSF = 0.25;
const MAX_KEY_TO_FLOOR = 2;
/** Above that a user notices that the form lags behind the keys. */
const MAX_KEY_MS = 50;

/** The pages that have to be built for it. */
export const FORM_PAGES = ['form-floor', 'form-ours', 'form-rjsf'];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ rounds: number }} options
 * @returns {Promise<{ title: string, measured: string, isMet: boolean }[]>} the targets
 */
export async function benchForms(browser, { rounds }) {
  const targets = [];
  for (const setting of SETTINGS) {
    const reports = new Map(ROWS.map((row) => [row, []]));
    for (let round = 0; round < rounds; round++) {
      const first = round % ROWS.length;
      for (const row of [...ROWS.slice(first), ...ROWS.slice(0, first)])
        reports.get(row).push(await measure(browser, row, setting));
    }
    const { fields, slowdown } = setting;
    console.log(`\nform of ${fields} fields, CPU ${slowdown}x slower, rounds: ${rounds}`);
    print(reports);
    targets.push(...targetsOf(`form of ${fields} fields, CPU ${slowdown}x slower`, setting, reports));
  }
  return targets;
}

async function measure(browser, { page: name }, { fields, slowdown, keys }) {
  return await browser.withPage(async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await page.goto(`${browser.origin}/${name}`);
    await devtools.send('Performance.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const threadMs = async () =>
      (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
    const mounted = await page.evaluate((count) => globalThis.showForm(count), fields);
    if (mounted.controls < fields) throw new Error(`${name} shows ${mounted.controls} of ${fields} fields`);
    // The first keys compile what later ones run.
    await page.evaluate((count) => globalThis.typeInForm(count), 5);
    const before = await threadMs();
    const times = await page.evaluate((count) => globalThis.typeInForm(count), keys);
    return {
      ...mounted,
      keyMs: middleOf(times),
      worstKeyMs: Math.max(...times),
      keyThreadMs: ((await threadMs()) - before) / keys,
    };
  });
}

/** The mean of the middle half: the clock of a page is too coarse for a median, and a mean suffers when the machine is busy. */
function middleOf(times) {
  const quarter = times.length >> 2;
  const middle = times.toSorted((a, b) => a - b).slice(quarter, times.length - quarter);
  return middle.reduce((sum, ms) => sum + ms, 0) / middle.length;
}

function print(reports) {
  const headings = ['', 'mount ms', 'all fields ms', 'key ms', 'worst', 'key: main thread ms', 'nodes'];
  const columns = [
    ['mountMs', 0],
    ['completeMs', 0],
    ['keyMs', 2],
    ['worstKeyMs', 1],
    ['keyThreadMs', 1],
    ['nodes', 0],
  ];
  printTable(
    headings,
    [...reports].map(([{ title }, own]) => [
      title,
      ...columns.map(([member, digits]) =>
        summary(
          own.map((report) => report[member]),
          digits,
        ),
      ),
    ]),
  );
}

/** Round by round, because the machine's speed changes from one to the next. */
function targetsOf(title, { fields }, reports) {
  const [floor, ours, rjsf] = ROWS.map((row) => reports.get(row));
  const atMost = (what, bound, others, member) => {
    const ratios = ours.map((report, round) => report[member] / others[round][member]);
    return { title: `${title}: ${what}`, measured: summary(ratios, 2), isMet: median(ratios) <= bound };
  };
  const worst = ours.map(({ worstKeyMs }) => worstKeyMs);
  return fields === 200
    ? [
        atMost(`mount at most ${MAX_MOUNT_TO_RJSF} x RJSF`, MAX_MOUNT_TO_RJSF, rjsf, 'mountMs'),
        atMost(`key at most ${MAX_KEY_TO_RJSF} x RJSF`, MAX_KEY_TO_RJSF, rjsf, 'keyMs'),
        atMost(`key at most ${MAX_KEY_TO_FLOOR} x floor`, MAX_KEY_TO_FLOOR, floor, 'keyMs'),
      ]
    : [
        {
          title: `${title}: no key over ${MAX_KEY_MS} ms`,
          measured: `${summary(worst, 1)} ms`,
          isMet: median(worst) <= MAX_KEY_MS,
        },
      ];
}
