/** When a stream that broke may be opened again. */
import { HttpError, McpError } from '../errors.ts';

/** A connection that held for this long, in ms, is no failed attempt, even if nothing came on it. */
export const STABLE_MS = 5_000;

/** How many attempts a server has to start again before it counts as away. */
const PATIENT_ATTEMPTS = 3;

/** Whether it may help to ask again later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500 || [408, 409, 429].includes(error.status);
  return isUnreachable(error);
}

/**
 * Whether the server cannot be reached, and could not at the attempts before.
 *
 * @param attempt how many attempts have failed in a row
 */
export function isAway(error: unknown, attempt: number): error is McpError {
  return attempt >= PATIENT_ATTEMPTS && isUnreachable(error);
}

function isUnreachable(error: unknown): error is McpError {
  return error instanceof McpError && error.code === 'network';
}
