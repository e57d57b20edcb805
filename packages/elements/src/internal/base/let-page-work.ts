/** In Chromium and Firefox: it continues as soon as the page has done what waits. Timers wait some milliseconds longer. */
interface WithScheduler {
  readonly scheduler?: { yield?(): Promise<void> };
}

/** Lets the page draw and take input between two slices of work. */
export async function letPageWork(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler;
  const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  // It rejects once the page has aborted the task in which all this began.
  await (scheduler?.yield?.().catch(nextTask) ?? nextTask());
}
