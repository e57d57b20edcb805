/** Guards for what comes out of the vault: an older version of this library may have written it. */
import type { AuthorizationServer } from 'oauth4webapi';
import { array, boolean, type Guard, literal, number, optional, objectWith, string } from '../../protocol/guards.ts';
import type {
  AuthorizationTarget,
  ClientIdentity,
  Grant,
  PendingSignIn,
  StartedSignIn,
  TokenSet,
} from '../oauth-types.ts';

const text = optional(string);
const strings = array(string);

/** Only the issuer is checked: the other members were checked when they were fetched, and the vault is encrypted. */
const authorizationServer: Guard<AuthorizationServer> = (value) =>
  objectWith<{ issuer: string }>({ issuer: string })(value);

const target: Guard<AuthorizationTarget> = objectWith<AuthorizationTarget>({
  resource: string,
  issuer: string,
  authorizationServer,
  hasMetadata: boolean,
  resourceScopes: optional(strings),
  dpop: literal('required', 'supported', 'none'),
  relay: text,
});

export const clientIdentity: Guard<ClientIdentity> = objectWith<ClientIdentity>({
  issuer: string,
  clientId: string,
  clientSecret: text,
  authMethod: literal('none', 'client_secret_basic', 'client_secret_post'),
  source: literal('configured', 'metadata-document', 'registered'),
  expiresAt: optional(number),
});

export const pendingSignIn: Guard<PendingSignIn> = objectWith<PendingSignIn>({
  state: string,
  verifier: string,
  server: string,
  target,
  client: clientIdentity,
  redirectUri: string,
  scope: strings,
  returnTo: text,
  startedAt: number,
});

/** What every record of a sign-in has, as long as the sign-in lasts. */
export const startedSignIn: Guard<StartedSignIn> = objectWith<StartedSignIn>({
  server: string,
  startedAt: number,
  progress: optional(literal('finishing', 'given-up')),
});

const tokens: Guard<TokenSet> = objectWith<TokenSet>({
  accessToken: string,
  tokenType: literal('bearer', 'dpop'),
  refreshToken: text,
  expiresAt: optional(number),
  scope: strings,
  subject: text,
});

export const storedGrant: Guard<Omit<Grant, 'version'>> = objectWith<Omit<Grant, 'version'>>({
  server: string,
  signIn: text,
  target,
  client: clientIdentity,
  tokens,
  requested: strings,
  renewAt: optional(number),
});

/** The value, if it passes the guard. */
export function recognize<T>(value: unknown, guard: Guard<T>): T | undefined {
  const isFit = (candidate: unknown): candidate is T => guard(candidate) === undefined;
  return isFit(value) ? value : undefined;
}
