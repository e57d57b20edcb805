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
  text: ServerMessages,
  server: HostServer,
): { text: string; tone: string; isTurning: boolean } | undefined {
  const { signIn } = server;
  if (!signIn || signIn.state === 'signed-in') return undefined;
  const { state } = signIn;
  const isUnderWay = state === 'signing-in' || state === 'blocked';
  if (!isUnderWay && !wantsSignIn(server)) return undefined;
  return {
    text: text.signInStatus[state],
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
  text: CardMessages,
  server: HostServer,
  name: string,
  problem: unknown,
  actions: SignInActions,
): TemplateResult | typeof nothing {
  const { signIn } = server;
  if (!signIn) return nothing;
  const panel = panelOf(text, server, signIn, name, actions);
  if (problem === undefined) return panel;
  return html`${signIn.state === 'blocked' ? nothing : html`<p class="small">${text.notRevoked}</p>`}${errorNotice(text.shared, problem)}${panel}`;
}

function panelOf(
  text: CardMessages,
  server: HostServer,
  signIn: SignInStatus,
  name: string,
  actions: SignInActions,
): TemplateResult | typeof nothing {
  if (signIn.state === 'signed-in') return signedIn(text, signIn, name, actions);
  if (signIn.state === 'signing-in') {
    return html`<div class="row sign-in"><p>${signIn.issuer ? text.continueAt(hostOf(signIn.issuer)) : text.opening}</p>${cancelButton(text, name, actions)}</div>`;
  }
  if (signIn.state === 'blocked') {
    return html`<div class="notice warning"><p>${text.blocked(hostOf(signIn.issuer))}</p></div>
      <div class="row">
        <button type="button" class="button primary small next" @click=${() => signIn.open()}>${text.open}</button>
        <button type="button" class="button small" @click=${actions.redirect}>${text.redirect}</button>
        ${cancelButton(text, name, actions)}
      </div>`;
  }
  // A server may be open to everybody, and require signing in for some of its tools only.
  const wasAsked = server.status === 'ready' && (signIn.state === 'expired' || signIn.reason !== undefined);
  if (!wantsSignIn(server) && !wasAsked) return nothing;
  const isExpired = signIn.state === 'expired';
  const label = isExpired ? text.signInAgain : text.signIn;
  return html`${reason(text, signIn)}
    <div><button type="button" class="button primary next" aria-label=${text.signInTo(label, name)} @click=${actions.signIn}>${label}</button></div>`;
}

function signedIn(
  text: CardMessages,
  { issuer, scope }: Extract<SignInStatus, { state: 'signed-in' }>,
  name: string,
  { signOut }: SignInActions,
): TemplateResult {
  return html`<div class="row sign-in">
      <p class="small" part="user">${text.signedIn(hostOf(issuer))}</p>
      <button type="button" class="button quiet small" aria-label=${text.signOutNamed(name)} @click=${signOut}>${text.signOut}</button>
    </div>
    <details>
      <summary>${text.scope}</summary>
      <dl>
        <div><dt>${text.issuer}</dt><dd class="mono"><bdi dir="ltr">${shortText(issuer, 200)}</bdi></dd></div>
        <div><dt>${text.granted}</dt><dd>${scope.length > 0 ? scopeList(text.shared, scope) : text.noScope}</dd></div>
      </dl>
    </details>`;
}

/** Why the user is not signed in. It is an error only if signing in failed, not if the user cancelled it. */
function reason(
  text: CardMessages,
  signIn: Extract<SignInStatus, { state: 'signed-out' | 'expired' }>,
): TemplateResult {
  if (signIn.state === 'expired') return html`<p>${text.sessionEnded}</p>`;
  const { reason: code, message } = signIn;
  if (!message || code === 'sign-in-required') return html`<p>${text.needed}</p>`;
  if (code === 'cancelled') return html`<p role="status">${text.shared.errorOf(code) || message}</p>`;
  return errorNotice(text.shared, code ? new AuthError(code, message) : message);
}

function cancelButton(text: ServerMessages, name: string, { cancel }: SignInActions): TemplateResult {
  return html`<button type="button" class="button small next" aria-label=${text.cancelNamed(name)} @click=${cancel}>${text.cancel}</button>`;
}

function hostOf(issuer: string): TemplateResult {
  return html`<b class="mono"><bdi dir="ltr">${issuerHost(issuer)}</bdi></b>`;
}
