/** How much is tried. */

declare global {
  /** Set by LONG_RUN=1: see web-test-runner.config.mjs. */
  var isLongRun: boolean;
}

const isChromium = navigator.userAgent.includes('Chrome');

/** Chromium tries the whole number; the other engines run the same code of ours, and take a sample of it. */
export const every = (step: number): number => (globalThis.isLongRun ? 1 : isChromium ? step : 13 * step);

/** All in Chromium; elsewhere the first. */
export const sampleOf = <T>(all: readonly T[]): readonly T[] =>
  globalThis.isLongRun || isChromium ? all : all.slice(0, 1);

/** How many cuts a normal run has to make at least. */
export const LEAST_CUTS = isChromium ? 20_000 : 1_000;

/** Does `run` for each number below `end`, some of them at a time, and resolves with the complaints. */
export async function inParallel(
  end: number,
  workers: number,
  run: (index: number) => Promise<string | undefined>,
): Promise<string[]> {
  const complaints: string[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < end) {
      const complaint = await run(next++);
      if (complaint !== undefined) complaints.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return complaints;
}
