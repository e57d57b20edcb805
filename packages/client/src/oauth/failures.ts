/** Errors on the way to a token: what they quote, and whose failure they report. */
import { AuthError, type AuthErrorReason, McpError } from '../errors.ts';
import { lazy } from '../lazy.ts';
import { untilAborted } from '../wire/abort.ts';

/** An address for an error message. Its query may hold a key, and error messages end up in logs. */
export function withoutQuery(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Text from outside, for an error message: a single line of at most 200 characters. */
export function shorten(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** Whether an authorization server that answers with this error may say yes a little later. */
export function isTemporary(oauthError: string): boolean {
  return ['temporarily_unavailable', 'server_error', 'slow_down'].includes(oauthError);
}

/**
 * The error for a request that needs scopes that the token does not have.
 *
 * @param scope those that it needs, as far as the server says
 * @param remedy what the page can do, to complete the sentence "To get them, …"
 * @param isDenied whether the user, or the page's policy, declined to grant them
 */
export function insufficientScope(
  server: string | URL,
  scope: readonly string[] | undefined,
  remedy: string,
  issuer?: string,
  isDenied = false,
): AuthError {
  const named = scope && scope.length > 0 ? ` (${shorten(scope.join(' '))})` : '';
  const outcome = isDenied ? ', and granting them was declined. To ask again' : '. To get them';
  return new AuthError(
    'insufficient-scope',
    `${withoutQuery(server)} needs more scopes than the token has${named}${outcome}, ${remedy}.`,
    { issuer },
  );
}

/** Reports an authorization server that does not answer as such: the MCP server itself may well be there. */
export async function asAuthError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof McpError) || error.code === 'unauthorized' || error.code === 'invalid-argument') throw error;
    throw new AuthError('unreachable', error.message, { cause: error });
  }
}

/**
 * Calls a function from the page's options, until the signal aborts. What it throws is reported as the page's failure.
 */
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

/**
 * Loads code when it is needed.
 *
 * @throws {AuthError} `unreachable` when it could not be loaded; the next attempt tries again.
 */
export function loaded<Code>(load: () => Promise<Code>): Promise<Code> {
  return asAuthError(lazy(load, 'signs users in')());
}
