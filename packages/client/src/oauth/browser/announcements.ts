/** How the tabs of an origin tell each other what became of a sign-in. No token travels this way. */
import { isObject } from '../../protocol/guards.ts';
import type { AuthErrorReason } from '../../errors.ts';

export type Announcement =
  /** There are tokens for a server, from the sign-in of this state. */
  | { type: 'granted'; server: string; state: string }
  /** A sign-in failed. */
  | {
      type: 'failed';
      server: string;
      state: string;
      reason: AuthErrorReason;
      message: string;
      oauthError?: string | undefined;
    }
  /** The tokens for a server are gone: the user signed out, or they are no longer accepted. */
  | { type: 'removed'; server: string; hasExpired: boolean }
  /** Everything is gone: all tokens, registrations and keys. */
  | { type: 'forgotten' }
  /**
   * The callback page does not know the sign-in of this state: whoever holds it in memory may finish it. The answer has
   * a code in it, which is worth nothing without the verifier.
   */
  | { type: 'answered'; state: string; answer: string }
  /** Somebody holds it, and is at it. */
  | { type: 'taken'; state: string };

const CHANNEL = 'mcp-web-sign-in';

const REASONS: readonly AuthErrorReason[] = [
  'sign-in-required',
  'permission-required',
  'cancelled',
  'blocked',
  'refused',
  'discovery',
  'unreachable',
  'registration',
  'invalid-response',
];

export function announce(announcement: Announcement): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(announcement);
  channel.close();
}

/** Hears what other tabs, and other objects of this one, announce until the signal aborts. */
export function hearAnnouncements(hear: (announcement: Announcement) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    const announcement = read(data);
    if (announcement) hear(announcement);
  };
  signal.addEventListener('abort', () => channel.close(), { once: true });
}

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
