/** In Chromium and Firefox: it continues as soon as the page has done what waits. Timers wait some milliseconds longer. */
interface WithScheduler {
  readonly scheduler?: { yield?(): Promise<void> };
}

/** Lets the page draw and take input between two slices of work. */
export async function letPageWork(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler;
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
}
