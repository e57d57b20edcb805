/** How many cases are tried. */
import { firstOf, isChromium } from '../support/engine.ts';

declare global {
  /** Set by LONG_RUN=1: see web-test-runner.config.mjs. */
  var isLongRun: boolean;
}

/** Chromium tries all of them. The other engines run the same code, and try a sample. */
export const every = (step: number): number => (globalThis.isLongRun ? 1 : isChromium ? step : 13 * step);

/** All in Chromium; elsewhere the first one. */
export const sampleOf = <T>(all: readonly T[]): readonly T[] => (globalThis.isLongRun ? all : firstOf(all));

/** The minimal number of cuts in a normal run. */
export const LEAST_CUTS = isChromium ? 20_000 : 1_000;

/** Runs `run` for each number below `end`, several at a time, and resolves with the complaints. */
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
