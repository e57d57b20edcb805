/** Chromium's and Firefox's; it goes on as soon as the page has done what waits, timers only some milliseconds later. */
interface WithScheduler {
  readonly scheduler?: { yield?(): Promise<void> };
}

/** Lets the page do what waits: draw, take input. */
export async function turn(): Promise<void> {
  const { scheduler } = globalThis as WithScheduler;
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
}
