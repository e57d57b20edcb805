import { AuthError, type HostServer, type SignInStatus } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../internal/error-notice.ts';
import { issuerHost, scopeList } from '../internal/sign-in-text.ts';
import { shortText } from '../internal/text.ts';

const text = {
  status: { 'signed-out': 'Not signed in', expired: 'Session expired', 'signing-in': 'Signing in', blocked: 'Waits for you' },
  needed: 'This server wants to know who you are.',
  expired: 'Your session has ended.',
  opening: 'Looking for where to sign in…',
  goOn: (host: TemplateResult) => html`Go on at ${host}, in the window that opened.`,
  blocked: (host: TemplateResult) => html`The browser did not let the window open. Sign in at ${host}:`,
  open: 'Open the window',
  redirect: 'Sign in in this window',
  signIn: 'Sign in',
  signInAgain: 'Sign in again',
  signInTo: (action: string, name: string) => `${action} to ${name}`,
  cancel: 'Cancel',
  cancelNamed: (name: string) => `Cancel signing in to ${name}`,
  signOut: 'Sign out',
  signOutNamed: (name: string) => `Sign out of ${name}`,
  signedIn: (host: TemplateResult) => html`Signed in at ${host}`,
  scope: 'Permissions',
  granted: 'Granted',
  noScope: 'The authorization server did not say what.',
  issuer: 'Authorization server',
  untold: 'You are signed out here. The authorization server could not be told:',
} as const;

/** What the user can do about it. Each is called in their click. */
export interface SignInActions {
  signIn: () => void;
  cancel: () => void;
  signOut: () => void;
  redirect: () => void;
}

/** Whether the server is away only until the user signs in. */
export function wantsSignIn({ status, error, signIn }: HostServer): boolean {
  return signIn !== undefined && signIn.state !== 'signed-in' && status === 'failed' && error instanceof AuthError && error.reason === 'sign-in-required';
}

/** The state of sign-in, in place of that of the connection; nothing while the connection says more. */
export function signInBadge(server: HostServer): { text: string; tone: string; isTurning: boolean } | undefined {
  const { signIn } = server;
  if (!signIn || signIn.state === 'signed-in') return undefined;
  const { state } = signIn;
  const isUnderWay = state === 'signing-in' || state === 'blocked';
  if (!isUnderWay && !wantsSignIn(server)) return undefined;
  return { text: text.status[state], tone: state === 'expired' || state === 'blocked' ? 'warning' : 'accent', isTurning: state === 'signing-in' };
}

/** What to do next, or who is signed in where. */
export function signInPanel(server: HostServer, name: string, problem: unknown, actions: SignInActions): TemplateResult | typeof nothing {
  const { signIn } = server;
  if (!signIn) return nothing;
  const panel = panelOf(server, signIn, name, actions);
  if (problem === undefined) return panel;
  return html`${signIn.state === 'blocked' ? nothing : html`<p class="small">${text.untold}</p>`}${errorNotice(problem)}${panel}`;
}

function panelOf(server: HostServer, signIn: SignInStatus, name: string, actions: SignInActions): TemplateResult | typeof nothing {
  if (signIn.state === 'signed-in') return signedIn(signIn, name, actions);
  if (signIn.state === 'signing-in') {
    return html`<div class="row sign-in"><p>${signIn.issuer ? text.goOn(hostOf(signIn.issuer)) : text.opening}</p>${cancelButton(name, actions)}</div>`;
  }
  if (signIn.state === 'blocked') {
    return html`<div class="notice warning"><p>${text.blocked(hostOf(signIn.issuer))}</p></div>
      <div class="row">
        <button type="button" class="button primary small next" @click=${() => signIn.open()}>${text.open}</button>
        <button type="button" class="button small" @click=${actions.redirect}>${text.redirect}</button>
        ${cancelButton(name, actions)}
      </div>`;
  }
  // A server may let everybody in, and want to know who it is only for some of what it does.
  const wasAsked = server.status === 'ready' && (signIn.state === 'expired' || signIn.reason !== undefined);
  if (!wantsSignIn(server) && !wasAsked) return nothing;
  const isExpired = signIn.state === 'expired';
  const label = isExpired ? text.signInAgain : text.signIn;
  return html`${whyNot(signIn)}
    <div><button type="button" class="button primary next" aria-label=${text.signInTo(label, name)} @click=${actions.signIn}>${label}</button></div>`;
}

function signedIn({ issuer, scope }: Extract<SignInStatus, { state: 'signed-in' }>, name: string, { signOut }: SignInActions): TemplateResult {
  return html`<div class="row sign-in">
      <p class="small" part="user">${text.signedIn(hostOf(issuer))}</p>
      <button type="button" class="button quiet small" aria-label=${text.signOutNamed(name)} @click=${signOut}>${text.signOut}</button>
    </div>
    <details>
      <summary>${text.scope}</summary>
      <dl>
        <div><dt>${text.issuer}</dt><dd class="mono"><bdi dir="ltr">${shortText(issuer, 200)}</bdi></dd></div>
        <div><dt>${text.granted}</dt><dd>${scope.length > 0 ? scopeList(scope) : text.noScope}</dd></div>
      </dl>
    </details>`;
}

/** What went wrong the last time, unless that was the user's wish, or nothing did. */
function whyNot(signIn: Extract<SignInStatus, { state: 'signed-out' | 'expired' }>): TemplateResult {
  if (signIn.state === 'expired') return html`<p>${text.expired}</p>`;
  const { reason, message } = signIn;
  if (!message || reason === 'sign-in-required') return html`<p>${text.needed}</p>`;
  return reason === 'cancelled' ? html`<p role="status">${message}</p>` : errorNotice(message);
}

function cancelButton(name: string, { cancel }: SignInActions): TemplateResult {
  return html`<button type="button" class="button small next" aria-label=${text.cancelNamed(name)} @click=${cancel}>${text.cancel}</button>`;
}

function hostOf(issuer: string): TemplateResult {
  return html`<b class="mono"><bdi dir="ltr">${issuerHost(issuer)}</bdi></b>`;
}
