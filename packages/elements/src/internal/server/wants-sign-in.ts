import { AuthError, type HostServer } from '@mcp-web/client';

/** Whether the server is away only until the user signs in. */
export function wantsSignIn({ status, error, signIn }: HostServer): boolean {
  return (
    signIn !== undefined &&
    signIn.state !== 'signed-in' &&
    status === 'failed' &&
    error instanceof AuthError &&
    error.reason === 'sign-in-required'
  );
}
