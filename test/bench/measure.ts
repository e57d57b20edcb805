/** What a piece of work does to the page: long tasks, gaps between frames, memory. */

export interface Measurement {
  /** The duration of each task over 50 ms, longest first. */
  longTasksMs: number[];
  longestFrameGapMs: number;
  peakHeapMB: number;
}

/** Chromium only; exact and current only with --enable-precise-memory-info. */
interface WithMemory {
  /** A new snapshot each time it is read. */
  readonly memory: { usedJSHeapSize: number };
}

const HEAP_EVERY_MS = 50;

/** Whoever counts computing time does not watch: each frame would add to it, and a busy machine draws more of them. */
export const unwatched: Measurement = { longTasksMs: [], longestFrameGapMs: 0, peakHeapMB: 0 };

/** Begins with the next frame. The function it resolves with ends the measurement. */
export async function watch(): Promise<() => Promise<Measurement>> {
  const withMemory = performance as unknown as WithMemory;
  let lastFrameAt = await nextFrame();
  let longestFrameGapMs = 0;
  let peakHeap = 0;
  let heapReadAt = lastFrameAt;
  let isOver = false;

  const readHeap = (): void => {
    peakHeap = Math.max(peakHeap, withMemory.memory.usedJSHeapSize);
  };
  const look = (): void => {
    const now = performance.now();
    longestFrameGapMs = Math.max(longestFrameGapMs, now - lastFrameAt);
    lastFrameAt = now;
    // Reading it takes time, which would be charged to a contestant that lets the page draw more often.
    if (now - heapReadAt < HEAP_EVERY_MS) return;
    heapReadAt = now;
    readHeap();
  };
  const onframe = (): void => {
    if (isOver) return;
    look();
    requestAnimationFrame(onframe);
  };
  requestAnimationFrame(onframe);

  const durations: number[] = [];
  const keep = (entries: PerformanceEntryList): number => durations.push(...entries.map((entry) => entry.duration));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: 'longtask' });

  return async () => {
    readHeap();
    await nextFrame();
    isOver = true;
    look();
    // A task is reported after it has ended.
    await new Promise((resolve) => setTimeout(resolve, 50));
    keep(observer.takeRecords());
    observer.disconnect();
    return { longTasksMs: durations.toSorted((a, b) => b - a), longestFrameGapMs, peakHeapMB: peakHeap / 1e6 };
  };
}

const nextFrame = (): Promise<number> =>
  new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
