/** The page around a log: floods it, and reports how the page feels meanwhile. */
import { watch } from './measure.ts';

export interface Entry {
  level: 'error' | 'info';
  logger: string;
  data: { request: number; message: string; ms: number };
}

export interface FloodReport {
  entriesPerSecond: number;
  longestFrameGapMs: number;
}

export interface SearchReport {
  /** From the last key to the last match, with all entries searched, and the longest gap between frames meanwhile. */
  ms: number;
  longestFrameGapMs: number;
  /** From the last key to the first frame with a match of the newest entries. */
  firstMs: number;
  said: string;
}

declare global {
  var floodLog: (options: { count: number; perSecond: number }) => Promise<FloodReport>;
  /** The memory of the log and of everything else, after a garbage collection. */
  var heapOfLog: () => { entries: number; heapMB: number };
  // Available after `floodLog`, if the log can be searched.
  var findInLog: (text: string) => Promise<SearchReport>;
  var filterLog: (text: string) => Promise<SearchReport>;
}

export interface LogPage {
  append(entry: Entry): void;
  /** How many entries it holds. */
  count(): number;
}

export const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Called once by each contestant. */
export function presentLog(log: LogPage): void {
  globalThis.floodLog = async ({ count, perSecond }) => {
    const stop = await watch();
    const startedAt = performance.now();
    for (let appended = 0; appended < count; await frame()) {
      const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
      // As if from a server: each entry is a separate object.
      for (; appended < due; appended++) {
        log.append({
          level: appended % 50 === 0 ? 'error' : 'info',
          logger: 'db',
          data: { request: appended, message: `row ${appended} of the table was read`, ms: appended % 97 },
        });
      }
    }
    await frame();
    const entriesPerSecond = count / ((performance.now() - startedAt) / 1000);
    const { longestFrameGapMs } = await stop();
    return { entriesPerSecond, longestFrameGapMs };
  };
  globalThis.heapOfLog = () => {
    globalThis.gc?.();
    return {
      entries: log.count(),
      heapMB: (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6,
    };
  };
}
