/** Whether a server waits for the user to sign in, and how to show who signs them in, and for what. */
import { AuthError, type HostServer, HttpError, type McpError } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText, visibleText } from '../text/text.ts';

/** Nobody reads more of what was granted already. */
const MAX_SCOPES = 30;

/** Whether the server is unavailable only until the user signs in. */
export function wantsSignIn({ status, error, signIn }: HostServer): boolean {
  return (
    signIn !== undefined &&
    signIn.state !== 'signed-in' &&
    status === 'failed' &&
    error instanceof AuthError &&
    error.reason === 'sign-in-required'
  );
}

/** Whether the server answered with one of these statuses. The body of such an answer may be a JSON-RPC error. */
export function hasStatus(error: McpError | undefined, ...statuses: readonly number[]): boolean {
  return [error, error?.cause].some((one) => one instanceof HttpError && statuses.includes(one.status));
}

/** Whether the server may accept the page once it sends a token or key. */
export function wantsKey(server: HostServer): boolean {
  return wantsSignIn(server) || (server.status === 'failed' && hasStatus(server.error, 401, 403));
}

/** What the doctor can look into: nobody said no, it is the server or its authorization server that is not as it should be. */
const UNEXPLAINED: readonly (string | undefined)[] = ['discovery', 'unreachable', 'registration', 'invalid-response'];

/**
 * Why the server is not available, if the user tried to sign in and could not.
 *
 * @param hasHeaders whether the page sends headers of its own, which may be credentials that the server does not accept
 */
export function signInFailure(server: HostServer, hasHeaders: boolean): McpError | undefined {
  const { error, signIn } = server;
  const reason = signIn && 'reason' in signIn ? signIn.reason : undefined;
  return UNEXPLAINED.includes(reason) || (hasHeaders && wantsSignIn(server)) ? error : undefined;
}

/** The host of an authorization server. It is verified; the name that the server gives itself is not. */
export function issuerHost(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : shortText(issuer);
}

/** All the scopes that a server asks for, each as long as it is. */
export function requestedScopes(scope: readonly string[]): TemplateResult {
  return html`<ul class="row claims">${scope.map((name) => html`<li class="badge scope" part="badge"><bdi>${visibleText(name)}</bdi></li>`)}</ul>`;
}

/** The scopes that were granted. */
export function scopeList(messages: SharedMessages, scope: readonly string[]): TemplateResult {
  return html`<ul class="row claims">${scope.slice(0, MAX_SCOPES).map((name) => html`<li class="badge" part="badge"><bdi>${shortText(name, 60)}</bdi></li>`)}${
    scope.length > MAX_SCOPES ? html`<li class="soft small">${messages.moreScopes(scope.length - MAX_SCOPES)}</li>` : ''
  }</ul>`;
}
