/** How the tabs of an origin tell each other how a sign-in ended. Tokens never travel this way. */
import type { AuthErrorReason } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';

export type Announcement =
  /** The sign-in with this state got tokens for a server. */
  | { type: 'granted'; server: string; state: string }
  /** The sign-in with this state failed. */
  | {
      type: 'failed';
      server: string;
      state: string;
      reason: AuthErrorReason;
      message: string;
      oauthError?: string | undefined;
    }
  /** The tokens for a server are gone: the user signed out, or the server no longer accepts them. */
  | { type: 'removed'; server: string; hasExpired: boolean }
  /** All tokens, registrations and keys are gone. */
  | { type: 'forgotten' }
  /**
   * The callback page does not know the sign-in with this state. A page that has it in memory may finish it. Only pages
   * that know the state hear the answer. It contains a code, which is worthless without the verifier.
   */
  | { type: 'answered'; state: string; answer: string }
  /** A page has that sign-in in memory, and is finishing it. */
  | { type: 'taken'; state: string };

const CHANNEL = 'mcp-web-sign-in';

const REASONS: readonly AuthErrorReason[] = [
  'sign-in-required',
  'insufficient-scope',
  'cancelled',
  'blocked',
  'refused',
  'discovery',
  'unreachable',
  'registration',
  'invalid-response',
];

export function announce(announcement: Announcement): void {
  const { type } = announcement;
  const channel = new BroadcastChannel(
    type === 'answered' || type === 'taken' ? channelOf(announcement.state) : CHANNEL,
  );
  channel.postMessage(announcement);
  channel.close();
}

/**
 * Calls `hear` with each announcement of other tabs, and of other objects in this one, until the signal aborts.
 *
 * @param state also hears of the answer to this sign-in
 */
export function hearAnnouncements(
  hear: (announcement: Announcement) => void,
  signal: AbortSignal,
  state?: string,
): void {
  for (const name of state ? [CHANNEL, channelOf(state)] : [CHANNEL]) {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      const announcement = read(data);
      if (announcement) hear(announcement);
    };
    signal.addEventListener('abort', () => channel.close(), { once: true });
  }
}

const channelOf = (state: string): string => `${CHANNEL} ${state}`;

function read(data: unknown): Announcement | undefined {
  if (!isObject(data)) return undefined;
  const { type, server, state, message, answer, oauthError } = data;
  if (type === 'answered')
    return typeof state === 'string' && typeof answer === 'string' ? { type, state, answer } : undefined;
  if (type === 'taken') return typeof state === 'string' ? { type, state } : undefined;
  if (type === 'forgotten') return { type };
  if (typeof server !== 'string') return undefined;
  if (type === 'removed') return { type, server, hasExpired: data['hasExpired'] === true };
  if (typeof state !== 'string') return undefined;
  if (type === 'granted') return { type, server, state };
  const reason = REASONS.find((known) => known === data['reason']);
  if (type !== 'failed' || typeof message !== 'string' || !reason) return undefined;
  return { type, server, state, reason, message, ...(typeof oauthError === 'string' && { oauthError }) };
}
