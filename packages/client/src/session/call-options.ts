import type { Progress } from '../protocol/types.ts';

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, at the server too. The promise rejects with the signal's reason, untouched. */
  signal?: AbortSignal | undefined;
  /** How long to wait for the answer, or for the next sign of progress, in ms. `Infinity` waits for ever. */
  timeoutMs?: number | undefined;
  /** How long to wait in all, however much progress there is, in ms. */
  maxTimeoutMs?: number | undefined;
  /** Called for each step that the server reports. */
  onprogress?: ((progress: Progress) => void) | undefined;
}
