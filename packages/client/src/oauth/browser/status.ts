/** How the page and a server stand, and the event that says so. */
import type { SignInStatus } from '../../wire/authorizer.ts';
import type { Grant } from '../model.ts';

export const SIGNED_OUT: SignInStatus = Object.freeze({ state: 'signed-out' });
export const EXPIRED: SignInStatus = Object.freeze({ state: 'expired' });

/** How the page and a server stand has changed: ask `status(server)`. */
export class SignInStatusEvent extends Event {
  /** The URL of the MCP server. */
  readonly server: string;
  readonly status: SignInStatus;

  constructor(server: string, status: SignInStatus) {
    super('statuschange');
    this.server = server;
    this.status = status;
  }
}

export function signedIn({ target, tokens }: Grant): SignInStatus {
  return { state: 'signed-in', issuer: target.issuer, scope: tokens.scope };
}

export function isSame(a: SignInStatus, b: SignInStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b) && a.state !== 'blocked';
}
