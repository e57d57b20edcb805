import type { JsonObject, Progress } from '../protocol/types.ts';

/** A request of the page, as it was sent; `params` without what the library adds. */
export interface SentRequest {
  /** Of its messages, on its connection. */
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
}

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
