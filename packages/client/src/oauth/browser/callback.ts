/** The page that authorization servers send the user back to. */
import { AuthError } from '../../errors.ts';
import { announce, type Announcement, hearAnnouncements } from './announcements.ts';
import { finishSignIn, takePending } from './pending-sign-in.ts';
import { Requests } from '../dpop/send-with-token.ts';
import { indexedDbVault, type Vault } from '../store/vault.ts';

export interface CompleteSignInOptions {
  /** The vault that `browserOAuth()` was given, if it was given one. */
  vault?: Vault | undefined;
  /** Used in place of the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Where the page says how it went. The document's body unless given. */
  element?: HTMLElement | undefined;
  /** What it says. English unless given. */
  messages?: Partial<Record<'working' | 'done' | 'nothing' | 'back', string>> | undefined;
  /** Where the link goes when somebody opens the page without a sign-in. The folder that it is in unless given. */
  home?: string | URL | undefined;
}

/** How long a page that holds the sign-in in memory may take to say so, and then to finish it, in ms. */
const TAKE_MS = 2_000;
const FINISH_MS = 60_000;

/**
 * Finishes a sign-in on the page that `redirectUri` names: takes the answer out of the address, trades it for tokens,
 * tells the page that waits, and closes the window or goes back to where the user was. What it shows is text only, and
 * a link where the user would be lost without one.
 *
 * @throws {AuthError} when the sign-in failed, or there is none, after it was shown.
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
  fetch: ownFetch,
  element = document.body,
  messages = {},
  home = '.',
}: CompleteSignInOptions = {}): Promise<void> {
  const {
    working = 'Signing in…',
    done = 'You are signed in. You can close this window.',
    nothing = 'No sign-in is waiting here. This page is part of signing in, and opens by itself when it is needed.',
    back = 'Back',
  } = messages;
  const answer = new URLSearchParams(location.search);
  // The code is for one use and for nobody's history.
  history.replaceState(history.state, '', location.pathname);
  element.textContent = working;
  const state = answer.get('state') ?? '';
  // Somebody opened the page, or loaded it again.
  const isAnswer = ['state', 'code', 'error'].some((name) => answer.has(name));
  let backTo = isAnswer ? undefined : new URL(home, location.href).href;
  try {
    if (!isAnswer) throw new AuthError('invalid-response', nothing);
    const pending = await takePending(vault, state);
    backTo = pending?.returnTo;
    if (pending)
      await finishSignIn(vault, pending, answer, await new Requests(vault, ownFetch).to(pending.target), true);
    else await handOver(state, answer);
  } catch (error) {
    element.textContent = error instanceof AuthError ? error.message : 'Signing in failed.';
    if (backTo !== undefined && isOwn(backTo)) element.append(document.createElement('br'), linkTo(backTo, back));
    throw error;
  }
  element.textContent = done;
  if (backTo !== undefined && isOwn(backTo)) location.replace(backTo);
  else window.close();
}

/** The page that began it may hold it in memory. */
async function handOver(state: string, answer: URLSearchParams): Promise<void> {
  const ended = new AbortController();
  try {
    const outcome = await new Promise<Announcement | undefined>((resolve) => {
      let timer = setTimeout(resolve, TAKE_MS);
      ended.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      hearAnnouncements((announcement) => {
        if (!('state' in announcement) || announcement.state !== state) return;
        if (announcement.type === 'granted' || announcement.type === 'failed') resolve(announcement);
        if (announcement.type !== 'taken') return;
        clearTimeout(timer);
        timer = setTimeout(resolve, FINISH_MS);
      }, ended.signal);
      if (state) announce({ type: 'answered', state, answer: String(answer) });
      else resolve(undefined);
    });
    if (outcome?.type === 'granted') return;
    if (outcome?.type === 'failed')
      throw new AuthError(outcome.reason, outcome.message, { oauthError: outcome.oauthError });
    throw new AuthError(
      'invalid-response',
      'This sign-in is not known here: it took too long, was used already, or was begun in another browser. Start it again.',
    );
  } finally {
    ended.abort();
  }
}

function isOwn(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === location.origin;
}

function linkTo(href: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = text;
  return link;
}
