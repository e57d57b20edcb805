/** What to do about sign-in. */
import { AuthError, type HostServer, type SignInStatus } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../internal/text/error-notice.ts';
import { issuerHost, scopeList } from '../internal/server/sign-in.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { shortText } from '../internal/text/text.ts';
import { wantsSignIn } from '../internal/server/sign-in.ts';
import type { MoreServerMessages } from './more-messages.ts';

/** What the templates of this element say. */
export interface Words extends MoreServerMessages {
  readonly shared: SharedMessages;
}

/** What the user can do about it. Each is called in their click. */
export interface SignInActions {
  signIn: () => void;
  cancel: () => void;
  signOut: () => void;
  redirect: () => void;
}

/** What to do next, or who is signed in where. */
export function signInPanel(
  text: Words,
  server: HostServer,
  name: string,
  problem: unknown,
  actions: SignInActions,
): TemplateResult | typeof nothing {
  const { signIn } = server;
  if (!signIn) return nothing;
  const panel = panelOf(text, server, signIn, name, actions);
  if (problem === undefined) return panel;
  return html`${signIn.state === 'blocked' ? nothing : html`<p class="small">${text.untold}</p>`}${errorNotice(text.shared, problem)}${panel}`;
}

function panelOf(
  text: Words,
  server: HostServer,
  signIn: SignInStatus,
  name: string,
  actions: SignInActions,
): TemplateResult | typeof nothing {
  if (signIn.state === 'signed-in') return signedIn(text, signIn, name, actions);
  if (signIn.state === 'signing-in') {
    return html`<div class="row sign-in"><p>${signIn.issuer ? text.goOn(hostOf(signIn.issuer)) : text.opening}</p>${cancelButton(text, name, actions)}</div>`;
  }
  if (signIn.state === 'blocked') {
    return html`<div class="notice warning"><p>${text.blocked(hostOf(signIn.issuer))}</p></div>
      <div class="row">
        <button type="button" class="button primary small next" @click=${() => signIn.open()}>${text.open}</button>
        <button type="button" class="button small" @click=${actions.redirect}>${text.redirect}</button>
        ${cancelButton(text, name, actions)}
      </div>`;
  }
  // A server may let everybody in, and want to know who it is only for some of what it does.
  const wasAsked = server.status === 'ready' && (signIn.state === 'expired' || signIn.reason !== undefined);
  if (!wantsSignIn(server) && !wasAsked) return nothing;
  const isExpired = signIn.state === 'expired';
  const label = isExpired ? text.signInAgain : text.signIn;
  return html`${whyNot(text, signIn)}
    <div><button type="button" class="button primary next" aria-label=${text.signInTo(label, name)} @click=${actions.signIn}>${label}</button></div>`;
}

function signedIn(
  text: Words,
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

/** What went wrong the last time, unless that was the user's wish, or nothing did. */
function whyNot(text: Words, signIn: Extract<SignInStatus, { state: 'signed-out' | 'expired' }>): TemplateResult {
  if (signIn.state === 'expired') return html`<p>${text.sessionEnded}</p>`;
  const { reason, message } = signIn;
  if (!message || reason === 'sign-in-required') return html`<p>${text.needed}</p>`;
  if (reason === 'cancelled') return html`<p role="status">${text.shared.errorOf(reason) || message}</p>`;
  return errorNotice(text.shared, reason ? new AuthError(reason, message) : message);
}

function cancelButton(text: Words, name: string, { cancel }: SignInActions): TemplateResult {
  return html`<button type="button" class="button small next" aria-label=${text.cancelNamed(name)} @click=${cancel}>${text.cancel}</button>`;
}

function hostOf(issuer: string): TemplateResult {
  return html`<b class="mono"><bdi dir="ltr">${issuerHost(issuer)}</bdi></b>`;
}
