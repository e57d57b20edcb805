// The processor time of each task of the page. On a busy machine it says more than the clock, by which a task of 5 ms may take 500 ms.

/** The browser has pages of its own; this identifies ours. */
const MARK = 'the page that is watched';

/**
 * Begins to measure. The function it resolves with ends that, and resolves with times in ms: of the longest task, including the
 * microtasks after it; of all tasks together; and, if wanted, how long script ran in each task, the longest first.
 *
 * @param {import('playwright').Page} page
 * @param {{ withScripts?: boolean }} [options]
 */
export async function watchTasks(page, { withScripts = false } = {}) {
  const [ofPage, ofBrowser] = await Promise.all([
    page.context().newCDPSession(page),
    page.context().browser().newBrowserCDPSession(),
  ]);
  const events = [];
  ofBrowser.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await ofPage.send('Performance.enable', { timeDomain: 'threadTicks' });
  await ofBrowser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordUntilFull',
      traceBufferSizeInKb: 400_000,
      includedCategories: ['toplevel', 'blink.user_timing', ...(withScripts ? ['v8'] : [])],
      excludedCategories: ['*'],
    },
  });
  await page.evaluate((name) => performance.mark(name), MARK);
  const before = await taskMs(ofPage);
  return async () => {
    const allMs = (await taskMs(ofPage)) - before;
    const isComplete = new Promise((resolve) => ofBrowser.once('Tracing.tracingComplete', resolve));
    await ofBrowser.send('Tracing.end');
    await isComplete;
    await Promise.all([ofPage.detach(), ofBrowser.detach()]);
    const ofOurs = eventsOfPage(events);
    return { longestMs: longestOf(ofOurs), allMs, ...(withScripts && { scriptsMs: scriptsOf(ofOurs) }) };
  };
}

async function taskMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

/** What took processor time in the main thread of our page, in the order in which it began. */
function eventsOfPage(events) {
  const threadOf = ({ pid, tid }) => `${pid}/${tid}`;
  const mark = events.find(({ name }) => name === MARK);
  return events
    .filter((event) => mark && threadOf(event) === threadOf(mark) && event.tdur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur);
}

function longestOf(events) {
  const parts = events.filter(({ name }) => /RunTask|PerformMicrotaskCheckpoint/.test(name));
  if (parts.length === 0) throw new Error('The browser reported no task of the page.');
  let longest = 0;
  let task = { ms: 0, end: -Infinity };
  for (const { name, ts, dur, tdur } of parts) {
    const isCheckpoint = !name.endsWith('RunTask');
    if (isCheckpoint && ts < task.end) continue;
    task = { ms: tdur / 1000 + (isCheckpoint ? task.ms : 0), end: ts + dur };
    longest = Math.max(longest, task.ms);
  }
  return longest;
}

/** How long script ran in each task: in the functions that the browser called, and in the microtasks after them. */
function scriptsOf(events) {
  const scripts = [];
  let task = { end: -Infinity, ms: 0 };
  let scriptEnd = -Infinity;
  for (const { name, ts, dur, tdur } of events) {
    if (/RunTask/.test(name) && ts >= task.end) {
      task = { end: ts + dur, ms: 0 };
      scripts.push(task);
    } else if (/callFunction|PerformMicrotaskCheckpoint/.test(name) && ts >= scriptEnd) {
      task.ms += tdur / 1000;
      scriptEnd = ts + dur;
    }
  }
  if (scripts.every(({ ms }) => ms === 0)) throw new Error('The browser reported no script of the page.');
  return scripts.map(({ ms }) => ms).toSorted((a, b) => b - a);
}
