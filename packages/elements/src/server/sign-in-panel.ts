/** Signing in to a server: the status, the next step for the user, and where they are signed in. */
import { AuthError, type HostServer, type SignInStatus } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { issuerHost, scopeList, wantsSignIn } from '../internal/server/sign-in.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { shortText } from '../internal/text/text.ts';
import type { CardMessages, ServerMessages } from './messages.ts';

/** What the user can do. Each is called within their click, which browsers require for opening a window. */
export interface SignInActions {
  signIn: () => void;
  cancel: () => void;
  signOut: () => void;
  redirect: () => void;
}

/** The status of signing in. It replaces the status of the connection, unless that tells the user more. */
export function signInBadge(
  messages: ServerMessages,
  server: HostServer,
): { text: string; tone: string; isTurning: boolean } | undefined {
  const { signIn } = server;
  if (!signIn || signIn.state === 'signed-in') return undefined;
  const { state } = signIn;
  const isUnderWay = state === 'signing-in' || state === 'blocked';
  if (!isUnderWay && !wantsSignIn(server)) return undefined;
  return {
    text: messages.signInStatus[state],
    tone: state === 'expired' || state === 'blocked' ? 'warning' : 'accent',
    isTurning: state === 'signing-in',
  };
}

/**
 * The next step for the user, or where they are signed in.
 *
 * @param problem why signing out, or the redirect to sign in, failed
 */
export function signInPanel(
  messages: CardMessages,
  server: HostServer,
  name: string,
  problem: unknown,
  actions: SignInActions,
): TemplateResult | typeof nothing {
  const { signIn } = server;
  if (!signIn) return nothing;
  const panel = panelOf(messages, server, signIn, name, actions);
  if (problem === undefined) return panel;
  return html`${signIn.state === 'blocked' ? nothing : html`<p class="small">${messages.notRevoked}</p>`}${errorNotice(messages.shared, problem)}${panel}`;
}

function panelOf(
  messages: CardMessages,
  server: HostServer,
  signIn: SignInStatus,
  name: string,
  actions: SignInActions,
): TemplateResult | typeof nothing {
  if (signIn.state === 'signed-in') return signedIn(messages, signIn, name, actions);
  if (signIn.state === 'signing-in') {
    return html`<div class="row sign-in"><p>${signIn.issuer ? messages.continueAt(hostOf(signIn.issuer)) : messages.opening}</p>${cancelButton(messages, name, actions)}</div>`;
  }
  if (signIn.state === 'blocked') {
    return html`<div class="notice warning"><p>${messages.blocked(hostOf(signIn.issuer))}</p></div>
      <div class="row">
        <button type="button" class="button primary small next" part="button primary small" @click=${() => signIn.open()}>${messages.open}</button>
        <button type="button" class="button small" part="button secondary small" @click=${actions.redirect}>${messages.redirect}</button>
        ${cancelButton(messages, name, actions)}
      </div>`;
  }
  // A server may be open to everybody, and require signing in for some of its tools only.
  const wasAsked = server.status === 'ready' && (signIn.state === 'expired' || signIn.reason !== undefined);
  if (!wantsSignIn(server) && !wasAsked) return nothing;
  const isExpired = signIn.state === 'expired';
  const label = isExpired ? messages.signInAgain : messages.signIn;
  return html`${reason(messages, signIn)}
    <div class="row">
      <button type="button" class="button primary next" part="button primary" aria-label=${messages.signInTo(label, name)} @click=${actions.signIn}>${label}</button>
      ${isExpired ? signOutButton(messages, name, actions) : nothing}
    </div>`;
}

function signedIn(
  messages: CardMessages,
  { issuer, scope }: Extract<SignInStatus, { state: 'signed-in' }>,
  name: string,
  actions: SignInActions,
): TemplateResult {
  return html`<div class="row sign-in">
      <p class="small" part="user">${messages.signedIn(hostOf(issuer))}</p>
      ${signOutButton(messages, name, actions)}
    </div>
    <details>
      <summary part="summary">${messages.scope}</summary>
      <dl>
        <div><dt>${messages.issuer}</dt><dd class="mono"><bdi dir="ltr">${shortText(issuer, 200)}</bdi></dd></div>
        <div><dt>${messages.granted}</dt><dd>${scope.length > 0 ? scopeList(messages.shared, scope) : messages.noScope}</dd></div>
      </dl>
    </details>`;
}

/** Why the user is not signed in. It is an error only if signing in failed, not if the user cancelled it. */
function reason(
  messages: CardMessages,
  signIn: Extract<SignInStatus, { state: 'signed-out' | 'expired' }>,
): TemplateResult {
  const { state, reason: code, message, oauthError } = signIn;
  if (!message || code === 'sign-in-required')
    return html`<p>${state === 'expired' ? messages.sessionEnded : messages.needed}</p>`;
  if (code === 'cancelled') return html`<p role="status">${messages.shared.errorOf(code) || message}</p>`;
  return errorNotice(messages.shared, code ? new AuthError(code, message, { oauthError }) : message);
}

function signOutButton(messages: ServerMessages, name: string, { signOut }: SignInActions): TemplateResult {
  return html`<button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.signOutNamed(name)} @click=${signOut}>${messages.signOut}</button>`;
}

function cancelButton(messages: ServerMessages, name: string, { cancel }: SignInActions): TemplateResult {
  return html`<button type="button" class="button small next" part="button secondary small" aria-label=${messages.cancelNamed(name)} @click=${cancel}>${messages.cancel}</button>`;
}

function hostOf(issuer: string): TemplateResult {
  return html`<b class="mono"><bdi dir="ltr">${issuerHost(issuer)}</bdi></b>`;
}
