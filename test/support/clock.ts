/** Runs `work` as if this many milliseconds had passed. The time is the page's own again when it has settled. */
export async function afterMs<T>(passedMs: number, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + passedMs;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}
