/** Failures on the way to a token, in the words of those who hear of them: a server must not seem to be away when it is not. */
import { AuthError, type AuthErrorReason, McpError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';

/** An authorization server that is away says nothing about the server. */
export async function asAuthError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof McpError) || error.code === 'unauthorized' || error.code === 'invalid-argument') throw error;
    throw new AuthError('unreachable', error.message, { cause: error });
  }
}

/** Asks a function of the page's own, until the signal aborts. What it throws is the page's failure, and nobody else's. */
export async function askPage<T>(
  option: string,
  reason: AuthErrorReason,
  ask: () => T | Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await untilAborted(Promise.resolve(ask()), signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof McpError) throw cause;
    throw new AuthError(
      reason,
      `\`${option}\` of browserOAuth() failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}
