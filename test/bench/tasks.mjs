// The processor time of each task of the page. On a busy machine it says more than the clock, by which a task of 5 ms may take 500 ms.

/** The browser has pages of its own; this identifies ours. */
const MARK = 'the page that is watched';

/**
 * Begins to measure. The function it resolves with ends that, and resolves with times in ms: of the longest task, including the
 * microtasks after it, and of all tasks together.
 *
 * @param {import('playwright').Page} page
 */
export async function watchTasks(page) {
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
      includedCategories: ['toplevel', 'blink.user_timing'],
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
    return { longestMs: longestOf(events), allMs };
  };
}

async function taskMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

function longestOf(events) {
  const threadOf = ({ pid, tid }) => `${pid}/${tid}`;
  const mark = events.find(({ name }) => name === MARK);
  const parts = events.filter(
    (event) =>
      mark &&
      threadOf(event) === threadOf(mark) &&
      /RunTask|PerformMicrotaskCheckpoint/.test(event.name) &&
      event.tdur !== undefined,
  );
  if (parts.length === 0) throw new Error('The browser reported no task of the page.');
  let longest = 0;
  let task = { ms: 0, end: -Infinity };
  for (const { name, ts, dur, tdur } of parts.toSorted((a, b) => a.ts - b.ts)) {
    const isCheckpoint = !name.endsWith('RunTask');
    if (isCheckpoint && ts < task.end) continue;
    task = { ms: tdur / 1000 + (isCheckpoint ? task.ms : 0), end: ts + dur };
    longest = Math.max(longest, task.ms);
  }
  return longest;
}
