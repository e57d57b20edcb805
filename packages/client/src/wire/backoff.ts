/** The longest wait that a server may ask for, in ms. */
const MAX_DELAY_MS = 10 * 60_000;

/**
 * How long to wait, in ms, before attempt number `attempt` (from 0) to reconnect: as long as the server asks for, or 1 s
 * doubling to 30 s. Up to a quarter is added, so that many clients do not reconnect at the same time.
 */
export function backoffDelay(attempt: number, retryMs: number | undefined): number {
  const delayMs = retryMs === undefined ? Math.min(1000 * 2 ** attempt, 30_000) : Math.min(retryMs, MAX_DELAY_MS);
  return delayMs * (1 + Math.random() / 4);
}
