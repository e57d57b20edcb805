/** The longest wait that a server may ask for, in ms. */
const MAX_DELAY_MS = 10 * 60_000;

/**
 * How long to wait, in ms, before attempt number `attempt` (from 0) to reconnect: what the server asked
 * for, else 1 s doubling to 30 s, and up to a quarter more so that many clients spread out.
 */
export function backoffDelay(attempt: number, retryMs: number | undefined): number {
  const delayMs = retryMs === undefined ? Math.min(1000 * 2 ** attempt, 30_000) : Math.min(retryMs, MAX_DELAY_MS);
  return delayMs * (1 + Math.random() / 4);
}
