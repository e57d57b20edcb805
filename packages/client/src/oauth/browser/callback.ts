/** The page that authorization servers send the user back to: it finishes the sign-in. */
import { AuthError } from '../../errors.ts';
import { announce, type Announcement, hearAnnouncements } from '../store/announcements.ts';
import { takePendingSignIn } from '../store/pending-sign-ins.ts';
import { DpopKeys } from '../dpop.ts';
import { indexedDbVault } from '../store/indexed-db-vault.ts';
import type { Vault } from '../store/vault.ts';
import { finishSignIn } from './finish-sign-in.ts';

export interface CompleteSignInOptions {
  /** The `vault` option of `browserOAuth()`, if it has one. */
  vault?: Vault | undefined;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Shows the outcome. Defaults to the document's body. */
  element?: HTMLElement | undefined;
  /** The texts that the page shows. Default to English. */
  messages?: Partial<Record<'working' | 'done' | 'nothing' | 'back', string>> | undefined;
  /** Where the link goes if the page is opened without a sign-in. Defaults to the page's folder. */
  home?: string | URL | undefined;
}

/** How long a page with the sign-in in memory may take to announce that, and then to finish it, in ms. */
const TAKE_MS = 2_000;
const FINISH_MS = 60_000;

/**
 * Finishes a sign-in on the page that `redirectUri` names: takes the answer out of the address, exchanges it for tokens,
 * tells the page that waits, and closes the window or goes back to where the user was. It shows text only, with a link
 * back if the user would be lost without one. If the user opened the page directly, or reloaded it, it says that there is
 * nothing to finish, and resolves.
 *
 * @throws {AuthError} when the sign-in failed. The page shows the error first.
 *
 * @example
 * ```ts
 * import { completeSignIn } from '@mcp-web/client/oauth';
 *
 * await completeSignIn();
 * ```
 */
export async function completeSignIn({
  vault = indexedDbVault(),
  fetch = (input, init) => globalThis.fetch(input, init),
  element = document.body,
  messages = {},
  home = '.',
}: CompleteSignInOptions = {}): Promise<void> {
  const {
    working = 'Signing in…',
    done = 'You are signed in. You can close this window.',
    nothing = 'There is no sign-in to finish. This page opens automatically when you sign in.',
    back = 'Back',
  } = messages;
  const answer = new URLSearchParams(location.search);
  // The code does not belong in the history.
  history.replaceState(history.state, '', location.pathname);
  element.textContent = working;
  if (!['state', 'code', 'error'].some((name) => answer.has(name))) {
    element.textContent = nothing;
    return addLink(element, new URL(home, location.href).href, back);
  }
  const state = answer.get('state') ?? '';
  let backTo: string | undefined;
  try {
    const pending = await takePendingSignIn(vault, state);
    backTo = pending?.returnTo;
    if (pending) {
      const dpop = await new DpopKeys(vault).for(pending.target);
      await finishSignIn(vault, pending, answer, { fetch, dpop }, true);
    } else await handOver(state, answer);
  } catch (error) {
    element.textContent = error instanceof AuthError ? error.message : 'Signing in failed.';
    if (backTo !== undefined && isOwn(backTo)) addLink(element, backTo, back);
    else if (error instanceof AuthError && error.reason === 'cancelled') window.close();
    throw error;
  }
  element.textContent = done;
  if (backTo !== undefined && isOwn(backTo)) location.replace(backTo);
  else window.close();
}

/** Gives the answer to the page that started the sign-in, which may have it in memory. */
async function handOver(state: string, answer: URLSearchParams): Promise<void> {
  const ended = new AbortController();
  try {
    const outcome = await new Promise<Announcement | undefined>((resolve) => {
      let timer = setTimeout(resolve, TAKE_MS);
      ended.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      hearAnnouncements(
        (announcement) => {
          if (!('state' in announcement) || announcement.state !== state) return;
          if (announcement.type === 'granted' || announcement.type === 'failed') resolve(announcement);
          if (announcement.type !== 'taken') return;
          clearTimeout(timer);
          timer = setTimeout(resolve, FINISH_MS);
        },
        ended.signal,
        state,
      );
      if (state) announce({ type: 'answered', state, answer: String(answer) });
      else resolve(undefined);
    });
    if (outcome?.type === 'granted') return;
    if (outcome?.type === 'failed')
      throw new AuthError(outcome.reason, outcome.message, { oauthError: outcome.oauthError });
    throw new AuthError(
      'invalid-response',
      'This sign-in cannot be finished: it took too long, was already used, or was started in another browser. Start it again.',
    );
  } finally {
    ended.abort();
  }
}

function isOwn(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === location.origin;
}

/** Only to an address of this site. */
function addLink(element: HTMLElement, href: string, text: string): void {
  if (!isOwn(href)) return;
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  element.append(document.createElement('br'), link);
}
