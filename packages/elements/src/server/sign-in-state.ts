/** Where sign-in stands, as far as everybody sees it. */
import type { HostServer } from '@mcp-web/client';
import { wantsSignIn } from '../internal/server/sign-in.ts';
import type { ServerMessages } from './messages.ts';

/** The state of sign-in, in place of that of the connection; nothing while the connection says more. */
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
